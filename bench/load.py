"""A small load generator: keep-alive connections to a local port, limited in time and number of requests.

Standard library only. It needs some 30 microseconds per request, so that one process does not limit the measurement.
"""

import asyncio
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
RESPONSE_TIMEOUT = 10.0  # seconds after the end of a round in which a response may still arrive


@dataclass(frozen=True, slots=True)
class Measured:
    requests: int
    seconds: float
    cpu_seconds: float

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds

    @property
    def cpu_ms(self) -> float:
        """CPU milliseconds of the web server's processes per request."""
        return self.cpu_seconds * 1000 / self.requests


@dataclass(frozen=True, slots=True)
class Answer:
    """Header names are in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


def measure(port: int, path: str, *, server_pid: int, connections: int, seconds: float, at_most: int) -> Measured:
    """GET `path` repeatedly on each connection. Raises RuntimeError for a status other than 200 or a timeout."""
    before, begun = cpu_seconds(server_pid), time.monotonic()
    requests = asyncio.run(_all(port, path, _Budget(begun + seconds, at_most), connections))
    return Measured(requests, time.monotonic() - begun, cpu_seconds(server_pid) - before)


def ask(port: int, path: str) -> Answer:
    """One complete answer, for checks before measuring. Raises RuntimeError for a status other than 200."""

    async def once() -> Answer:
        caller = await _connect(port, path, _Budget(0.0, 1))
        await asyncio.wait_for(caller.done, RESPONSE_TIMEOUT)
        assert caller.last is not None
        return caller.last

    return asyncio.run(once())


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and its descendants, in seconds, from /proc."""
    total = 0
    for one in _tree(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def _tree(pid: int) -> list[int]:
    """The ids of a process and its descendants."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # the process has just ended
                continue
            children.setdefault(parent, []).append(int(folder.name))
    found, waiting = [], [pid]
    while waiting:
        found.append(one := waiting.pop())
        waiting += children.get(one, [])
    return found


@dataclass(slots=True)
class _Budget:
    """The time and number of requests that the connections of a round share."""

    until: float
    left: int

    def take(self) -> bool:
        if self.left <= 0 or (self.until and time.monotonic() >= self.until):
            return False
        self.left -= 1
        return True


@dataclass(eq=False)
class _Caller(asyncio.Protocol):
    """One connection: sends a request, reads the response, and repeats until the budget is used up."""

    path: str
    budget: _Budget
    done: asyncio.Future[int]
    answered: int = 0
    last: Answer | None = None
    buffer: bytearray = field(default_factory=bytearray)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.request = f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        self._next()

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, separator, _ = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        at = head.lower().find(b"\r\ncontent-length:")
        if not head.startswith(b"HTTP/1.1 200") or at < 0:
            self._fail(f"{self.path}: {bytes(head[:300])!r}")
            return
        length = int(head[at + 17 :].split(b"\r\n", 1)[0])
        size = len(head) + 4 + length
        if len(self.buffer) < size:
            return
        if self.last is None:  # only one answer is stored; the others are counted
            self.last = _parsed(bytes(head), bytes(self.buffer[size - length : size]))
        del self.buffer[:size]
        self.answered += 1
        self._next()

    def connection_lost(self, error: Exception | None) -> None:
        self._fail(f"{self.path}: the server closed the connection ({error})")

    def _next(self) -> None:
        if self.budget.take():
            self.transport.write(self.request)
        elif not self.done.done():
            self.done.set_result(self.answered)
            self.transport.close()

    def _fail(self, why: str) -> None:
        if not self.done.done():
            self.done.set_exception(RuntimeError(why))
            self.transport.close()


async def _connect(port: int, path: str, budget: _Budget) -> _Caller:
    loop = asyncio.get_running_loop()
    caller = _Caller(path, budget, loop.create_future())
    await loop.create_connection(lambda: caller, "127.0.0.1", port)
    return caller


async def _all(port: int, path: str, budget: _Budget, connections: int) -> int:
    callers = [await _connect(port, path, budget) for _ in range(connections)]
    timeout = max(0.0, budget.until - time.monotonic()) + RESPONSE_TIMEOUT
    try:
        answered = sum(await asyncio.wait_for(asyncio.gather(*[caller.done for caller in callers]), timeout))
    except TimeoutError:
        raise RuntimeError(f"{path}: no answer within {RESPONSE_TIMEOUT:.0f} s")
    if not answered:
        raise RuntimeError(f"{path}: not one answer")
    return answered


def _parsed(head: bytes, body: bytes) -> Answer:
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines)
    return Answer(int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs}, body)
