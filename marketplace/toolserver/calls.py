"""From a tool's call to the service and back, over HTTP."""

import base64
import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import anyio
import httpx

from marketplace.core import signing, tools
from marketplace.core.tools import Answer, Call, Tool, failure
from marketplace.toolserver import payments
from marketplace.toolserver.config import Config
from marketplace.toolserver.identities import Identity

PHOTOS_AT_MOST, PHOTO_SIDE, PHOTO_BYTES = 4, 1024, 30 * 1024 * 1024
_SIGNUP: Final = "x402_signup"
_SIGNUP_PATH: Final = "/api/x402/signup"
_BROKEN: Final = (
    "The connection broke after a payment was sent. Call this tool again with the same arguments: it sends the same payment "
    "again, and pays no second time."
)
_HEADERS: Final = {
    "agentId": "X-Agent-Id",
    "publicKey": "X-Agent-PublicKey",
    "timestamp": "X-Agent-Timestamp",
    "signature": "X-Agent-Signature",
}
_WRONG_KEY: Final = (
    "It came from AHM_API_KEY, in the environment of this tool server: set a valid one and start it again."
)
NO_KEY: Final = (
    "AHM_API_KEY is not set. Set it, in the environment of this tool server, to a key of your account and start it again. No "
    "account yet: POST /api/agents/signup mails a code to an address, and x402_signup opens one by a stablecoin payment. Searching "
    "and browsing work without a key."
)


@dataclass(slots=True)
class _Paying:
    """A payment that is under way."""

    lock: anyio.Lock = field(default_factory=anyio.Lock)
    answer: Answer | None = None


class Service:
    """One installation, called with one key."""

    def __init__(self, config: Config, http: httpx.AsyncClient) -> None:
        self.config = config
        self.http = http
        self.paying: dict[Path, _Paying] = {}

    async def use(self, tool: Tool, arguments: dict[str, Any], identity: Identity | None) -> dict[str, Any]:
        """Run a tool whose work is done by the service. Its result."""
        if not tool.public and not self.config.api_key:
            return tools.to_result(tool, 401, failure("authentication_required", NO_KEY))
        pays, cents = tool.name.startswith("x402_"), arguments.get("amountCents")
        todo = tools.steps(tool, arguments, page=100 if self.config.api_key else 24)
        request = next(todo)
        while True:
            signed = identity.sign(_action(tool, arguments)) if identity is not None and tool.signed else None
            try:
                request = todo.send(await self.ask(request, signed, pays=pays, cents=cents))
            except StopIteration as done:
                status, body = done.value
                break
        if tool.name == _SIGNUP and status == 200:
            self.config.api_key = body["apiKey"]
        result = tools.to_result(tool, status, body)
        if tool.photos and status == 200:
            result["content"] += await self.photos(body["submission"]["files"])
        return result

    async def ask(
        self, call: Call, signed: dict[str, str] | None = None, *, pays: bool = False, cents: int | None = None
    ) -> Answer:
        """One REST call; one that asks for a payment is paid and made again, for that many cents."""
        body, headers = call.body, {"X-API-Key": self.config.api_key} if self.config.api_key else {}
        if signed is not None and body is None:
            headers |= {_HEADERS[name]: value for name, value in signed.items()}
        elif signed is not None and body is not None:
            body = body | {"agentId": signed["agentId"], "agentVerification": signed}
        if call.path == _SIGNUP_PATH:
            headers.pop("X-API-Key", None)  # a new account, whoever calls
        try:
            if pays:
                return _with_key_s_name(await self._pay(call, headers, cents))
            answer = await self._send(call, body, headers)
        except httpx.HTTPError as error:
            words = f"{self.config.base_url} did not answer ({type(error).__name__}). Is AHM_BASE_URL right?"
            return 503, failure("service_unreachable", words)
        return _with_key_s_name(_read(answer))

    async def _pay(self, call: Call, headers: dict[str, str], cents: int | None) -> Answer:
        """A call that costs a stablecoin payment. Whoever makes it again while it is under way gets the same answer."""
        unsettled = payments.Unsettled(self.config, call)
        paying = self.paying.setdefault(unsettled.path, _Paying())
        async with paying.lock:
            if paying.answer is None:
                try:
                    paying.answer = await self._pay_alone(call, headers, cents, unsettled)
                except payments.NotPaid as reason:
                    return 402, reason.body
                self.paying.pop(unsettled.path, None)
        return paying.answer

    async def _pay_alone(
        self, call: Call, headers: dict[str, str], cents: int | None, unsettled: payments.Unsettled
    ) -> Answer:
        """One whose outcome is not known yet is sent again, never signed anew. Raises NotPaid."""
        kept, is_new = unsettled.find(), False
        if kept is None:
            answer = await self._send(call, call.body, headers)
            if answer.status_code != 402 or "PAYMENT-REQUIRED" not in answer.headers:
                return _read(answer)
            own = f"{self.config.base_url}{call.path}" if call.path == _SIGNUP_PATH else ""
            signature = payments.sign(self.config, answer.headers["PAYMENT-REQUIRED"], cents=cents, address=own)
            kept = unsettled.keep(signature, call.body or {})
            is_new = kept[0] == signature
        signature, body = kept
        paid = headers | {"PAYMENT-SIGNATURE": signature}
        try:
            answer = await self._send(call, body, paid)
            if not is_new and _read(answer)[0] == 409 and call.path == _SIGNUP_PATH:
                answer = await self._send(call, body, paid | payments.proof(self.config))  # it was settled meanwhile
        except httpx.HTTPError:
            return 503, failure("service_unreachable", _BROKEN)
        if _has_ended(call, answer, is_new=is_new):
            unsettled.forget()
        return _read(answer)

    async def _send(self, call: Call, body: dict[str, Any] | None, headers: dict[str, str]) -> httpx.Response:
        return await self.http.request(call.method, call.path, params=call.query, json=body, headers=headers)

    async def photos(self, files: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The first photos of an answer, made small, and how many are not shown; none where no picture library is installed."""
        try:
            from marketplace.services import pictures
        except ImportError:
            return tools.about_photos(files, 0)
        found: list[dict[str, Any]] = []
        for file in files:
            if len(found) == PHOTOS_AT_MOST:
                break
            if not file["contentType"].startswith("image/") or file["size"] > PHOTO_BYTES:
                continue
            small = None
            if (raw := await self._fetch(file["url"])) is not None:
                small = pictures.shrunk(io.BytesIO(raw), PHOTO_SIDE)
            if small is not None:
                found.append({"type": "image", "data": base64.b64encode(small).decode(), "mimeType": "image/jpeg"})
        return found + tools.about_photos(files, len(found))

    async def _fetch(self, url: str) -> bytes | None:
        """A file of the service itself, without the key: its address says enough. Nobody else is asked for it: whatever the
        service calls itself, it is where we reach it."""
        parts = urlsplit(url)
        if not parts.path.startswith("/files/"):
            return None
        try:
            answer = await self.http.get(parts._replace(scheme="", netloc="", fragment="").geturl())
        except httpx.HTTPError:
            return None
        return answer.content if answer.status_code == 200 else None


def _with_key_s_name(answer: Answer) -> Answer:
    """A refusal of the key says where the key comes from."""
    status, body = answer
    if status != 401 or body.get("error_code") != "invalid_credentials":
        return answer
    return status, body | {"error": f"{body.get('error', '')} {_WRONG_KEY}".strip()}


def _action(tool: Tool, arguments: dict[str, Any]) -> str:
    """What is signed. Of a message its first 50 characters."""
    known = {name: str(value) for name, value in arguments.items()}
    return tool.signed.format_map(known | {"content": known.get("content", "")[: signing.FIRST]})


def _has_ended(call: Call, answer: httpx.Response, *, is_new: bool) -> bool:
    """Is it known how a payment ended that was sent? Only the service itself can say: nothing is concluded from what a proxy, or
    a key that was revoked, makes of it. A refusal of a payment that was never sent before says that it was not taken."""
    status, body = _read(answer)
    match status:
        case 200:
            return True
        case 402:
            return "PAYMENT-REQUIRED" in answer.headers
        case 409:
            return call.path != _SIGNUP_PATH  # there it is settled, and its key is still to come
    return is_new and 400 <= status < 500 and status != 429 and "error_code" in body


def _read(answer: httpx.Response) -> Answer:
    """Status and body of an answer of the service; of what is none of its own, such as a page of some proxy or a redirect,
    a failure in the service's form."""
    try:
        body = json.loads(answer.content)
    except ValueError:
        body = None
    if isinstance(body, dict) and isinstance(body.get("success"), bool) and not answer.is_redirect:
        return answer.status_code, body
    where = f" and points to {answer.headers['Location'][:200]}" if answer.has_redirect_location else ""
    words = f"This answer ({answer.status_code}) is none of the service's{where}. Is AHM_BASE_URL right?"
    return 502, failure("unexpected_answer", words)
