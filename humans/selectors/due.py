"""What the timers of this app take, and when."""

from django.db.models import QuerySet

from humans.models import Booking, Conversation, SpeechAttempt, Subscription
from marketplace.ports import QUEUED, Due


def bookings() -> QuerySet[Booking]:
    """A disputed one is passed over: its deadline goes on when the dispute is withdrawn."""
    rows: QuerySet[Booking] = Booking.objects.exclude(escrow__status="disputed")
    return rows


def rows() -> list[Due]:
    return [
        Due("humans.end_due_bookings", bookings(), "due_at"),
        Due("humans.charge_cycles", Subscription.objects.all(), "next_cycle_at"),
        Due("humans.mail_unread", Conversation.objects.all(), "mail_due_at"),
        Due("humans.score_speech", SpeechAttempt.objects.filter(status="pending"), "next_attempt_at", QUEUED),
    ]
