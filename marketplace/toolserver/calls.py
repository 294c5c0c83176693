"""Runs a tool by REST calls to the service over HTTP."""

import base64
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import anyio
import httpx

from marketplace.core import signing, tools
from marketplace.core.errors import TooLarge
from marketplace.core.tools import Answer, Call, Tool, failure
from marketplace.services import documents
from marketplace.toolserver import payments
from marketplace.toolserver.config import Config
from marketplace.toolserver.identities import Identity

_SIGNUP: Final = "x402_signup"
_SIGNUP_PATH: Final = "/api/x402/signup"
_CONNECTION_LOST: Final = (
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
    """A payment in progress."""

    lock: anyio.Lock = field(default_factory=anyio.Lock)
    answer: Answer | None = None


class Service:
    """One installation, called with one API key."""

    def __init__(self, config: Config, http: httpx.AsyncClient) -> None:
        self.config = config
        self.http = http
        self.paying: dict[Path, _Paying] = {}

    async def use(self, tool: Tool, arguments: dict[str, Any], identity: Identity | None) -> dict[str, Any]:
        """Run a tool of the service; returns its result."""
        if not tool.public and not self.config.api_key:
            refused = tools.located(failure("authentication_required", NO_KEY, tool), self.config.base_url)
            return tools.to_result(tool, 401, refused)
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
        shown = tool.files and status == 200
        if shown:
            await self.read_documents(body, arguments)
        result = tools.to_result(tool, status, tools.located(body, self.config.base_url), arguments)
        if shown and not tools.reads_on(arguments):
            result["content"] += await self.photos(body)
        return result

    def refusal(self, tool: Tool) -> str:
        """Why a tool would be refused here, as far as this machine can say; empty when it may be called. What the key may do is
        the service's to say.
        """
        if tool.name.startswith("x402_") and not self.config.x402_key:
            return "AHM_X402_PRIVATE_KEY is not set, in the environment of this tool server."
        return tool.refused

    async def ask(
        self, call: Call, signed: dict[str, str] | None = None, *, pays: bool = False, cents: int | None = None
    ) -> Answer:
        """One REST call. A call that requires a payment is paid for, up to this many cents, and repeated."""
        body, headers = call.body, dict(call.headers)
        if self.config.api_key:
            headers["X-API-Key"] = self.config.api_key
        if signed is not None and body is None:
            headers |= {_HEADERS[name]: value for name, value in signed.items()}
        elif signed is not None and body is not None:
            body = body | {"agentId": signed["agentId"], "agentVerification": signed}
        if call.path == _SIGNUP_PATH:
            headers.pop("X-API-Key", None)  # it creates a new account, whoever calls
        try:
            if pays:
                return _explain_key_error(await self._pay(call, headers, cents))
            answer = await self._send(call, body, headers)
        except httpx.HTTPError as error:
            words = f"{self.config.base_url} did not answer ({type(error).__name__}). Is AHM_BASE_URL right?"
            return 503, failure("service_unreachable", words)
        told = None if answer.is_redirect else tools.read_bare(call, answer.status_code, answer.headers)
        return _explain_key_error(_read(answer) if told is None else (answer.status_code, told))

    async def _pay(self, call: Call, headers: dict[str, str], cents: int | None) -> Answer:
        """A call that costs a stablecoin payment. A repetition while it is in progress gets the same answer."""
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
        """A payment whose outcome is unknown is sent again, never signed again. Raises NotPaid."""
        stored, is_new = unsettled.find(), False
        if stored is None:
            answer = await self._send(call, call.body, headers)
            if answer.status_code != 402 or "PAYMENT-REQUIRED" not in answer.headers:
                return _read(answer)
            own = f"{self.config.base_url}{call.path}" if call.path == _SIGNUP_PATH else ""
            signature = payments.sign(self.config, answer.headers["PAYMENT-REQUIRED"], cents=cents, address=own)
            stored = unsettled.keep(signature, call.body or {})
            is_new = stored[0] == signature
        signature, body = stored
        paid = headers | {"PAYMENT-SIGNATURE": signature}
        try:
            answer = await self._send(call, body, paid)
            if not is_new and _read(answer)[0] == 409 and call.path == _SIGNUP_PATH:
                answer = await self._send(call, body, paid | payments.proof(self.config))  # it was settled meanwhile
        except httpx.HTTPError:
            return 503, failure("service_unreachable", _CONNECTION_LOST)
        if _has_ended(call, answer, is_new=is_new):
            unsettled.forget()
        return _read(answer)

    async def _send(self, call: Call, body: dict[str, Any] | None, headers: dict[str, str]) -> httpx.Response:
        return await self.http.request(call.method, call.path, params=call.query, json=body, headers=headers)

    async def photos(self, body: Any) -> list[dict[str, Any]]:
        """The first photos of an answer, scaled down, and the number that are left out; without an imaging library none."""
        try:
            from marketplace.services import pictures
        except ImportError:
            return tools.about_photos(body, 0)
        found: list[dict[str, Any]] = []
        for file in tools.photos_in(body):
            if len(found) == tools.PHOTOS_AT_MOST:
                break
            small = None
            if (raw := await self._fetch(file["url"])) is not None:
                small = pictures.thumbnail(io.BytesIO(raw), tools.PHOTO_SIDE)
            if small is not None:
                found.append({"type": "image", "data": base64.b64encode(small).decode(), "mimeType": "image/jpeg"})
        return found + tools.about_photos(body, len(found))

    async def read_documents(self, body: Any, arguments: Mapping[str, Any]) -> None:
        """Put the texts of an answer's documents beside them, up to the length that one answer carries."""
        reading = tools.Reading(body, arguments)
        for file in reading.files:
            if (raw := await self._fetch(file["url"])) is None:
                continue
            try:
                text = documents.extract_text(io.BytesIO(raw), file["contentType"])
            except (TooLarge, documents.Unreadable):
                continue
            reading.put(file, text)

    async def _fetch(self, url: str) -> bytes | None:
        """A file of the service, by its signed URL and without the API key. Always from the configured server, whatever host the
        URL names.
        """
        parts = urlsplit(url)
        if not parts.path.startswith("/files/"):
            return None
        try:
            answer = await self.http.get(parts._replace(scheme="", netloc="", fragment="").geturl())
        except httpx.HTTPError:
            return None
        return answer.content if answer.status_code == 200 else None


def _explain_key_error(answer: Answer) -> Answer:
    """An error about the API key says where the key was configured."""
    status, body = answer
    if status != 401 or body.get("error_code") != "invalid_credentials":
        return answer
    return status, body | {"error": f"{body.get('error', '')} {_WRONG_KEY}".strip()}


def _action(tool: Tool, arguments: dict[str, Any]) -> str:
    """The action that is signed. Of a message the first 50 characters."""
    known = {name: str(value) for name, value in arguments.items()}
    return tool.signed.format_map(known | {"content": known.get("content", "")[: signing.SIGNED_CHARACTERS]})


def _has_ended(call: Call, answer: httpx.Response, *, is_new: bool) -> bool:
    """Is the outcome of a payment known? Only the service itself can say: an answer of a proxy, or about a revoked key, proves
    nothing. If the payment was never sent before, any refusal by the service means that it was not taken.
    """
    status, body = _read(answer)
    match status:
        case 200:
            return True
        case 402:
            return "PAYMENT-REQUIRED" in answer.headers
        case 409:
            return call.path != _SIGNUP_PATH  # there a 409 means: settled, but the account's key was not received yet
    return is_new and 400 <= status < 500 and status != 429 and "error_code" in body


def _read(answer: httpx.Response) -> Answer:
    """Status and body of an answer. An answer that isn't the service's, such as a proxy's page or a redirect, becomes a failure
    body.
    """
    try:
        body = json.loads(answer.content)
    except ValueError:
        body = None
    if isinstance(body, dict) and isinstance(body.get("success"), bool) and not answer.is_redirect:
        return answer.status_code, body
    where = f" and points to {answer.headers['Location'][:200]}" if answer.has_redirect_location else ""
    words = f"This answer ({answer.status_code}) is none of the service's{where}. Is AHM_BASE_URL right?"
    return 502, failure("unexpected_answer", words)
