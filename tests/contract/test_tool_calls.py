"""Every tool that is called from afar, called: with the bodies of the table of routes, by the owner of the prepared market,
by a connector of theirs, and by a stranger's.

What it answers is what its route answers, and fits what the tool says of it.
"""

import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import orjson
import pytest
from django.db import transaction

from marketplace.core import tools
from marketplace.core.tools import Tool
from tests.api import Api
from tests.contract.cells import Route
from tests.contract.routes import ROUTES
from tests.contract.scenario import CALLERS, World
from tests.factories.accounts import oauth_token
from tests.factories.tools import check_answer

REMOTE = {name: tool for name, tool in tools.offered(["all"]).items() if tool.operation}
OWNER, STRANGER = CALLERS.index("owner"), CALLERS.index("stranger_key")
REFUSED = {"start_conversation": "conversations_retired", "book_service": "service_bookings_unavailable"}
SAID: dict[str, dict[str, Any]] = {  # what a tool wants and its route does not
    "wait_for_events": {"after": "start"},
    "estimate_bounty_reach": {"isRemoteAllowed": False, "price": 5},  # a query has texts
    "create_bounty": {
        "description": "Twice a week, two plants on the balcony.",
        "completionCriteria": "Both are alive.",
        "evidenceTypes": ["photo"],
        "agentType": "other",
    },
    "create_taste_run": {
        "title": "Which sign?",
        "question": "Which sign would you stop for?",
        "artifacts": [{"label": name, "url": f"https://example.com/{name}.png"} for name in ("Red", "Blue")],
        "respondentCount": 2,
        "payPerRespondentCents": 100,
        "idempotencyKey": "the-one-run",
    },
    "create_humanization": {
        "format": "text",
        "sourceText": "In today's world it is important to note that plants want water. " * 20,
        "transformation": "clarity",
        "turnaroundMinutes": 60,
        "priceCents": 500,
        "idempotencyKey": "the-one-text",
    },
    "update_bounty": {"title": "Water all the plants"},
    "request_picture": {"idempotencyKey": "the-one-photo"},
}
SAID["create_bounty_advanced"] = SAID["create_bounty"]


def shape(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path.partition("?")[0])


def rows_of(tool: Tool) -> list[Route]:
    """Rows of this tool's route that fit what it says itself; those that the owner gets a 200 for come first."""
    found = [
        row
        for row in ROUTES
        if (row.method, shape(row.path)) == (tool.method, shape(tool.path))
        and all((row.body or {}).get(name, value) == value for name, value in tool.fixed.items())
        and (not tool.fixed or tool.method == "GET" or row.body is not None)
    ]
    return sorted(found, key=lambda row: not row.cells.split()[OWNER].startswith("200"))


def arguments(tool: Tool, row: Route, world: World) -> dict[str, Any]:
    """What the row sends, in the tool's words."""
    path = world.path(row.path)
    pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(tool.path))
    found = re.fullmatch(pattern, urlsplit(path).path)
    assert found, (tool.path, path)
    body = orjson.loads(world.fill(orjson.dumps(row.body or {}).decode()))
    sent = {**body, **dict(parse_qsl(urlsplit(path).query)), **found.groupdict()}
    ours = {theirs: name for name, theirs in tool.rename.items()}
    mine = {ours.get(name, name): value for name, value in sent.items() if name not in tool.fixed and value is not None}
    return {name: value for name, value in mine.items() if name in tool.properties} | SAID.get(tool.name, {})


# What would outlive a connector's token, widen what it may spend, or belongs to an API key.
NOT_BY_CONNECTOR = {
    *("create_api_key", "revoke_api_key", "set_wallet_controls"),
    *("create_webhook_endpoint", "list_webhook_endpoints", "delete_webhook_endpoint", "test_webhook_endpoint"),
    *("get_webhook_deliveries", "get_webhook_delivery", "rotate_webhook_secret", "redeliver_webhook"),
    "replay_webhook_events",
}


def called(caller: Api, tool: Tool, asked: dict[str, Any]) -> dict[str, Any]:
    """In a savepoint of its own: the next caller finds everything as it was."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool.name, "arguments": asked}}
    with transaction.atomic():
        answer = caller.call("POST", "/api/mcp", message)
        transaction.set_rollback(True)
    assert answer.status == 200, answer.body
    result: dict[str, Any] = answer["result"]
    check_answer(tool, result["structuredContent"])
    return result


@pytest.mark.parametrize("tool", REMOTE.values(), ids=REMOTE)
def test_each_tool_does_what_its_route_does_also_for_a_connector(world: World, unchanged: Any, tool: Tool) -> None:
    row = rows_of(tool)[0]
    asked = arguments(tool, row, world)
    connector = Api(world["owner"].account, {"Authorization": f"Bearer {oauth_token(world['owner'].account)}"})
    stranger = Api(headers={"Authorization": f"Bearer {oauth_token(world['stranger_key'].account)}"})
    status, _, code = row.cells.split()[OWNER].partition(":")
    told = row.cells.split()[STRANGER].partition(":")

    result = called(world["owner"], tool, asked)

    said = result["structuredContent"]
    if tool.name in REFUSED:
        assert said["error_code"] == REFUSED[tool.name]
    elif tool.name in SAID or status in ("200", "202"):
        assert result["isError"] is False, (asked, said)
    else:
        assert said["error_code"] == code, (asked, said)
    with unchanged():
        theirs = called(connector, tool, asked)["structuredContent"]
        foreign = called(stranger, tool, asked)["structuredContent"]
    if tool.name in NOT_BY_CONNECTOR:
        assert theirs["error_code"] == foreign["error_code"] == "api_key_required"
        assert "connected program" in theirs["error"]
    elif tool.name == "get_request":  # each credential sees the calls that it made itself
        assert theirs["error_code"] == foreign["error_code"] == "not_found"
    else:
        assert theirs.get("error_code") == said.get("error_code"), theirs
        if told[0] in ("403", "404"):
            assert foreign.get("error_code") == (told[2] or "not_found"), foreign
