"""Cakes (contract, section 7): sizes, the validity of a quote, the notice of an order."""

from datetime import datetime, timedelta
from typing import Final

# No state machine: the status of an order is derived from its bounty, seat and escrow (`order_status`).
STATUSES: Final = ("assigned", "completed", "delivered", "funded", "quoted", "refunded")
RUNNING: Final = ("funded", "assigned", "delivered")
ENDED: Final = ("completed", "refunded")
SIZES: Final = ("small", "medium", "large")
QUOTE_LIFE: Final = timedelta(minutes=30)
NOTICE: Final = timedelta(hours=6)  # time to find a courier and to buy a cake
AHEAD_MOST: Final = timedelta(days=60)
GRACE: Final = timedelta(hours=2)  # how late a courier may deliver
SKILL: Final = "delivery"  # skill in a courier's profile


def work_due(deliver_at: datetime, now: datetime) -> datetime:
    """The delivery deadline (UTC) of a courier who confirms now."""
    return max(deliver_at, now) + GRACE


def order_status(bounty_status: str, seat_status: str, escrow_status: str) -> str:
    """The status of an order, by its bounty, its latest hire and that one's escrow ("" without), which must not be disputed."""
    if escrow_status in ("completed", "warranty_hold", "released", "resolved"):
        return "completed"
    if bounty_status in ("closed", "cancelled", "closing"):
        return "refunded"
    if seat_status != "accepted":
        return "funded"
    return "delivered" if escrow_status == "delivered" else "assigned"
