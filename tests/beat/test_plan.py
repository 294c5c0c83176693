"""When timers run and are asked about: no clock, no database."""

from datetime import UTC, datetime
from math import inf

import pytest

from config.beat.plan import AGAIN_SECONDS, LONGEST_PAUSE, SAFETY_SECONDS, Plan, Timer

AT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def plan() -> Plan:
    """At second 0 all timers were asked about, and nothing is due."""
    found = Plan([Timer("quick", 5), Timer("slow", 60), Timer("steady", 10, is_steady=True)], 0.0)
    for timer in found.due(0.0):
        found.ran(timer, 0.0, AT, AT)
    found.seen({}, found.to_look_at(0.0), 0.0)
    return found


def names(timers: list[Timer]) -> set[str]:
    return {timer.name for timer in timers}


def test_a_timer_runs_when_its_row_is_due_and_not_before(plan: Plan) -> None:
    plan.seen({"slow": 7.5}, [plan.timers["slow"]], 1.0)

    assert plan.next_moment() == 7.5
    assert names(plan.due(7.4)) == set()
    assert names(plan.due(7.5)) == {"slow"}


def test_without_rows_nothing_runs_and_nothing_is_asked_until_the_safety_look(plan: Plan) -> None:
    del plan.timers["steady"]

    assert plan.next_moment() == SAFETY_SECONDS
    assert plan.to_look_at(SAFETY_SECONDS - 0.1) == plan.due(SAFETY_SECONDS - 0.1) == []
    assert names(plan.to_look_at(SAFETY_SECONDS)) == {"quick", "slow"}


def test_a_timer_that_waits_for_no_row_runs_by_its_interval(plan: Plan) -> None:
    assert names(plan.due(9.9)) == set()
    assert names(plan.due(10.0)) == {"steady"}
    plan.ran(plan.timers["steady"], 10.0, AT, AT)
    assert plan.timers["steady"].run == 20.0 and plan.to_look_at(59.0) == []


def test_a_hint_asks_about_its_timer_alone(plan: Plan) -> None:
    plan.look_at({"slow", "unknown", "steady"}, 3.0)

    assert names(plan.to_look_at(3.0)) == {"slow"}


def test_what_a_run_left_is_asked_about_after_a_pause_beyond_it_and_whole_after_the_interval(plan: Plan) -> None:
    slow = plan.timers["slow"]
    plan.seen({"slow": 1.0}, [slow], 1.0)
    plan.ran(slow, 1.0, AT, AT)

    # after its pause: beyond what was due
    assert slow.pause == 6.0 and names(plan.to_look_at(7.0)) == {"slow"} and slow.looks_beyond(7.0)
    plan.seen({}, [slow], 7.0)
    assert names(plan.to_look_at(59.0)) == set()
    # after its interval: whatever is due
    plan.safety = inf
    assert names(plan.to_look_at(61.0)) == {"slow"} and not slow.looks_beyond(61.0)


def test_two_runs_are_never_closer_than_the_pause_however_much_becomes_due(plan: Plan) -> None:
    slow = plan.timers["slow"]
    plan.ran(slow, 1.0, AT, AT)
    plan.seen({"slow": 2.0}, [slow], 2.0)

    assert slow.run == 1.0 + slow.pause
    assert Timer("day", 86_400).pause == LONGEST_PAUSE and plan.timers["quick"].pause == 1.0


def test_while_nobody_can_be_asked_timers_run_by_their_intervals(plan: Plan) -> None:
    slow = plan.timers["slow"]
    plan.ran(slow, 10.0, AT, AT)

    plan.not_seen([slow], 20.0)
    assert slow.run == 70.0 and slow.look == 20.0 + AGAIN_SECONDS
    plan.ran(slow, 70.0, AT, AT)
    plan.not_seen([slow], 76.0)
    assert slow.run == 130.0
    # and at the next answer by what is due
    plan.seen({"slow": 500.0}, [slow], 81.0)
    assert slow.run == 500.0


def test_one_that_never_ran_runs_at_once_when_nobody_can_be_asked(plan: Plan) -> None:
    plan.not_seen([plan.timers["quick"]], 20.0)

    assert plan.timers["quick"].run <= 20.0


def test_a_look_that_left_rows_out_is_followed_by_one_that_does_not(plan: Plan) -> None:
    slow = plan.timers["slow"]
    slow.stays_look, slow.has_skipped = 30.0, True

    plan.seen({}, [slow], 5.0)
    assert slow.look == 30.0
    slow.has_skipped = False
    plan.seen({}, [slow], 30.0)
    assert slow.look == inf


def test_everything_is_asked_about_at_once_when_what_is_known_may_be_wrong(plan: Plan) -> None:
    plan.look_at_all(4.0)

    assert names(plan.to_look_at(4.0)) == {"quick", "slow"} and plan.safety == 4.0 + SAFETY_SECONDS
