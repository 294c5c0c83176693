"""How a cycle of a service subscription, and with it the subscription, ends: the deadlines that nobody kept, and the steps that
`cycles` and `subscriptions` share."""

from datetime import datetime
from uuid import UUID

from escrow.models import Escrow
from escrow.services import escrows
from humans.models import Booking, Subscription
from humans.rules.services import BOOKING, SILENT_CYCLES, SUBSCRIPTION
from humans.selectors import due
from humans.selectors import subscriptions as reads
from humans.services import subscription_mails
from marketplace.core import clock, transactions
from marketplace.core.actor import Actor
from wallet.models import Checkout
from wallet.services import checkouts

PURPOSE = "subscription"
PROVIDER_SILENT = "provider_silent"


def end(row: Subscription, reason: str) -> None:
    """Cancel the subscription and close its checkout page. The caller has locked it. Raises InvalidState (409)."""
    row.status, row.canceled_at, row.end_reason = SUBSCRIPTION.next(row.status, "end"), clock.now(), reason
    row.next_cycle_at = row.past_due_since = None
    row.save(update_fields=["status", "canceled_at", "end_reason", "next_cycle_at", "past_due_since"])
    checkouts.cancel_open(subject_id=row.pk, purpose=PURPOSE)


def move(
    booking: Booking, action: str, *, due_at: datetime | None = None, reason: str = "", escrow: Escrow | None = None
) -> None:
    """Apply `action` of the BOOKING machine and save. The caller has locked the booking. Raises InvalidState (409)."""
    booking.status, booking.due_at = BOOKING.next(booking.status, action), due_at
    booking.end_reason, booking.escrow = reason, escrow or booking.escrow
    booking.save(update_fields=["status", "due_at", "end_reason", "escrow"])


def give_back(actor: Actor, booking: Booking, action: str, reason: str) -> None:
    """End the cycle and refund its escrow to the booker's wallet; the money is posted last.

    The caller has locked subscription and booking. Locks the escrow. Raises EvidenceExists (409).
    """
    move(booking, action, reason=reason)
    assert booking.escrow_id is not None
    booking.escrow = escrows.refund(actor, booking.escrow_id, to_pool=False, note=f"booking {booking.status}")


def end_unanswered(row: Subscription, reason: str = "first_cycle_over") -> None:
    """Cancel a subscription that the provider has not approved yet. The caller has locked it."""
    if row.status == "pending_approval":
        end(row, reason)


# ------------------------------------------------------------------ deadlines


def end_due() -> int:
    """Timer: end bookings whose deadline has passed, and refund the booker's wallet; returns how many rows it took.

    Deadlines: an hour to pay, 48 hours to approve, 72 hours after the appointment to confirm it. Disputed ones are skipped.
    One transaction per booking, which locks subscription, booking, escrow.
    """
    return transactions.for_each_due(due.bookings().filter(due_at__lte=clock.now()), _end_overdue, by="due_at")


def _end_overdue(pk: UUID) -> None:
    row, booking = reads.lock_booking(pk)
    if booking.due_at is None or booking.due_at > clock.now():
        return
    if booking.status == "pending_payment":
        # A payment that has arrived and is not settled yet may still pay for it.
        if not Checkout.objects.filter(subject_id=row.pk, purpose=PURPOSE, outcome="pending").exists():
            move(booking, "lapse", reason="not_paid")
            end(row, "not_paid")
        return
    if booking.escrow is None or booking.escrow.status != "locked":
        return
    awaited_approval = booking.status == "pending_approval"
    end_unanswered(row, "auto_declined")
    if booking.starts_at > clock.now() and row.end_reason == PROVIDER_SILENT:  # paid for before the subscription ended
        give_back(Actor.system(), booking, "lapse", PROVIDER_SILENT)
        return
    missed = 0 if awaited_approval else _missed_in_a_row(booking)
    subscription_mails.lapsed(row, booking, missed=missed)
    if missed >= SILENT_CYCLES and row.status != "canceled":
        _end_silent(row, booking)
    give_back(Actor.system(), booking, "lapse", "not_answered" if awaited_approval else "not_confirmed")


def _missed_in_a_row(booking: Booking) -> int:
    """How many cycles in a row, up to this one, the provider never confirmed. Those that the booker took back are left out."""
    before = Booking.objects.filter(subscription_id=booking.subscription_id, date__lt=booking.date)
    reasons = before.exclude(status="cancelled").order_by("-date").values_list("end_reason", flat=True)
    earlier = list(reasons[: SILENT_CYCLES - 1])
    return 1 + next((n for n, reason in enumerate(earlier) if reason != "not_confirmed"), len(earlier))


def _end_silent(row: Subscription, booking: Booking) -> None:
    """The provider never confirmed three cycles in a row: end the subscription. Cycles that are paid for already are due now, so
    that the timer refunds each in a transaction of its own. The caller has locked the subscription."""
    end(row, PROVIDER_SILENT)
    paid = Booking.objects.filter(subscription_id=row.pk, status="confirmed", starts_at__gt=clock.now())
    paid.filter(escrow__status="locked").exclude(pk=booking.pk).update(due_at=clock.now())
    subscription_mails.ended(row, PROVIDER_SILENT)
