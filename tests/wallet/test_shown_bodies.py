"""The body of a call that waits for its owner: without secrets, bounded, and it names what is not there as it was sent."""

from typing import Any

import orjson
import pytest

from tests.contract.document import document, operations
from tests.factories.approvals import asks_above, decide, posting
from tests.factories.market import given_funded_agent
from wallet.models import Approval
from wallet.services import spend_plans
from wallet.services.spend_plans import shown_body

# Fields of asking operations that an owner isn't shown, each for its reason.
WITHHELD = {
    "agentVerification": "a signature, made for each call",
    "idempotencyKey": "an approval has it in a field of its own",
}


def test_a_body_is_shown_without_secrets_and_cut_and_what_is_cut_is_named() -> None:
    body = {
        "title": "T",
        "text": "x" * 9000,
        "apiToken": "s",
        "credentials": {"a": 1},
        "requiredCredentials": ["login"],
        "list": [{"password": "p", "n": 1}] * 500,
        "deep": {"a": {"token": 1}},
        "idempotencyKey": "k",
        "agentVerification": {"signature": "s"},
        "whole": [{"n": None, "f": 1.5, "b": True}],
    }

    found, cut = shown_body(body)

    assert set(found) == {"title", "text", "requiredCredentials", "list", "deep", "whole"}
    assert (len(found["text"]), found["list"], found["deep"]) == (5000, [{"n": 1}] * 100, {"a": {}})
    assert cut == ["text", "apiToken", "credentials", "list", "deep"]
    assert all(found[name] == body[name] for name in set(found) - set(cut))


@pytest.mark.parametrize("fields", [60, 90, 101, 2000])
def test_a_body_that_is_too_long_is_shortened_and_no_shortened_field_passes_for_whole(fields: int) -> None:
    body: dict[str, Any] = {f"f{n}": "x" * 5000 for n in range(fields)} | {"list": list(range(6)), "short": "s"}

    found, cut = shown_body(body)

    assert len(orjson.dumps(found)) <= 40_000
    assert {name for name, value in body.items() if found.get(name) != value} == set(cut)


def test_a_body_that_can_not_be_shown_at_all_is_needed_whole() -> None:
    body = {f"f{n}": [["x" * 60] * 100] * 100 for n in range(100)}
    assert shown_body({"idempotencyKey": "k"} | body)[1] == list(body)


def _fields(*schemas: Any) -> set[str]:
    """The names of all fields of these bodies, whatever they lie in."""
    found: set[str] = set()
    left, seen = list(schemas), set()
    while left:
        node = left.pop()
        if isinstance(node, list):
            left += node
        elif isinstance(node, dict):
            name = node.get("$ref")
            if isinstance(name, str) and name not in seen:
                seen.add(name)
                left.append(document()["components"]["schemas"][name.rpartition("/")[2]])
            if isinstance(own := node.get("properties"), dict):
                found |= own.keys()
            left += node.values()
    return found


def test_no_field_of_a_call_that_may_ask_is_taken_for_a_secret_unseen() -> None:
    waits = [one["responses"].get("202", {}).get("description", "") for one in operations().values()]
    asking = [one for one, said in zip(operations().values(), waits, strict=True) if "askAboveCents" in said]
    assert len(asking) > 10, "operations that may ask the owner are not found any more"

    fields = _fields(*(one.get("requestBody") for one in asking))

    assert {name for name in fields if spend_plans.is_secret(name)} == set(WITHHELD) & fields
    assert "requiredCredentials" in fields


@pytest.mark.django_db
def test_a_call_that_was_shortened_is_proposed_with_that_field_needed_not_shortened() -> None:
    agent = given_funded_agent(100_000)
    asks_above(agent, 0)
    links = [{"type": "custom", "label": "A"}, {"type": "custom", "label": "B"}]
    asked = posting(agent, requiredLinks=links)
    row = Approval.objects.get()
    Approval.objects.update(sent_cut=["requiredLinks"], sent=row.sent | {"requiredLinks": links[:1]})
    decide(agent, asked)

    shown = agent.get(f"/api/approvals/{asked['approvalId']}")

    [proposed] = shown["nextActions"]
    assert shown["approval"]["requestCut"] == ["requiredLinks"]
    assert "requiredLinks" in proposed["needs"] and "requiredLinks" not in proposed["body"]
    done = agent.post(proposed["path"], proposed["body"] | {"requiredLinks": links})
    assert "approvalId" not in done.body and "bounty" in done.body
