"""Which listings look for people themselves, in which waves, and whom they would not trouble."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Wave:
    """So long after the wave before (the first: after going live), so many people for each open spot."""

    pause: timedelta
    per_spot: int


WAVES: Final = (
    Wave(timedelta(minutes=5), 5),
    Wave(timedelta(hours=6), 10),
    Wave(timedelta(hours=18), 20),
)
WAVE_MAX: Final = 100  # people in one wave, whatever the spots
BOOST: Final = 2  # times the size
BOOST_PAUSE: Final = timedelta(hours=24)
CANDIDATES: Final = 500  # the most recently active of each place that are looked at for one wave
CANDIDATES_WITH_LINKEDIN: Final = 2000  # where each is asked for a verified LinkedIn profile besides
PER_DAY: Final = 3  # invitations that one person gets in 24 hours, of all bounties together
DAY: Final = timedelta(hours=24)
STATES: Final = ("scheduled", "running", "paused", "finished")
ENDED: Final = ("completed", "paid", "closing", "closed", "cancelled")  # takes nobody ever again


def reaches_out(kind: str, *, is_private: bool) -> bool:
    """Only a public listing of an owner's own: direct hires have their person, products of ours find their people."""
    return kind == "ordinary" and not is_private


def size(number: int, spots: int, *, boosted: bool = False) -> int:
    """How many people wave `number` (from 1) invites at most. Beyond the last scheduled one it is sized like that."""
    wave = WAVES[min(number, len(WAVES)) - 1]
    return min(wave.per_spot * spots, WAVE_MAX) * (BOOST if boosted else 1)


def planned(done: int, spots: int) -> int:
    """How many people the waves after the first `done` invite."""
    return sum(size(number, spots) for number in range(done + 1, len(WAVES) + 1))


def next_wave_at(done: int, at: datetime) -> datetime | None:
    """When the wave after the first `done` goes out, the last of which went (or, for none, the listing) at `at`."""
    return at + WAVES[done].pause if done < len(WAVES) else None


def state(*, recruits: bool, is_over: bool, wave: int, more: bool) -> str:
    """`recruits`: people can apply now; `is_over`: never again; `wave`: sent so far; `more`: another one is planned."""
    if is_over or not more:
        return "finished"
    if not recruits:
        return "paused"
    return "running" if wave else "scheduled"


def refuses_document(
    document: str, *, allowed: Collection[str], closed: Collection[str], identity_required: bool
) -> bool:
    """Would the country gate (services.screening.check_country) turn away whoever shows a checked document of this
    country, wherever they are?"""
    return document in closed or (identity_required and bool(allowed) and document not in allowed)
