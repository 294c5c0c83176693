"""What both rounds of staff's decisions share: who may decide, that nothing came since a preview, the decision made from it."""

from django.db import connection

from escrow.errors import CaseChanged, DecidedBefore, OwnDispute, PreviewExpired
from escrow.models import DecisionPreview, Dispute, DisputeDecision, Escrow
from escrow.rules.disputes import DISPUTE
from escrow.selectors import approvals, case_facts
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState


def check_impartial(actor: Actor, dispute: Dispute, *, round_: int = 1) -> None:
    """Raises OwnDispute (403) for a party. An appeal is decided by other people than the decision that it is about: DecidedBefore
    (403) for who proposed or approved that."""
    if actor.id in (dispute.owner_id, dispute.worker_id):
        raise OwnDispute()
    if round_ == 2:
        first = dispute.decisions.get(round=1, state="final")
        if actor.id in (first.proposer_id, first.second_id):
            raise DecidedBefore()


def check_unchanged(preview: DecisionPreview, dispute: Dispute, escrow: Escrow) -> None:
    """Raises PreviewExpired, CaseChanged (409). The dispute and its case are locked, so that nothing comes meanwhile."""
    if preview.expires_at <= clock.now():
        raise PreviewExpired()
    facts = case_facts.read(dispute, escrow)
    if case_facts.digest(facts) != preview.digest:
        raise CaseChanged(case_facts.changes(preview, facts))


def check_alone(preview: DecisionPreview, actor: Actor) -> None:
    """Does this person still decide it alone, after all that they have decided since the preview? Raises CaseChanged (409).

    Locks the person's own decisions until the commit, so that two at once don't pass the limit of a day together.
    """
    if preview.needs_second:
        return
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(hashtextextended('decides:' || %s::uuid, 0))", [str(actor.id)])
    if approvals.needs_second(actor, preview.amount_cents):
        raise CaseChanged([{"what": "you don't decide this alone any more: your limit is reached", "at": None}])


def decision_from(preview: DecisionPreview, actor: Actor) -> DisputeDecision:
    """The decision that was previewed, as a proposal that is not saved yet."""
    return DisputeDecision(
        dispute_id=preview.dispute_id,
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
