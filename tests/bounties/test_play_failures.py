"""A play goes on after a fault of ours, does nothing twice, and ends when it fails again and again."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Play
from bounties.rules.plays import FAILURES_MOST
from bounties.services import played_acts, plays
from humans.models import Message
from marketplace.core import clock
from marketplace.core.ids import decode
from tests.factories.market import untouched
from tests.factories.plays import Stage

pytestmark = pytest.mark.django_db


def test_a_play_that_dies_in_an_act_has_done_nothing_and_does_it_once_later(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    play = stage.play("rosa")
    clock.freeze(clock.now() + timedelta(minutes=11))
    write = Play.save

    def die(self: Play, **how: Any) -> None:
        if "done" in how.get("update_fields", ()):
            raise RuntimeError("the worker died here")
        write(self, **how)

    monkeypatch.setattr(Play, "save", die)
    with untouched(besides=Play):
        assert plays.run_due() == 0
    monkeypatch.undo()
    row = Play.objects.get()
    assert (row.status, row.done, row.failures) == ("running", {}, 1), "only that it failed is written down"

    assert plays.run_due() == 1
    assert plays.run_due() == 0
    assert Play.objects.get().failures == 0, "in a row"
    assert stage.application(play).status == "pending"


def test_a_step_that_somebody_else_did_meanwhile_is_not_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    play = stage.play("rosa")
    clock.freeze(clock.now() + timedelta(minutes=11))
    (row,) = Play.objects.all()
    prepare = plays.played_acts.prepare

    def first_another(*args: Any) -> Any:
        prepared = prepare(*args)
        monkeypatch.undo()
        assert plays.act(row.pk)  # another worker, between our look and our lock
        return prepared

    monkeypatch.setattr(plays.played_acts, "prepare", first_another)

    assert plays.act(row.pk) is False
    assert stage.application(play).status == "pending"
    assert Message.objects.filter(sender__simulated__isnull=False).count() == 1


def test_a_play_whose_step_fails_again_and_again_ends_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    shown, sound = stage.play("rosa"), stage.play("ben", script="redo")
    broken = Play.objects.get(pk=decode("ply", shown["id"]))
    perform = played_acts.perform

    def fail(play: Play, *args: Any) -> None:
        if play.pk == broken.pk:
            raise ZeroDivisionError("a fault of ours")
        perform(play, *args)

    monkeypatch.setattr(played_acts, "perform", fail)
    clock.freeze(clock.now() + timedelta(minutes=11))

    for number in range(1, FAILURES_MOST):
        plays.run_due()
        broken.refresh_from_db()
        assert (broken.status, broken.failures, broken.done) == ("running", number, {})
    for _ in range(3):
        plays.run_due()

    broken.refresh_from_db()
    assert (broken.status, broken.outcome, broken.failures) == ("failed", "server_error", FAILURES_MOST)
    assert "5 times in a row" in broken.words and "ZeroDivisionError" in broken.words
    assert broken.due_at is None and broken.ended_at is not None
    shown = stage.shown(shown)
    assert (shown["status"], shown["outcome"], shown["words"]) == ("failed", "server_error", broken.words)
    assert stage.application(sound).status == "pending", "nobody else is held up"


def test_a_step_that_works_at_last_forgets_the_failures_before(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage()
    asked = stage.play("rosa")
    play = Play.objects.get(pk=decode("ply", asked["id"]))
    clock.freeze(clock.now() + timedelta(minutes=11))
    with monkeypatch.context() as patch:
        patch.setattr(played_acts, "perform", lambda *args: 1 / 0)
        plays.run_due()
    play.refresh_from_db()
    assert play.failures == 1

    plays.run_due()

    play.refresh_from_db()
    assert (play.failures, stage.application(asked).status) == (0, "pending")
