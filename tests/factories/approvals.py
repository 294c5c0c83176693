"""Owners who want to be asked, and what they decide."""

from typing import Any

from tests.api import Answer, Api
from tests.factories.accounts import session_token
from tests.factories.market import given_funded_agent
from wallet.models import Controls

TASK: dict[str, Any] = {"title": "Errand", "description": "One errand.", "price": 5, "estimatedHours": 0.5}


def owner_of(agent: Api) -> Api:
    """The same account, signed in."""
    return Api(agent.account, {"X-Session-Token": session_token(agent.account)})


def asks_above(agent: Api, cents: int | None) -> None:
    """Their owner wants to be asked above so many cents."""
    Controls.objects.update_or_create(account=agent.account, defaults={"ask_above_cents": cents})


def given_asking_agent(cents: int = 5000, *, above: int = 500) -> Api:
    """An agent with so many cents, whose owner wants to be asked above the other amount."""
    agent = given_funded_agent(cents)
    asks_above(agent, above)
    return agent


def posting(agent: Api, key: str = "k1", **more: Any) -> Answer:
    """A bounty of 5.90, fee included."""
    return agent.post("/api/bounties", TASK | more, Idempotency_Key=key)


def decide(agent: Api, asked: Answer, decision: str = "approve", **more: Any) -> Answer:
    """Their owner decides about the call with this answer."""
    assert asked.status == 202, asked.body
    return owner_of(agent).post(f"/api/approvals/{asked['approvalId']}", {"decision": decision} | more)
