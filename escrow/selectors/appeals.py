"""Who may appeal a decision, until when, and why somebody may not."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from escrow.errors import AlreadyAppealed, AppealWindowClosed, NothingLost, SettledByOffer
from escrow.models import Appeal, Case, Dispute, DisputeDecision
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState

WINDOW_WORDS: Final = (
    "Until somebody appeals, the money stays as it was divided. After an appeal another person of our staff decides for good, and "
    "may give either side more or less. Whoever then has too much gives it back, the funder from the wallet and the worker from "
    "their earnings, as far as it is there; we bear the rest."
)


def of(dispute: Dispute) -> Appeal | None:
    """The appeal of a dispute, from what is loaded already; None without one."""
    found: Appeal | None = getattr(dispute, "appeal", None)
    return found


def first_by(account_id: UUID) -> QuerySet[DisputeDecision]:
    """First decisions that this person proposed or approved: about an appeal against one of them somebody else decides."""
    theirs = Q(proposer_id=account_id) | Q(second_id=account_id)
    return DisputeDecision.objects.filter(theirs, round=1, state="final")


def has_decided(case: Case, account_id: UUID) -> bool:
    """Is the case about an appeal against a decision of theirs? At most one query."""
    if case.round != 2 or case.dispute_id is None:
        return False
    return bool(first_by(account_id).filter(dispute_id=case.dispute_id).exists())


def is_open(dispute: Dispute) -> bool:
    """Is an appeal of it undecided? One query."""
    return bool(Appeal.objects.filter(dispute_id=dispute.pk, state="open").exists())


def until(case: Case | None) -> datetime | None:
    """Until when (UTC) the decision of this case may be appealed; None when it is not decided, or it is over."""
    if case is None or case.stage != "appeal" or case.due_at is None or case.due_at <= clock.now():
        return None
    return case.due_at


def has_lost(dispute: Dispute, decision: DisputeDecision, account_id: UUID) -> bool:
    """Did this decision give the worker less than the whole pay, the funder less than everything back?"""
    if account_id == dispute.worker_id:
        return decision.worker_cents < dispute.escrow.human_payout_cents
    return account_id == dispute.owner_id and decision.refund_cents < decision.amount_cents


@dataclass(frozen=True, slots=True)
class Window:
    """A decision that may still be appealed: `by` which sides, `until` when (UTC), and what an appeal may change, in words."""

    by: list[str]
    until: datetime
    words: str


def window(dispute: Dispute, case: Case | None) -> Window | None:
    """Who may appeal the decision until when; None where nobody can, or somebody has. From what is loaded already."""
    decision, ends = dispute.decision, until(case)
    if decision is None or decision.offer_id is not None or ends is None or of(dispute) is not None:
        return None
    sides = {"funder": dispute.owner_id, "worker": dispute.worker_id}
    by = [side for side, account_id in sides.items() if has_lost(dispute, decision, account_id)]
    return Window(by, ends, WINDOW_WORDS) if by else None


def refusal(actor: Actor, dispute: Dispute, case: Case | None) -> Problem | None:
    """Why this party can't appeal now; None when they can. For previews and, under the locks of dispute and case, for the act."""
    decision = dispute.decision
    if dispute.status != "resolved" or decision is None:
        return InvalidState(
            f"There is no decision to appeal: this dispute is {dispute.status.replace('_', ' ')}.",
            currentState=dispute.status,
            allowedActions=[],
        )
    if decision.offer_id is not None:
        return SettledByOffer()
    if (made := of(dispute)) is not None:
        return AlreadyAppealed(state=made.state)
    if not has_lost(dispute, decision, actor.id):
        return NothingLost()
    if until(case) is None:
        ended = case.due_at or case.closed_at if case is not None else dispute.resolved_at
        return AppealWindowClosed(until=timestamp(ended))
    return None
