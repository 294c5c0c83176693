"""Cakes (contract, section 7): sizes, how long a quote holds, how long before it a cake must be ordered."""

from datetime import datetime, timedelta
from typing import Final

# No machine of its own: an order stands as its bounty, seat and escrow do (`stands`), which have theirs.
STATUSES: Final = ("assigned", "completed", "delivered", "funded", "quoted", "refunded")
RUNNING: Final = ("funded", "assigned", "delivered")
SIZES: Final = ("small", "medium", "large")
QUOTE_LIFE: Final = timedelta(minutes=30)
NOTICE: Final = timedelta(hours=6)  # somebody has to be found, and a cake to be bought
AHEAD_MOST: Final = timedelta(days=60)
GRACE: Final = timedelta(hours=2)  # a courier has this long after the time that was asked for
SKILL: Final = "delivery"  # what a courier's profile lists


def work_due(deliver_at: datetime, now: datetime) -> datetime:
    """Until when a courier who confirms now has delivered."""
    return max(deliver_at, now) + GRACE


def stands(bounty_status: str, seat_status: str, escrow_status: str) -> str:
    """Where an order stands, by its bounty, the status of its latest hire and of that one's escrow ("" without), which is
    not in a dispute."""
    if escrow_status in ("completed", "warranty_hold", "released", "resolved"):
        return "completed"
    if bounty_status in ("closed", "cancelled", "closing"):
        return "refunded"
    if seat_status != "accepted":
        return "funded"
    return "delivered" if escrow_status == "delivered" else "assigned"
