"""A receiver made from nothing but the specification's text: it shares no code with the sender."""

import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.api import Api

from .conftest import Received, Receiver, deliver, given_endpoint

VECTORS: list[dict[str, Any]] = json.loads(
    re.findall(
        r"```json\n(\[.*?\])\n```", Path(__file__).parents[2].joinpath("docs/webhooks.md").read_text(), re.DOTALL
    )[0]
)
TOLERANCE = 300


@dataclass
class Shop:
    """What an agent's owner would write after reading "Delivery", "Signature" and "Retries"."""

    secret: str
    handled: dict[str, Any] = field(default_factory=dict)

    def take(self, headers: dict[str, str], raw: bytes, now: float) -> int:
        match = re.fullmatch(r"t=(\d+),v1=([0-9a-f]{64})", headers.get("X-Service-Signature", ""))
        if match is None:
            return 400
        t, v1 = match.groups()
        expected = hmac.new(self.secret.encode(), t.encode() + b"." + raw, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected, v1) or abs(now - int(t)) > TOLERANCE:
            return 401
        event = json.loads(raw)
        self.handled.setdefault(event["id"], event)
        return 200


def got(receiver: Receiver) -> Received:
    return receiver.received[-1]


@pytest.mark.django_db
def test_it_takes_what_is_sent_and_nothing_else(agent: Api, receiver: Callable[[], Receiver]) -> None:
    hook = receiver()
    endpoint, secret = given_endpoint(agent, hook.url)
    agent.post(f"/api/webhooks/endpoints/{endpoint}/test")
    assert deliver() == 1
    letter, shop, now = got(hook), Shop(secret), time.time()

    assert shop.take(letter.headers, letter.raw, now) == 200
    assert letter.headers["X-Service-Event"] == letter.body["type"] == "webhook.test"
    assert letter.headers["Content-Type"] == "application/json"
    assert "2.0" in letter.headers["User-Agent"]
    assert f"t={letter.headers['X-Service-Timestamp']}," in letter.headers["X-Service-Signature"]

    assert shop.take(letter.headers, letter.raw.replace(b"test", b"tests"), now) == 401
    assert shop.take(letter.headers, letter.raw, now + TOLERANCE + 2) == 401
    assert shop.take({}, letter.raw, now) == 400
    assert Shop(secret + "x").take(letter.headers, letter.raw, now) == 401


@pytest.mark.django_db
def test_what_is_sent_again_is_handled_once(agent: Api, receiver: Callable[[], Receiver]) -> None:
    hook = receiver()
    endpoint, secret = given_endpoint(agent, hook.url)
    delivery = agent.post(f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]
    assert deliver() == 1
    assert agent.post(f"/api/webhooks/deliveries/{delivery}/redeliver").status == 200
    assert deliver() == 1
    shop = Shop(secret)

    assert [shop.take(letter.headers, letter.raw, time.time()) for letter in hook.received] == [200, 200]

    assert list(shop.handled) == [f"webhook.test:{delivery}"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["t"]))
def test_the_vectors_of_the_documentation_verify(vector: dict[str, Any]) -> None:
    shop, raw = Shop(vector["secret"]), vector["body"].encode()

    headers = {"X-Service-Signature": vector["header"]}
    if "id" in vector["body"]:
        assert shop.take(headers, raw, vector["t"]) == 200
    mac = hmac.new(vector["secret"].encode(), f"{vector['t']}.".encode() + raw, hashlib.sha256).hexdigest()
    assert vector["header"] == f"t={vector['t']},v1={mac}"
