"""After a restore: a reader who was further than the backup is told, and misses nothing of what comes then."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command

from marketplace.core import clock
from tests.api import Api
from webhooks.models import Event, Restoration

from .test_inbox import ids_of, publish, walk

pytestmark = pytest.mark.django_db


def given_read(agent: Api, count: int, word: str) -> tuple[list[str], str]:
    """Events, and the cursor behind them."""
    written = [publish(agent, f"{word}_{n}").key for n in range(count)]
    return written, agent.get("/api/events?limit=200")["nextCursor"]


def restore(agent: Api, kept: list[str]) -> None:
    """As from a backup of the time when there were only these."""
    Event.objects.filter(account=agent.account.pk).exclude(key__in=kept).delete()
    call_command("mark_restored", note="a test")


@pytest.mark.main
def test_a_reader_beyond_the_backup_is_told_and_loses_nothing(agent: Api) -> None:
    kept, _ = given_read(agent, 3, "kept")
    _, beyond = given_read(agent, 4, "lost")
    restore(agent, kept)
    new = [publish(agent, f"new_{n}").key for n in range(5)]

    refused = agent.get(f"/api/events?after={beyond}")

    assert (refused.status, refused.code, refused["retryable"]) == (409, "inbox_restored", False)
    assert refused["restoredAt"] and refused["docUrl"]
    assert refused["nextActions"], "it says which call goes on"
    assert walk(agent, after=refused["readAfter"]) == new, "and what was kept is not read again"


def test_a_reader_behind_the_backup_reads_on_where_it_was(agent: Api) -> None:
    first, behind = given_read(agent, 2, "first")
    kept, _ = given_read(agent, 2, "kept")
    restore(agent, first + kept)
    new = [publish(agent, "new").key]

    refused = agent.get(f"/api/events?after={behind}")
    assert walk(agent, after=refused["readAfter"]) == kept + new


def test_an_event_id_that_the_restored_inbox_does_not_know_is_answered_alike(agent: Api) -> None:
    kept, _ = given_read(agent, 2, "kept")
    lost, _ = given_read(agent, 1, "lost")
    restore(agent, kept)
    new = [publish(agent, "new").key]

    refused = agent.get(f"/api/events?after={lost[0]}")
    assert (refused.status, refused.code) == (409, "inbox_restored")
    assert walk(agent, after=refused["readAfter"]) == new
    assert ids_of(agent.get(f"/api/events?after={kept[-1]}")) == new, "one that is there is a place as ever"


def test_a_restore_that_nobody_marked_is_noticed_by_who_was_further(agent: Api) -> None:
    kept, _ = given_read(agent, 2, "kept")
    _, beyond = given_read(agent, 3, "lost")
    Event.objects.exclude(key__in=kept).delete()

    refused = agent.get(f"/api/events?after={beyond}")
    assert refused.code == "inbox_restored"
    assert walk(agent, after=refused["readAfter"]) == kept, "where it differs nobody knows: all is read"


def test_an_older_backup_over_a_restored_one_gives_no_place_twice(agent: Api, monkeypatch: Any) -> None:
    kept, _ = given_read(agent, 2, "kept")
    restore(agent, kept)
    _, of_undone = given_read(agent, 3, "undone")
    Restoration.objects.all().delete()  # the older backup does not know of the restoration
    wall = clock.wall
    monkeypatch.setattr(clock, "wall", lambda: wall() + timedelta(minutes=5))
    restore(agent, kept)
    new = [publish(agent, f"new_{n}").key for n in range(5)]

    refused = agent.get(f"/api/events?after={of_undone}")
    assert refused.code == "inbox_restored"
    assert walk(agent, after=refused["readAfter"]) == kept + new
