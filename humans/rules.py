"""Pure rules of this step: when a profile is complete, how fresh its activity is, who appears in search, how words match,
what a message may be."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol

from marketplace.core.states import Machine

SEARCH_ACTIVE: Final = timedelta(days=30)
FRESH: Final = timedelta(days=7)
RANKING_WINDOW: Final = 1000  # search ranks and counts at most this many people
PAGE_ANONYMOUS: Final = 24
PAGE_SIGNED_IN: Final = 100
PAGE_TASTE: Final = 12
PAGE_TASTE_MAX: Final = 24
NEW_ACCOUNT: Final = timedelta(days=30)
NOTE_MAX: Final = 280  # the private words beside a block or a preference
COMMENT_MAX: Final = 2000
PHOTOS_MAX: Final = 6
PHOTO_BYTES_MAX: Final = 10 * 1024 * 1024
PHOTO_PIXELS_MAX: Final = 24_000_000  # what a picture may unpack to; large JPEGs are unpacked at a fraction of theirs
PHOTO_SIDE: Final = 2048  # kept pictures are scaled down to this
WAYS_OF_WORKING: Final = ("digital", "in_person", "both")
# What a category of taste panels asks for: any of these among a person's skills or fields of expertise, folded.
TASTE: Final = {
    "design": ("design", "graphic design", "product design", "ui design", "ux design", "web design", "branding"),
    "visual-art": ("visual art", "art", "drawing", "illustration", "painting", "sculpture"),
    "music": ("music", "composing", "dj", "music production", "singing", "songwriting", "sound design"),
    "photo-video": ("photo", "photography", "photo editing", "video", "video editing", "videography", "filmmaking"),
    "fashion-style": ("fashion", "fashion design", "style", "styling", "makeup", "modeling", "modelling"),
    "writing-performance": ("writing", "copywriting", "poetry", "acting", "comedy", "dance", "theater", "voice acting"),
}
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SIGNS: Final = re.compile(r"[\W_]+")


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


def folded(text: str) -> str:
    """How skills are compared: without case and accents, one blank between words. `Edição  C++` -> `edicao c++`."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def folded_set(words: Iterable[str]) -> list[str]:
    return sorted({found for word in words if (found := folded(word))})


def distinct(words: Iterable[str]) -> list[str]:
    """Each word once, whatever its case and accents, in the order and spelling in which it came first."""
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(folded(word), word)
    return list(first.values())


def words(text: str) -> str:
    """How names and cities are compared: folded, and without signs. `João O'Neil-Sá` -> `joao o neil sa`."""
    return _SIGNS.sub(" ", folded(text)).strip()


def name_words(name: str, username: str | None) -> str:
    """What a search by name looks through. It begins with a blank, so that `" jo"` finds words that begin with jo."""
    return " " + words(f"{name} {username or ''}")


def average(total: int, count: int) -> float:
    """The average of the reviews, to two decimals; 0 without any."""
    return round(total / count, 2) if count else 0


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


# ------------------------------------------------------------------ spoken language

CEFR: Final = ("A1", "A2", "B1", "B2", "C1", "C2")
SPEECH_STATUSES: Final = ("pending", "scored", "retry", "error")
SPEECH: Final = Machine(
    "speech attempt",
    {"pending": {"score": "scored", "retry": "retry", "fail": "error"}, "scored": {}, "retry": {}, "error": {}},
)
SPEECH_ATTEMPTS: Final = 6  # in SPEECH_WINDOW; one that failed on our side is not counted
SPEECH_WINDOW: Final = timedelta(days=30)
SPEECH_SECONDS: Final = (5.0, 90.0)
SPEECH_RATE: Final = 16_000  # samples a second, of 16 bits, on one channel
UNSCORABLE: Final = ("low_confidence", "insufficient_audio")
SPEECH_WAIT: Final = 70.0  # seconds for which a request waits for a level
SPEECH_LEASE: Final = timedelta(minutes=2)  # whoever scores has this long; then it is asked again
SPEECH_PAUSES: Final = (10, 30, 60, 300, 600)  # seconds before a scorer that has not decided yet is asked again


def next_look(asked: int) -> timedelta | None:
    """How long after the scorer was asked for the n-th time to ask again; None when it was asked often enough."""
    return timedelta(seconds=SPEECH_PAUSES[asked - 1]) if asked <= len(SPEECH_PAUSES) else None
