"""Hints may be lost, and Redis may be away: who waits is told all the same. Where requests can't be held, a few threads wait."""

import asyncio
import socket
import threading
import time
from typing import Any

import pytest
import redis
from django.conf import settings as configured
from django.db import connections, transaction
from pytest_django import Settings

from config.waiting.application import WaitingApplication
from marketplace.core import queue
from tests.api import Answer, Api
from tests.webhooks import waits as waits_module
from tests.webhooks.test_waiting import ids_of
from tests.webhooks.waits import PATIENCE, TOP_UP, publish, publish_now, until, waits
from webhooks import outbox
from webhooks.rules.waiting import CHANNEL, LONGEST
from webhooks.services import waiting
from webhooks.services.waiting import Hub

app, hub = waits_module.app, waits_module.hub
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


@pytest.fixture
def unheard(monkeypatch: pytest.MonkeyPatch) -> None:
    """No hint is sent: as if the process had died between its commit and the hint."""
    monkeypatch.setattr(queue._Announcement, "__call__", lambda self: None)


@pytest.mark.usefixtures("unheard")
def test_a_hint_that_was_lost_costs_time_and_no_event(
    app: WaitingApplication, hub: Hub, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(waiting, "_TIMEOUT", 0.05)

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}")
            await until(lambda: len(hub) == 1 and hub.hears)
            event = await publish(agent, "txn_1")
            assert ids_of(await call.answer()) == [event.key]

    asyncio.run(scene())


@pytest.mark.usefixtures("unheard")
@pytest.mark.parametrize("kind", ["refuses", "hangs"])
def test_without_redis_inboxes_are_looked_at(
    app: WaitingApplication,
    hub: Hub,
    agent: Api,
    other_agent: Api,
    monkeypatch: pytest.MonkeyPatch,
    settings: Settings,
    kind: str,
) -> None:
    monkeypatch.setattr(waiting, "POLL_SECONDS", 0.05)
    monkeypatch.setattr(waiting, "_TIMEOUT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.REDIS_URL = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        if kind == "refuses":
            silent.close()

        async def scene() -> None:
            async with waits(app) as ask:
                calls = [ask(agent, f"/api/events?wait={LONGEST}"), ask(other_agent, "/api/events?wait=2")]
                await until(lambda: len(hub) == 2)
                event = await publish(agent, "txn_1")
                assert ids_of(await calls[0].answer()) == [event.key]
                assert ids_of(await calls[1].answer()) == []

        asyncio.run(scene())
        assert not hub.hears


@pytest.mark.usefixtures("unheard")
def test_a_subscription_that_broke_is_made_again_and_what_came_meanwhile_is_told(
    app: WaitingApplication, hub: Hub, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "POLL_SECONDS", 0.05)

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}")
            await until(lambda: len(hub) == 1 and hub.hears)
            event = await publish(agent, "txn_1")
            with redis.Redis.from_url(configured.REDIS_URL) as client:
                client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            assert ids_of(await call.answer()) == [event.key]
            await until(lambda: hub.hears)

    asyncio.run(scene())


def test_a_process_that_ends_answers_everyone_first(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            waiting_call, stream = ask(agent, f"/api/events?wait={LONGEST}"), ask(agent, "/api/events/stream")
            await stream.begins()
            await until(lambda: len(hub) == 2)

            await asyncio.to_thread(hub.close)

            assert ids_of(await waiting_call.answer()) == []
            assert b"retry" in await stream.ends()
            late = await ask(agent, f"/api/events?wait={LONGEST}").answer()
            assert ids_of(late) == [], "who comes now is not held"

    asyncio.run(scene())


def asked_by_threads(agent: Api, paths: list[str]) -> tuple[list[threading.Thread], list[Answer]]:
    answers: list[Answer] = []

    def work(path: str) -> None:
        try:
            answers.append(agent.get(path))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(path,)) for path in paths]
    for thread in threads:
        thread.start()
    return threads, answers


def wait_for(condition: Any) -> None:
    asyncio.run(until(condition))


def test_a_few_threads_wait_and_the_rest_are_answered_at_once(hub: Hub, agent: Api) -> None:
    # given as many threads that wait as may
    threads, answers = asked_by_threads(agent, [f"/api/events?wait={LONGEST}"] * 2)
    wait_for(lambda: len(hub) == 2 and hub.hears)

    # when another caller would wait, they are told when to ask again
    other = agent.get(f"/api/events?wait={LONGEST}")
    assert ids_of(other) == []
    assert int(other.headers["Retry-After"]) > 0

    # then those who wait are told of a commit, and their threads are free
    event = publish_now(agent, "txn_1")
    for thread in threads:
        thread.join(PATIENCE)
    assert [ids_of(answer) for answer in answers] == [[event.key]] * 2
    assert not any("Retry-After" in answer.headers for answer in answers)
    assert waiting._threads.acquire(blocking=False)


def test_a_thread_waits_without_a_connection(hub: Hub, agent: Api) -> None:
    threads, _ = asked_by_threads(agent, [f"/api/events?wait={LONGEST}"])
    wait_for(lambda: len(hub) == 1 and hub.hears)

    def others() -> int:
        with transaction.atomic(), connections["default"].cursor() as cursor:
            cursor.execute(
                "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
                " and backend_type = 'client backend'"  # no autovacuum
            )
            return int(cursor.fetchone()[0])

    wait_for_in_thread = threading.Event()
    for _ in range(200):
        if others() == 0:
            break
        wait_for_in_thread.wait(0.05)
    assert others() == 0
    publish_now(agent, "txn_1")
    threads[0].join(PATIENCE)


def test_a_hint_is_sent_once_for_each_account_after_the_commit_and_never_without_it(
    agent: Api, other_agent: Api
) -> None:
    with redis.Redis.from_url(configured.REDIS_URL) as client, client.pubsub() as heard:
        heard.subscribe(CHANNEL)
        assert heard.get_message(timeout=PATIENCE)["type"] == "subscribe"
        mine = [str(who.account.pk) for who in (agent, other_agent)]

        with transaction.atomic():
            for who in (agent, agent, other_agent):
                outbox.publish(type=TOP_UP, entity="txn_1", account_id=who.account.pk, data={})
            outbox.publish(type="escrow.moved", entity="esc_1", account_id=agent.account.pk, data={}, public=False)
            assert _hints(heard, mine, seconds=0.1) == [], "not before the commit"
        with transaction.atomic():
            outbox.publish(type=TOP_UP, entity="txn_2", account_id=agent.account.pk, data={})
            transaction.set_rollback(True)
        client.publish(CHANNEL, "the end")

        said = _hints(heard, [*mine, "the end"], seconds=PATIENCE)
    assert said == [*mine, "the end"]


def _hints(heard: redis.client.PubSub, expected: list[str], *, seconds: float) -> list[str]:
    """Those of `expected` that come, up to the last of them. Threads of other tests may still send hints of theirs."""
    end, said = time.monotonic() + seconds, []
    while (left := end - time.monotonic()) > 0 and expected[-1] not in said:
        message = heard.get_message(timeout=left)
        if message is not None and (word := message["data"].decode()) in expected:
            said.append(word)
    return said


def test_a_redis_that_is_away_is_no_reason_to_fail_and_is_left_alone_for_a_while(
    agent: Api, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    queue._client.cache_clear()
    monkeypatch.setattr(queue, "_send", lambda *_: None)
    monkeypatch.setattr(queue, "_paused_until", 0.0)
    monkeypatch.setattr(queue, "_is_suspect", False)
    try:
        event = publish_now(agent, "txn_1")

        assert event.pk
        assert queue._paused_until > 0
        assert ids_of(agent.get("/api/events")) == [event.key]
    finally:
        queue._client.cache_clear()
