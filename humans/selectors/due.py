"""What the timers of this app take, and when."""

from humans.models import Booking, Conversation, SpeechAttempt, Subscription
from marketplace.ports import QUEUED, Due


def rows() -> list[Due]:
    return [
        Due("humans.end_due_bookings", Booking.objects.exclude(escrow__status="disputed"), "due_at"),
        Due("humans.charge_cycles", Subscription.objects.all(), "next_cycle_at"),
        Due("humans.mail_unread", Conversation.objects.all(), "mail_due_at"),
        Due("humans.score_speech", SpeechAttempt.objects.filter(status="pending"), "next_attempt_at", QUEUED),
    ]
