"""When people are mailed about a bounty. What waits goes into one mail: at most one an hour about each bounty."""

from datetime import datetime, timedelta
from typing import Final

# What an owner is told -> under which of the account's switches.
NEWS: Final = {
    "application": "applications",
    "confirmed": "work",
    "lost": "work",
    "evidence": "work",
    "warning": "work",
    "extension": "work",
}
NEWS_AFTER: Final = timedelta(minutes=1)  # whoever decides at once, or lets the reviewer decide, is not mailed
NEWS_PAUSE: Final = timedelta(hours=1)  # between two mails about one bounty
REVIEW_WARNING: Final = timedelta(hours=24)  # before evidence counts as accepted
GRANT_PAUSE: Final = timedelta(hours=1)  # hours that are given again and again are mailed once
NAMED: Final = 10  # how many people a mail names


def mail_due(now: datetime, mailed_at: datetime | None) -> datetime:
    """When to mail about something that happened now: soon, but not within an hour of the last mail."""
    soon = now + NEWS_AFTER
    return soon if mailed_at is None else max(soon, mailed_at + NEWS_PAUSE)
