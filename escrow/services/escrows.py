"""A seat's escrow from acceptance to its end. Every ending posts under the key `end:<escrow>`, so only one can happen.

Functions that upper steps call (open_seat, deliver, undeliver, complete, refund) expect the subject's rows to be locked; the
first four also expect the escrow to be locked. Functions behind /api/escrow (confirm_delivery, cancel) let the subject lock
both. Paying the worker is in `releases`.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from escrow import events
from escrow.errors import EscrowIsPool, EvidenceExists
from escrow.models import Escrow
from escrow.ports import SeatSubject
from escrow.ports import pools as paid_pools
from escrow.ports import seats as paid_seats
from escrow.rules.escrows import OPEN_SEAT, REVIEW_HOURS, SEAT, band_for, judging_actions, poster_actions
from escrow.selectors import access, due, ladder
from escrow.services import unanswered
from marketplace.core import clock, ids, transactions
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.models import Account
from wallet import ledger

T = TypeVar("T")

# ------------------------------------------------------------------ called by upper steps, under their locks


def open_seat(actor: Actor, pool: Escrow, *, application_id: UUID, worker: Account) -> Escrow:
    """Create a seat's escrow in state `locked`; its share of the pool follows with `lock_share`, last in the transaction.

    Args: `pool` gives price and fee rate, which stay under the caller's locks. The caller writes its own rows and events between
    the two calls. Spec: Application (accept), Escrow.
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
        run_ref=pool.run_ref,
        unit_price_cents=one.price,
        fee_bps=pool.fee_bps,
        human_payout_cents=one.price,
        platform_fee_cents=one.fee,
        amount_cents=one.total,
        funding_source=pool.funding_source,
        funded_at=now,
    )
    seat.save(force_insert=True)  # an upload collection is delivered in the same transaction
    events.moved(seat, before="funded", action="lock", actor=actor)
    events.funded(seat, actor)
    return seat


def lock_share(actor: Actor, seat: Escrow) -> None:
    """Post the seat's share from the pool to its hold (key `fund:<escrow>`), last in the caller's transaction.

    Locks the ledger accounts. Raises InsufficientFunds (402).
    """
    assert seat.parent_id is not None
    ledger.post(
        key=f"fund:{seat.pk}",
        kind="seat",
        moves=[ledger.Move(ledger.pool(seat.parent_id), ledger.hold(seat.pk), seat.amount_cents, seat.bounty_id)],
        tags={"actor": actor.label},
    )


def deliver(actor: Actor, escrow: Escrow) -> None:
    """Evidence was submitted: locked -> delivered, with a review deadline of 72 hours. Moves no money.

    The escrow is locked by the caller. Raises InvalidState (409). Spec: Escrow (states).
    """
    before, now = escrow.status, clock.now()
    escrow.status = SEAT.next(before, "deliver")
    escrow.delivered_at = escrow.delivered_at or now
    escrow.review_due_at = now + timedelta(hours=REVIEW_HOURS)
    escrow.save(update_fields=["status", "delivered_at", "review_due_at"])
    events.moved(escrow, before=before, action="deliver", actor=actor)


def undeliver(actor: Actor, escrow: Escrow, *, note: str) -> None:
    """Evidence was rejected or a redo was requested: delivered -> locked. Moves no money.

    The escrow is locked by the caller. Raises InvalidState (409). Spec: Submission review.
    """
    before = escrow.status
    escrow.status, escrow.review_due_at = SEAT.next(before, "undeliver"), None
    escrow.save(update_fields=["status", "review_due_at"])
    events.moved(escrow, before=before, action="undeliver", actor=actor, note=note)


def complete(actor: Actor, escrow: Escrow, *, note: str = "") -> None:
    """The work is accepted: delivered -> completed, with the dates of the dispute window and the automatic release.

    With warranty days on the pool: delivered -> warranty_hold, and the dates are set when the warranty ends. Moves no money.
    The escrow is locked by the caller. Raises InvalidState (409). Spec: Escrow (states).
    """
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
    """Move the dispute window's end and the automatic release of a completed seat to `at` (UTC), unless they are earlier.

    For work with a deadline of its own. The escrow is locked by the caller. Does nothing to an ended seat.
    """
    if escrow.ended_at is None and escrow.auto_release_at and escrow.dispute_window_ends_at:
        escrow.dispute_window_ends_at = min(escrow.dispute_window_ends_at, at)
        escrow.auto_release_at = min(escrow.auto_release_at, at)
        escrow.save(update_fields=["dispute_window_ends_at", "auto_release_at"])


def refund(actor: Actor, escrow_id: UUID, *, to_pool: bool, note: str, judged: bool = False) -> Escrow:
    """End an undelivered seat; its share returns to the pool (`to_pool`: the seat reopens) or to the owner's wallet.

    Args: `judged`: staff decided the case, so earlier deliveries do not prevent the refund.
    Locks the seat, then the ledger accounts. Raises EvidenceExists (409) when the worker ever delivered and staff
    has not decided, InvalidState (409). Spec: Application (states: seat released).
    """
    escrow, moves = record_refund(actor, escrow_id, to_pool=to_pool, note=note, judged=judged)
    post_refund(actor, escrow, moves, note=note)
    return escrow


def record_refund(
    actor: Actor, escrow_id: UUID, *, to_pool: bool, note: str, judged: bool = False
) -> tuple[Escrow, list[ledger.Move]]:
    """First step of `refund`: everything but the money. Returns the escrow and the moves that `post_refund` has to post.

    There are two steps so that the caller can update the bounty before the post, which comes last. Args, locks (but the
    ledger's) and errors as `refund`.
    """
    escrow: Escrow = Escrow.objects.locked().select_related("worker", "parent").get(pk=escrow_id)
    pool = escrow.parent if to_pool else None
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
        # The reopened seat needs a share at the pool's present price, which stays under the caller's locks; after a price cut
        # the rest returns to the wallet.
        share = min(pool.unit.total, escrow.amount_cents)
        moves.append(ledger.Move(hold, ledger.pool(pool.pk), share, escrow.bounty_id))
    rest = escrow.amount_cents - share
    moves.append(ledger.Move(hold, ledger.wallet(escrow.owner_id), rest, escrow.bounty_id))
    return escrow, moves


def post_refund(actor: Actor, escrow: Escrow, moves: list[ledger.Move], *, note: str) -> None:
    """Second step of `refund`: post the moves (key `end:<escrow>`), last in the transaction. Locks the ledger accounts."""
    ledger.post(key=f"end:{escrow.pk}", kind="seat_back", moves=moves, tags={"actor": actor.label, "reason": note})


def check_refundable(escrow_id: UUID) -> None:
    """Raise EvidenceExists or InvalidState (409) for a seat that can't be refunded. The caller holds the subject's locks."""
    _check_refundable(Escrow.objects.get(pk=escrow_id))


# ------------------------------------------------------------------ called by a poster, by staff, by the timers


def confirm_delivery(actor: Actor, escrow_id: str) -> Escrow:
    """POST …/complete: the poster confirms delivery: delivered -> completed. Moves no money.

    Args: `escrow_id` is public (esc_…). Locks the subject, then the escrow. Raises NotFound (404), NotPoster (403),
    EscrowIsPool, InvalidState (409). Spec: Endpoints, Escrow.
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        complete(actor, escrow)
        subject.ended(locked, escrow, "completed", actor, accepted=True)
        return escrow

    return under_locks(access.as_poster(actor, escrow_id), work)


def cancel(actor: Actor, escrow_id: str) -> Escrow:
    """POST …/cancel: return an undelivered seat's share to the wallet; for a pool, close the bounty.

    Args: `escrow_id` is public (esc_…). Locks the subject, the escrow, then the ledger accounts. Raises NotFound (404),
    NotPoster (403), EvidenceExists, InvalidState (409), and what the subject raises. Spec: Endpoints, Escrow.
    """
    unlocked = access.as_poster(actor, escrow_id)

    def pool() -> Escrow:
        subject = paid_pools.get(unlocked.subject_kind)
        subject.cancelled(subject.lock(unlocked.subject_id), actor)
        unlocked.refresh_from_db()
        return unlocked

    def seat(subject: SeatSubject, locked: object, escrow: Escrow) -> Escrow:
        _check_refundable(escrow)
        subject.cancelled(locked, escrow, actor)
        escrow.refresh_from_db()
        return escrow

    return transactions.join_or_begin(pool) if unlocked.is_pool else under_locks(unlocked, seat)


def complete_unreviewed() -> int:
    """Timer: accept delivered work that was not reviewed within 72 hours. One transaction per escrow; returns how many."""
    rows = due.unreviewed().filter(review_due_at__lte=clock.now())

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> None:
        if escrow.status == "delivered" and escrow.review_due_at and escrow.review_due_at <= clock.now():
            escrow.accepted_unanswered = True  # saved with the state
            complete(Actor.system(), escrow, note="not reviewed in time")
            subject.ended(locked, escrow, "completed", Actor.system(), accepted=True)
            unanswered.accepted(escrow)

    return transactions.for_each_due(rows, lambda pk: under_locks(Escrow.objects.get(pk=pk), work), by="review_due_at")


def end_warranties() -> int:
    """Timer: complete seats whose warranty has ended, with the dates of the release ladder. One transaction per escrow;
    returns how many."""
    rows = due.under_warranty().filter(warranty_ends_at__lte=clock.now())

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> None:
        now = clock.now()
        if escrow.status == "warranty_hold" and escrow.warranty_ends_at and escrow.warranty_ends_at <= now:
            escrow.status = SEAT.next(escrow.status, "mature")
            _start_ladder(escrow, now)
            escrow.save(update_fields=_DATED)
            events.moved(escrow, before="warranty_hold", action="mature", actor=Actor.system(), note="warranty is over")

    return transactions.for_each_due(
        rows, lambda pk: under_locks(Escrow.objects.get(pk=pk), work), by="warranty_ends_at"
    )


def under_locks(unlocked: Escrow, work: Callable[[SeatSubject, object, Escrow], T]) -> T:
    """Lock a seat's subject from the top step down, then the escrow, and return the result of `work`.

    Joins the caller's transaction, or opens one. Raises EscrowIsPool (409).
    """
    if unlocked.is_pool:
        raise pool_refusal(unlocked)
    subject = paid_seats.get(unlocked.subject_kind)

    def whole() -> T:
        locked, escrow = subject.lock(unlocked)
        return work(subject, locked, escrow)

    return transactions.join_or_begin(whole)


def pool_refusal(pool: Escrow) -> EscrowIsPool:
    """The error (409) for a seat's verb on a pool. A pool can only be cancelled, and only while nobody is hired."""
    free = pool.ended_at is None and not pool.seats.exclude(status="refunded").exists()
    about: dict[str, Any] = {"bountyId": ids.encode("bty", pool.bounty_id)} if pool.bounty_id else {}
    return EscrowIsPool(currentState=pool.status, allowedActions=["cancel"] if free else [], **about)


def _check_refundable(escrow: Escrow) -> None:
    """Raise InvalidState for a seat that has ended, EvidenceExists for one that ever delivered."""
    if escrow.status in OPEN_SEAT and escrow.delivered_at is not None:
        raise EvidenceExists(currentState=escrow.status, allowedActions=judging_actions(escrow.status))
    next_state(escrow, "refund")


def next_state(escrow: Escrow, action: str) -> str:
    """The state after `action`. Raises InvalidState (409), which names what the poster may do instead."""
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
    "accepted_unanswered",
)
