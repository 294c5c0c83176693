"""Release of a seat: the worker's pay and our fee are posted under `end:<escrow>`, by the poster, by staff or by a timer.

Every function locks the subject's rows from the top step down, then the escrow (`escrows.under_locks`).
"""

from functools import partial
from uuid import UUID

from escrow import events
from escrow.errors import EscrowApplicationMismatch, EscrowRecipientMismatch, ReleaseAcknowledgementRequired
from escrow.models import Escrow
from escrow.ports import SeatSubject
from escrow.rules.escrows import SEAT, poster_actions, unit
from escrow.selectors import access, due
from escrow.services import escrows, unanswered
from marketplace.core import clock, ids, transactions
from marketplace.core.actor import Actor
from wallet import ledger


def release(actor: Actor, escrow_id: str, *, acknowledged: bool, application_id: str | None = None) -> Escrow:
    """POST …/release: pay the worker and our fee, and approve the canonical pending submission.

    Args: `escrow_id` is public (esc_…); `application_id`, if given, must be the seat's application (app_…).
    Locks the subject, the escrow, then the ledger accounts. Raises NotFound (404), NotPoster (403), EscrowIsPool,
    EscrowApplicationMismatch, EscrowRecipientMismatch, InvalidState (409), and ReleaseAcknowledgementRequired (409), which
    names the amounts, the worker and the state of the work, when `acknowledged` is false. Spec: Endpoints, Escrow.
    """
    unlocked = access.as_poster(actor, escrow_id)
    if application_id is not None and not unlocked.is_pool:
        _check_application(unlocked, application_id)

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        escrows.next_state(escrow, "release")
        if not acknowledged:
            assert escrow.worker is not None
            raise ReleaseAcknowledgementRequired(
                amountCents=escrow.amount_cents,
                workerPayoutCents=escrow.human_payout_cents,
                worker={"humanId": escrow.worker.public_profile_id, "name": escrow.worker.display_name},
                escrowStatus=escrow.status,
                latestSubmissionStatus=subject.evidence(locked),
                evidenceFlags=subject.evidence_flags(locked),
            )
        return pay(actor, subject, locked, escrow, note="released by the poster")

    return escrows.under_locks(unlocked, work)


def release_by_staff(actor: Actor, escrow_id: UUID, *, note: str) -> Escrow:
    """Pay the worker and our fee because staff decided a case in the worker's favour.

    The caller holds the subject's locks; locks the escrow, then the ledger accounts. Raises InvalidState (409) for a seat
    that has ended or is disputed.
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        escrows.next_state(escrow, "release")
        return pay(actor, subject, locked, escrow, note=note)

    return escrows.under_locks(Escrow.objects.get(pk=escrow_id), work)


def release_part(actor: Actor, escrow_id: UUID, *, worker_cents: int, note: str) -> Escrow:
    """Pay the worker a part that the poster agrees to, for work that was left; the rest returns to the poster's wallet.

    Args: `worker_cents` is 1 to the worker's agreed pay; the fee is on that part. The caller holds the subject's locks;
    locks the escrow, then the ledger accounts. Raises InvalidState (409).
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        escrows.next_state(escrow, "release")
        assert 0 < worker_cents <= escrow.human_payout_cents
        part = unit(worker_cents, escrow.fee_bps)
        back = escrow.amount_cents - part.total
        escrow.unit_price_cents = escrow.human_payout_cents = part.price
        escrow.platform_fee_cents, escrow.amount_cents = part.fee, part.total
        return pay(actor, subject, locked, escrow, note=note, back_cents=back)

    return escrows.under_locks(Escrow.objects.get(pk=escrow_id), work)


def release_by_timer(escrow_id: UUID, *, note: str) -> Escrow:
    """Pay a delivered seat for a timer of an upper step, which holds the subject's locks.

    Nobody had accepted the work: the seat is marked so, and the owner's timeline says it. Locks the escrow, then the ledger
    accounts. Raises InvalidState (409). Spec: Escrow (states).
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        escrow.accepted_unanswered = escrow.accepted_unanswered or escrow.completed_at is None  # saved with the state
        unanswered.paid(escrow)
        return pay(Actor.system(), subject, locked, escrow, note=note)

    return escrows.under_locks(Escrow.objects.get(pk=escrow_id), work)


def release_due() -> int:
    """Timer: release completed seats whose `auto_release_at` has passed. One transaction per escrow; returns how many."""
    rows = due.completed().filter(auto_release_at__lte=clock.now())

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> None:
        if escrow.status == "completed" and escrow.auto_release_at and escrow.auto_release_at <= clock.now():
            unanswered.paid(escrow)
            pay(Actor.system(), subject, locked, escrow, note="released automatically")

    return transactions.for_each_due(
        rows, lambda pk: escrows.under_locks(Escrow.objects.get(pk=pk), work), by="auto_release_at"
    )


def pay(
    actor: Actor,
    subject: SeatSubject,
    locked: object,
    escrow: Escrow,
    *,
    action: str = "release",
    note: str,
    back_cents: int = 0,
) -> Escrow:
    """Pay the worker in full and post our fee, for a release or a dispute decided for the worker (`action`: award).

    `back_cents`: what is held beyond pay and fee, which returns to the poster's wallet; the caller has lowered the escrow's
    amounts by it. The caller holds the locks of the subject and the escrow; the post (key `end:<escrow>`) comes last and
    locks the ledger accounts. Raises InvalidState (409).
    """
    before, now = escrow.status, clock.now()
    escrow.status = SEAT.next(before, action)
    escrow.earned_cents = escrow.human_payout_cents
    escrow.released_at = escrow.ended_at = now
    accepted = escrow.completed_at is None
    escrow.completed_at = escrow.completed_at or now
    escrow.review_due_at = None
    escrow.save(update_fields=[*_PAID, *(_AMOUNTS if back_cents else ())])
    events.moved(escrow, before=before, action=action, actor=actor, note=note)
    events.released(escrow, actor)
    subject.ended(locked, escrow, "released", actor, accepted=accepted)
    assert escrow.worker_id is not None
    hold = ledger.hold(escrow.pk)
    post = partial(
        ledger.post,
        key=f"end:{escrow.pk}",
        kind="attendance" if back_cents else "release",
        moves=[
            ledger.Move(hold, ledger.earnings(escrow.worker_id), escrow.human_payout_cents, escrow.bounty_id),
            ledger.Move(hold, ledger.FEES, escrow.platform_fee_cents, escrow.bounty_id),
            *([ledger.Move(hold, ledger.wallet(escrow.owner_id), back_cents, escrow.bounty_id)] if back_cents else []),
        ],
        tags={"actor": actor.label, "reason": note},
    )
    transactions.at_last(post)  # after what the subject does at last
    return escrow


def _check_application(seat: Escrow, application_id: str) -> None:
    """Check that the seat is the named application's. Raises EscrowRecipientMismatch for another person's seat of this bounty,
    EscrowApplicationMismatch for anything else that is not this seat's application (409)."""
    right = ids.encode("app", seat.application_id) if seat.application_id else None
    if application_id == right:
        return
    try:
        named = seat.parent.seats.filter(subject_id=ids.decode("app", application_id)) if seat.parent else None
    except ValueError:
        named = None
    wrong = EscrowRecipientMismatch if named is not None and named.exists() else EscrowApplicationMismatch
    allowed = poster_actions(seat.status, ever_delivered=seat.delivered_at is not None)
    raise wrong(applicationId=right, currentState=seat.status, allowedActions=allowed)


_AMOUNTS = ("unit_price_cents", "human_payout_cents", "platform_fee_cents", "amount_cents")
_PAID = ("status", "released_at", "ended_at", "completed_at", "review_due_at", "earned_cents", "accepted_unanswered")
