"""Staff decide a dispute: the worker gets all, a part or nothing of the pay; our fee is on that part; the rest is refunded.

When two members of staff act at once, the dispute's lock lets one through and the other gets InvalidState. Above the
approval limit that operators set, a decision is proposed first and a second person approves it; a database constraint
ensures that these are two people.
"""

from dataclasses import dataclass
from uuid import UUID

from escrow import events
from escrow.errors import OwnDispute, SecondPersonRequired
from escrow.models import Dispute, DisputeDecision, Escrow
from escrow.ports import SeatSubject
from escrow.rules import DISPUTE, SEAT, Award, award
from escrow.selectors import disputes as reads
from escrow.services import disputes, releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from marketplace.services import mail_templates
from wallet import ledger


@dataclass(frozen=True, slots=True)
class Plan:
    """What a decision would do: the division of the cents, its postings, and whether a second person has to approve it."""

    award: Award
    moves: tuple[ledger.Move, ...]
    needs_second: bool


def plan(escrow: Escrow, worker_cents: int) -> Plan:
    """Compute the exact postings of a decision without making it.

    Args: `worker_cents` is 0 to the worker's agreed pay. Locks nothing. Raises Invalid (400) outside that range.
    """
    try:
        parts = award(worker_cents, payout_cents=escrow.human_payout_cents, bps=escrow.fee_bps)
    except ValueError:
        most = format_usd(escrow.human_payout_cents)
        raise Invalid({"workerCents": [f"Give the worker 0 to {most}: more was never agreed."]})
    return Plan(parts, _moves(escrow, parts), escrow.amount_cents > reads.approval_above())


def decide(actor: Actor, dispute_id: UUID, *, worker_cents: int, reason: str) -> DisputeDecision:
    """Decide a dispute, or propose the decision when the seat is above the approval limit. The post comes last.

    Args: `worker_cents` is 0 to the worker's agreed pay; both parties read `reason`.
    Locks the subject, the escrow, the dispute, then the ledger accounts. Raises OwnDispute (403), InvalidState (409) when
    the dispute is decided or withdrawn by now, Invalid (400) for `worker_cents` out of range. Spec: Escrow (dispute).
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> DisputeDecision:
        _check_impartial(actor, dispute)
        planned = plan(escrow, worker_cents)
        status = DISPUTE.next(dispute.status, "propose" if planned.needs_second else "decide")
        decision = DisputeDecision(
            dispute=dispute,
            state="proposed",
            decision=planned.award.kind,
            amount_cents=escrow.amount_cents,
            worker_cents=planned.award.worker,
            fee_cents=planned.award.fee,
            refund_cents=planned.award.refund,
            reason=reason,
            proposer=actor.me,
            needs_second=planned.needs_second,
        )
        dispute.status = status
        if planned.needs_second:
            dispute.save(update_fields=["status"])
            decision.save(force_insert=True)
            events.dispute_noted(dispute, "proposed", actor, workerCents=decision.worker_cents)
        else:
            decision.state, decision.decided_at = "final", clock.now()
            decision.save(force_insert=True)
            _carry_out(actor, subject, locked, escrow, dispute, decision)
        return decision

    return disputes.under_locks(_get(dispute_id), work)


def approve(actor: Actor, dispute_id: UUID, *, worker_cents: int) -> DisputeDecision:
    """A second person approves the proposed decision, which is then carried out. The post comes last.

    Args: `worker_cents` is the amount that they read, so that a proposal changed meanwhile is not approved.
    Locks as `decide`. Raises OwnDispute (403), SecondPersonRequired (403) for the proposer, InvalidState (409), Invalid
    (400) when another amount is proposed. Spec: Escrow (dispute).
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> DisputeDecision:
        _check_impartial(actor, dispute)
        dispute.status = DISPUTE.next(dispute.status, "approve")
        decision = _proposed(dispute)
        if decision.proposer_id == actor.id:
            raise SecondPersonRequired()
        if decision.worker_cents != worker_cents:
            raise Invalid({"workerCents": [f"Proposed are {format_usd(decision.worker_cents)} for the worker."]})
        decision.state, decision.second, decision.decided_at = "final", actor.me, clock.now()
        decision.save(update_fields=["state", "second", "decided_at"])
        _carry_out(actor, subject, locked, escrow, dispute, decision)
        return decision

    return disputes.under_locks(_get(dispute_id), work)


def send_back(actor: Actor, dispute_id: UUID, *, reason: str) -> None:
    """Reject the proposed decision; the dispute is open again. Every member of staff may, including the proposer.

    Locks the subject, the escrow, then the dispute. Raises InvalidState (409). Moves no money.
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        dispute.status = DISPUTE.next(dispute.status, "send_back")
        dispute.save(update_fields=["status"])
        decision = _proposed(dispute)
        decision.state, decision.decided_at = "sent_back", clock.now()
        decision.save(update_fields=["state", "decided_at"])
        events.dispute_noted(dispute, "sent_back", actor, note=reason)

    disputes.under_locks(_get(dispute_id), work)


def _carry_out(
    actor: Actor, subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute, decision: DisputeDecision
) -> None:
    """End the seat by this decision; like every ending it posts under `end:<escrow>`."""
    dispute.resolved_at = clock.now()
    dispute.save(update_fields=["status", "resolved_at"])
    note = f"decided by staff: {decision.reason}"
    events.dispute_resolved(dispute, decision, actor)
    disputes.mail_parties(
        dispute,
        "dispute_resolved",
        subject.title(locked),
        worker_gets=format_usd(decision.worker_cents),
        returned=format_usd(decision.refund_cents),
        words=mail_templates.Words(decision.reason),
    )
    if decision.decision == "release":
        releases.pay(actor, subject, locked, escrow, action="award", note=note)
        return
    before, refunds = escrow.status, decision.decision == "refund"
    accepted = not refunds and escrow.completed_at is None
    escrow.status = SEAT.next(before, "return" if refunds else "split")
    escrow.ended_at, escrow.review_due_at = dispute.resolved_at, None
    escrow.refunded_to, escrow.earned_cents = "wallet", decision.worker_cents
    if not refunds:
        escrow.released_at, escrow.completed_at = dispute.resolved_at, escrow.completed_at or dispute.resolved_at
    escrow.save(update_fields=_ENDED)
    events.moved(escrow, before=before, action="return" if refunds else "split", actor=actor, note=note)
    if refunds:
        events.refunded(escrow, actor)
    subject.ended(locked, escrow, "refunded" if refunds else "split", actor, accepted=accepted)
    ledger.post(
        key=f"end:{escrow.pk}",
        kind="decision",
        moves=list(_moves(escrow, Award(decision.worker_cents, decision.fee_cents, decision.refund_cents))),
        tags={"actor": actor.label, "reason": note, "dispute": dispute.public_id},
    )


def _moves(escrow: Escrow, parts: Award) -> tuple[ledger.Move, ...]:
    assert escrow.worker_id is not None
    hold = ledger.hold(escrow.pk)
    every = (
        ledger.Move(hold, ledger.earnings(escrow.worker_id), parts.worker, escrow.bounty_id),
        ledger.Move(hold, ledger.FEES, parts.fee, escrow.bounty_id),
        ledger.Move(hold, ledger.wallet(escrow.owner_id), parts.refund, escrow.bounty_id),
    )
    return tuple(move for move in every if move.cents)


def _check_impartial(actor: Actor, dispute: Dispute) -> None:
    if actor.id in (dispute.owner_id, dispute.worker_id):
        raise OwnDispute()


def _proposed(dispute: Dispute) -> DisputeDecision:
    found: DisputeDecision | None = dispute.decisions.filter(state="proposed").first()
    if found is None:
        raise InvalidState("Nothing is proposed here.", currentState=dispute.status, allowedActions=[])
    return found


def _get(dispute_id: UUID) -> Dispute:
    found: Dispute = Dispute.objects.select_related("escrow").get(pk=dispute_id)
    return found


_ENDED = (*("status", "ended_at", "review_due_at", "refunded_to", "earned_cents", "released_at", "completed_at"),)
