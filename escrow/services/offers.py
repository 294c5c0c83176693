"""The parties of a dispute settle it themselves: one offers how the money is divided, the other accepts or declines.

An accepted offer binds both and is posted at once (`decisions.settle`), also while staff decide: whoever gets the dispute's lock
first has decided it. An offer can't be taken back, but a new one of the same side takes its place; so nobody accepts what has
changed."""

from uuid import UUID

from escrow import events
from escrow.errors import OwnOffer, TooManyOffers
from escrow.models import Case, CaseOffer, Dispute, Escrow
from escrow.ports import SeatSubject
from escrow.rules.cases import OFFER, OFFERS_MAX, STAGE, reminder_at
from escrow.rules.disputes import DISPUTE, award
from escrow.selectors import clocks, dispute_turns
from escrow.selectors import disputes as reads
from escrow.services import case_mails, cases, decisions, disputes
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.money import format_usd
from marketplace.core.states import InvalidState

_NO_OFFER = "This dispute has no such offer. GET /api/disputes/{id} lists `offers`."


def make(actor: Actor, dispute_id: str, *, worker_cents: int, words: str = "") -> Dispute:
    """POST …/offers: a party offers that the worker gets `worker_cents`, our fee is on that part, and the rest returns to the
    funder. Staff's clock stands still until it is answered, or for as long as operators have set it. Moves no money.

    Args: `dispute_id` is public (dsp_…); `worker_cents` 0 to the agreed pay; the other side reads `words` (at most 2,000
    characters). Locks the dispute, its case. Raises NotFound (404), Forbidden (403 `not_party`), InvalidState (409) once staff have
    proposed a decision or the dispute is over, TooManyOffers (409), Invalid (400). Spec: desk, section 3.
    """
    dispute, case = disputes.lock_as_party(actor, dispute_id)
    dispute.case = case
    allowed = dispute_turns.allowed(dispute, actor)
    DISPUTE.next(dispute.status, "settle", allowed=allowed)
    STAGE.next(case.stage, "offer", allowed=allowed)
    mine = case.offers.filter(made_by_id=actor.id)
    if mine.count() >= OFFERS_MAX:
        raise TooManyOffers(currentState=case.stage, allowedActions=allowed)
    offer = _new(actor, dispute, case, worker_cents, words)
    for earlier in mine.filter(state="open"):
        _end(earlier, "replace")
    offer.save(force_insert=True)
    cases.go_on(case)
    events.dispute_offer_made(dispute, offer, actor)
    case_mails.offer_made(dispute, case, offer)
    return reads.get(actor, dispute_id)


def _new(actor: Actor, dispute: Dispute, case: Case, worker_cents: int, words: str) -> CaseOffer:
    escrow, now = dispute.escrow, clock.now()
    try:
        parts = award(worker_cents, payout_cents=escrow.human_payout_cents, bps=escrow.fee_bps)
    except ValueError:
        most = format_usd(escrow.human_payout_cents)
        raise Invalid({"workerCents": [f"Offer 0 to {most}: more was never agreed."]})
    due_at = now + clocks.holding().settlement
    return CaseOffer(
        case=case,
        made_by=actor.me,
        amount_cents=escrow.amount_cents,
        worker_cents=parts.worker,
        fee_cents=parts.fee,
        refund_cents=parts.refund,
        words=words.strip(),
        due_at=due_at,
        remind_at=reminder_at(now, due_at),
    )


def accept(actor: Actor, dispute_id: str, offer_id: str) -> Dispute:
    """POST …/offers/{offerId}/accept: the other side agrees, which binds both. The money moves at once, exactly as offered; a
    proposal of staff that waits for approval is sent back; the dispute is over, without an appeal.

    Locks the subject, the escrow, the dispute, its case, then the ledger accounts. Raises NotFound (404), Forbidden (403
    `not_party`), OwnOffer (403), InvalidState (409) when the offer or the dispute has ended by now. Spec: desk, section 3.
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        case = cases.lock(dispute)
        offer = _of_the_other(actor, dispute, case, offer_id, "accept")
        DISPUTE.next(dispute.status, "settle", allowed=[])
        _end(offer, "accept")
        decisions.settle(actor, subject, locked, escrow, dispute, case, offer)

    disputes.under_locks(reads.as_party(actor, dispute_id), work)
    return reads.get(actor, dispute_id)


def decline(actor: Actor, dispute_id: str, offer_id: str) -> Dispute:
    """POST …/offers/{offerId}/decline: the other side does not agree; the case goes on with staff, unless something else is open.
    Moves no money.

    Locks the dispute, its case. Raises as `accept`.
    """
    dispute, case = disputes.lock_as_party(actor, dispute_id)
    offer = _of_the_other(actor, dispute, case, offer_id, "decline")
    _end(offer, "decline")
    cases.goes_on(case)
    events.dispute_noted(dispute, "offer_declined", actor, offerId=offer.public_id)
    case_mails.offer_declined(dispute, case, offer)
    return reads.get(actor, dispute_id)


def _of_the_other(actor: Actor, dispute: Dispute, case: Case, offer_id: str, action: str) -> CaseOffer:
    """The open offer that the caller may answer, under the case's lock."""
    try:
        key: UUID = ids.decode("dof", offer_id)
    except ValueError:
        raise NotFound(_NO_OFFER)
    offer: CaseOffer | None = case.offers.filter(pk=key).first()
    if offer is None:
        raise NotFound(_NO_OFFER)
    if offer.made_by_id == actor.id:
        raise OwnOffer()
    dispute.case = case
    allowed = dispute_turns.allowed(dispute, actor)
    OFFER.next(offer.state, action, allowed=allowed)
    if offer.due_at <= clock.now():  # the timer that says so may not have run yet
        raise InvalidState("The time for this offer is over.", currentState="lapsed", allowedActions=allowed)
    return offer


def _end(offer: CaseOffer, action: str) -> None:
    offer.state, offer.ended_at, offer.remind_at = OFFER.next(offer.state, action), clock.now(), None
    offer.save(update_fields=["state", "ended_at", "remind_at"])
