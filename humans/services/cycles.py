"""One cycle of a service subscription: paid for, delivered, or given back; and the timers that begin and end cycles.

A cycle starts seven days before its appointment. It is charged once whatever happens: the subscription is locked, and a
subscription has one cycle for each date. Cycles whose appointment began while nobody looked are never made up for.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from escrow.models import Escrow
from escrow.ports import Outcome
from escrow.selectors import access as escrow_access
from escrow.services import direct, disputes, escrows
from humans.errors import AppointmentBegun, AppointmentNotBegun
from humans.models import Booking, Subscription
from humans.models.subscriptions import booking_of
from humans.rules import (
    APPROVE_WITHIN,
    BOOKING,
    CHARGE_AHEAD,
    CONFIRM_WITHIN,
    RETRY_EVERY,
    RETRY_FOR,
    SUBSCRIPTION,
)
from humans.selectors import subscriptions as reads
from humans.selectors.relations import stand_apart
from humans.services import profiles, subscription_mails
from marketplace.api.fields import timestamp
from marketplace.core import clock, transactions
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState
from wallet.errors import InsufficientFunds, SpendingCapExceeded
from wallet.models import Checkout
from wallet.services import checkouts

PURPOSE = "subscription"
SUBJECT = "booking"

# ------------------------------------------------------------------ paid for


def pay_first(actor: Actor, row: Subscription, booking: Booking, *, source: str, brought: int = 0) -> Escrow:
    """pending_payment -> pending_approval; the provider is asked, and has 48 hours. The money comes last.

    The caller has locked both. Raises InsufficientFunds (402), SpendingCapExceeded (403).
    """
    held = _open(actor, row, booking, source=source)
    move(booking, "pay", due_at=clock.now() + APPROVE_WITHIN, escrow=held)
    checkouts.cancel_open(subject_id=row.pk, purpose=PURPOSE)  # nobody is to pay for it twice
    subscription_mails.requested(row, booking)
    direct.fund_hold(actor, held, prepaid_cents=brought)
    return held


def charge_due() -> int:
    """Timer: cycles that start now, and those that could not be paid yesterday. One transaction per subscription."""
    due = Subscription.objects.filter(next_cycle_at__lte=clock.now())
    return transactions.for_each_due(due, _charge, by="next_cycle_at")


def _charge(pk: UUID) -> None:
    row, now = reads.lock(pk), clock.now()
    if row.next_cycle_at is None or row.next_cycle_at > now or row.next_date is None:
        return  # another worker was here
    if row.cancel_requested_at is not None:
        end(row, "by_request")
        return
    both_active = row.provider.is_active and row.booker.is_active
    if not both_active or stand_apart(row.booker_id, row.provider_id):
        end(row, "unavailable")
        subscription_mails.ended(row, "unavailable")
        return
    if row.past_due_since is not None and row.past_due_since + RETRY_FOR <= now:
        end(row, "not_paid")
        subscription_mails.ended(row, "not_paid")
        return
    if row.past_due_since is None and _skips(row, now):
        return
    _start(row, now)


def _skips(row: Subscription, now: datetime) -> bool:
    """Appointments that began while nobody looked are passed over. True when the next one's cycle has not started yet."""
    assert row.next_date is not None
    row.next_date = row.rhythm.next(now, row.next_date - timedelta(days=1))
    starts = row.rhythm.begins(row.next_date) - CHARGE_AHEAD
    if starts > now:
        row.next_cycle_at = starts
        row.save(update_fields=["next_date", "next_cycle_at"])
    return starts > now


def _start(row: Subscription, now: datetime) -> None:
    """Pay the cycle of `next_date`, or mark it as not paid. The savepoint takes back all that a refused payment wrote."""
    assert row.next_date is not None
    booking = booking_of(row, row.next_date, status="confirmed")
    try:
        with transaction.atomic():
            held = _open(Actor.system(), row, booking, source="wallet")
            booking.escrow, booking.due_at = held, booking.ends_at + CONFIRM_WITHIN
            booking.save(force_insert=True)
            _run_on(row, booking)
            direct.fund_hold(Actor.system(), held)
    except (InsufficientFunds, SpendingCapExceeded) as refused:
        row.refresh_from_db(fields=["status", "next_date", "next_cycle_at", "past_due_since"])
        _miss(row, booking, now, refused)


def _run_on(row: Subscription, booking: Booking) -> None:
    """Paid: the next cycle is the one after this."""
    if row.status == "past_due":
        row.status = SUBSCRIPTION.next(row.status, "pay")
    row.past_due_since = None
    row.next_date = row.rhythm.after(booking.date)
    row.next_cycle_at = row.rhythm.begins(row.next_date) - CHARGE_AHEAD
    row.save(update_fields=["status", "past_due_since", "next_date", "next_cycle_at"])
    subscription_mails.started(row, booking)


def _miss(row: Subscription, booking: Booking, now: datetime, refused: Problem) -> None:
    """Not paid: tried again every day, told once for each cycle."""
    row.next_date, row.next_cycle_at = booking.date, now + RETRY_EVERY
    if row.past_due_since is None:
        row.past_due_since = now
        row.status = SUBSCRIPTION.next(row.status, "miss")
        subscription_mails.past_due(row, booking, refused.message)
    row.save(update_fields=["status", "past_due_since", "next_date", "next_cycle_at"])
    if refused.after is not None:  # the fact of a cap that was hit: what it was about is rolled back
        refused.after()


def _open(actor: Actor, row: Subscription, booking: Booking, *, source: str) -> Escrow:
    return direct.open_hold(
        actor,
        owner_id=row.booker_id,
        worker_id=row.provider_id,
        subject_kind=SUBJECT,
        subject_id=booking.pk,
        price_cents=row.price_cents,
        fee_bps=row.fee_bps,
        source=source,
    )


# ------------------------------------------------------------------ delivered


def confirm(actor: Actor, booking_id: str) -> Booking:
    """POST /api/services/bookings/{id}/confirm: the provider says that the appointment took place: its escrow is
    delivered, and the booker has 72 hours to object. Moves no money.

    Locks subscription, cycle, escrow. Raises NotFound, NotProvider (403), AppointmentNotBegun, InvalidState (409).
    """
    row, booking = reads.served_booking(actor, booking_id)
    held = _undelivered(booking)
    if booking.starts_at > clock.now():
        raise AppointmentNotBegun(startsAt=timestamp(booking.starts_at), currentState=booking.status)
    booking.due_at = None
    booking.save(update_fields=["due_at"])
    booking.escrow = escrow_access.lock_seat(held.pk)
    escrows.deliver(actor, booking.escrow)
    subscription_mails.delivered(row, booking)
    return booking


def decline(actor: Actor, booking_id: str, *, reason: str) -> Booking:
    """POST /api/services/bookings/{id}/decline: the provider can't come; the money of this one cycle goes back, and the
    subscription runs on.

    Locks subscription, cycle, escrow. Raises NotFound, NotProvider (403), InvalidState (409).
    """
    row, booking = reads.served_booking(actor, booking_id)
    if row.status == "pending_approval":
        raise InvalidState(
            "Answer the subscription itself: POST /api/services/subscriptions/{id}/approve or /decline.",
            currentState=row.status,
            allowedActions=[],
        )
    _undelivered(booking)
    subscription_mails.declined(row, booking, reason)
    give_back(actor, booking, "decline", "declined")
    return booking


def _undelivered(booking: Booking) -> Escrow:
    held = booking.escrow
    if booking.status != "confirmed" or held is None or held.status != "locked":
        said = booking.status
        if said == "confirmed" and held is not None:
            said = "in a dispute" if held.status == "disputed" else f"{said}, its escrow {held.status}"
        raise InvalidState(
            f"This booking is {said}; that is not possible any more.", currentState=booking.status, allowedActions=[]
        )
    return held


# ------------------------------------------------------------------ what its escrow does


def ended(row: Subscription, booking: Booking, outcome: Outcome, *, accepted: bool) -> None:
    """The booker, or 72 hours of silence, `accepted` it; its provider is paid; or a dispute ended without the whole pay. A
    first cycle whose money moves before the provider answered ends there. Subscription and cycle are locked."""
    if outcome == "refunded":
        move(booking, "return", reason="dispute")
    elif accepted:
        move(booking, "complete")
    if outcome == "released":
        profiles.count_booking(booking.provider_id)
        subscription_mails.paid(booking.subscription, booking)
    _end_unanswered(row)


def cancelled(actor: Actor, row: Subscription, booking: Booking) -> None:
    """The booker takes the money of a coming appointment back. Raises AppointmentBegun (409)."""
    if booking.starts_at <= clock.now():
        raise AppointmentBegun(currentState=booking.status, allowedActions=["release", "dispute"])
    _end_unanswered(row)
    subscription_mails.taken_back(row, booking)
    give_back(actor, booking, "cancel", "by_booker")


def resumed(row: Subscription, booking: Booking, frozen: timedelta) -> None:
    """A dispute was withdrawn: the time that was left then is left again. A first cycle whose subscription ended meanwhile,
    unanswered, has nothing to wait for: its money goes back now, last."""
    if row.status == "canceled" and booking.status == "pending_approval":
        action = "decline" if row.end_reason == "by_provider" else "cancel"
        give_back(Actor.system(), booking, action, row.end_reason)
        return
    booking.due_at = disputes.shift_deadline(frozen, booking.due_at)
    booking.save(update_fields=["due_at"])


# ------------------------------------------------------------------ nobody did anything


def end_due() -> int:
    """Timer: nobody paid in an hour, the provider did not answer in 48, or never said that the appointment took place. The
    money goes back to the booker's wallet. One transaction per cycle; what is in dispute stands still."""
    due = Booking.objects.filter(due_at__lte=clock.now()).exclude(escrow__status="disputed")
    return transactions.for_each_due(due, _lapse, by="due_at")


def _lapse(pk: UUID) -> None:
    row, booking = reads.lock_booking(pk)
    if booking.due_at is None or booking.due_at > clock.now():
        return
    if booking.status == "pending_payment":
        # One that was paid and waits to be settled is left.
        if not Checkout.objects.filter(subject_id=row.pk, purpose=PURPOSE, outcome="pending").exists():
            move(booking, "lapse", reason="not_paid")
            end(row, "not_paid")
        return
    if booking.escrow is None or booking.escrow.status != "locked":
        return
    was_asked = booking.status == "pending_approval"
    _end_unanswered(row, "auto_declined")
    subscription_mails.lapsed(row, booking)
    give_back(Actor.system(), booking, "lapse", "not_answered" if was_asked else "not_confirmed")


# ------------------------------------------------------------------ the parts


def end(row: Subscription, reason: str) -> None:
    """The subscription is over. It is locked."""
    row.status, row.canceled_at, row.end_reason = SUBSCRIPTION.next(row.status, "end"), clock.now(), reason
    row.next_cycle_at = row.past_due_since = None
    row.save(update_fields=["status", "canceled_at", "end_reason", "next_cycle_at", "past_due_since"])
    checkouts.cancel_open(subject_id=row.pk, purpose=PURPOSE)


def move(
    booking: Booking, action: str, *, due_at: datetime | None = None, reason: str = "", escrow: Escrow | None = None
) -> None:
    """The cycle's next state. It is locked."""
    booking.status, booking.due_at = BOOKING.next(booking.status, action), due_at
    booking.end_reason, booking.escrow = reason, escrow or booking.escrow
    booking.save(update_fields=["status", "due_at", "end_reason", "escrow"])


def give_back(actor: Actor, booking: Booking, action: str, reason: str) -> None:
    """The cycle ends and its money returns to the booker's wallet, last. Locks the escrow. Raises EvidenceExists (409)."""
    move(booking, action, reason=reason)
    assert booking.escrow_id is not None
    booking.escrow = escrows.refund(actor, booking.escrow_id, to_pool=False, note=f"booking {booking.status}")


def _end_unanswered(row: Subscription, reason: str = "first_cycle_over") -> None:
    if row.status == "pending_approval":
        end(row, reason)
