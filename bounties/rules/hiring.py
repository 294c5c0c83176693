"""Direct hires: one named person, hired when the deposit is paid. Their settlement time, and the actions before the hire."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bounties.rules.seats import REDO_AT_LEAST

DEFAULT_HOURS: Final = Decimal(1)
PERSONAL_SETTLES_AFTER: Final = timedelta(days=2)  # after the deadline: released if delivered, refunded if not

# Bounty status before the hire -> (next action, whether it is the owner's).
BEFORE_HIRE: Final = {"pending_deposit": ("fund_bounty", True), "pending_review": ("review_listing", False)}


def settles_at(deadline: datetime, confirmed_at: datetime) -> datetime:
    """When a personal bounty settles automatically (UTC): two days after its deadline as of the confirmation, but at least a day
    after the confirmation (an operator's review may have taken longer)."""
    return max(deadline + PERSONAL_SETTLES_AFTER, confirmed_at + REDO_AT_LEAST)


def review_until(kind: str, review_due_at: datetime | None, complete_by: datetime | None) -> datetime | None:
    """Until when the owner can judge delivered work before a clock decides (UTC): its review, or the settlement of a `personal`
    bounty, which pays what is delivered then. `kind`: the bounty's. `selectors.owned.review_until` says the same in SQL."""
    if kind != "personal" or review_due_at is None or complete_by is None:
        return review_due_at
    return min(review_due_at, complete_by)
