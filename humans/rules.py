"""Pure rules of this step: when a profile is complete, how fresh its activity is, who appears in search, how words match,
what a message may be."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, Protocol
from zoneinfo import ZoneInfo

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


# ------------------------------------------------------------------ services

SERVICES_MAX: Final = 50  # listings of one person
SERVICE_MIN_CENTS: Final = 100
SERVICE_MAX_CENTS: Final = 1_000_000
SERVICE_MINUTES_MIN: Final = 15
SERVICE_MINUTES_MAX: Final = 480
SERVICE_CATEGORY: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SERVICE_PAGE: Final = 10
SERVICE_PAGE_MAX: Final = 48
SERVICE_SORTS: Final = ("newest", "price-low", "price-high")
INTERVALS: Final = ("weekly", "biweekly", "monthly")
SUBSCRIPTION: Final = Machine(
    "subscription",
    {
        "pending_approval": {"approve": "active", "end": "canceled"},
        "active": {"miss": "past_due", "end": "canceled"},
        "past_due": {"pay": "active", "end": "canceled"},
    },
)
SUBSCRIPTION_STATUSES: Final = ("pending_approval", "active", "past_due", "canceled")
RUNNING: Final = ("pending_approval", "active", "past_due")  # these hold their slot
BOOKING: Final = Machine(
    "booking",
    {
        "pending_payment": {"pay": "pending_approval", "lapse": "expired", "cancel": "cancelled"},
        "pending_approval": {
            "approve": "confirmed",
            "decline": "declined",
            "lapse": "auto_declined",
            "cancel": "cancelled",
            "complete": "completed",
            "return": "cancelled",
        },
        "confirmed": {
            "complete": "completed",
            "decline": "declined",
            "lapse": "expired",
            "cancel": "cancelled",
            "return": "cancelled",
        },
        "completed": {"return": "cancelled"},
    },
)
BOOKING_STATUSES: Final = (
    *("pending_payment", "pending_approval", "confirmed", "declined", "auto_declined", "completed", "cancelled"),
    "expired",
)
BOOKED: Final = ("pending_payment", "pending_approval", "confirmed", "completed")  # these hold their hour
PAID_FOR: Final = ("pending_approval", "confirmed")  # their money is set aside and not decided
PAY_WITHIN: Final = timedelta(hours=1)  # so long a slot is kept for who has not paid
UNPAID_MOST: Final = 3  # slots of one booker that are kept so; with one provider, one
APPROVE_WITHIN: Final = timedelta(hours=48)
FIRST_AHEAD: Final = timedelta(hours=72)  # the first appointment: time to pay, to approve and to get ready
CHARGE_AHEAD: Final = timedelta(days=7)  # a cycle starts so long before its appointment
RETRY_EVERY: Final = timedelta(days=1)
RETRY_FOR: Final = timedelta(days=7)
CONFIRM_WITHIN: Final = timedelta(hours=72)  # after the appointment's end


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When the appointments of a subscription are. Dates and times are the provider's own: 10:00 stays 10:00 when the
    clocks change. `first` is the date of the first one, and monthly ones keep its place in the month: the first to the
    fourth such weekday, and the last one for a first that was a fifth."""

    first: date
    interval: str
    start: time
    minutes: int
    zone: str

    def falls_on(self, day: date) -> bool:
        if day < self.first or day.weekday() != self.first.weekday():
            return False
        if self.interval == "monthly":
            last = (day + timedelta(days=7)).month != day.month
            return last if _place(self.first) == 5 else _place(day) == _place(self.first)
        return (day - self.first).days % (14 if self.interval == "biweekly" else 7) == 0

    def after(self, day: date) -> date:
        """The next appointment's date behind this day."""
        day = max(day, self.first - timedelta(days=1)) + timedelta(days=1)
        while not self.falls_on(day):
            day += timedelta(days=1)
        return day

    def next(self, now: datetime, day: date) -> date:
        """The next date behind this day whose appointment has not begun by now."""
        day = self.after(max(day, now.astimezone(ZoneInfo(self.zone)).date() - timedelta(days=2)))
        while self.begins(day) <= now:
            day = self.after(day)
        return day

    def begins(self, day: date) -> datetime:
        """In UTC. A time that the clocks skip is an hour later that day; of one that comes twice it is the first."""
        return datetime.combine(day, self.start, ZoneInfo(self.zone)).astimezone(UTC)

    def ends(self, day: date) -> datetime:
        return self.begins(day) + timedelta(minutes=self.minutes)


def first_day(weekday: int, start: time, zone: str, earliest: datetime) -> date:
    """The first such weekday on which this time of day is not before `earliest`."""
    day = earliest.astimezone(ZoneInfo(zone)).date()
    day += timedelta(days=(weekday - day.weekday()) % 7)
    begins = datetime.combine(day, start, ZoneInfo(zone)).astimezone(UTC)
    return day if begins >= earliest else day + timedelta(days=7)


def fits_week(availability: Mapping[str, Sequence[Mapping[str, Any]]], weekday: int, start: int, end: int) -> bool:
    """Does somebody work from minute `start` to minute `end` of this weekday? Spans that touch are one. Who has said
    nothing at all may be asked for any time."""
    if not any(availability.values()):
        return True
    spans = sorted((minute_of(s["start"]), minute_of(s["end"])) for s in availability.get(WEEKDAYS[weekday], ()))
    for begins, ends in spans:
        if begins <= start < ends:
            start = ends
    return bool(spans) and start >= end


def clash(one: Rhythm, other: Rhythm) -> bool:
    """Would two people ever be given the same hour? Each slot is looked at as if it were weekly, so that every other week
    of somebody's stays free for his change of mind; in two time zones, over a year of both their clock changes."""
    if one.zone == other.zone:
        apart = one.first.weekday() != other.first.weekday()
        return not apart and _overlap(*_minutes(one), *_minutes(other))
    begin = max(one.first, other.first)
    mine, theirs = ([_week(r, begin, number) for number in range(54)] for r in (one, other))
    return any(
        _overlap(*slot, *taken) for number, slot in enumerate(mine) for taken in theirs[max(0, number - 1) : number + 2]
    )


def minute_of(hh_mm: str) -> int:
    return int(hh_mm[:2]) * 60 + int(hh_mm[3:])


def _minutes(rhythm: Rhythm) -> tuple[int, int]:
    start = rhythm.start.hour * 60 + rhythm.start.minute
    return start, start + rhythm.minutes


def _week(rhythm: Rhythm, begin: date, number: int) -> tuple[datetime, datetime]:
    day = begin + timedelta(days=(rhythm.first.weekday() - begin.weekday()) % 7 + 7 * number)
    return rhythm.begins(day), rhythm.ends(day)


def _overlap(start: Any, end: Any, other_start: Any, other_end: Any) -> bool:
    return bool(start < other_end and other_start < end)


def _place(day: date) -> int:
    return (day.day - 1) // 7 + 1


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


def next_poll(attempts: int) -> timedelta | None:
    """How long after the scorer was asked for the n-th time to ask again; None when it was asked often enough."""
    return timedelta(seconds=SPEECH_PAUSES[attempts - 1]) if attempts <= len(SPEECH_PAUSES) else None
