"""The Python client against a service that is played: what it sends, repeats, reads and refuses to send."""

import asyncio
import json
import re
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import agent_hire
import httpx
import pytest
from agent_hire import AgentHire, AsyncAgentHire, webhooks

from config.devstack import locations

KEY = "ahm_test_key"
GOOD = {"success": True, "bountyId": "bty_1", "fundingTotal": 5.9}
TASK: Any = {"title": "T", "description": "D", "price": 5, "estimatedHours": 0.5}
Play = httpx.Response | Exception


class Service:
    """Answers one call after the other with what the test says, and keeps what it was sent."""

    def __init__(self, *plays: Play) -> None:
        self.plays, self.sent = list(plays), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.sent.append(request)
        play = self.plays.pop(0) if self.plays else ok(GOOD)
        if isinstance(play, Exception):
            raise play
        return play


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, in no time."""
    made: list[float] = []
    monkeypatch.setattr("agent_hire.client.time.sleep", made.append)
    return made


def ok(body: Any, status: int = 200, **headers: str) -> httpx.Response:
    return httpx.Response(status, json=body, headers=headers)


def refusal(status: int, code: str, **more: Any) -> httpx.Response:
    words = {"success": False, "error": "Do this.", "error_code": code, "code": code, "requestId": "req_1"}
    return ok(words | more, status, **({"Retry-After": "2"} if status in (429, 503) else {}))


def given(*plays: Play, **options: Any) -> tuple[AgentHire, Service]:
    service = Service(*plays)
    http = httpx.Client(transport=httpx.MockTransport(service))
    return AgentHire(KEY, base_url="https://market.example/", http=http, **options), service


def test_a_write_has_a_key_which_all_its_attempts_share(pauses: list[float]) -> None:
    client, service = given(
        httpx.ReadTimeout("gone"), refusal(503, "unavailable"), refusal(409, "idempotency_in_progress")
    )

    assert client.bounties.create(**TASK) == GOOD

    keys = {request.headers["Idempotency-Key"] for request in service.sent}
    assert (len(service.sent), len(keys)) == (4, 1)
    assert len({request.content for request in service.sent}) == 1
    assert pauses[1] == 2.0  # what Retry-After asked for
    assert {request.headers["X-API-Key"] for request in service.sent} == {KEY}
    client.bounties.create(**TASK)
    assert service.sent[-1].headers["Idempotency-Key"] not in keys


def test_a_call_without_a_key_is_sent_again_only_if_it_can_not_have_arrived() -> None:
    client, service = given(httpx.ReadTimeout("gone"))
    with pytest.raises(agent_hire.ConnectionFailed):
        client.call("POST", "/api/sandbox/clock/advance", body={"seconds": 1})
    assert len(service.sent) == 1

    client, service = given(httpx.ConnectError("refused"), refusal(429, "rate_limited"))
    assert client.call("POST", "/api/sandbox/clock/advance", body={"seconds": 1}) == GOOD
    assert len(service.sent) == 3


def test_repetitions_end_and_the_key_is_told() -> None:
    client, service = given(*[httpx.ReadTimeout("gone")] * 9, retries=2)
    with pytest.raises(agent_hire.ConnectionFailed) as failed:
        client.bounties.create(**TASK, idempotency_key="mine")
    assert (len(service.sent), failed.value.idempotency_key) == (3, "mine")


def test_an_hour_of_pause_is_not_waited_for(pauses: list[float]) -> None:
    client, service = given(ok({"error": "Later."}, 429, **{"Retry-After": "3600"}))
    with pytest.raises(agent_hire.RateLimited):
        client.accounts.get()
    assert (len(service.sent), pauses) == (1, [])


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, agent_hire.BadRequest),
        (401, agent_hire.AuthenticationFailed),
        (402, agent_hire.PaymentRequired),
        (403, agent_hire.PermissionDenied),
        (404, agent_hire.NotFound),
        (409, agent_hire.Conflict),
        (410, agent_hire.NotFound),
        (413, agent_hire.BadRequest),
        (415, agent_hire.BadRequest),
        (500, agent_hire.ServiceFailed),
        (418, agent_hire.APIError),
    ],
)
def test_each_refusal_has_its_class_and_says_everything(status: int, kind: type[agent_hire.APIError]) -> None:
    client, service = given(
        refusal(
            status, "some_code", fields={"price": ["Give more."]}, shortfallCents=7, currentState="open", retryable=True
        )
    )
    with pytest.raises(kind) as refused:
        client.bounties.create(**TASK)
    error = refused.value
    assert type(error) is kind and len(service.sent) == 1
    assert (error.status, error.code, error.request_id, error.retryable) == (status, "some_code", "req_1", True)
    assert error.fields == {"price": ["Give more."]} and "Do this." in str(error)
    assert getattr(error, "shortfall_cents", 7) == 7 and getattr(error, "current_state", "open") == "open"


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, html="<h1>Hello</h1>"),
        httpx.Response(302, headers={"Location": "/x"}),
        httpx.Response(200, json=[1]),
    ],
    ids=["a page", "a redirect", "a list"],
)
def test_what_is_not_the_services_answer_is_none(answer: httpx.Response) -> None:
    client, service = given(answer)
    with pytest.raises(agent_hire.ServiceFailed, match="base URL"):
        client.accounts.get()
    assert len(service.sent) == 1


def test_an_approval_is_no_answer_and_says_how_to_go_on() -> None:
    waits = {"success": True, "approvalId": "apv_1", "status": "pending", "expiresAt": "t", "cents": 590, "plan": {}}
    client, _ = given(ok(waits, 202))
    with pytest.raises(agent_hire.ApprovalNeeded) as asked:
        client.bounties.create(**TASK, idempotency_key="mine")
    assert (asked.value.approval_id, asked.value.cents, asked.value.idempotency_key) == ("apv_1", 590, "mine")


def page(rows: list[int], cursor: str | None) -> httpx.Response:
    return ok(
        {"success": True, "bounties": rows, "count": len(rows), "hasMore": cursor is not None, "nextCursor": cursor}
    )


def test_a_list_goes_on_over_all_pages_with_the_same_filters() -> None:
    client, service = given(page([1, 2], "c1"), page([], "c2"), page([3], None))
    assert list(client.bounties.list(mine=True, status="open")) == [1, 2, 3]
    asked = [dict(request.url.params) for request in service.sent]
    assert asked == [{"mine": "true", "status": "open"} | more for more in ({}, {"cursor": "c1"}, {"cursor": "c2"})]


def test_the_asynchronous_client_does_the_same() -> None:
    service = Service(httpx.ReadTimeout("gone"), ok(GOOD), page([1, 2], "c1"), page([3], None), page([4], None))

    async def use() -> tuple[Any, list[Any], list[Any]]:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        async with AsyncAgentHire(KEY, base_url="https://market.example", http=http) as client:
            made = await client.bounties.create(**TASK)
            listed = [bounty async for bounty in client.bounties.list(mine=True)]
            return made, listed, (await client.bounties.list()).rows

    made, listed, first = asyncio.run(use())
    assert (made, listed, first) == (GOOD, [1, 2, 3], [4])
    assert len({request.headers["Idempotency-Key"] for request in service.sent[:2]}) == 1


def test_files_make_a_form_and_are_sent_whole_each_time(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"from a path")
    client, service = given(httpx.ReadTimeout("gone"))
    with (tmp_path / "photo.jpg").open("rb") as opened:
        client.submissions.submit_evidence(
            "bty_1",
            textEvidence="Done.",
            links=["https://a.example", "https://b.example"],
            answers=[{"questionId": "q", "value": 1}],
            files=[tmp_path / "photo.jpg", b"bytes", ("note.txt", b"named"), opened],
        )
    first, second = (re.sub(rb"[0-9a-f]{32}", b"", request.content) for request in service.sent)
    assert first == second
    for part in (b'filename="photo.jpg"', b"from a path", b'filename="note.txt"', b'[{"questionId": "q", "value": 1}]'):
        assert part in first
    assert first.count(b'name="links"') == 2 and first.count(b"from a path") == 2


@pytest.mark.parametrize("wrong", ["", ".", ".."])
def test_an_id_that_would_name_another_path_is_not_sent(wrong: str) -> None:
    client, service = given()
    with pytest.raises(ValueError, match="no id"):
        client.bounties.get(wrong)
    assert service.sent == []


def test_what_is_no_json_is_not_sent() -> None:
    client, service = given()
    for body in ({"price": float("nan")}, {"deadline": datetime(2026, 12, 1)}, {"price": object()}):  # noqa: DTZ001
        with pytest.raises((ValueError, TypeError)):
            client.call("POST", "/api/bounties", body=body)
    assert service.sent == []


def test_sums_and_ids_are_sent_as_they_are() -> None:
    client, service = given()
    client.call("POST", "/api/bounties", body={"price": Decimal("5.10"), "spots": Decimal(2)}, dry_run=True)
    client.call("GET", "/api/bounties", query={"q": "a&b", "mine": False, "none": None})
    assert json.loads(service.sent[0].content) == {"price": 5.1, "spots": 2}
    assert dict(service.sent[0].url.params) == {"dryRun": "true"}
    assert dict(service.sent[1].url.params) == {"q": "a&b", "mine": "false"}


def test_a_file_is_fetched_without_a_credential() -> None:
    client, service = given(httpx.Response(200, content=b"photo"))
    assert client.download("https://files.example/x?signature=1") == b"photo"
    assert "X-API-Key" not in service.sent[0].headers


def vectors() -> list[dict[str, Any]]:
    text = (locations.ROOT / "docs" / "webhooks.md").read_text()
    [found] = [block for block in re.findall(r"```json\n(.*?)```", text, flags=re.DOTALL) if '"secret"' in block]
    read: list[dict[str, Any]] = json.loads(found)
    return read


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: str(vector["t"]))
def test_the_documented_signatures_are_right(vector: dict[str, Any]) -> None:
    body, header, secret, t = vector["body"].encode(), vector["header"], vector["secret"], vector["t"]
    assert webhooks.verify(body, header, secret, now=t + 300) == json.loads(body)
    assert webhooks.sign(body, secret, now=t) == header
    both = f"{header.partition(',')[0]},v1={'0' * 64},{header.partition(',')[2]}"
    assert webhooks.verify(body, both, secret, now=t) == json.loads(body)
    forged: list[Callable[[], object]] = [
        lambda: webhooks.verify(body + b" ", header, secret, now=t),
        lambda: webhooks.verify(body, header, secret + "x", now=t),
        lambda: webhooks.verify(body, header, secret, now=t + 301),
        lambda: webhooks.verify(body, header.replace("v1=", "v2="), secret, now=t),
        lambda: webhooks.verify(body, "", secret, now=t),
        lambda: webhooks.verify(body, header.replace("t=", "t=²"), secret, now=t),
    ]
    for forgery in forged:
        with pytest.raises(agent_hire.BadSignature):
            forgery()
