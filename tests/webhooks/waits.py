"""The waiting process, within this one: its ASGI application, called as a server calls it, and a hub of its own."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit

import orjson
import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections, transaction

from config.waiting import application, runs
from tests.api import Answer, Api
from webhooks import outbox
from webhooks.models import Event
from webhooks.services import waiting

T = TypeVar("T")
PATIENCE = 20.0
TOP_UP, CAP = "wallet.auto_topup_initiated", "wallet.spending_cap_hit"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[waiting.Hub]:
    """Nobody looks by themselves: whoever is woken was told. Threads may wait."""
    made = waiting.Hub()
    monkeypatch.setattr(waiting, "hub", made)
    monkeypatch.setattr(waiting, "LOOK_SECONDS", 3600.0)
    monkeypatch.setattr(waiting, "_threads", threading.BoundedSemaphore(2))
    yield made
    made.close()
    assert len(made) == 0, "everyone has left"


@pytest.fixture
def app(hub: waiting.Hub, monkeypatch: pytest.MonkeyPatch) -> Iterator[application.WaitingApplication]:
    """After each run its thread has no connection, as with the pool of the process itself."""
    run = application.run

    def run_and_close(*args: Any) -> runs.Answer:
        try:
            return run(*args)
        finally:
            connections.close_all()

    monkeypatch.setattr(application, "run", run_and_close)
    made = application.WaitingApplication(get_wsgi_application())
    yield made
    for threads in (made._reads, made._calls):
        threads.shutdown(wait=True)


class Call:
    """One request that is under way."""

    def __init__(self, caller: Api, method: str, path: str, body: bytes, headers: dict[str, str]) -> None:
        parts = urlsplit(path)
        sent = {"host": "market.example.org"} | caller.headers | headers
        sent |= {"content-type": "application/json", "content-length": str(len(body))} if body else {}
        self.scope = {
            "type": "http",
            "http_version": "1.1",
            "scheme": "http",
            "method": method,
            "path": parts.path,
            "query_string": parts.query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in sent.items()],
            "client": (caller.address, 40_000),
            "server": ("127.0.0.1", 8001),
        }
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "http.request", "body": body, "more_body": False})
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.read = b""

    def hang_up(self) -> None:
        self._incoming.put_nowait({"type": "http.disconnect"})

    def run(self, app: application.WaitingApplication) -> "asyncio.Task[None]":
        return asyncio.create_task(app(self.scope, self._incoming.get, self.sent.put))

    async def begins(self) -> tuple[int, dict[str, str]]:
        async with asyncio.timeout(PATIENCE):
            message = await self.sent.get()
        assert message["type"] == "http.response.start"
        return message["status"], {name.decode(): value.decode() for name, value in message["headers"]}

    async def read_until(self, words: bytes) -> bytes:
        """What came of the body since the last time, once `words` are in it."""
        found = b""
        async with asyncio.timeout(PATIENCE):
            while words not in found:
                message = await self.sent.get()
                found += message["body"]
                assert message.get("more_body") or words in found, f"it ended with {found!r}"
        return found

    async def ends(self) -> bytes:
        found = b""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.sent.get()).get("more_body"):
                found += message["body"]
        return found + message["body"]

    async def answer(self) -> Answer:
        status, headers = await self.begins()
        body = await self.ends()
        is_json = headers.get("content-type", "").startswith("application/json")
        return Answer(status, orjson.loads(body) if is_json and body else body, headers)


class Waits:
    """`async with waits(app) as ask`: `ask(caller, path)` begins a call."""

    def __init__(self, app: application.WaitingApplication) -> None:
        self.app = app
        self.tasks: list[asyncio.Task[None]] = []

    def __call__(self, caller: Api, path: str, *, method: str = "GET", body: Any = None, **headers: str) -> Call:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        call = Call(caller, method, path, orjson.dumps(body) if body is not None else b"", named)
        self.tasks.append(call.run(self.app))
        return call


@asynccontextmanager
async def waits(app: application.WaitingApplication) -> AsyncIterator[Waits]:
    made = Waits(app)
    yield made
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*made.tasks)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def publish_now(caller: Api, entity: str, type_: str = TOP_UP, **data: Any) -> Event:
    """A commit, in a thread that has no transaction."""
    with transaction.atomic():
        return outbox.publish(type=type_, entity=entity, account_id=caller.account.pk, data=data)


async def publish(caller: Api, entity: str, type_: str = TOP_UP, **data: Any) -> Event:
    return await aside(lambda: publish_now(caller, entity, type_, **data))


async def aside(work: Callable[[], T]) -> T:
    """In a thread of its own, with a connection of its own."""

    def work_and_close() -> T:
        try:
            return work()
        finally:
            connections.close_all()

    return await asyncio.to_thread(work_and_close)
