"""Paying this server by MPP, with the protocol's own client."""

import asyncio
import base64
import itertools
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest
from mpp import Challenge, Credential, Receipt
from mpp._parsing import ParseError
from mpp.client import Mpp
from mpp.methods.stripe import client as stripe

from marketplace.core import clock
from tests.api import Answer, Api
from wallet.models import MppCharge
from wallet.tasks import finish_mpp

PATH = "/api/mpp/wallet/deposit"
GOOD, DECLINED, EMPTY = "4242424242424242", "4000000000000002", "4000000000009995"
_numbers = itertools.count(1)


def token(card: str = GOOD) -> str:
    """A token of the sandbox, as an agent grants itself one: a new one at every call."""
    return f"spt_{card}_{next(_numbers)}"


def quote_of(asked: Answer) -> dict[str, str]:
    """The body to send, from the answer that handed it out."""
    body: dict[str, str] = asked["mppPayment"]["body"]
    return body


def given_quote(agent: Api, dollars: float = 5) -> dict[str, str]:
    """Of a deposit."""
    return quote_of(agent.post("/api/wallet/deposit", {"amount": dollars}))


def send(body: Any, authorization: str | None = None, **headers: str) -> Answer:
    return Api().post(PATH, body, **headers, **({"Authorization": authorization} if authorization else {}))


def challenge(demanded: Answer) -> Challenge:
    return Challenge.from_www_authenticate(demanded.headers["WWW-Authenticate"])


def credential(demanded: Answer, spt: str | None = None, *, payload: Any = None, **other: Any) -> str:
    """The Authorization that answers a 402; `other` changes what it echoes of the challenge."""
    asked = challenge(demanded)
    plain = {"spt": spt or token(), "externalId": asked.request["externalId"]}
    echo = replace(asked.to_echo(), **other)
    return Credential(challenge=echo, payload=plain if payload is None else payload).to_authorization()


def pay(body: dict[str, str], card: str = GOOD) -> Answer:
    return send(body, credential(send(body), token(card)))


def receipt(answer: Answer) -> Receipt:
    return Receipt.from_payment_receipt(answer.headers["Payment-Receipt"])


def undecided(answer: Answer) -> dict[str, Any]:
    """The receipt of a 202, which the protocol's library takes for none."""
    header = answer.headers["Payment-Receipt"]
    with pytest.raises(ParseError):
        Receipt.from_payment_receipt(header)
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))
    assert found["status"] == "pending"
    return found


def by_client(address: str, body: dict[str, str], card: str = GOOD) -> httpx.Response:
    """The library's client, against a server over HTTP."""

    async def grant(asked: Any) -> str:
        return token(card)

    async def run() -> httpx.Response:
        async with Mpp(methods=[stripe.charge(create_token=grant, payment_method="pm_card")]) as client:
            return await client.fetch(address + PATH, method="POST", json=body)

    return asyncio.run(run())


def look() -> int:
    """The timer, when the next look is due."""
    MppCharge.objects.filter(next_attempt_at__isnull=False).update(next_attempt_at=clock.now() - timedelta(seconds=1))
    return finish_mpp()


def is_pending(answer: Answer) -> bool:
    return (answer.status, answer.body.get("status")) == (202, "pending_credit")
