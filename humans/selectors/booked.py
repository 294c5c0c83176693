"""What an account has booked of others: which appointments wait for it or hold its money, and what about each comes next."""

from typing import Any

from django.db.models import Case, DateTimeField, ExpressionWrapper, F, Q, QuerySet, Value, When

from escrow.models import Dispute
from escrow.selectors import ladder
from humans.models import Booking
from humans.selectors import subscriptions
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

_UNPAID, _HELD = Q(status="pending_payment"), Q(escrow__ended_at=None, escrow__isnull=False)
_DELIVERED, _ACCEPTED = Q(escrow__status="delivered"), Q(escrow__status="completed")
_CONTESTED = Q(escrow__status="disputed")
_OVER = Q(escrow__ended_at__isnull=False) | Q(escrow=None, status__in=("expired", "cancelled"))


def appointments(actor: Actor, *, past: bool) -> QuerySet[Booking]:
    """Those that are not over: which wait for money or hold some, the first first. Or the others, the latest first."""
    rows = subscriptions.bookings(actor, "booker")
    if past:
        return rows.filter(_OVER).order_by("-starts_at", "-id")
    return rows.filter(_UNPAID | _HELD).order_by("starts_at", "id")


def one(actor: Actor, booking_id: str) -> Booking:
    """An appointment that the caller's account booked (sbk_…), or the one that an escrow (esc_…) pays for. Raises NotFound
    (404)."""
    by = {"sbk": "pk", "esc": "escrow_id"}
    prefix = booking_id.partition("_")[0]
    rows = subscriptions.bookings(actor, "booker").select_related("subscription__provider", "subscription__booker")
    try:
        found: Booking = rows.get(**{by[prefix]: ids.decode(prefix, booking_id)})
    except (KeyError, ValueError, Booking.DoesNotExist):
        raise NotFound("There is no such appointment among yours. GET /api/services/agent-bookings lists them.")
    return found


def waiting(actor: Actor) -> QuerySet[Booking]:
    """Those about which the booker may or has to act, each with `matter` (unpaid, delivered, accepted or contested), `due` and, of
    what is paid without an answer, `goes_at` (UTC)."""
    rows = Booking.objects.filter(_UNPAID | _DELIVERED | _ACCEPTED | _CONTESTED, booker_id=actor.id)
    matter = Case(
        When(_CONTESTED, then=Value("contested")),
        When(_DELIVERED, then=Value("delivered")),
        When(_ACCEPTED, then=Value("accepted")),
        default=Value("unpaid"),
    )
    due = Case(
        When(_DELIVERED, then=F("escrow__review_due_at")),
        When(_ACCEPTED, then=F("escrow__auto_release_at")),
        When(_UNPAID, then=F("due_at")),
        output_field=DateTimeField(),
    )
    wait = ladder.wait_after_acceptance("escrow__amount_cents")
    unanswered = ExpressionWrapper(F("escrow__review_due_at") + wait, output_field=DateTimeField())
    goes_at = Case(
        When(_DELIVERED, then=unanswered),
        When(_ACCEPTED, then=F("escrow__auto_release_at")),
        output_field=DateTimeField(),
    )
    return rows.annotate(matter=matter, due=due, goes_at=goes_at)


def dispute(booking: Booking) -> Dispute | None:
    """The open or latest dispute about this appointment's money. One query."""
    if booking.escrow_id is None:
        return None
    rows = Dispute.objects.filter(escrow_id=booking.escrow_id).order_by("-id")
    found: Dispute | None = rows.first()
    return found


def state(booking: Booking, *, has_begun: bool) -> str:
    """How it stands for its booker: a key of what pages say."""
    held: Any = booking.escrow
    if held is None or booking.status in ("declined", "auto_declined"):
        return booking.status
    if held.status == "locked":
        return "not_confirmed" if booking.status == "confirmed" and has_begun else booking.status
    if held.status == "refunded":
        return "refunded" if booking.status == "confirmed" else booking.status
    status: str = held.status
    return status
