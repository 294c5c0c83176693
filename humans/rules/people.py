"""Profiles, search and photos: bounds, the categories of taste panels, and the forms in which words are compared."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, Protocol

SEARCH_ACTIVE: Final = timedelta(days=30)
FRESH: Final = timedelta(days=7)
RANKING_WINDOW: Final = 1000  # search ranks and counts at most this many people
PAGE_ANONYMOUS: Final = 24
PAGE_SIGNED_IN: Final = 100
PAGE_TASTE: Final = 12
PAGE_TASTE_MAX: Final = 24
NEW_ACCOUNT: Final = timedelta(days=30)
NOTE_MAX: Final = 280  # characters of the private note of a block or preferred entry
COMMENT_MAX: Final = 2000  # characters of a review, and of the answer to it
HIDDEN_REASON_MAX: Final = 300  # characters of the reason for which staff hide words
ANSWER_ASKED_FOR: Final = timedelta(days=14)  # how long the page of today reminds of a review without an answer
PHOTOS_MAX: Final = 6
PHOTO_BYTES_MAX: Final = 10 * 1024 * 1024
PHOTO_PIXELS_MAX: Final = 24_000_000  # after decoding; large JPEGs are decoded at a reduced scale
PHOTO_SIDE: Final = 2048  # pixels: stored photos are scaled down to this
WAYS_OF_WORKING: Final = ("digital", "in_person", "both")
# Categories of taste panels: a person fits with any of these among their skills or expertise, compared as `folded`.
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
    """The fields that decide whether a profile is complete."""

    headline: str
    bio: str
    skills: list[str]
    city: str
    country: str
    hourly_rate_cents: int | None
    timezone: str


def missing(name: str, profile: Described) -> list[str]:
    """What a complete profile still needs, as the fields are called in the API: name, headline, bio, a skill, city, country,
    hourly rate and time zone (contract, section 2)."""
    present = {
        "name": name.strip(),
        "headline": profile.headline.strip(),
        "bio": profile.bio.strip(),
        "skills": profile.skills,
        "location.city": profile.city.strip(),
        "location.country": profile.country.strip(),
        "hourlyRate": profile.hourly_rate_cents is not None,
        "timezone": profile.timezone.strip(),
    }
    return [field for field, value in present.items() if not value]


def is_complete(name: str, profile: Described) -> bool:
    return not missing(name, profile)


def folded(text: str) -> str:
    """The form in which skills are compared: no case, no accents, single spaces. `Edição  C++` -> `edicao c++`."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def folded_set(words: Iterable[str]) -> list[str]:
    return sorted({found for word in words if (found := folded(word))})


def distinct(words: Iterable[str]) -> list[str]:
    """Without duplicates (compared as `folded`), in the order and spelling of the first occurrence."""
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(folded(word), word)
    return list(first.values())


def words(text: str) -> str:
    """The form in which names and cities are compared: folded, without punctuation. `João O'Neil-Sá` -> `joao o neil sa`."""
    return _SIGNS.sub(" ", folded(text)).strip()


def name_words(name: str, username: str | None) -> str:
    """The searchable text of a name. It begins with a space, so that the pattern `" jo"` finds words that begin with jo."""
    return " " + words(f"{name} {username or ''}")


def average(total: int, count: int) -> float:
    """The average rating, rounded to two decimals; 0 without reviews."""
    return round(total / count, 2) if count else 0


def freshness(last_active: datetime, now: datetime) -> str | None:
    """`within_7_days`, `within_30_days`, or None when the last activity is older."""
    age = now - last_active
    return "within_7_days" if age <= FRESH else "within_30_days" if age <= SEARCH_ACTIVE else None
