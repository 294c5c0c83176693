"""Direct hires: one named person, one seat, hired with the money. Their clock, and what is done before the hire."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bounties.rules.seats import REDO_AT_LEAST

DEFAULT_HOURS: Final = Decimal(1)
PERSONAL_SETTLES_AFTER: Final = timedelta(days=2)  # after the deadline: released if delivered, refunded if not

# While nobody is hired yet: what has to be done, and whether the owner has to do it.
BEFORE_HIRE: Final = {"pending_deposit": ("fund_bounty", True), "pending_review": ("review_listing", False)}


def settles_at(deadline: datetime, confirmed_at: datetime) -> datetime:
    """When a personal bounty settles by itself: two days after its deadline as it is on confirmation, and never within
    a day of that (an operator's review may have taken longer)."""
    return max(deadline + PERSONAL_SETTLES_AFTER, confirmed_at + REDO_AT_LEAST)
