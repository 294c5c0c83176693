"""Counts of what waits for staff."""

from bounties.models import Application, Bounty, Rewrite
from bounties.models import humanizations as texts
from bounties.models.applications import CASE


def listings() -> int:
    """Bounties held back by a screening rule."""
    return Bounty.objects.filter(status="pending_review").count()


def staff_cases() -> int:
    """Seats whose evidence was returned and not replaced in time."""
    return Application.objects.filter(CASE).count()


def rewrites() -> int:
    """Samples and final texts that need a manual review."""
    return Rewrite.objects.filter(texts.CASE).count()
