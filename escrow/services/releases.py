"""A seat is paid: the worker's pay and our fee, under the one key of every ending, by its poster, by staff or by a clock.

Each verb locks the subject's rows from their top step down, then the escrow (`escrows.under_locks`).
"""

from uuid import UUID

from escrow import events
from escrow.errors import EscrowApplicationMismatch, EscrowRecipientMismatch, ReleaseAcknowledgementRequired
from escrow.models import Escrow
from escrow.ports import SeatSubject
from escrow.rules import SEAT, poster_actions
from escrow.selectors import access
from escrow.services import escrows
from marketplace.core import clock, ids, transactions
from marketplace.core.actor import Actor
from wallet import ledger


def release(actor: Actor, escrow_id: str, *, acknowledged: bool, application_id: str | None = None) -> Escrow:
    """POST …/release: pay the worker and the platform. The canonical pending submission is approved with it.

    Without `acknowledged` a 409 names the amounts, the worker and how the work stands, and nothing moves. Raises NotPoster,
    EscrowIsPool, EscrowApplicationMismatch, EscrowRecipientMismatch, ReleaseAcknowledgementRequired, InvalidState.
    """
    seen = access.as_poster(actor, escrow_id)
    if application_id is not None and not seen.is_pool:
        _check_meant(seen, application_id)

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
            )
        return pay(actor, subject, locked, escrow, note="released by the poster")

    return escrows.under_locks(seen, work)


def release_by_staff(actor: Actor, escrow_id: UUID, *, note: str) -> Escrow:
    """Staff decided a case for the worker: pay him and the platform. The caller has locked the subject's rows.

    Raises InvalidState (409) for a seat whose money is decided already.
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        escrows.next_state(escrow, "release")
        return pay(actor, subject, locked, escrow, note=note)

    return escrows.under_locks(Escrow.objects.get(pk=escrow_id), work)


def release_by_clock(escrow_id: UUID, *, note: str) -> Escrow:
    """For timers of upper steps, which hold the subject's locks: pay a delivered seat. Raises InvalidState (409)."""

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        return pay(Actor.system(), subject, locked, escrow, note=note)

    return escrows.under_locks(Escrow.objects.get(pk=escrow_id), work)


def release_due() -> int:
    """Timer: completed seats whose automatic release has come. One transaction per escrow."""
    due = Escrow.objects.filter(status="completed", auto_release_at__lte=clock.now())

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> None:
        if escrow.status == "completed" and escrow.auto_release_at and escrow.auto_release_at <= clock.now():
            pay(Actor.system(), subject, locked, escrow, note="released automatically")

    return transactions.for_each_due(
        due, lambda pk: escrows.under_locks(Escrow.objects.get(pk=pk), work), by="auto_release_at"
    )


def pay(
    actor: Actor, subject: SeatSubject, locked: object, escrow: Escrow, *, action: str = "release", note: str
) -> Escrow:
    """The whole pay to the worker, the fee to us: by a release, or awarded in a dispute. Everything is locked."""
    before, now = escrow.status, clock.now()
    escrow.status = SEAT.next(before, action)
    escrow.earned_cents = escrow.human_payout_cents
    escrow.released_at = escrow.ended_at = now
    accepted = escrow.completed_at is None
    escrow.completed_at = escrow.completed_at or now
    escrow.review_due_at = None
    escrow.save(update_fields=_PAID)
    events.moved(escrow, before=before, action=action, actor=actor, note=note)
    events.released(escrow, actor)
    subject.ended(locked, escrow, "released", actor, accepted=accepted)
    assert escrow.worker_id is not None
    hold = ledger.hold(escrow.pk)
    ledger.post(
        key=f"end:{escrow.pk}",
        kind="release",
        moves=[
            ledger.Move(hold, ledger.earnings(escrow.worker_id), escrow.human_payout_cents, escrow.bounty_id),
            ledger.Move(hold, ledger.FEES, escrow.platform_fee_cents, escrow.bounty_id),
        ],
        tags={"actor": actor.label, "reason": note},
    )
    return escrow


def _check_meant(seat: Escrow, application_id: str) -> None:
    """The caller names whom he means to pay. Raises EscrowRecipientMismatch for another person's seat of this bounty,
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


_PAID = ("status", "released_at", "ended_at", "completed_at", "review_due_at", "earned_cents")
