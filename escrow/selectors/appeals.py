"""Who may appeal a decision, until when, and why somebody may not."""

from datetime import datetime
from uuid import UUID

from escrow.errors import AlreadyAppealed, AppealWindowClosed, NothingLost, SettledByOffer
from escrow.models import Appeal, Case, Dispute, DisputeDecision, ReasonCode
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState


def of(dispute: Dispute) -> Appeal | None:
    """The appeal of a dispute, from what is loaded already; None without one."""
    found: Appeal | None = getattr(dispute, "appeal", None)
    return found


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


def overturning_codes() -> dict[str, str]:
    """The reasons that a decision which changes an earlier one may name, as they hold now: code -> what both sides read."""
    rows = ReasonCode.objects.filter(holds_from__lte=clock.now()).order_by("holds_from", "pk")
    latest = {row.code: row for row in rows}
    return {code: row.text for code, row in sorted(latest.items()) if row.text and row.is_overturning}
