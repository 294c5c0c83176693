"""When appointments are: pure rules, in the provider's own time."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from humans.rules.recurrence import Recurrence, clash, first_day, fits_week

LISBON, BERLIN = "Europe/Lisbon", "Europe/Berlin"


def recurrence(
    first: str, interval: str = "weekly", start: str = "09:30", minutes: int = 60, zone: str = LISBON
) -> Recurrence:
    return Recurrence(date.fromisoformat(first), interval, time.fromisoformat(start), minutes, zone)


def dates(found: Recurrence, count: int) -> list[str]:
    days, day = [], found.first - timedelta(days=1)
    for _ in range(count):
        day = found.after(day)
        days.append(day.isoformat())
    return days


@pytest.mark.parametrize(
    ("first", "interval", "expected"),
    [
        ("2026-01-06", "weekly", ["2026-01-06", "2026-01-13", "2026-01-20"]),
        ("2026-01-06", "biweekly", ["2026-01-06", "2026-01-20", "2026-02-03"]),
        ("2026-01-13", "monthly", ["2026-01-13", "2026-02-10", "2026-03-10"]),  # the second Tuesday
        ("2026-01-27", "monthly", ["2026-01-27", "2026-02-24", "2026-03-24"]),  # the fourth, although March has five
        ("2026-03-31", "monthly", ["2026-03-31", "2026-04-28", "2026-05-26"]),  # a fifth one stands for the last
    ],
)
def test_appointments_keep_their_place_in_the_week_or_month(first: str, interval: str, expected: list[str]) -> None:
    assert dates(recurrence(first, interval), 3) == expected


def test_the_time_on_the_wall_stays_when_the_clocks_change() -> None:
    tuesdays = recurrence("2026-03-24")

    assert [tuesdays.begins(date(2026, 3, day)).isoformat() for day in (24, 31)] == [
        "2026-03-24T09:30:00+00:00",
        "2026-03-31T08:30:00+00:00",
    ]


def test_a_time_that_the_clocks_skip_is_an_hour_later_and_one_that_comes_twice_is_the_first() -> None:
    sundays = recurrence("2026-03-22", start="02:30", zone=BERLIN)

    assert sundays.begins(date(2026, 3, 29)) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 03:30 on the wall
    assert sundays.begins(date(2026, 10, 25)) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert sundays.ends(date(2026, 10, 25)) - sundays.begins(date(2026, 10, 25)) == timedelta(hours=1)


def test_the_first_day_leaves_the_time_that_is_asked_for() -> None:
    earliest = datetime(2026, 1, 6, 9, 30, tzinfo=UTC)

    assert first_day(1, time(9, 30), LISBON, earliest) == date(2026, 1, 6)
    assert first_day(1, time(9, 29), LISBON, earliest) == date(2026, 1, 13)
    assert first_day(0, time(9, 30), LISBON, earliest) == date(2026, 1, 12)
    assert first_day(2, time(1, 0), "Asia/Tokyo", datetime(2026, 1, 6, 15, 0, tzinfo=UTC)) == date(2026, 1, 7)


def test_what_began_while_nobody_looked_is_passed_over() -> None:
    weekly, monthly = recurrence("2026-01-06"), recurrence("2026-01-06", "monthly")
    long_after = datetime(2026, 2, 17, 10, 0, tzinfo=UTC)

    assert weekly.next(long_after, date(2026, 1, 12)) == date(2026, 2, 24)
    assert weekly.next(datetime(2026, 1, 6, 12, tzinfo=UTC), date(2026, 1, 12)) == date(2026, 1, 13)
    assert monthly.next(long_after, date(2026, 2, 2)) == date(2026, 3, 3)


WEEK = {"tuesday": [{"start": "09:00", "end": "11:00"}, {"start": "11:00", "end": "12:00"}]}


@pytest.mark.parametrize(
    ("week", "weekday", "start", "end", "fits"),
    [
        ({}, 1, 0, 60, True),
        ({"tuesday": []}, 1, 0, 60, True),
        (WEEK, 1, 540, 720, True),
        (WEEK, 1, 630, 690, True),
        (WEEK, 1, 530, 590, False),
        (WEEK, 1, 690, 721, False),
        (WEEK, 0, 540, 600, False),
    ],
)
def test_a_slot_lies_within_the_hours_of_the_person(
    week: dict[str, list[dict[str, str]]], weekday: int, start: int, end: int, fits: bool
) -> None:
    assert fits_week(week, weekday, start, end) is fits


@pytest.mark.parametrize(
    ("other", "taken"),
    [
        (recurrence("2026-02-03"), True),
        (recurrence("2026-02-03", "biweekly"), True),
        (recurrence("2026-02-03", start="10:29"), True),
        (recurrence("2026-02-03", start="10:30"), False),
        (recurrence("2026-02-03", start="08:30"), False),
        (recurrence("2026-02-04"), False),
        (recurrence("2026-02-03", start="10:30", zone=BERLIN), True),
        (recurrence("2026-02-03", start="09:30", zone=BERLIN), False),
        (recurrence("2026-02-03", start="04:30", zone="America/New_York"), True),
        # Only while America is on summer time and Portugal is not.
        (recurrence("2026-02-03", start="05:30", zone="America/New_York"), True),
    ],
)
def test_two_slots_clash_when_they_ever_overlap(other: Recurrence, taken: bool) -> None:
    assert clash(recurrence("2026-01-06"), other) is taken
    assert clash(other, recurrence("2026-01-06")) is taken
