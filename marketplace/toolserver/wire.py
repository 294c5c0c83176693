"""Messages on stdin, as strictly read as over HTTP: what two parsers could read differently is refused, not guessed at."""

import sys
from collections.abc import AsyncIterator
from io import TextIOWrapper
from typing import Any, Final

import anyio
import mcp_types as types
import orjson
from mcp.shared.message import SessionMessage

from marketplace.core import strict_json
from marketplace.core.strict_json import InvalidJson

PARSE_ERROR: Final = -32700


class StrictLines:
    """The lines of stdin that are strict JSON. Each other one is answered with an error: the SDK would take the last of two
    equal fields.
    """

    answers: Any  # the stream of what goes to stdout; set once the SDK has opened it, before anything is read

    def __init__(self, lines: Any = None) -> None:
        self._lines = lines

    async def __aiter__(self) -> AsyncIterator[str]:
        lines = self._lines or anyio.wrap_file(TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace"))
        async for line in lines:
            if not line.strip():
                continue
            try:
                strict_json.loads(line)
            except InvalidJson as reason:
                await self._refuse(line, f"The message {reason}.")
            else:
                yield line

    async def _refuse(self, line: str, why: str) -> None:
        error = types.ErrorData(code=PARSE_ERROR, message=why)
        answer = types.JSONRPCError(jsonrpc="2.0", id=_id_of(line), error=error)
        await self.answers.send(SessionMessage(answer))


def _id_of(line: str) -> str | int | None:
    """The request's id, if it can be read: without it, its caller would wait for the answer."""
    try:
        message = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    found = message.get("id") if isinstance(message, dict) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None
