"""How much waits for staff."""

from bounties.models import Application, Bounty, Rewrite
from bounties.models import humanizations as texts
from bounties.models.applications import CASE


def listings() -> int:
    """Bounties that a screening rule held back."""
    return Bounty.objects.filter(status="pending_review").count()


def staff_cases() -> int:
    """Seats that no clock decides: evidence was sent back and not replaced in time."""
    return Application.objects.filter(CASE).count()


def rewrites() -> int:
    """Samples and final texts that no rule could judge."""
    return Rewrite.objects.filter(texts.CASE).count()
