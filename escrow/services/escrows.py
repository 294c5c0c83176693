"""A seat's money from acceptance to its end. `end:<escrow>` is the one key of every ending: two can't both happen.

Verbs that upper steps call (open_seat, deliver, undeliver, complete, refund) expect their rows locked already, and the first
four get the escrow's own row so. Verbs that a caller of /api/escrow uses (confirm, cancel) ask the subject to lock both.
Payment of a seat is in `releases`.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from escrow import events
from escrow.errors import EscrowIsPool, EvidenceExists
from escrow.models import Escrow
from escrow.ports import SeatSubject
from escrow.ports import pools as paid_pools
from escrow.ports import seats as paid_seats
from escrow.rules import OPEN_SEAT, REVIEW_HOURS, SEAT, band_for, judging_actions, poster_actions
from escrow.selectors import access, ladder
from marketplace.core import clock, transactions
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.models import Account
from wallet import ledger

T = TypeVar("T")

# ------------------------------------------------------------------ called by upper steps, under their locks


def open_seat(actor: Actor, pool: Escrow, *, application_id: UUID, worker: Account) -> Escrow:
    """The seat's escrow, locked for this worker; the share itself moves with `lock_share`, which comes last.

    The pool is locked. The caller writes its own rows and facts between the two calls, in the same transaction.
    """
    one = pool.unit
    now = clock.now()
    seat = Escrow(
        kind="seat",
        status="locked",
        owner_id=pool.owner_id,
        worker=worker,
        parent=pool,
        subject_kind="application",
        subject_id=application_id,
        bounty_id=pool.bounty_id,
        unit_price_cents=one.price,
        fee_bps=pool.fee_bps,
        human_payout_cents=one.price,
        platform_fee_cents=one.fee,
        amount_cents=one.total,
        funding_source=pool.funding_source,
        funded_at=now,
    )
    seat.save(force_insert=True)
    events.moved(seat, before="funded", action="lock", actor=actor)
    events.funded(seat, actor)
    return seat


def lock_share(actor: Actor, seat: Escrow) -> None:
    """Move one share of the pool into the seat's hold: `fund:<child>`. Raises InsufficientFunds (402)."""
    assert seat.parent_id is not None
    ledger.post(
        key=f"fund:{seat.pk}",
        kind="seat",
        moves=[ledger.Move(ledger.pool(seat.parent_id), ledger.hold(seat.pk), seat.amount_cents, seat.bounty_id)],
        tags={"actor": actor.label},
    )


def deliver(actor: Actor, escrow: Escrow) -> None:
    """Evidence came: locked -> delivered. The poster has 72 hours, then it counts as accepted. Moves nothing."""
    before, now = escrow.status, clock.now()
    escrow.status = SEAT.next(before, "deliver")
    escrow.delivered_at = escrow.delivered_at or now
    escrow.review_due_at = now + timedelta(hours=REVIEW_HOURS)
    escrow.save(update_fields=["status", "delivered_at", "review_due_at"])
    events.moved(escrow, before=before, action="deliver", actor=actor)


def undeliver(actor: Actor, escrow: Escrow, *, note: str) -> None:
    """The evidence was sent back: delivered -> locked. Moves nothing."""
    before = escrow.status
    escrow.status, escrow.review_due_at = SEAT.next(before, "undeliver"), None
    escrow.save(update_fields=["status", "review_due_at"])
    events.moved(escrow, before=before, action="undeliver", actor=actor, note=note)


def complete(actor: Actor, escrow: Escrow, *, note: str = "") -> None:
    """The work is accepted: delivered -> completed; sets the dispute window and the automatic release. Where an operator
    set warranty days, delivered -> warranty_hold, and these dates begin when the days are over. Moves nothing."""
    before, now = escrow.status, clock.now()
    days = escrow.parent.warranty_days if escrow.parent else 0
    escrow.status = next_state(escrow, "hold" if days else "complete")
    escrow.completed_at, escrow.review_due_at = now, None
    if days:
        escrow.warranty_ends_at = now + timedelta(days=days)
    else:
        _start_ladder(escrow, now)
    escrow.save(update_fields=_DATED)
    events.moved(escrow, before=before, action="hold" if days else "complete", actor=actor, note=note)


def _start_ladder(escrow: Escrow, now: datetime) -> None:
    band = band_for(escrow.amount_cents, ladder.bands())
    escrow.completed_at, escrow.warranty_ends_at = now, None
    escrow.dispute_window_ends_at = now + band.dispute_window
    escrow.auto_release_at = now + band.auto_release


def release_no_later(escrow: Escrow, at: datetime) -> None:
    """A completed seat whose work has a clock of its own: its window and its automatic release end there, if not before."""
    if escrow.ended_at is None and escrow.auto_release_at and escrow.dispute_window_ends_at:
        escrow.dispute_window_ends_at = min(escrow.dispute_window_ends_at, at)
        escrow.auto_release_at = min(escrow.auto_release_at, at)
        escrow.save(update_fields=["dispute_window_ends_at", "auto_release_at"])


def refund(actor: Actor, escrow_id: UUID, *, to_pool: bool, note: str, judged: bool = False) -> Escrow:
    """End an undelivered seat: its share goes back to the pool (seat reopens) or to the owner's wallet. Locks the pool,
    whose price the free seat has, then the seat.

    Raises EvidenceExists (409) when the worker ever delivered: such a seat is judged by staff (`judged`), never silently
    refunded.
    """
    escrow, moves = record_refund(actor, escrow_id, to_pool=to_pool, note=note, judged=judged)
    send_back(actor, escrow, moves, note=note)
    return escrow


def record_refund(
    actor: Actor, escrow_id: UUID, *, to_pool: bool, note: str, judged: bool = False
) -> tuple[Escrow, list[ledger.Move]]:
    """The first half of `refund`: all but the money, so that what follows for the bounty comes before it; and the moves
    that `send_back` is to make."""
    parent_id = Escrow.objects.values_list("parent_id", flat=True).get(pk=escrow_id)
    pool = Escrow.objects.locked().get(pk=parent_id) if to_pool else None
    escrow = Escrow.objects.locked().select_related("worker").get(pk=escrow_id)
    before = escrow.status
    if not judged:
        _check_refundable(escrow)
    escrow.status = next_state(escrow, "refund")
    escrow.refunded_to = "pool" if to_pool else "wallet"
    escrow.ended_at = clock.now()
    escrow.save(update_fields=["status", "refunded_to", "ended_at"])
    events.moved(escrow, before=before, action="refund", actor=actor, note=note)
    events.refunded(escrow, actor)
    hold, share, moves = ledger.hold(escrow.pk), 0, []
    if pool is not None:
        # The free seat needs today's share; what a price cut has left over goes home.
        share = min(pool.unit.total, escrow.amount_cents)
        moves.append(ledger.Move(hold, ledger.pool(pool.pk), share, escrow.bounty_id))
    rest = escrow.amount_cents - share
    moves.append(ledger.Move(hold, ledger.wallet(escrow.owner_id), rest, escrow.bounty_id))
    return escrow, moves


def send_back(actor: Actor, escrow: Escrow, moves: list[ledger.Move], *, note: str) -> None:
    """The second half of `refund`, last in the caller's transaction."""
    ledger.post(key=f"end:{escrow.pk}", kind="seat_back", moves=moves, tags={"actor": actor.label, "reason": note})


def check_refundable(escrow_id: UUID) -> None:
    """Raises EvidenceExists, InvalidState (409) for a seat that can't be taken back. For callers who hold its subject."""
    _check_refundable(Escrow.objects.get(pk=escrow_id))


# ------------------------------------------------------------------ called by a poster, by staff, by the timers


def confirm_delivery(actor: Actor, escrow_id: str) -> Escrow:
    """POST …/complete: the poster says that the work was delivered. Raises NotPoster, EscrowIsPool, InvalidState."""

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        complete(actor, escrow)
        subject.ended(locked, escrow, "completed", actor, accepted=True)
        return escrow

    return under_locks(access.as_poster(actor, escrow_id), work)


def cancel(actor: Actor, escrow_id: str) -> Escrow:
    """POST …/cancel: an undelivered seat's share goes to the wallet; on a pool, the bounty is closed.

    Raises NotPoster, EvidenceExists (409), InvalidState (409), and what the subject refuses it for.
    """
    seen = access.as_poster(actor, escrow_id)

    def pool() -> Escrow:
        subject = paid_pools.get(seen.subject_kind)
        subject.cancelled(subject.lock(seen.subject_id), actor)
        seen.refresh_from_db()
        return seen

    def seat(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        _check_refundable(escrow)
        subject.cancelled(locked, escrow, actor)
        escrow.refresh_from_db()
        return escrow

    return transactions.join_or_begin(pool) if seen.is_pool else under_locks(seen, seat)


def complete_unreviewed() -> int:
    """Timer: delivered work that nobody reviewed in 72 hours is accepted. One transaction per escrow."""
    due = Escrow.objects.filter(status="delivered", review_due_at__lte=clock.now())

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> None:
        if escrow.status == "delivered" and escrow.review_due_at and escrow.review_due_at <= clock.now():
            complete(Actor.system(), escrow, note="not reviewed in time")
            subject.ended(locked, escrow, "completed", Actor.system(), accepted=True)

    return transactions.for_each_due(due, lambda pk: under_locks(Escrow.objects.get(pk=pk), work), by="review_due_at")


def end_warranties() -> int:
    """Timer: seats whose warranty is over are completed, with the dates of the ladder. One transaction per escrow."""
    due = Escrow.objects.filter(status="warranty_hold", warranty_ends_at__lte=clock.now())

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> None:
        now = clock.now()
        if escrow.status == "warranty_hold" and escrow.warranty_ends_at and escrow.warranty_ends_at <= now:
            escrow.status = SEAT.next(escrow.status, "mature")
            _start_ladder(escrow, now)
            escrow.save(update_fields=_DATED)
            events.moved(escrow, before="warranty_hold", action="mature", actor=Actor.system(), note="warranty is over")

    return transactions.for_each_due(
        due, lambda pk: under_locks(Escrow.objects.get(pk=pk), work), by="warranty_ends_at"
    )


def under_locks(seen: Escrow, work: Callable[[SeatSubject, object, Escrow], T]) -> T:
    """Lock a seat's subject from its top step down, then the escrow; then do the work, whose result is returned. In the
    caller's transaction, or in one of its own. Raises EscrowIsPool (409)."""
    if seen.is_pool:
        raise is_pool(seen)
    subject = paid_seats.get(seen.subject_kind)

    def whole() -> T:
        locked, escrow = subject.lock(seen)
        return work(subject, locked, escrow)

    return transactions.join_or_begin(whole)


def is_pool(pool: Escrow) -> EscrowIsPool:
    """A pool as a whole can be cancelled only, and only while nobody is hired."""
    free = pool.ended_at is None and not pool.seats.exclude(status="refunded").exists()
    return EscrowIsPool(currentState=pool.status, allowedActions=["cancel"] if free else [])


def _check_refundable(escrow: Escrow) -> None:
    """Raises InvalidState for a seat that has ended, EvidenceExists for one that ever delivered."""
    if escrow.status in OPEN_SEAT and escrow.delivered_at is not None:
        raise EvidenceExists(currentState=escrow.status, allowedActions=judging_actions(escrow.status))
    next_state(escrow, "refund")


def next_state(escrow: Escrow, action: str) -> str:
    """SEAT.next, with the poster's own verbs named when it refuses."""
    try:
        return SEAT.next(escrow.status, action)
    except InvalidState as refusal:
        allowed = poster_actions(escrow.status, ever_delivered=escrow.delivered_at is not None)
        hint = f"Possible now: {', '.join(allowed)}." if allowed else _HINTS.get(escrow.status, _OVER)
        raise InvalidState(
            f"This escrow is {escrow.status}; it can't be {_PAST.get(action, action)}. {hint}",
            currentState=escrow.status,
            allowedActions=allowed,
        ) from refusal


_PAST = {"release": "released", "complete": "completed", "refund": "cancelled", "dispute": "disputed"}
_OVER = "Nothing more can be done with it."
_HINTS = {"disputed": "Its money is frozen until the dispute is decided or withdrawn: GET /api/disputes lists it."}
_DATED = (
    *("status", "completed_at", "review_due_at", "warranty_ends_at", "dispute_window_ends_at", "auto_release_at"),
)
