"""QA templates: schedule, cost of a run, and the checks between fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from bounties.rules.bounties import POOL_MAX_CENTS
from escrow.rules.escrows import unit
from marketplace.core.money import format_usd

STATUSES: Final = ("active", "paused")
MODES: Final = ("photo", "video", "document")
CATEGORY: Final = "computer-gigs"  # of the bounties of all runs
CADENCES: Final = {"once": None, "daily": 1, "every_2_days": 2, "weekly": 7, "custom": None}
WRITE_LIMITS: Final = ("write", "qa.burst", "qa.hour")  # the rate limits of every write to a template or run
LIST_MAX: Final = 100
RUNS_MAX: Final = 10_000
UNFUNDED_MAX: Final = 3  # runs in a row without money, then the template pauses


def days_between(cadence: str, custom: int | None) -> int | None:
    """Days from one run to the next; None for a template that runs once."""
    return custom if cadence == "custom" else CADENCES[cadence]


def run_cost(pay_cents: int, testers: int, bps: int) -> int:
    """What a run reserves, in cents: each tester's pay plus the fee on it, rounded per tester. `bps`: basis points."""
    return unit(pay_cents, bps).total * testers


def next_time(last: datetime, days: int, now: datetime) -> datetime:
    """The first time after `now` in steps of `days` from `last`, at the same time of day in UTC; missed times are skipped."""
    gone = max(timedelta(0), now - last) // timedelta(days=days)
    return last + (gone + 1) * timedelta(days=days)


def latest_time(due: datetime, days: int | None, now: datetime) -> datetime:
    """The time of the run to start now: the latest of those that are due."""
    return due if days is None else next_time(due, days, now) - timedelta(days=days)


def runs_at_most(days: int | None, *, begins: datetime, ends_at: datetime | None, most: int | None) -> int | None:
    """How many runs a template has in all, from the beginning of its schedule (UTC): by the times before its end, and its number of
    runs; None when it goes on for good.
    """
    if days is None:
        return 1
    in_time = None if ends_at is None else max(0, -((begins - ends_at) // timedelta(days=days)))
    return min((number for number in (in_time, most) if number is not None), default=None)


class Taking(NamedTuple):
    """What a template may still take of a wallet, in cents: each run, and in a month; `runs` that are left and the `days` between
    them, None without an end and for a single one."""

    each: int
    runs: int | None
    days: int | None
    month: int


def takes_more(before: Taking, after: Taking) -> bool:
    """Whether what was agreed to no longer covers it: a run is dearer, all of them together are, or it has no end any more. Of two
    without an end: more often, or with more in a month."""
    if after.each > before.each:
        return True
    if after.runs is None:
        more_often = before.days is None or (after.days is not None and after.days < before.days)
        return before.runs is not None or more_often or after.month > before.month
    return before.runs is not None and after.runs * after.each > before.runs * before.each


def is_over(moment: datetime, *, ends_at: datetime | None, started: int, most: int | None) -> bool:
    """Whether no run of a template may start at this time any more: by the end of its schedule, or by its number of runs."""
    return (ends_at is not None and moment >= ends_at) or (most is not None and started >= most)


def find_errors(values: Mapping[str, Any], bps: int) -> dict[str, list[str]]:
    """Check the fields of a whole template against each other: API name of the field -> messages."""
    wrong: dict[str, list[str]] = {}
    cadence, days = values["cadence"], values["cadence_days"]
    if cadence == "custom" and days is None:
        wrong["cadenceDays"] = ["A custom cadence needs the number of days between two runs, 1 to 30."]
    elif cadence != "custom" and days is not None:
        wrong["cadenceDays"] = ["This goes with the cadence custom: leave it out, or send cadence custom."]
    pay, testers, budget = values["pay_per_tester_cents"], values["tester_count"], values["budget_per_run_cents"]
    if pay * testers > POOL_MAX_CENTS:
        wrong["testerCount"] = [
            f"{testers} x {format_usd(pay)} is more than {format_usd(POOL_MAX_CENTS)}, the most that one run may pay "
            "its testers in all."
        ]
    one = unit(pay, bps)
    if budget < one.total * testers:
        wrong["budgetPerRunCents"] = [
            f"{testers} x ({one.price} pay + {one.fee} fee) = {one.total * testers} cents: give at least that."
        ]
    cap = values["period_cap_cents"]
    if cadence == "once" and cap != budget:
        wrong["periodCapCents"] = [f"A template that runs once has the cap of its one run: give {budget}."]
    elif cap < budget:
        wrong["periodCapCents"] = [f"The month's cap must cover one run: give at least {budget}."]
    return wrong


@dataclass(frozen=True, slots=True)
class Windows:
    """How long testers can apply after the start, and the hours that each has for the work after confirming."""

    intake: timedelta
    work_hours: int


def windows(days: int | None) -> Windows:
    """By the days to the next run. A daily run ends within its day: 12 hours to apply, 2 to confirm, 4 to test."""
    if days == 1:
        return Windows(timedelta(hours=12), 4)
    if days is None or days < 7:
        return Windows(timedelta(hours=24), 8)
    return Windows(timedelta(hours=48), 24)
