"""How much waits for staff."""

from bounties.models import Application, Bounty
from bounties.models.applications import CASE


def listings() -> int:
    """Bounties that a screening rule held back."""
    return Bounty.objects.filter(status="pending_review").count()


def cases() -> int:
    """Seats that no clock decides: evidence was sent back and not replaced in time."""
    return Application.objects.filter(CASE).count()
