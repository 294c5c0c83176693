"""The inbox of a service that was restored from a backup: a tail misses nothing, and never turns in a circle."""

import asyncio
from itertools import islice
from typing import Any

import agent_hire
import httpx
import pytest
from agent_hire import AsyncAgentHire

from tests.sdk.test_python_calls import KEY, Service, given, ok, refusal

AGAIN: Any = {"id": "proof.uploaded:sub_2", "type": "proof.uploaded", "data": {}}


def inbox(events: list[Any], cursor: str) -> httpx.Response:
    return ok({"success": True, "events": events, "count": len(events), "hasMore": False, "nextCursor": cursor})


def restored(place: str) -> httpx.Response:
    return refusal(409, "inbox_restored", readAfter=place)


def asked(service: Service) -> list[str]:
    return [request.url.params["after"] for request in service.sent]


def test_a_tail_goes_on_where_the_restored_inbox_still_agrees() -> None:
    client, service = given(restored("c1"), inbox([AGAIN], "c2"))

    found = list(islice(client.events.tail(after="c9"), 1))

    assert [event["id"] for event in found] == [AGAIN["id"]]
    assert asked(service) == ["c9", "c1"]


def test_an_asynchronous_tail_does_so_too() -> None:
    service = Service(restored("c1"), inbox([AGAIN], "c2"))

    async def first() -> Any:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        async with AsyncAgentHire(KEY, base_url="https://market.example/", http=http) as client:
            async for event in client.events.tail(after="c9"):
                return event

    assert asyncio.run(first())["id"] == AGAIN["id"]
    assert asked(service) == ["c9", "c1"]


@pytest.mark.parametrize("place", ["c9", ""])
def test_a_refusal_that_leads_nowhere_is_raised(place: str) -> None:
    client, service = given(restored(place))

    with pytest.raises(agent_hire.Conflict):
        next(iter(client.events.tail(after="c9")))

    assert asked(service) == ["c9"]


def test_a_tail_that_was_away_for_too_long_reads_what_is_still_there() -> None:
    client, service = given(refusal(409, "inbox_expired", readAfter="c1"), inbox([AGAIN], "c2"))

    found = list(islice(client.events.tail(after="c0"), 1))

    assert [event["id"] for event in found] == [AGAIN["id"]]
    assert asked(service) == ["c0", "c1"]
