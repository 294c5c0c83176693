"""Turns of the timers that run by the hour or by the day: kept in rows, so that a beat which is started again goes on."""

from collections.abc import Mapping
from datetime import timedelta

from django.db.models import F, Value
from django.db.models.functions import Greatest

from marketplace.core import clock
from marketplace.models import BeatPlace, TimerTurn
from marketplace.services.places import Place


def acquire() -> Place | None:
    """The place of beat, or None while another process has it."""
    return Place.acquire(BeatPlace._meta.db_table, places=1)


def note_timers(seconds: Mapping[str, float]) -> None:
    """Of each timer (its name and the seconds between two runs) the first turn, unless it has one. One statement."""
    now = clock.wall()
    turns = [TimerTurn(task=task, next_at=now + timedelta(seconds=every)) for task, every in seconds.items()]
    TimerTurn.objects.bulk_create(turns, ignore_conflicts=True)


def next_turn(task: str, seconds: float) -> None:
    """The timer has run: its next turn is so many seconds from now. One statement."""
    TimerTurn.objects.filter(task=task).update(next_at=clock.wall() + timedelta(seconds=seconds))


def bring_nearer(seconds: float) -> None:
    """The sandbox's clock went on by so many seconds: every turn comes as much sooner, at the earliest now, since beat takes what
    was due before its last run for what that run has left. One statement."""
    now = clock.wall()
    sooner = Greatest(F("next_at") - timedelta(seconds=seconds), Value(now))
    TimerTurn.objects.filter(next_at__gt=now).update(next_at=sooner)
