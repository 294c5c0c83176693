"""What others ask of a person besides their seats, for /today: appointments of their services, and jobs they are invited to."""

from typing import Any

from django.db.models import QuerySet

from bounties.models import Invitation
from bounties.pages.jobs import card
from bounties.selectors import listing, outreach
from humans.models import Booking
from humans.selectors import subscriptions
from marketplace.core import clock
from marketplace.core.actor import Actor

AT_MOST, INVITED_AT_MOST = 20, 6  # on /today; the rest is behind a link
# What is shown of an appointment.
_SHOWN = (
    "status",
    "starts_at",
    "due_at",
    "subscription__title",
    "subscription__price_cents",
    "booker__name",
    "booker__username",
)


def appointments(actor: Actor) -> dict[str, Any]:
    """`to_answer`: bookings that wait for this provider's word, due first. `coming`: appointments that are agreed and have not
    begun, the next first. Those in a dispute wait for our staff, and are left out."""
    now = clock.now()
    rows = subscriptions.bookings(actor, "provider").filter(escrow__status="locked", due_at__isnull=False)
    rows = rows.select_related(None).select_related("subscription", "booker").only(*_SHOWN)
    begun = rows.filter(status="confirmed", starts_at__lte=now)
    mine = (begun | rows.filter(status="pending_approval")).order_by("due_at", "pk")
    coming = rows.filter(status="confirmed", starts_at__gt=now).order_by("starts_at", "pk")
    answer, later = list(mine[: AT_MOST + 1]), list(coming[: AT_MOST + 1])
    return {
        "to_answer": [_booked(row) for row in answer[:AT_MOST]],
        "more_to_answer": len(answer) > AT_MOST,
        "coming": [_booked(row) for row in later[:AT_MOST]],
        "more_coming": len(later) > AT_MOST,
    }


def _booked(row: Booking) -> dict[str, Any]:
    is_held = row.status == "confirmed"
    return {
        "title": row.subscription.title,
        "pay_cents": row.subscription.price_cents,
        "booker": row.booker.display_name,
        "starts_at": row.starts_at,
        "due_at": row.due_at,
        "is_held": is_held,
        "href": f"/profile/services#{row.public_id if is_held else row.subscription.public_id}",
    }


def invitations(actor: Actor) -> dict[str, Any]:
    """`invited`: jobs that take applications, to which this person was invited and has not applied, the latest first."""
    rows = list(invited(actor).order_by("-created_at", "-id")[: INVITED_AT_MOST + 1])
    return {"invited": jobs(rows[:INVITED_AT_MOST]), "more_invited": len(rows) > INVITED_AT_MOST}


def invited(actor: Actor) -> QuerySet[Invitation]:
    return outreach.unanswered(actor.id)


def jobs(rows: list[Invitation]) -> list[dict[str, Any]]:
    """The jobs of these invitations as cards, in their order. One query."""
    if not rows:
        return []
    found = {job.pk: job for job in listing.cards().filter(pk__in=[row.bounty_id for row in rows])}
    return [card(found[row.bounty_id]) for row in rows if row.bounty_id in found]
