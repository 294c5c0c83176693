"""What both rounds of staff's decisions share: who may decide, that nothing came since a preview, the decision made from it."""

from django.db import connection

from escrow.errors import (
    AboveYourLimit,
    CaseChanged,
    DecidedBefore,
    OwnDispute,
    PreviewExpired,
    SecondPersonRequired,
)
from escrow.models import DecisionPreview, Dispute, DisputeDecision, Escrow
from escrow.ports import Fact
from escrow.rules.disputes import DISPUTE
from escrow.selectors import appeals, approvals, case_facts
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState


def check_impartial(actor: Actor, dispute: Dispute, *, round_: int = 1) -> None:
    """Raises OwnDispute (403) for a party. An appeal is decided by other people than the decision that it is about: DecidedBefore
    (403) for who proposed or approved that."""
    if actor.id in (dispute.owner_id, dispute.worker_id):
        raise OwnDispute()
    if round_ == 2 and appeals.first_by(actor.id).filter(dispute=dispute).exists():
        raise DecidedBefore()


def check_unchanged(preview: DecisionPreview, dispute: Dispute, escrow: Escrow) -> None:
    """Raises PreviewExpired, CaseChanged (409). The dispute and its case are locked, so that nothing comes meanwhile."""
    check_same(preview, case_facts.read(dispute, escrow))


def check_same(preview: DecisionPreview, facts: list[Fact]) -> None:
    """As `check_unchanged`, with what is known now. Raises PreviewExpired, CaseChanged (409)."""
    if preview.expires_at <= clock.now():
        raise PreviewExpired()
    if case_facts.digest(facts) != preview.digest:
        raise CaseChanged(case_facts.changes(preview, facts))


def check_alone(preview: DecisionPreview, actor: Actor) -> None:
    """Does this person still decide it alone, after all that they have decided since the preview? Raises CaseChanged (409).

    Locks the person's own decisions until the commit, so that two at once don't pass the limit of a day together.
    """
    if preview.needs_second:
        return
    if needs_second(actor, preview.amount_cents):
        raise CaseChanged([{"what": "you don't decide this alone any more: your limit is reached", "at": None}])


def needs_second(actor: Actor, amount_cents: int) -> bool:
    """`approvals.needs_second`, while nothing else that this person decides can end beside it: the decisions of a day are added
    up one after the other. Locks until the transaction ends; the last lock before the ledger's accounts."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended('decides:' || %s::uuid, 0))", [str(actor.id)])
    return approvals.needs_second(actor, amount_cents)


def check_may_approve(actor: Actor, decision: DisputeDecision) -> None:
    """Raises SecondPersonRequired (403) for the proposer, AboveYourLimit (403) for whose own limit is below the seat's total."""
    if decision.proposer_id == actor.id:
        raise SecondPersonRequired()
    if approvals.is_above_limit(actor, decision.amount_cents):
        raise AboveYourLimit()


def decision_from(preview: DecisionPreview, actor: Actor) -> DisputeDecision:
    """The decision that was previewed, as a proposal that is not saved yet."""
    return DisputeDecision(
        dispute_id=preview.dispute_id,
        case_id=preview.case_id,
        preview=preview,
        round=preview.round,
        state="proposed",
        decision=preview.decision,
        amount_cents=preview.amount_cents,
        worker_cents=preview.worker_cents,
        fee_cents=preview.fee_cents,
        refund_cents=preview.refund_cents,
        reason=preview.reason,
        proposer=actor.me,
        needs_second=preview.needs_second,
    )


def proposed(dispute: Dispute) -> DisputeDecision:
    """What waits for its second person. Raises InvalidState (409) when nothing does."""
    found: DisputeDecision | None = dispute.decisions.filter(state="proposed").first()
    if found is None:
        raise InvalidState("Nothing is proposed here.", currentState=dispute.status, allowedActions=[])
    return found


def return_proposed(dispute: Dispute) -> DisputeDecision:
    """What was proposed is sent back. In the first round the dispute is open again; in the second the first decision stands as it
    stood. The caller has the dispute's lock and moves its case. Raises InvalidState (409)."""
    decision = proposed(dispute)
    if decision.round == 1:
        dispute.status = DISPUTE.next(dispute.status, "send_back")
        dispute.save(update_fields=["status"])
    decision.state, decision.decided_at = "sent_back", clock.now()
    decision.save(update_fields=["state", "decided_at"])
    return decision
