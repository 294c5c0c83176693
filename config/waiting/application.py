"""The ASGI application: reads a request, has it run, and sends its answer now, later, or piece by piece."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson

from config.waiting.runs import Answer, Application, environ_of, run
from marketplace.core.parking import Place
from marketplace.rules import MCP_PATH
from webhooks.rules.waiting import HEARTBEAT_SECONDS
from webhooks.serializers.events import HEARTBEAT
from webhooks.services import waiting

log = logging.getLogger(__name__)
THREADS = 8  # for events; as many for tools, whose calls may take longer
LARGEST_BODY = 16 * 1024 * 1024  # bytes: above that of any tool call, which Django bounds by itself
BODY_SECONDS = 30.0
_PAUSE = 0.2  # seconds between two runs of one request, however often it is woken
_EVENTS = ("/api/events", "/api/events/stream")
SERVED = (*_EVENTS, MCP_PATH, "/livez", "/readyz", "/startupz", "/healthz")
_MISDIRECTED = "This process serves those who wait, at {}. Send everything else to the web server (docs/operations.md)."

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class WaitingApplication:
    """ASGI around the WSGI application of the project."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._reads = ThreadPoolExecutor(THREADS, "events")
        self._calls = ThreadPoolExecutor(THREADS, "tools")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if scope["path"] not in SERVED:
            await _send(send, _failure(421, "misdirected_request", _MISDIRECTED.format(", ".join(SERVED))))
            return
        try:
            async with asyncio.timeout(BODY_SECONDS):
                body = await _body(scope, receive)
        except TimeoutError:
            await _send(send, _failure(408, "body_timeout", "The body did not come in time. Send it at once."))
            return
        if body is None:
            return
        request = _Request(self._application, scope, body, self._reads if scope["path"] in _EVENTS else self._calls)
        await request.serve(receive, send)


class _Request:
    """One request, through all runs of its view."""

    def __init__(
        self, application: Application, scope: dict[str, Any], body: bytes, threads: ThreadPoolExecutor
    ) -> None:
        self._application, self._body, self._threads = application, body, threads
        self._environ = environ_of(scope)
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._place = Place(wake=self._wake)
        self._is_gone = False

    async def serve(self, receive: Receive, send: Send) -> None:
        watch: asyncio.Task[None] | None = None
        try:
            begun = self._loop.time()
            answer = await self._run()
            if self._is_held(answer):
                watch = asyncio.create_task(self._watch(receive))
                if self._place.streams:
                    await self._stream(answer, send)
                    return
                answer = await self._wait(answer, begun)
            if not self._is_gone:
                await _send(send, answer)
        finally:
            if watch is not None:
                watch.cancel()
            self._place.leave()

    async def _wait(self, answer: Answer, begun: float) -> Answer:
        """The first answer that is not held back; the last one when the time is over, the caller is gone, or this process ends."""
        ends = begun + self._place.hold
        while self._is_held(answer) and not self._is_gone and not waiting.hub.is_closing:
            if not await self._sleep_until(ends):
                break
            answer = await self._run()
        return answer

    async def _stream(self, answer: Answer, send: Send) -> None:
        """Send the first answer, and what later runs find, until one of them is refused (a key that was revoked), the caller is
        gone, or this process ends."""
        await send({"type": "http.response.start", "status": answer.status, "headers": _of_stream(answer.headers)})
        while True:
            await send({"type": "http.response.body", "body": answer.body, "more_body": True})
            # Not all at once after a restart.
            runs_again = self._loop.time() + self._place.hold * random.uniform(0.8, 1.0)  # noqa: S311
            while not await self._sleep_until(min(runs_again, self._loop.time() + HEARTBEAT_SECONDS)):
                if self._loop.time() >= runs_again:
                    break
                await send({"type": "http.response.body", "body": HEARTBEAT, "more_body": True})
            if self._is_gone:
                return
            if waiting.hub.is_closing:
                break
            answer = await self._run()
            if not self._is_held(answer):
                break
        await send({"type": "http.response.body", "body": b""})

    def _is_held(self, answer: Answer) -> bool:
        return answer.status in (200, 304) and self._place.hold > 0 and self._environ["REQUEST_METHOD"] != "HEAD"

    async def _run(self) -> Answer:
        """Cleared first: what wakes it from now on may be too late for this run."""
        self._woken.clear()
        self._place.hold = 0.0
        return await self._loop.run_in_executor(
            self._threads, run, self._application, self._environ, self._body, self._place
        )

    async def _sleep_until(self, moment: float) -> bool:
        """Whether it was woken before."""
        slept = self._loop.time()
        try:
            async with asyncio.timeout_at(moment):
                await self._woken.wait()
        except TimeoutError:
            return False
        if not self._is_gone and not waiting.hub.is_closing:
            await asyncio.sleep(max(0.0, slept + _PAUSE - self._loop.time()))
        return True

    def _wake(self) -> None:
        self._loop.call_soon_threadsafe(self._woken.set)

    async def _watch(self, receive: Receive) -> None:
        """The caller hangs up."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self._is_gone = True
        self._woken.set()


async def _body(scope: dict[str, Any], receive: Receive) -> bytes | None:
    """The body; None when the caller is gone. Of one that is too long no more is read: Django refuses it by its length."""
    declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if declared.isdigit() and int(declared) > LARGEST_BODY:
        return b""
    parts, length = [], 0
    while length <= LARGEST_BODY:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        if not message.get("more_body", False):
            break
    return b"".join(parts)


async def _send(send: Send, answer: Answer) -> None:
    await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
    await send({"type": "http.response.body", "body": answer.body})


def _of_stream(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Its length is not known."""
    return [(name, value) for name, value in headers if name != b"content-length"]


def _failure(status: int, code: str, error: str) -> Answer:
    """A failure body of this process itself; all others are Django's."""
    body = orjson.dumps({"success": False, "error": error, "error_code": code, "code": code, "requestId": ""})
    kind, length = (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())
    return Answer(status, [kind, length], body)
