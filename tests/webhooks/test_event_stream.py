"""The stream of events: each once, in order, from where the reader was; alive without news, and ended with its key."""

import asyncio
import json
import re
from typing import Any

import pytest
from django.contrib.sessions.models import Session

from config.waiting import application
from config.waiting.application import WaitingApplication
from tests.api import Api
from tests.webhooks import waits as waits_module
from tests.webhooks.test_waiting import revoke
from tests.webhooks.waits import CAP, aside, publish, publish_now, until, waits
from webhooks.services import waiting
from webhooks.services.waiting import Hub
from webhooks.views import events

app, hub = waits_module.app, waits_module.hub
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
STREAM = "/api/events/stream"


def ids_in(raw: bytes) -> list[str]:
    """The events of a piece of a stream; the id of each line is that of its event."""
    found = [json.loads(line) for line in re.findall(rb"^data: (.*)$", raw, re.M)]
    named = [line.decode() for line in re.findall(rb"^id: (.*:.*)$", raw, re.M)]
    assert named == [event["id"] for event in found]
    return named


def test_events_come_as_they_happen_each_once(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    publish_now(agent, "txn_old")

    async def scene() -> None:
        async with waits(app) as ask:
            # given a reader of what happens from now on
            call = ask(agent, STREAM)
            status, headers = await call.begins()
            assert (status, headers["content-type"]) == (200, "text/event-stream")
            assert "content-length" not in headers
            assert "no-store" in headers["cache-control"]
            assert ids_in(await call.read_until(b"retry: 3000")) == []
            await until(lambda: hub.hears)

            # when things happen
            for n in range(2):
                event = await publish(agent, f"txn_{n}")
                # then each comes once, as the inbox has it
                assert ids_in(await call.read_until(b"data: ")) == [event.key]
            call.hang_up()

    asyncio.run(scene())


def test_after_a_break_the_last_id_brings_what_was_missed(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    first, *missed = [publish_now(agent, f"txn_{n}") for n in range(3)]

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"{STREAM}?after=now", Last_Event_ID=first.key)
            await call.begins()
            assert ids_in(await call.read_until(missed[-1].key.encode())) == [event.key for event in missed]
            call.hang_up()

    asyncio.run(scene())


def test_a_break_before_the_first_event_loses_nothing(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            # given a stream that broke before anything came
            broken = ask(agent, STREAM)
            await broken.begins()
            place = re.search(rb"^id: (\S+)$", await broken.read_until(b"\n\n"), re.M)
            assert place
            broken.hang_up()
            event = await publish(agent, "txn_1")

            # when the reader comes back with the id of its opening
            again = ask(agent, STREAM, Last_Event_ID=place[1].decode())
            await again.begins()

            # then the event is there
            assert ids_in(await again.read_until(b"data: ")) == [event.key]
            again.hang_up()

    asyncio.run(scene())


def test_a_long_backlog_comes_whole_and_in_order(
    app: WaitingApplication, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "_STREAMED", 2)
    written = [publish_now(agent, f"txn_{n}").key for n in range(7)]

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"{STREAM}?after=start")
            await call.begins()
            assert ids_in(await call.read_until(written[-1].encode())) == written
            call.hang_up()

    asyncio.run(scene())


def test_a_stream_has_what_was_chosen_only(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"{STREAM}?types={CAP}")
            await call.begins()
            await until(lambda: hub.hears)
            await publish(agent, "txn_1")
            wanted = await publish(agent, "txn_2", CAP)
            assert ids_in(await call.read_until(b"data: ")) == [wanted.key]
            call.hang_up()

    asyncio.run(scene())


def test_a_silent_stream_shows_that_it_lives(
    app: WaitingApplication, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "HEARTBEAT_SECONDS", 0.05)

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, STREAM)
            await call.begins()
            await call.read_until(b": waiting\n\n")
            await call.read_until(b": waiting\n\n")
            call.hang_up()

    asyncio.run(scene())


def test_a_stream_ends_with_its_key(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, STREAM)
            await call.begins()
            await call.read_until(b"retry")
            await until(lambda: hub.hears)
            await revoke(agent)
            assert ids_in(await call.ends()) == []
            refused = await ask(agent, STREAM).answer()
            assert (refused.status, refused.code) == (401, "invalid_credentials")

    asyncio.run(scene())


def test_a_stream_ends_with_its_session_though_nobody_tells(
    app: WaitingApplication, worker: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "STREAM_SECONDS", 0.3)

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(worker, STREAM)
            await call.begins()
            await call.read_until(b"retry")
            await aside(lambda: Session.objects.all().delete())
            assert ids_in(await call.ends()) == []

    asyncio.run(scene())


@pytest.mark.parametrize("last", ["no-place-of-ours", "wallet.low_balance:acc_1", "x" * 500])
def test_a_place_that_is_none_is_refused(app: WaitingApplication, hub: Hub, agent: Api, last: str) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            answer = await ask(agent, STREAM, Last_Event_ID=last).answer()
            assert (answer.status, answer.code) == (400, "invalid_cursor")

    asyncio.run(scene())
    assert len(hub) == 0


def test_strangers_see_nothing(app: WaitingApplication, hub: Hub, agent: Api, other_agent: Api) -> None:
    event = publish_now(agent, "txn_1")

    async def scene() -> None:
        async with waits(app) as ask:
            stranger = await ask(Api(), STREAM).answer()
            assert (stranger.status, stranger.code) == (401, "authentication_required")
            theirs = await ask(other_agent, STREAM, Last_Event_ID=event.key).answer()
            assert (theirs.status, theirs.code) == (400, "invalid_cursor")

    asyncio.run(scene())


def test_head_ends_at_once(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            for path in (STREAM, "/api/events?wait=55"):
                answer: Any = await ask(agent, path, method="HEAD").answer()
                assert (answer.status, answer.body) == (200, b"")

    asyncio.run(scene())
    assert len(hub) == 0


def test_where_requests_cannot_be_held_back_a_thread_streams_for_a_while(
    hub: Hub, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "STREAM_SECONDS", 0.2)
    event = publish_now(agent, "txn_1")

    answer = agent.get(f"{STREAM}?after=start")

    assert (answer.status, ids_in(answer.body)) == (200, [event.key])
    assert b"retry: 3000" in answer.body
    assert len(hub) == 0
    assert [waiting._threads.acquire(blocking=False) for _ in range(3)] == [True, True, False], "given back"
