"""What beat asks: every timer is in it, by one statement, and nothing that is due is left out."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application
from config.beat import looks
from config.beat.plan import Timer
from config.celery import BEAT
from marketplace.core import clock, ids
from marketplace.models import Mail, OrphanedFile, TimerTurn
from marketplace.services import beats
from tests.factories.market import given_hired

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]
At = Callable[[str], datetime]


@pytest.mark.main
def test_every_timer_says_what_it_waits_for_or_why_it_waits_for_nothing() -> None:
    waits = {due.task for due in looks.dues()} - looks.turns().keys()
    turns = {name for name, row in BEAT.items() if "turns" in row}

    assert {due.task for due in looks.dues()} <= set(BEAT)
    assert set(BEAT) - waits == turns - waits
    assert all(len(BEAT[name]["turns"]) > 10 for name in turns)


def test_timers_that_wait_for_no_row_are_few_and_leave_an_idle_instance_alone() -> None:
    """By the minute: turns cost a task each."""
    often = {name: row["every"] for name, row in BEAT.items() if "turns" in row and row["every"] < 3600}

    assert often == {"marketplace.heartbeat": 10, "marketplace.record_status": 60}


def test_all_timers_are_asked_about_by_one_statement() -> None:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        looks.ask(looks.timers(), 0.0)

    assert len(asked) == 1


@pytest.mark.main
def test_every_timer_knows_the_tables_and_columns_that_bring_it_nearer() -> None:
    known = {task for columns in looks.columns().values() for tasks in columns.values() for task in tasks}

    assert known == {due.task for due in looks.dues()}
    for due in looks.dues():
        field = due.rows.model._meta.get_field(due.by) if due.by != "wanted_at" else None
        if field is not None:
            assert due.task in looks.columns()[due.rows.model._meta.db_table][field.column]


def test_a_seat_is_due_at_its_moment(at: At) -> None:
    at("2026-03-01T10:00Z")
    Mail.objects.update(next_attempt_at=None)
    seat = given_hired().application
    task = Timer("bounties.release_unconfirmed_seats", 15)

    assert seat.confirm_by is not None
    assert looks.ask([task], 100.0) == {task.name: 100.0 + (seat.confirm_by - clock.now()).total_seconds()}
    Application.objects.update(confirmed_at=clock.now())
    assert looks.ask([task], 100.0) == {}


def test_of_a_timer_that_takes_several_things_the_first_counts() -> None:
    seat, now = given_hired().application, clock.now()
    Application.objects.filter(pk=seat.pk).update(nudge_at=now + timedelta(hours=2), flag_at=now + timedelta(hours=1))
    task = Timer("bounties.warn_silent_seats", 60)

    assert 3590 < looks.ask([task], 0.0)[task.name] < 3601


def test_what_is_left_of_the_last_run_hides_nothing_that_became_due_since(at: At) -> None:
    now = at("2026-03-01T10:00Z")
    Mail.objects.all().delete()
    for minutes in (-30, 1):
        Mail.objects.create(to="a@example.com", subject="s", text="t", next_attempt_at=now + timedelta(minutes=minutes))
    task = Timer("marketplace.send_mails", 15, sent=100.0, sent_at=now)

    # it failed a moment ago: the next one is what it waits for
    assert looks.ask([task], 101.0) == {task.name: 101.0 + 60 + 2}
    # after the interval it is tried again
    assert looks.ask([task], 116.0)[task.name] < 0


def test_rows_that_may_stay_due_are_asked_for_once_in_the_interval() -> None:
    task = Timer("wallet.recover", 60)

    with CaptureQueriesContext(connection) as asked:
        looks.ask([task], 100.0)
        looks.ask([task], 110.0)
    assert len(asked) == 1 and task.has_skipped
    looks.ask([task], 160.0)
    assert not task.has_skipped


def test_files_wait_by_the_machines_clock(at: At) -> None:
    at("2040-01-01T10:00Z")
    OrphanedFile.objects.create(id=ids.new(), storage_key="k", due_at=clock.wall() + timedelta(hours=1))
    task = Timer("marketplace.delete_orphaned_files", 300)

    assert 3590 < looks.ask([task], 0.0)[task.name] < 3601


def test_a_day_goes_on_when_beat_is_started_again() -> None:
    beats.note_timers(looks.turns())
    TimerTurn.objects.filter(task="wallet.check_books").update(next_at=clock.wall() + timedelta(minutes=5))

    beats.note_timers(looks.turns())  # the next beat

    task = Timer("wallet.check_books", 86_400)
    assert 290 < looks.ask([task], 0.0)[task.name] < 301
    beats.next_turn(task.name, task.every)
    assert 86_390 < looks.ask([task], 0.0)[task.name] < 86_401


def test_a_turn_that_a_jump_has_brought_nearer_is_due_although_it_ran_a_moment_ago() -> None:
    # given a clean-up that ran just now, whose next turn is in an hour
    task = Timer("marketplace.delete_expired", 3600)
    beats.note_timers({task.name: task.every})
    task.sent, task.sent_at, task.sent_wall = 0.0, clock.now(), clock.wall()

    # when the sandbox's clock goes on by a week
    beats.bring_nearer(7 * 86_400)

    # then it is due at once, and not for what the last run has left
    assert -1 < looks.ask([task], 0.0)[task.name] < 1
