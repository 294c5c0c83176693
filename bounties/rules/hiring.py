"""Direct hires: one named person, one seat, hired with the money. Limits, and what is to be done next."""

from datetime import timedelta
from decimal import Decimal
from typing import Final

DEFAULT_HOURS: Final = Decimal(1)
PERSONAL_SETTLES_AFTER: Final = timedelta(days=2)  # after the deadline: released if delivered, refunded if not

# State of the seat's escrow -> (what the owner is told, next action, is it his?)
_BY_ESCROW: Final = {
    "locked": ("in_progress", "deliver", False),
    "delivered": ("evidence_in_review", "review_evidence", True),
    "completed": ("approved_awaiting_release", "release", True),
    "disputed": ("disputed", "none", False),
    "released": ("released", "none", False),
    "refunded": ("refunded", "none", False),
    "resolved": ("resolved", "none", False),
}


def rental_state(*, bounty: str, escrow: str | None, confirmed: bool) -> tuple[str, str, bool]:
    """(state, kind of the next action, whether it is the owner's) of a direct hire, by the statuses of its rows."""
    if escrow is None:
        if bounty == "pending_deposit":
            return "pending_deposit", "pay", True
        return ("pending_review", "wait_for_review", False) if bounty == "pending_review" else (bounty, "none", False)
    if escrow == "locked" and not confirmed:
        return "awaiting_confirmation", "confirm", False
    return _BY_ESCROW.get(escrow, (escrow, "none", False))
