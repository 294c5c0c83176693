"""Which listings send invitations, the schedule and size of their waves, and who is not invited."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Wave:
    """`pause` after the previous wave (the first: after going live); `per_spot` people for each open spot."""

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
CANDIDATES: Final = 500  # rows read per place for one wave, the most recently active first
CANDIDATES_WITH_LINKEDIN: Final = 2000  # where each must have a verified LinkedIn profile
PER_DAY: Final = 3  # maximum of invitations per person in 24 hours, over all bounties
DAY: Final = timedelta(hours=24)
STATES: Final = ("scheduled", "running", "paused", "finished")
ENDED: Final = ("completed", "paid", "closing", "closed", "cancelled")  # never accepts applications again


def sends_invitations(kind: str, *, is_private: bool) -> bool:
    """Only public, ordinary listings: direct hires have their person, managed products find people themselves."""
    return kind == "ordinary" and not is_private


def size(number: int, spots: int, *, boosted: bool = False) -> int:
    """The maximum of people that wave `number` (from 1) invites. Later waves have the size of the last scheduled one."""
    wave = WAVES[min(number, len(WAVES)) - 1]
    return min(wave.per_spot * spots, WAVE_MAX) * (BOOST if boosted else 1)


def planned(done: int, spots: int) -> int:
    """How many people the scheduled waves after wave `done` invite in all."""
    return sum(size(number, spots) for number in range(done + 1, len(WAVES) + 1))


def next_wave_at(done: int, at: datetime) -> datetime | None:
    """When (UTC) the wave after wave `done` is due; `at`: when that one was sent, or for 0, when the listing went live."""
    return at + WAVES[done].pause if done < len(WAVES) else None


def state(*, recruits: bool, is_over: bool, wave: int, more: bool) -> str:
    """The outreach status. `recruits`: people can apply now; `is_over`: never again; `wave`: waves sent; `more`: another is
    planned."""
    if is_over or not more:
        return "finished"
    if not recruits:
        return "paused"
    return "running" if wave else "scheduled"


def refuses_document(
    document: str, *, allowed: Collection[str], closed: Collection[str], identity_required: bool
) -> bool:
    """Whether the country check (services.screening.check_country) refuses anybody with a verified document of this country,
    wherever they are."""
    return document in closed or (identity_required and bool(allowed) and document not in allowed)
