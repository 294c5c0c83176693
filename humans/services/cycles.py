"""Cycles of a service subscription (one appointment and its escrow): charged, delivered or refunded; and their timers.

A cycle is charged seven days before its appointment. It is charged once: the subscription is locked, and
`booking_once_per_cycle` allows one booking per date. If the timer was down while an appointment began, that cycle is
skipped and never charged afterwards.
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
from humans.rules.services import APPROVE_WITHIN, CHARGE_AHEAD, CONFIRM_WITHIN, RETRY_EVERY, RETRY_FOR, SUBSCRIPTION
from humans.selectors import subscriptions as reads
from humans.selectors.relations import has_block_between
from humans.services import cycle_ends, profiles, subscription_mails
from marketplace.api.fields import timestamp
from marketplace.core import clock, transactions
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState
from wallet.errors import InsufficientFunds, SpendingCapExceeded, WalletFrozen
from wallet.services import checkouts

SUBJECT = "booking"

# ------------------------------------------------------------------ paid for


def pay_first(actor: Actor, row: Subscription, booking: Booking, *, source: str, brought: int = 0) -> Escrow:
    """Pay the first cycle and ask the provider to approve within 48 hours: pending_payment -> pending_approval.

    `source`: the escrow's funding source (`wallet`, or how the checkout was paid); `brought`: cents that a checkout has just
    added to the wallet for this, which no spending cap limits. The caller has locked subscription and booking; the money is
    posted last.
    Raises InsufficientFunds (402), SpendingCapExceeded (403).
    """
    held = _open(actor, row, booking, source=source)
    cycle_ends.move(booking, "pay", due_at=clock.now() + APPROVE_WITHIN, escrow=held)
    checkouts.cancel_open(subject_id=row.pk, purpose=cycle_ends.PURPOSE)  # so that it can't be paid twice
    subscription_mails.requested(row, booking)
    direct.fund_hold(actor, held, prepaid_cents=brought)
    return held


def charge_due() -> int:
    """Timer: charge the cycles that are due, including those that could not be paid a day ago; returns how many rows it took.

    One transaction per subscription, which locks subscription, then wallet.
    """
    due = Subscription.objects.filter(next_cycle_at__lte=clock.now())
    return transactions.for_each_due(due, _charge, by="next_cycle_at")


def _charge(pk: UUID) -> None:
    row, now = reads.lock(pk), clock.now()
    if row.next_cycle_at is None or row.next_cycle_at > now or row.next_date is None:
        return  # another process has charged it
    if row.cancel_requested_at is not None:
        cycle_ends.end(row, "by_request")
        return
    both_active = row.provider.is_active and row.booker.is_active
    if not both_active or has_block_between(row.booker_id, row.provider_id):
        cycle_ends.end(row, "unavailable")
        subscription_mails.ended(row, "unavailable")
        return
    if row.past_due_since is not None and row.past_due_since + RETRY_FOR <= now:
        cycle_ends.end(row, "not_paid")
        subscription_mails.ended(row, "not_paid")
        return
    if row.past_due_since is None and _skip_begun(row, now):
        return
    _charge_cycle(row, now)


def _skip_begun(row: Subscription, now: datetime) -> bool:
    """Skip appointments that have begun uncharged. True when the cycle of the next appointment is not due yet."""
    assert row.next_date is not None
    row.next_date = row.recurrence.next(now, row.next_date - timedelta(days=1))
    starts = row.recurrence.begins(row.next_date) - CHARGE_AHEAD
    if starts > now:
        row.next_cycle_at = starts
        row.save(update_fields=["next_date", "next_cycle_at"])
    return starts > now


def _charge_cycle(row: Subscription, now: datetime) -> None:
    """Pay the cycle of `next_date`, or mark it as past due. A refused payment is rolled back to the savepoint."""
    assert row.next_date is not None
    booking = booking_of(row, row.next_date, status="confirmed")
    try:
        with transaction.atomic():
            held = _open(Actor.system(), row, booking, source="wallet")
            booking.escrow, booking.due_at = held, booking.ends_at + CONFIRM_WITHIN
            booking.save(force_insert=True)
            _schedule_next(row, booking)
            direct.fund_hold(Actor.system(row.spender), held)
    except (InsufficientFunds, SpendingCapExceeded, WalletFrozen) as refused:
        row.refresh_from_db(fields=["status", "next_date", "next_cycle_at", "past_due_since"])
        _mark_past_due(row, booking, now, refused)


def _schedule_next(row: Subscription, booking: Booking) -> None:
    """After a paid cycle: schedule the cycle of the following appointment."""
    if row.status == "past_due":
        row.status = SUBSCRIPTION.next(row.status, "pay")
    row.past_due_since = None
    row.next_date = row.recurrence.after(booking.date)
    row.next_cycle_at = row.recurrence.begins(row.next_date) - CHARGE_AHEAD
    row.save(update_fields=["status", "past_due_since", "next_date", "next_cycle_at"])
    subscription_mails.started(row, booking)


def _mark_past_due(row: Subscription, booking: Booking, now: datetime, refused: Problem) -> None:
    """Schedule another attempt in a day; the booker is mailed once per cycle."""
    row.next_date, row.next_cycle_at = booking.date, now + RETRY_EVERY
    if row.past_due_since is None:
        row.past_due_since = now
        row.status = SUBSCRIPTION.next(row.status, "miss")
        subscription_mails.past_due(row, booking, refused.message)
    row.save(update_fields=["status", "past_due_since", "next_date", "next_cycle_at"])
    if refused.after is not None:  # publishes wallet.spending_cap_hit, which the savepoint has rolled back
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
    """The provider confirms that the appointment took place: its escrow becomes delivered, and the booker has 72 hours to
    dispute it. Moves no money.

    Locks subscription, booking, escrow. Raises NotFound (404), NotProvider (403), AppointmentNotBegun, InvalidState (409).
    Route: POST /api/services/bookings/{id}/confirm. Spec: Endpoints, Services.
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
    """The provider declines one appointment: the money of this cycle is refunded, and the subscription goes on.

    Locks subscription, booking, escrow. Raises NotFound (404), NotProvider (403), InvalidState (409).
    Route: POST /api/services/bookings/{id}/decline. Spec: Endpoints, Services.
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
    cycle_ends.give_back(actor, booking, "decline", "declined")
    return booking


def _undelivered(booking: Booking) -> Escrow:
    """The locked escrow of a confirmed booking. Raises InvalidState (409) in any other state."""
    held = booking.escrow
    if booking.status != "confirmed" or held is None or held.status != "locked":
        state = booking.status
        if state == "confirmed" and held is not None:
            state = "in a dispute" if held.status == "disputed" else f"{state}, its escrow {held.status}"
        raise InvalidState(
            f"This booking is {state}; that is not possible any more.", currentState=booking.status, allowedActions=[]
        )
    return held


# ------------------------------------------------------------------ called when its escrow changes (plugs.BookingSeat)


def ended(row: Subscription, booking: Booking, outcome: Outcome, *, accepted: bool) -> None:
    """The escrow was accepted, released, or decided in a dispute: update the booking.

    `accepted`: by the booker, or after 72 hours without an objection. `outcome`: where the money went. A subscription whose
    first cycle ends before the provider has approved it is cancelled. The caller has locked subscription and booking.
    """
    if outcome == "refunded":
        cycle_ends.move(booking, "return", reason="dispute")
    elif accepted:
        cycle_ends.move(booking, "complete")
    if outcome == "released":
        profiles.count_booking(booking.provider_id)
        subscription_mails.paid(booking.subscription, booking)
    cycle_ends.end_unanswered(row)


def cancelled(actor: Actor, row: Subscription, booking: Booking) -> None:
    """The booker cancels the escrow of a coming appointment: its money is refunded to their wallet, last.

    The caller has locked subscription, booking and escrow. Raises AppointmentBegun (409).
    """
    if booking.starts_at <= clock.now():
        raise AppointmentBegun(currentState=booking.status, allowedActions=["release", "dispute"])
    cycle_ends.end_unanswered(row)
    subscription_mails.cancelled_by_booker(row, booking)
    cycle_ends.give_back(actor, booking, "cancel", "by_booker")


def resumed(row: Subscription, booking: Booking, frozen: timedelta) -> None:
    """A dispute was withdrawn: extend the deadline by the time that the dispute lasted (`frozen`).

    A first cycle whose subscription was cancelled meanwhile, before approval, is refunded at once; the money is posted last.
    The caller has locked subscription, booking and escrow.
    """
    if row.status == "canceled" and booking.status == "pending_approval":
        action = "decline" if row.end_reason == "by_provider" else "cancel"
        cycle_ends.give_back(Actor.system(), booking, action, row.end_reason)
        return
    booking.due_at = disputes.shift_deadline(frozen, booking.due_at)
    booking.save(update_fields=["due_at"])
