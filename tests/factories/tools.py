"""Tools, called as a program calls them: at /api/mcp by a key, or by the token of a connector."""

from typing import Any

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


def given_connector() -> Api:
    account = AccountFactory()
    return Api(account, {"Authorization": f"Bearer {oauth_token(account)}"})
