"""Scripts that send JSON in chunks, without saying how long it is, through the web server that people run."""

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.factories.humanizations import HUMAN

from .conftest import TASK, Caller, Instance, raw_request

pytestmark = pytest.mark.live
REWRITE = {"format": "text", "transformation": "clarity", "turnaroundMinutes": 60, "priceCents": 500}


def send(caller: Caller, path: str, raw: bytes, *, piece: int = 1000, **headers: str) -> httpx.Response:
    """In pieces, which is how a body of unknown length is sent."""

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(raw), piece):
            yield raw[start : start + piece]

    how = caller.headers | {"Content-Type": "application/json"} | headers
    return httpx.post(caller.base_url + path, content=pieces(), headers=how, timeout=30)


def test_a_body_of_unknown_length_is_read(instance: Instance) -> None:
    agent = instance.agent(20)

    made = send(agent, "/api/bounties", json.dumps(TASK).encode(), piece=7)
    empty = send(agent, "/api/keys", b"")
    again = send(agent, "/api/bounties", json.dumps(TASK).encode(), **{"Idempotency-Key": "in chunks"})
    replayed = send(agent, "/api/bounties", json.dumps(TASK).encode(), piece=3, **{"Idempotency-Key": "in chunks"})
    told = send(agent, "/api/mcp", b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}')
    signed_in = send(instance.caller(), "/api/auth/app/v1/auth/login", b'{"email": "nobody@example.com"}')

    assert (made.status_code, made.json()["bounty"]["title"]) == (200, TASK["title"]), made.text
    assert (empty.status_code, list(empty.json()["fields"])) == (400, ["name"])
    assert replayed.json()["bountyId"] == again.json()["bountyId"]
    assert told.json()["result"]["tools"]
    assert signed_in.status_code == 400, "sign-in's own words about a missing password"


def test_a_long_one_is_read_up_to_the_limit_and_not_beyond(instance: Instance) -> None:
    agent = instance.agent(20)
    limit = 1024 * 1024
    body = json.dumps({"name": "n"}).encode()

    fits = send(agent, "/api/keys", body + b" " * (limit - len(body)), piece=60_000)
    too_long = send(agent, "/api/keys", body + b" " * (limit + 1 - len(body)), piece=60_000)

    assert fits.status_code == 200, fits.text
    assert (too_long.status_code, too_long.json()["code"]) == (413, "body_too_large")
    assert agent("GET", "/api/keys")["count"] == 2, "the agent's own, and the one that fitted"


def test_the_longest_text_fits_however_it_is_escaped(instance: Instance) -> None:
    agent = instance.agent(50)
    text = (HUMAN + "\U0001f600" * 100_000)[:100_000]
    raw = json.dumps(REWRITE | {"sourceText": text}).encode()  # one character takes 12 bytes
    assert len(raw) > 1024 * 1024

    answers = [
        send(agent, "/api/v1/humanizations", raw, piece=60_000, **{"Idempotency-Key": "in-chunks"}),
        httpx.post(
            f"{agent.base_url}/api/v1/humanizations",
            content=raw,
            headers=agent.headers | {"Content-Type": "application/json", "Idempotency-Key": "with-length"},
            timeout=30,
        ),
    ]
    message = {
        "name": "create_humanization",
        "arguments": REWRITE | {"sourceText": text, "idempotencyKey": "by-a-tool"},
    }
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": message}).encode()
    told = send(agent, "/api/mcp?toolsets=products", call, piece=60_000)

    assert [answer.status_code for answer in answers] == [200, 200], [answer.text[:300] for answer in answers]
    assert told.json()["result"]["isError"] is False, told.text[:300]


def test_files_and_recordings_need_a_length(instance: Instance) -> None:
    agent, worker = instance.agent(20), instance.worker(0)
    bounty = agent("POST", "/api/bounties", TASK)["bountyId"]
    form = b'--x\r\nContent-Disposition: form-data; name="coverLetter"\r\n\r\nHi.\r\n--x--\r\n'

    file = send(
        worker, f"/api/bounties/{bounty}/applications", form, **{"Content-Type": "multipart/form-data; boundary=x"}
    )
    recording = send(worker, f"/api/bounties/{bounty}/mic-check", b"RIFF", **{"Content-Type": "audio/wav"})

    assert [answer.json()["code"] for answer in (file, recording)] == ["length_required"] * 2
    assert agent("GET", f"/api/bounties/{bounty}/applications")["count"] == 0


def test_a_body_with_two_lengths_is_never_two_requests(instance: Instance) -> None:
    key = instance.agent(0).headers["X-API-Key"]
    head = f"POST /api/keys HTTP/1.1\r\nHost: x\r\nX-API-Key: {key}\r\nContent-Type: application/json\r\n"
    smuggled = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"

    answer = raw_request(
        instance.base_url, f"{head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n{smuggled}"
    )

    assert answer.startswith("HTTP/1.1 400"), answer
