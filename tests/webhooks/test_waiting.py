"""Waiting for events: who waits is told of a commit, of all of them, and of nothing else."""

import asyncio
from typing import Any

import pytest

from config.waiting.application import WaitingApplication
from marketplace.services import keys
from tests.api import Api
from tests.webhooks import waits as waits_module
from tests.webhooks.waits import CAP, TOP_UP, Call, aside, publish, publish_now, until, waits
from webhooks.rules.waiting import LONGEST
from webhooks.services import inbox, waiting
from webhooks.services.waiting import Hub

app, hub = waits_module.app, waits_module.hub
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def ids_of(answer: Any) -> list[str]:
    assert answer.status == 200, answer.body
    return [event["id"] for event in answer["events"]]


def test_a_commit_answers_who_waits(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            # given a caller who waits, and holds nothing but a place
            call = ask(agent, f"/api/events?wait={LONGEST}")
            await until(lambda: len(hub) == 1 and hub.hears)

            # when something is committed
            event = await publish(agent, "txn_1")

            # then that is the answer
            assert ids_of(await call.answer()) == [event.key]
        assert len(hub) == 0

    asyncio.run(scene())


def test_what_is_there_already_is_not_waited_for(app: WaitingApplication, agent: Api) -> None:
    event = publish_now(agent, "txn_1")

    async def scene() -> None:
        async with waits(app) as ask:
            assert ids_of(await ask(agent, f"/api/events?wait={LONGEST}").answer()) == [event.key]

    asyncio.run(scene())


def test_what_is_committed_between_the_read_and_the_sleep_is_not_missed(
    app: WaitingApplication, hub: Hub, agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given an event that commits right after the inbox was found empty
    read, late = inbox.page_after, []

    def read_then_commit(*args: Any, **named: Any) -> Any:
        found = read(*args, **named)
        if not late:
            late.append(publish_now(agent, "txn_late").key)
        return found

    monkeypatch.setattr(inbox, "page_after", read_then_commit)

    async def scene() -> None:
        async with waits(app) as ask:
            first = ask(agent, "/api/events?wait=1&types=run.report_ready")  # so that the hub hears already
            await first.answer()
            late.clear()

            # when a caller waits
            call = ask(agent, f"/api/events?wait={LONGEST}&after=now")

            # then they are told
            found = ids_of(await call.answer())
            assert found == late

    asyncio.run(scene())


def test_who_waits_without_news_is_answered_when_the_time_is_over(app: WaitingApplication, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            answer = await ask(agent, "/api/events?wait=1").answer()
            assert ids_of(answer) == []
            assert "retry-after" not in answer.headers, "asked again at once, it waits again"
            event = await publish(agent, "txn_1")
            later = await ask(agent, f"/api/events?wait=1&after={answer['nextCursor']}").answer()
            assert ids_of(later) == [event.key]

    asyncio.run(scene())


def test_only_what_was_chosen_answers_and_the_rest_comes_when_it_is_asked_for(
    app: WaitingApplication, hub: Hub, agent: Api
) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}&types={CAP}")
            await until(lambda: len(hub) == 1 and hub.hears)
            rest = await publish(agent, "txn_1")
            wanted = await publish(agent, "txn_2", CAP)

            answer = await call.answer()

            assert ids_of(answer) == [wanted.key]
            after = await ask(agent, f"/api/events?after={answer['nextCursor']}").answer()
            assert ids_of(after) == [rest.key], "of the time in which the call waited, too"

    asyncio.run(scene())


def test_the_events_of_a_bounty_are_chosen(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    mine, other = "bty_01h455vb4pex5vsknk084sn02q", "bty_01h455vb4pex5vsknk084sn02r"

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}&bountyId={mine}")
            await until(lambda: len(hub) == 1 and hub.hears)
            await publish(agent, "app_1", "application.submitted", bountyId=other)
            await publish(agent, "txn_1")
            wanted = await publish(agent, "app_2", "application.submitted", bountyId=mine)

            assert ids_of(await call.answer()) == [wanted.key]
            whole = await ask(agent, f"/api/events?bountyId={mine}&types=application.submitted").answer()
            assert ids_of(whole) == [wanted.key]

    asyncio.run(scene())


def test_now_begins_with_what_happens_from_now_on(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    publish_now(agent, "txn_old")

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}&after=now")
            await until(lambda: len(hub) == 1 and hub.hears)
            event = await publish(agent, "txn_new")
            assert ids_of(await call.answer()) == [event.key]
            assert len(ids_of(await ask(agent, "/api/events?after=start").answer())) == 2

    asyncio.run(scene())


def test_strangers_events_wake_nobody(app: WaitingApplication, hub: Hub, agent: Api, other_agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, "/api/events?wait=2")
            await until(lambda: len(hub) == 1 and hub.hears)
            await publish(other_agent, "txn_theirs")
            assert ids_of(await call.answer()) == []
            nobody = await ask(Api(), "/api/events?wait=55").answer()
            assert (nobody.status, nobody.code) == (401, "authentication_required")

    asyncio.run(scene())


def test_a_key_that_is_revoked_ends_its_wait(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}")
            await until(lambda: len(hub) == 1 and hub.hears)
            await revoke(agent)
            answer = await call.answer()
            assert (answer.status, answer.code) == (401, "invalid_credentials")

    asyncio.run(scene())


async def revoke(agent: Api) -> None:
    """With another key of the account."""

    def work() -> None:
        _, raw = keys.issue(agent.account, "second")
        other = Api(agent.account, {"X-API-Key": raw})
        assert other.delete(f"/api/keys/{agent.key.public_id}").status == 200  # type: ignore[attr-defined]

    await aside(work)


def test_who_hangs_up_leaves_their_place(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, f"/api/events?wait={LONGEST}")
            await until(lambda: len(hub) == 1)
            call.hang_up()
            await until(lambda: len(hub) == 0)
            assert call.sent.empty()

    asyncio.run(scene())


def test_a_request_that_waits_is_counted_once_in_its_limits(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    async def remaining(ask: Any, path: str) -> int:
        return int((await ask(agent, path).answer()).headers["x-ratelimit-remaining"])

    async def scene() -> None:
        async with waits(app) as ask:
            before = await remaining(ask, "/api/events")
            call = ask(agent, f"/api/events?wait={LONGEST}&types={CAP}")
            await until(lambda: len(hub) == 1 and hub.hears)
            for n in range(3):
                await publish(agent, f"txn_{n}")
            await publish(agent, "txn_end", CAP)
            waited = await call.answer()
            assert int(waited.headers["x-ratelimit-remaining"]) == before - 1
            assert await remaining(ask, "/api/events") == before - 2

    asyncio.run(scene())


def test_one_account_has_so_many_places_and_leaves_the_others_to_others(
    app: WaitingApplication, hub: Hub, agent: Api, other_agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST_OF_ONE", 2)
    monkeypatch.setattr(waiting, "MOST", 3)

    async def refused(call: Call) -> str | None:
        answer = await call.answer()
        assert (answer.status, int(answer.headers["retry-after"]) > 0) == (429, True)
        return answer.code

    async def scene() -> None:
        async with waits(app) as ask:
            held = [ask(agent, f"/api/events?wait={LONGEST}"), ask(agent, "/api/events/stream")]
            await until(lambda: len(hub) == 2)

            for path in ("/api/events?wait=5", "/api/events/stream"):
                assert await refused(ask(agent, path)) == "too_many_waiting"
            assert ids_of(await ask(agent, "/api/events").answer()) == [], "who does not wait is answered"
            held.append(ask(other_agent, f"/api/events?wait={LONGEST}"))
            await until(lambda: len(hub) == 3)
            assert await refused(ask(other_agent, "/api/events?wait=5")) == "too_many_waiting"
            for call in held:
                call.hang_up()

    asyncio.run(scene())


@pytest.mark.parametrize(
    "query", ["wait=0", "wait=56", "wait=-1", "wait=1.5", "wait=x", "wait=٣", "bountyId=bty_1", "bountyId=x"]
)
def test_a_bad_parameter_is_refused_and_nobody_waits(agent: Api, hub: Hub, query: str) -> None:
    answer = agent.get(f"/api/events?{query}")

    assert (answer.status, answer.code, list(answer["fields"])) == (400, "validation_error", [query.partition("=")[0]])
    assert len(hub) == 0


def test_an_unknown_parameter_is_passed_over_as_everywhere(app: WaitingApplication, agent: Api) -> None:
    event = publish_now(agent, "txn_1")

    async def scene() -> None:
        async with waits(app) as ask:
            assert ids_of(await ask(agent, "/api/events?wait=5&surprise=1").answer()) == [event.key]

    asyncio.run(scene())


def test_a_tool_call_waits_in_the_same_place(app: WaitingApplication, hub: Hub, agent: Api) -> None:
    message = {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {"name": "wait_for_events", "arguments": {"after": "now", "types": TOP_UP, "timeoutSeconds": 55}},
    }

    async def scene() -> None:
        async with waits(app) as ask:
            call = ask(agent, "/api/mcp", method="POST", body=message)
            await until(lambda: len(hub) == 1 and hub.hears)
            event = await publish(agent, "txn_1")
            answer = await call.answer()
            found = answer["result"]["structuredContent"]
            assert (answer["id"], [row["id"] for row in found["events"]]) == (7, [event.key])

    asyncio.run(scene())
