"""A key and a connected program of the journey are limited by their owner, and read that."""

from typing import Any

from tests.api import Api
from tests.factories.accounts import given_connection


def limit(call: Any, agent: Api, owner: Api) -> None:
    key = call(agent, "GET", "/api/keys")["keys"][0]["id"]
    program = given_connection(owner.account).public_id
    call(owner, "PATCH", f"/api/keys/{key}/limits", {"spendingCapRolling24hCents": 100_000, "categories": None})
    call(agent, "GET", f"/api/keys/{key}/limits")
    call(agent, "GET", "/api/connectors")
    call(owner, "PATCH", f"/api/connectors/{program}/limits", {"scopes": ["message"]})
    call(agent, "GET", f"/api/connectors/{program}/limits")
