"""What both sides wrote to each other, and the appointment, as papers of an evidence bundle."""

from django.db.models import Q, QuerySet

from escrow.models import Escrow
from escrow.ports import Paper
from escrow.selectors.papers import MOST, at
from humans.models import Booking, Conversation, Message, Subscription


def of_seat(escrow: Escrow) -> list[Paper]:
    """A constant number of queries."""
    return [*_booking(escrow), _said(escrow)]


def of_subject(escrow: Escrow) -> QuerySet[Conversation]:
    """The conversations about the work and about its dispute."""
    if escrow.booking_id is None:
        return Conversation.objects.filter(application_id=escrow.subject_id)
    work = Subscription.objects.filter(bookings=escrow.subject_id).values("conversation")
    return Conversation.objects.filter(Q(booking_id=escrow.subject_id) | Q(pk__in=work))


def _booking(escrow: Escrow) -> list[Paper]:
    if escrow.booking_id is None:
        return []
    booking: Booking = Booking.objects.select_related("subscription").get(pk=escrow.booking_id)
    row = booking.subscription
    values = {
        "Service": row.title,
        "Interval": row.interval,
        "Appointment": f"{at(booking.starts_at)} to {at(booking.ends_at)}",
        "Provider's time zone": row.timezone,
        "Status": booking.status,
    }
    shown = [(name, value) for name, value in values.items() if value]
    return [Paper("What was agreed", ("Term", "As agreed"), shown, is_agreement=True)]


def _said(escrow: Escrow) -> Paper:
    """The latest messages, in their order; ours among them are those of the dispute."""
    rows = Message.objects.filter(conversation__in=of_subject(escrow)).select_related("sender", "conversation")
    latest = list(rows.order_by("-created_at", "-number")[: MOST + 1])
    parties = {escrow.owner_id: "funder", escrow.worker_id: "worker"}
    told = [
        (
            at(one.created_at),
            f"{parties[one.sender_id]}: {one.sender.display_name}" if one.sender_id in parties else "our staff",
            one.conversation.kind,
            one.content,
        )
        for one in reversed(latest[:MOST])
    ]
    heads = ("At", "Who", "Conversation", "Words")
    return Paper("What both sides wrote to each other", heads, told, left_out=max(0, len(latest) - MOST))
