"""Pure rules and limits of this app: profiles and search, conversations, services and their subscriptions, speech checks."""

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


# ------------------------------------------------------------------ conversations

CONVERSATION_KINDS: Final = ("bounty", "service-booking", "feedback", "dispute", "platform-support")
# Kinds in which somebody who was blocked writes no more; disputes and support go on.
SILENCED_KINDS: Final = ("bounty", "service-booking", "feedback")
LEGACY_DIRECT: Final = "direct"  # threads from before direct conversations were retired: read-only
CONVERSATION_STATUSES: Final = ("active", "archived", "converted")
CONVERSATION: Final = Machine(
    "conversation", {"active": {"archive": "archived"}, "archived": {"reopen": "active"}, "converted": {}}
)
SIDES: Final = ("agent", "human")
MESSAGE_TYPES: Final = ("text", "task_request", "payment_offer")
MESSAGE_MAX: Final = 5000
OFFER_MIN_CENTS: Final = 100
OFFER_MAX_CENTS: Final = 1_000_000
PREVIEW_MAX: Final = 140
MAIL_AFTER: Final = timedelta(minutes=1)  # people who are reading the conversation get no mail
MAIL_PAUSE: Final = timedelta(hours=1)  # between two mails about one conversation


def other_side(side: str) -> str:
    return "human" if side == "agent" else "agent"


def preview(content: str) -> str:
    """The first words on one line, for lists, events and mails."""
    line = " ".join(content.split())
    return line if len(line) <= PREVIEW_MAX else line[: PREVIEW_MAX - 1].rstrip() + "…"


def mail_due(now: datetime, mailed_at: datetime | None) -> datetime:
    """When to mail about a message received `now`: a minute later, but at least an hour after the last mail."""
    soon = now + MAIL_AFTER
    return soon if mailed_at is None else max(soon, mailed_at + MAIL_PAUSE)


def contains(content: str, phrases: Iterable[str]) -> str | None:
    """The first of these phrases that occurs in the text as whole words, ignoring case, spacing and character width."""
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
RUNNING: Final = ("pending_approval", "active", "past_due")  # subscriptions that reserve their slot
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
BOOKED: Final = ("pending_payment", "pending_approval", "confirmed", "completed")  # bookings that occupy their hours
PAID_FOR: Final = ("pending_approval", "confirmed")  # paid into escrow, and neither released nor refunded
PAY_WITHIN: Final = timedelta(hours=1)  # how long an unpaid slot stays reserved
UNPAID_MOST: Final = 3  # unpaid slots of one booker; at most one with the same provider
APPROVE_WITHIN: Final = timedelta(hours=48)
FIRST_AHEAD: Final = timedelta(hours=72)  # earliest first appointment: time to pay, to approve and to prepare
CHARGE_AHEAD: Final = timedelta(days=7)  # a cycle is charged this long before its appointment
RETRY_EVERY: Final = timedelta(days=1)
RETRY_FOR: Final = timedelta(days=7)
CONFIRM_WITHIN: Final = timedelta(hours=72)  # after the appointment's end
SILENT_CYCLES: Final = 3  # in a row that the provider never confirmed: the subscription ends


@dataclass(frozen=True, slots=True)
class Recurrence:
    """The dates of a subscription's appointments, in the provider's local time: 10:00 stays 10:00 across clock changes.

    `first`: date of the first appointment. A monthly series keeps its week of the month (first to fourth such weekday);
    when `first` is a fifth such weekday, it takes the last one of each month.
    """

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
            return last if _week_of_month(self.first) == 5 else _week_of_month(day) == _week_of_month(self.first)
        return (day - self.first).days % (14 if self.interval == "biweekly" else 7) == 0

    def after(self, day: date) -> date:
        """The date of the first appointment after this day."""
        day = max(day, self.first - timedelta(days=1)) + timedelta(days=1)
        while not self.falls_on(day):
            day += timedelta(days=1)
        return day

    def next(self, now: datetime, day: date) -> date:
        """The first date after this day whose appointment has not begun by `now`."""
        day = self.after(max(day, now.astimezone(ZoneInfo(self.zone)).date() - timedelta(days=2)))
        while self.begins(day) <= now:
            day = self.after(day)
        return day

    def begins(self, day: date) -> datetime:
        """In UTC. A local time that a clock change skips is moved an hour later; of one that occurs twice, the first is taken."""
        return datetime.combine(day, self.start, ZoneInfo(self.zone)).astimezone(UTC)

    def ends(self, day: date) -> datetime:
        return self.begins(day) + timedelta(minutes=self.minutes)


def first_day(weekday: int, start: time, zone: str, earliest: datetime) -> date:
    """The first date with this weekday (0 is Monday) on which `start` in `zone` is not before `earliest` (UTC)."""
    day = earliest.astimezone(ZoneInfo(zone)).date()
    day += timedelta(days=(weekday - day.weekday()) % 7)
    begins = datetime.combine(day, start, ZoneInfo(zone)).astimezone(UTC)
    return day if begins >= earliest else day + timedelta(days=7)


def fits_week(availability: Mapping[str, Sequence[Mapping[str, Any]]], weekday: int, start: int, end: int) -> bool:
    """Whether the availability covers minute `start` to minute `end` of this weekday; adjacent spans are joined. A person
    without any availability can be booked at any time."""
    if not any(availability.values()):
        return True
    spans = sorted((minute_of(s["start"]), minute_of(s["end"])) for s in availability.get(WEEKDAYS[weekday], ()))
    for begins, ends in spans:
        if begins <= start < ends:
            start = ends
    return bool(spans) and start >= end


def clash(one: Recurrence, other: Recurrence) -> bool:
    """Whether two series would ever overlap.

    Each is treated as weekly: a biweekly slot reserves the weeks in between too. With two different time zones, a
    year is compared week by week, so that both their clock changes are covered.
    """
    if one.zone == other.zone:
        apart = one.first.weekday() != other.first.weekday()
        return not apart and _overlap(*_minutes(one), *_minutes(other))
    begin = max(one.first, other.first)
    first, second = ([_week(r, begin, number) for number in range(54)] for r in (one, other))
    return any(
        _overlap(*slot, *taken)
        for number, slot in enumerate(first)
        for taken in second[max(0, number - 1) : number + 2]
    )


def minute_of(hh_mm: str) -> int:
    return int(hh_mm[:2]) * 60 + int(hh_mm[3:])


def _minutes(recurrence: Recurrence) -> tuple[int, int]:
    start = recurrence.start.hour * 60 + recurrence.start.minute
    return start, start + recurrence.minutes


def _week(recurrence: Recurrence, begin: date, number: int) -> tuple[datetime, datetime]:
    day = begin + timedelta(days=(recurrence.first.weekday() - begin.weekday()) % 7 + 7 * number)
    return recurrence.begins(day), recurrence.ends(day)


def _overlap(start: Any, end: Any, other_start: Any, other_end: Any) -> bool:
    return bool(start < other_end and other_start < end)


def _week_of_month(day: date) -> int:
    return (day.day - 1) // 7 + 1


# ------------------------------------------------------------------ spoken language

CEFR: Final = ("A1", "A2", "B1", "B2", "C1", "C2")
SPEECH_STATUSES: Final = ("pending", "scored", "retry", "error")
SPEECH: Final = Machine(
    "speech attempt",
    {"pending": {"score": "scored", "retry": "retry", "fail": "error"}, "scored": {}, "retry": {}, "error": {}},
)
SPEECH_ATTEMPTS: Final = 6  # per SPEECH_WINDOW; attempts with status error are not counted
SPEECH_WINDOW: Final = timedelta(days=30)
SPEECH_SECONDS: Final = (5.0, 90.0)
SPEECH_RATE: Final = 16_000  # samples per second, 16 bits, mono
UNSCORABLE: Final = ("low_confidence", "insufficient_audio")
SPEECH_WAIT: Final = 70.0  # seconds that a request waits for a score
SPEECH_LEASE: Final = timedelta(minutes=2)  # after which an attempt whose process died is taken up again
SPEECH_PAUSES: Final = (10, 30, 60, 300, 600)  # seconds between polls of a scorer that has not decided yet


def next_poll(attempts: int) -> timedelta | None:
    """How long to wait after the n-th attempt before the next one; None after the last."""
    return timedelta(seconds=SPEECH_PAUSES[attempts - 1]) if attempts <= len(SPEECH_PAUSES) else None
