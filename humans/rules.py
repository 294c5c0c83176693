"""Pure rules of this step: when a profile is complete, how fresh its activity is, who appears in search."""

from datetime import datetime, timedelta
from typing import Final, Protocol

SEARCH_ACTIVE: Final = timedelta(days=30)
FRESH: Final = timedelta(days=7)
RANKING_WINDOW: Final = 2000  # search ranks and counts at most this many people
PAGE_ANONYMOUS: Final = 24
PAGE_SIGNED_IN: Final = 100
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Described(Protocol):
    """What completeness is judged by."""

    headline: str
    bio: str
    skills: list[str]
    city: str
    country: str
    hourly_rate_cents: int | None
    timezone: str


def is_complete(name: str, profile: Described) -> bool:
    """Name, headline, bio, a skill, city, country, hourly rate and time zone (contract, section 2)."""
    texts = (name, profile.headline, profile.bio, profile.city, profile.country, profile.timezone)
    return all(text.strip() for text in texts) and bool(profile.skills) and profile.hourly_rate_cents is not None


def freshness(last_active: datetime, now: datetime) -> str | None:
    """`within_7_days`, `within_30_days`, or nothing at all for people who were away longer."""
    age = now - last_active
    return "within_7_days" if age <= FRESH else "within_30_days" if age <= SEARCH_ACTIVE else None
