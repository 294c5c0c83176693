"""A key and a connected program of the journey are limited by their owner, and read that; a spend waits for the owner."""

from typing import Any

from tests.api import Api
from tests.factories.accounts import given_connection
from tests.factories.approvals import asks_above


def limit(call: Any, agent: Api, owner: Api) -> None:
    key = call(agent, "GET", "/api/keys")["keys"][0]["id"]
    program = given_connection(owner.account).public_id
    call(owner, "PATCH", f"/api/keys/{key}/limits", {"spendingCapRolling24hCents": 100_000, "categories": None})
    call(agent, "GET", f"/api/keys/{key}/limits")
    call(agent, "GET", "/api/connectors")
    call(owner, "PATCH", f"/api/connectors/{program}/limits", {"scopes": ["message"]})
    call(agent, "GET", f"/api/connectors/{program}/limits")


def ask(call: Any, agent: Api, owner: Api) -> None:
    """A spend that waits for the owner."""
    asks_above(owner, 100)
    body = {"title": "Wait for the plumber", "description": "Let them in.", "price": 5, "estimatedHours": 0.5}
    asked = agent.post("/api/bounties", body | {"idempotencyKey": "plumber-1"})["approvalId"]
    call(agent, "GET", "/api/approvals")
    call(agent, "GET", f"/api/approvals/{asked}")
    call(owner, "POST", f"/api/approvals/{asked}", {"decision": "decline", "note": "I am at home myself."})
    asks_above(owner, None)
