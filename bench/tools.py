#!/usr/bin/env python3
"""The cost of tools: tokens for a model, and time for the service, compared with the same REST call.

    .venv/bin/python -m bench.tools [--quick] [--sizes-only]

Sizes are those of the serialised `tools/list`. Tokens are estimated without a model's vocabulary: one per four characters or
part of it of each word or run of punctuation, which is within 10 % of common tokenizers on such JSON.

Times are of requests in process, through all middleware, with throw-away PostgreSQL and Redis, in turns. A tool call is a
request within a request: its own limits need a second call of Redis. Nothing leaves 127.0.0.1. The exit code is 0 if it
could measure.
"""

import argparse
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.limits import Timed, measured  # noqa: E402
from marketplace.core import tools  # noqa: E402

ROWS = 2_000
TURNS = 40
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "get_wallet_balance": ("/api/wallet/balance", {}),
    "list_bounties": ("/api/bounties?limit=20", {"limit": 20}),
    "search_humans": ("/api/humans?limit=50", {"limit": 50}),
}
_PIECE = re.compile(r"\w+|[^\w\s]+|\s+")


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--quick", action="store_true", help="a quarter of the requests")
    options.add_argument("--sizes-only", action="store_true", help="no servers, no times")
    chosen = options.parse_args()
    sizes()
    if chosen.sizes_only:
        return
    with stage.servers() as started:
        import django

        django.setup()
        stage.load(ROWS)
        redis_pid = next(server.process.pid for server in started.running if server.name == "redis" and server.process)
        report(measure(TURNS // 4 if chosen.quick else TURNS, redis_pid))


def sizes() -> None:
    print(f"\ntools/list{'':34}{'tools':>7}{'bytes':>9}{'tokens, about':>15}")
    sets = {"default": ["default"]} | {name: [name] for name in tools.TOOLSETS if name != "local"} | {"all": ["all"]}
    rows = {name: listed(wanted) for name, wanted in sets.items()}
    rows["the local server"] = tools.listed(["all"], lambda _: "", local=True)
    rows["default, without outputSchema"] = [
        {part: value for part, value in row.items() if part != "outputSchema"} for row in rows["default"]
    ]
    for name, row in rows.items():
        text = as_sent(row)
        print(f"  {name:42}{len(row):7}{len(text.encode()):9,}{tokens(text):15,}")


def listed(toolsets: list[str]) -> list[dict[str, Any]]:
    """The list as a credential with all scopes gets it."""
    return tools.listed(toolsets, lambda _: "")


def as_sent(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def tokens(text: str) -> int:
    return sum(-(-len(piece) // 4) for piece in _PIECE.findall(text) if not piece.isspace())


def measure(turns: int, redis_pid: int) -> dict[str, Timed]:
    from django.core.wsgi import get_wsgi_application
    from django.test import RequestFactory

    from marketplace.models import Account
    from marketplace.services import keys

    account = Account.objects.order_by("pk").first()
    assert account is not None
    _, raw = keys.issue(account, "bench")
    factory, application, headers = RequestFactory(), get_wsgi_application(), {"X-API-Key": raw}

    def ask(method: str, path: str, body: Any = None) -> Callable[[], None]:
        sent = b"" if body is None else json.dumps(body).encode()
        environ = factory.generic(method, path, sent, content_type="application/json", headers=headers).environ

        def once() -> None:
            said: list[str] = []
            answer = application(environ | {"wsgi.input": io.BytesIO(sent)}, lambda status, _: said.append(status))
            content = b"".join(answer)
            assert said[0].startswith("200") and b'"isError":true' not in content, (said, content[:300])
            answer.close()

        return once

    def rpc(method: str, params: dict[str, Any]) -> Callable[[], None]:
        return ask("POST", "/api/mcp", {"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    calls = {"ping": rpc("ping", {}), "tools/list": rpc("tools/list", {})}
    for name, (path, arguments) in CALLS.items():
        calls[f"{name}: tool"] = rpc("tools/call", {"name": name, "arguments": arguments})
        calls[f"{name}: REST"] = ask("GET", path)
    return measured(calls, turns, redis_pid)


def report(found: dict[str, Timed]) -> None:
    print(f"\nmilliseconds{'':44}{'median':>9}{'CPU':>9}")
    for name, timed in found.items():
        print(f"  {name:54}{timed.median / 1000:9.2f}{timed.cpu / 1000:9.2f}")
    print(f"\n{'tool beside REST':44}{'more, median':>14}{'ratio':>8}{'ratio, CPU':>12}")
    for name in CALLS:
        tool, rest = found[f"{name}: tool"], found[f"{name}: REST"]
        more = (tool.median - rest.median) / 1000
        print(f"  {name:42}{more:11.2f} ms{tool.median / rest.median:8.2f}{tool.cpu / rest.cpu:12.2f}")


if __name__ == "__main__":
    main()
