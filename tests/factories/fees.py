"""Operators' rates."""

from datetime import datetime

from escrow.models import FeeRate
from marketplace.core import clock


def given_rate(bps: int | None, kind: str = "", *, at: datetime | None = None) -> FeeRate:
    """From this moment (or `at`) new work of this kind, or all work, has this fee."""
    return FeeRate.objects.create(bps=bps, kind=kind, holds_from=at or clock.now(), reason="A test.")
