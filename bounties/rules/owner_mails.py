"""When owners are mailed about a bounty: queued events go into one mail, at most one an hour for each bounty."""

from datetime import datetime, timedelta
from typing import Final

# Kind of event -> mail preference of the account.
OWNER_MAIL_KINDS: Final = {
    "application": "applications",
    "confirmed": "work",
    "lost": "work",
    "evidence": "work",
    "warning": "work",
    "unanswered": "work",
    "extension": "work",
    "silent": "work",
    "terms": "work",
}
MAIL_DELAY: Final = timedelta(
    minutes=1
)  # so that an owner who decides at once, or has the reviewer decide, gets no mail
MAIL_INTERVAL: Final = timedelta(hours=1)  # between two mails about one bounty
REVIEW_WARNING: Final = timedelta(hours=24)  # before evidence counts as accepted
GRANT_PAUSE: Final = timedelta(hours=1)  # repeated grants within this are mailed once
NAMED: Final = 10  # how many people a mail names


def mail_due(now: datetime, mailed_at: datetime | None) -> datetime:
    """When (UTC) to mail about an event of now: after MAIL_DELAY, but not within MAIL_INTERVAL of the last mail."""
    soon = now + MAIL_DELAY
    return soon if mailed_at is None else max(soon, mailed_at + MAIL_INTERVAL)
