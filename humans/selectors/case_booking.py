"""A cycle of a service subscription as a case, and what both sides of any case wrote to each other."""

from collections.abc import Sequence
from uuid import UUID

from django.urls import reverse

from escrow.models import Escrow
from escrow.ports import Contract, ContractLine, Piece, Said, SeatVerdict, StaffOutcome
from humans.models import Booking, Message
from humans.selectors import papers
from marketplace.core import clock
from marketplace.core.money import format_usd

_LATEST = 300


class BookingCase:
    """The case of one appointment. Its terms are those of the subscription, which never change."""

    def contract(self, escrow: Escrow) -> Contract:
        booking: Booking = Booking.objects.select_related("subscription__service").get(pk=escrow.subject_id)
        row = booking.subscription
        return Contract(
            title=row.title,
            description=row.service.description,
            terms=[
                ("Pay of one cycle", format_usd(row.price_cents)),
                ("Interval", row.interval),
                ("Provider's time zone", row.timezone),
                ("Status of this cycle", booking.status),
            ],
            lines=[
                ContractLine(
                    "appointment",
                    "criterion",
                    f"An appointment of {row.duration_minutes} minutes, {booking.starts_at:%Y-%m-%d %H:%M} to "
                    f"{booking.ends_at:%H:%M} UTC",
                    "it is still to come" if booking.starts_at > clock.now() else "",
                )
            ],
            said=[],
        )

    def pieces(self, escrow: Escrow) -> list[Piece]:
        return []  # an appointment has no evidence of its own

    def rows(self, escrow: Escrow) -> list[UUID]:
        cycle = Booking.objects.filter(pk=escrow.subject_id).values_list("subscription_id", flat=True)
        return [escrow.subject_id, *cycle]

    def waits_on(self, escrow: Escrow) -> tuple[str, list[StaffOutcome]]:
        return reverse("admin:humans_booking_change", args=[escrow.subject_id]), []  # nobody contests an appointment

    def verdicts(self, escrows: Sequence[Escrow]) -> dict[UUID, SeatVerdict]:
        return {}


def talk(escrow: Escrow) -> list[Said]:
    """The latest messages of both sides, oldest first. One query."""
    rows = Message.objects.filter(conversation__in=papers.of_subject(escrow)).select_related("conversation")
    latest = rows.order_by("-id")[:_LATEST]
    return [
        Said(
            one.created_at,
            one.sender_id,
            one.content,
            "the dispute" if one.conversation.kind == "dispute" else "the work",
        )
        for one in reversed(latest)
    ]
