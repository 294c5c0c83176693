"""Pure rules of this step: when a profile is complete, how fresh its activity is, who appears in search, what a message
may be."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol

from marketplace.core.states import Machine

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


# ------------------------------------------------------------------ conversations

CONVERSATION_KINDS: Final = ("bounty", "service-booking", "feedback", "dispute", "platform-support")
LEGACY_DIRECT: Final = "direct"  # threads from before direct conversations were retired: read-only
CONVERSATION_STATUSES: Final = ("active", "archived", "converted")
CONVERSATION: Final = Machine(
    "conversation", {"active": {"archive": "archived"}, "archived": {"reopen": "active"}, "converted": {}}
)
SIDES: Final = ("agent", "human")
MESSAGE_TYPES: Final = ("text", "task_request", "payment_offer")
MESSAGE_MAX: Final = 5000
METADATA_MAX_BYTES: Final = 8192
OFFER_MIN_CENTS: Final = 100
OFFER_MAX_CENTS: Final = 1_000_000
PREVIEW_MAX: Final = 140
MAIL_AFTER: Final = timedelta(minutes=1)  # whoever reads along is not mailed
MAIL_PAUSE: Final = timedelta(hours=1)  # between two mails about one conversation


def other_side(side: str) -> str:
    return "human" if side == "agent" else "agent"


def preview(content: str) -> str:
    """The first words on one line, for lists, events and mails."""
    line = " ".join(content.split())
    return line if len(line) <= PREVIEW_MAX else line[: PREVIEW_MAX - 1].rstrip() + "…"


def mail_due(now: datetime, mailed_at: datetime | None) -> datetime:
    """When to mail about a message that came now: soon, but not within an hour of the last mail."""
    soon = now + MAIL_AFTER
    return soon if mailed_at is None else max(soon, mailed_at + MAIL_PAUSE)


def contains(content: str, phrases: Iterable[str]) -> str | None:
    """The first of these phrases that stands in the text as whole words, whatever its case, spacing or character width."""
    text = _plain(content)
    for phrase in phrases:
        words = _plain(phrase)
        if words and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text):
            return phrase
    return None


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
