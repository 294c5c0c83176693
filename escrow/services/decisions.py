"""Staff decide a dispute: the worker gets all, a part or nothing of the pay; our fee is on that part; the rest is refunded.

A decision is previewed, and the button carries the preview: what was read is what is done, or nothing
(`previews.check_unchanged`). When two members of staff act at once, the dispute's lock lets one through and the other gets
InvalidState. Above the limits that operators set, a decision is proposed first and a second person approves it; a database
constraint ensures that these are two people. Decisions about appeals: `appeals`; approving and sending back is the same.
"""

from dataclasses import dataclass
from uuid import UUID

from escrow import events
from escrow.errors import PreviewOfAnother
from escrow.models import Case, CaseOffer, DecisionPreview, Dispute, DisputeDecision, Escrow
from escrow.ports import SeatSubject
from escrow.rules.cases import PREVIEW_LIFE
from escrow.rules.disputes import DISPUTE, Award, award
from escrow.rules.escrows import SEAT
from escrow.selectors import approvals, case_facts, clocks
from escrow.services import cases, contested, corrections, disputes, previews, releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState
from marketplace.services import mail_templates
from wallet import ledger
from wallet.rules.statement import BOTH_AGREED
from wallet.services import earnings_holds


@dataclass(frozen=True, slots=True)
class Plan:
    """What a decision would do: the division of the cents, its postings, and whether a second person has to approve it."""

    award: Award
    moves: tuple[ledger.Move, ...]
    needs_second: bool


def plan(actor: Actor, escrow: Escrow, worker_cents: int) -> Plan:
    """Compute the exact postings of a decision of this person without making it.

    Args: `worker_cents` is 0 to the worker's agreed pay. Locks nothing. Raises Invalid (400) outside that range.
    """
    try:
        parts = award(worker_cents, payout_cents=escrow.human_payout_cents, bps=escrow.fee_bps)
    except ValueError:
        most = format_usd(escrow.human_payout_cents)
        raise Invalid({"workerCents": [f"Give the worker 0 to {most}: more was never agreed."]})
    return Plan(parts, _moves(escrow, parts), approvals.needs_second(actor, escrow.amount_cents))


def preview(
    actor: Actor,
    dispute_id: UUID,
    *,
    worker_cents: int,
    reason: str,
    reason_code: str = "",
    words: dict[str, str] | None = None,
) -> DecisionPreview:
    """Compute a decision and store it with what is known now; nothing moves. `decide` carries out exactly this.

    Args: `worker_cents` is 0 to the worker's agreed pay; both parties read `reason` (at most 300 characters); `words`: what
    "funder" and "worker" are written besides. Locks nothing. Raises OwnDispute (403), InvalidState (409) when nothing is to be
    decided, Invalid (400) for `worker_cents` out of range. Spec: desk, section 2.
    """
    dispute = _get(dispute_id)
    previews.check_impartial(actor, dispute)
    DISPUTE.next(dispute.status, "decide", allowed=[])
    escrow, now = dispute.escrow, clock.now()
    planned = plan(actor, escrow, worker_cents)
    facts = case_facts.read(dispute, escrow)
    made = DecisionPreview(
        dispute=dispute,
        made_by=actor.me,
        decision=planned.award.kind,
        amount_cents=escrow.amount_cents,
        worker_cents=planned.award.worker,
        fee_cents=planned.award.fee,
        refund_cents=planned.award.refund,
        moves=[[move.source, move.destination, move.cents] for move in planned.moves],
        reason_code=reason_code,
        reason=reason,
        words=words or {},
        needs_second=planned.needs_second,
        facts=case_facts.stored(facts),
        digest=case_facts.digest(facts),
        expires_at=now + PREVIEW_LIFE,
    )
    made.save(force_insert=True)
    return made


def decide(actor: Actor, preview_id: UUID) -> DisputeDecision:
    """Carry out what was previewed, or propose it when a second person is needed. The post comes last.

    Locks the subject, the escrow, the dispute, its case, then the ledger accounts. Raises OwnDispute, PreviewOfAnother (403),
    InvalidState (409) when the dispute is decided or withdrawn by now, CaseChanged, PreviewExpired (409): then nothing moves and
    a new preview is needed. Spec: Escrow (dispute); desk, section 2.
    """
    seen = DecisionPreview.objects.select_related("dispute__escrow").get(pk=preview_id)
    if seen.made_by_id != actor.id:
        raise PreviewOfAnother()

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> DisputeDecision:
        previews.check_impartial(actor, dispute)
        status = DISPUTE.next(dispute.status, "propose" if seen.needs_second else "decide")
        case = cases.lock(dispute)
        previews.check_unchanged(seen, dispute, escrow)
        previews.check_alone(seen, actor)
        decision = previews.decision_from(seen, actor)
        dispute.status = status
        if seen.needs_second:
            dispute.save(update_fields=["status"])
            decision.save(force_insert=True)
            cases.move(case, "propose", due_at=clock.now() + clocks.holding().approval)
            events.dispute_noted(dispute, "proposed", actor, workerCents=decision.worker_cents)
        else:
            decision.state, decision.decided_at = "final", clock.now()
            decision.save(force_insert=True)
            _carry_out(actor, subject, locked, escrow, dispute, case, decision)
        return decision

    assert seen.dispute is not None  # of a contested seat a preview is made and decided in one act (`contested`)
    return disputes.under_locks(seen.dispute, work)


def approve(actor: Actor, decision_id: UUID) -> DisputeDecision:
    """A second person approves a proposed decision, of either round, which is then carried out as it was previewed. The post
    comes last.

    Of a contested seat, too (`contested`). Locks and raises as `decide`; SecondPersonRequired (403) for the proposer;
    AboveYourLimit (403) when their own limit is below the seat's total; DecidedBefore (403) as `appeals.decide`;
    CaseChanged (409) when something came since the proposal was previewed: it must be sent back and proposed again. Spec: Escrow
    (dispute).
    """
    proposed = DisputeDecision.objects.select_related("preview", "dispute__escrow").get(pk=decision_id)
    if proposed.dispute is None:
        return contested.approve(actor, proposed)

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> DisputeDecision:
        previews.check_impartial(actor, dispute, round_=proposed.round)
        if proposed.round == 1:
            dispute.status = DISPUTE.next(dispute.status, "approve")
        case = cases.lock(dispute)
        decision = previews.proposed(dispute)
        if decision.pk != decision_id:
            raise InvalidState("Another decision is proposed by now.", currentState=dispute.status, allowedActions=[])
        previews.check_may_approve(actor, decision)
        if proposed.preview is not None:
            previews.check_unchanged(proposed.preview, dispute, escrow)
        decision.state, decision.second, decision.decided_at = "final", actor.me, clock.now()
        decision.save(update_fields=["state", "second", "decided_at"])
        if decision.round == 1:
            _carry_out(actor, subject, locked, escrow, dispute, case, decision)
        else:
            corrections.carry_out(actor, subject.title(locked), escrow, dispute, case, decision)
        return decision

    return disputes.under_locks(proposed.dispute, work)


def send_back(actor: Actor, dispute_id: UUID, *, reason: str) -> None:
    """Reject the proposed decision, also one about an appeal; in the first round the dispute is open again. Every member of staff
    may, including the proposer.

    Locks the subject, the escrow, then the dispute. Raises InvalidState (409). Moves no money.
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        previews.return_proposed(dispute)
        cases.go_on(cases.lock(dispute))
        events.dispute_noted(dispute, "sent_back", actor, note=reason)

    disputes.under_locks(_get(dispute_id), work)


def _carry_out(
    actor: Actor,
    subject: SeatSubject,
    locked: object,
    escrow: Escrow,
    dispute: Dispute,
    case: Case,
    decision: DisputeDecision,
) -> None:
    """What staff decided: the parties are told, and the money follows."""
    dispute.resolved_at = clock.now()
    dispute.save(update_fields=["status", "resolved_at"])
    cases.lapse_all(case)
    holding = clocks.holding()
    cases.move(case, "decide", due_at=dispute.resolved_at + holding.appeal)
    if holding.keeps_share and decision.worker_cents:
        earnings_holds.keep(dispute.worker_id, reference=dispute.pk, cents=decision.worker_cents, until=case.due_at)
    events.dispute_decided(dispute, decision, actor)
    letters = decision.preview.words if decision.preview is not None else {}
    for account in (dispute.owner, dispute.worker):
        disputes.mail_party(
            dispute,
            account,
            "dispute_resolved",
            subject.title(locked),
            worker_gets=format_usd(decision.worker_cents),
            returned=format_usd(decision.refund_cents),
            words=mail_templates.Words(decision.reason),
            letter=mail_templates.Words(letters.get(dispute.side_of(account.pk), "")),
        )
    _post(actor, subject, locked, escrow, dispute, decision, note=f"decided by staff: {decision.reason}")


def settle(
    actor: Actor, subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute, case: Case, offer: CaseOffer
) -> DisputeDecision:
    """The parties have settled: their accepted offer is a final decision, which is carried out at once. The post comes last.

    A proposal of staff that waits for approval is sent back. The case is closed: nobody appeals against what they agreed to.
    The caller (`offers.accept`) has the locks of `decide` and has accepted the offer. Raises InvalidState (409).
    """
    dispute.status = DISPUTE.next(dispute.status, "settle", allowed=[])
    now = dispute.resolved_at = clock.now()
    dispute.save(update_fields=["status", "resolved_at"])
    dispute.decisions.filter(state="proposed").update(state="sent_back", decided_at=now)
    cases.end(case)
    parts = Award(offer.worker_cents, offer.fee_cents, offer.refund_cents)
    decision = DisputeDecision(
        dispute=dispute,
        offer=offer,
        state="final",
        decision=parts.kind,
        amount_cents=offer.amount_cents,
        worker_cents=parts.worker,
        fee_cents=parts.fee,
        refund_cents=parts.refund,
        reason=BOTH_AGREED,
        proposer=actor.me,
        decided_at=now,
    )
    decision.save(force_insert=True)
    events.dispute_settled(dispute, decision, actor)
    disputes.mail_parties(
        dispute,
        "dispute_settled",
        case.title,
        worker_gets=format_usd(parts.worker),
        returned=format_usd(parts.refund),
        fee=format_usd(parts.fee),
    )
    _post(actor, subject, locked, escrow, dispute, decision, note=BOTH_AGREED)
    return decision


def _post(
    actor: Actor,
    subject: SeatSubject,
    locked: object,
    escrow: Escrow,
    dispute: Dispute,
    decision: DisputeDecision,
    *,
    note: str,
) -> None:
    """End the seat by this decision; like every ending it posts under `end:<escrow>`."""
    if decision.decision == "release":
        releases.pay(actor, subject, locked, escrow, action="award", note=note)
        return
    before, refunds = escrow.status, decision.decision == "refund"
    accepted = not refunds and escrow.completed_at is None
    escrow.status = SEAT.next(before, "return" if refunds else "split")
    assert dispute.resolved_at is not None
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


def _get(dispute_id: UUID) -> Dispute:
    found: Dispute = Dispute.objects.select_related("escrow", "owner", "worker", "case").get(pk=dispute_id)
    return found


_ENDED = (*("status", "ended_at", "review_due_at", "refunded_to", "earned_cents", "released_at", "completed_at"),)
