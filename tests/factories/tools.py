"""Tools, called as a program calls them: at /api/mcp by a key, or by the token of a connector."""

from typing import Any

import jsonschema

from marketplace.core import tools
from marketplace.core.tools import Tool
from tests.api import Answer, Api
from tests.factories.accounts import AccountFactory, oauth_token


def say(caller: Api, method: str, params: dict[str, Any] | None = None, *, sets: str = "", **headers: str) -> Answer:
    message = {"jsonrpc": "2.0", "id": 1, "method": method} | ({} if params is None else {"params": params})
    return caller.call("POST", f"/api/mcp{sets and '?toolsets=' + sets}", message, **headers)


def use(caller: Api, name: str, sets: str = "", /, **arguments: Any) -> dict[str, Any]:
    """Run a tool. Its result."""
    answer = say(caller, "tools/call", {"name": name, "arguments": arguments}, sets=sets)
    assert answer.status == 200, answer.body
    found: dict[str, Any] = answer["result"]
    return found


def closed(schema: Any) -> Any:
    """The schema of an answer, without room for a field that it doesn't name in any object that it describes."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: closed(part) for name, part in schema.items()}
    return found | ({"additionalProperties": False} if isinstance(schema.get("properties"), dict) else {})


def check_answer(tool: Tool, said: dict[str, Any]) -> None:
    """An answer holds what the tool's schema has, and nothing else below its top level, where refusals have fields of their own."""
    schema = closed(tools.output_schema(tool)) if said["success"] else tools.output_schema(tool)
    jsonschema.validate(said, schema | {"additionalProperties": True})
    jsonschema.validate(said, tools.short(tool)["outputSchema"])


def given_connector() -> Api:
    account = AccountFactory()
    return Api(account, {"Authorization": f"Bearer {oauth_token(account)}"})
