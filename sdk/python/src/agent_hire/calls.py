"""A call as bytes, its answer as Python, and when to try again: shared by both clients, and without input or output of its own."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, Final, cast
from urllib.parse import quote

import httpx

from agent_hire.errors import ApprovalNeeded, error_of
from agent_hire.files import is_file, read_file

_LONGEST_PAUSE: Final = 60.0
_BUSY: Final = {429, 502, 503, 504}


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer without JSON: of a photo, or one that says everything by its headers (lower case)."""

    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True, slots=True)
class Sending:
    """A call that can be sent any number of times. `key`: its idempotency key, None where the operation takes none."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    content: bytes | None
    data: dict[str, Any]
    files: list[tuple[str, tuple[str, bytes]]]
    key: str | None
    raw: bool
    seconds: float | None

    def arguments(self) -> dict[str, Any]:
        """As httpx takes them."""
        given: dict[str, Any] = {"params": self.query, "headers": self.headers}
        if self.files:
            given |= {"data": self.data, "files": self.files}
        elif self.content is not None:
            given["content"] = self.content
        if self.seconds is not None:
            given["timeout"] = self.seconds
        return given

    @property
    def can_be_repeated(self) -> bool:
        """Has a second arrival the effect of one? Reads and dry runs change nothing, and a key makes it so."""
        return self.method == "GET" or self.key is not None or "dryRun" in self.query


def prepare(
    method: str,
    path: str,
    *,
    query: Mapping[str, Any] | None = None,
    body: Mapping[str, Any] | bytes | None = None,
    keyed: bool = False,
    key: str | None = None,
    dry_run: bool = False,
    raw: bool = False,
    seconds: float | None = None,
) -> Sending:
    """A call, ready to be sent. `keyed`: the operation takes an idempotency key, and gets a new one if `key` is None. A body with a
    file in it is sent as a form.
    """
    asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    if dry_run:
        asked["dryRun"] = "true"
    key = (key or str(uuid.uuid4())) if keyed else None
    headers = {"Idempotency-Key": key} if key else {}
    content: bytes | None = None
    data: dict[str, Any] = {}
    files: list[tuple[str, tuple[str, bytes]]] = []
    if isinstance(body, bytes):
        content = body
        headers["Content-Type"] = "application/octet-stream"
    elif body is not None and any(_has_file(value) for value in body.values()):
        data, files = _form(body)
    elif body is not None:
        content = json.dumps(body, default=_plain, ensure_ascii=False, allow_nan=False).encode()
        headers["Content-Type"] = "application/json"
    return Sending(method, path, asked, headers, content, data, files, key, raw, seconds)


def segment(value: str) -> str:
    """A value as a part of a path. Raises ValueError for an value that would name another path."""
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} is no id.")
    return quote(value, safe="")


def read(sending: Sending, answer: httpx.Response) -> Any:
    """What was answered. Raises ApprovalNeeded or an APIError."""
    if sending.raw and answer.is_success and not _is_json(answer):
        return Raw(answer.status_code, answer.headers, answer.content)
    try:
        body = answer.json()
    except ValueError:
        body = None
    if not isinstance(body, dict) or answer.is_redirect:
        words = f"{answer.request.url} is answered by something else than the service. Is the base URL right?"
        raise error_of(answer.status_code if answer.is_error else 502, {"error": words}, sending.key)
    if answer.is_error:
        raise error_of(answer.status_code, body, sending.key)
    if answer.status_code == 202 and "approvalId" in body:
        raise ApprovalNeeded(cast(Any, body), sending.key)
    return body


def pause_after(sending: Sending, answer: httpx.Response, attempt: int, retries: int) -> float | None:
    """Seconds until the call is sent again, None if this answer is the last. `attempt` counts from 0."""
    busy = answer.status_code in _BUSY and (sending.can_be_repeated or answer.status_code in (429, 503))
    if attempt >= retries or not (busy or _is_under_way(answer)):
        return None
    asked = answer.headers.get("Retry-After", "")
    if asked.isascii() and asked.isdigit():
        return float(asked) if int(asked) <= _LONGEST_PAUSE else None
    return _growing(attempt)


def pause_after_break(sending: Sending, error: httpx.TransportError, attempt: int, retries: int) -> float | None:
    """The same when no answer came. A call without a key is sent again only if it can't have arrived."""
    never_arrived = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
    return _growing(attempt) if attempt < retries and (never_arrived or sending.can_be_repeated) else None


def _is_under_way(answer: httpx.Response) -> bool:
    """Does the first call with this idempotency key still run?"""
    return answer.status_code == 409 and b'"idempotency_in_progress"' in answer.content


def _growing(attempt: int) -> float:
    return min(0.5 * 2.0**attempt, 8.0) * random.uniform(0.75, 1.25)  # noqa: S311 - it spreads retries, no secret


def _is_json(answer: httpx.Response) -> bool:
    return str(answer.headers.get("Content-Type", "")).startswith("application/json")


def _has_file(value: Any) -> bool:
    return is_file(value) or (isinstance(value, list) and any(is_file(one) for one in value))


def _form(body: Mapping[str, Any]) -> tuple[dict[str, Any], list[tuple[str, tuple[str, bytes]]]]:
    """Files beside the other fields: a list of texts is a field that repeats, other lists and objects are JSON."""
    data: dict[str, Any] = {}
    files: list[tuple[str, tuple[str, bytes]]] = []
    for name, value in body.items():
        if _has_file(value):
            files += [(name, read_file(file)) for file in (value if isinstance(value, list) else [value])]
        elif isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
            data[name] = [_text(one) for one in value]
        elif isinstance(value, dict | list):
            data[name] = json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False)
        elif value is not None:
            data[name] = _text(value)
    return data, files


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple | set):
        return ",".join(_text(one) for one in value)
    return str(_plain(value)) if isinstance(value, datetime) else str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise TypeError("Give the time its zone, such as datetime(2026, 12, 1, 18, tzinfo=timezone.utc).")
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    raise TypeError(f"{type(value).__name__} can't be sent as JSON.")
