"""A small load generator: keep-alive connections to one address on this machine, bounded in time. Standard library."""

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


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
        """CPU milliseconds of the server's processes per request."""
        return self.cpu_seconds * 1000 / max(1, self.requests)


def measure(port: int, path: str, *, server_pid: int, connections: int, seconds: float) -> Measured:
    """Ask 127.0.0.1:port for `path` over `connections` connections for so many seconds; every answer must be 200."""
    before, begun = cpu_seconds(server_pid), time.monotonic()
    total = asyncio.run(_all(port, path, connections, begun + seconds))
    return Measured(total, time.monotonic() - begun, cpu_seconds(server_pid) - before)


def body_of(port: int, path: str) -> bytes:
    """One answer's body, to compare what the variants send."""
    return asyncio.run(_once(port, path))


def cpu_seconds(pid: int) -> float:
    """User and system time of a process and all below it."""
    total = 0
    for one in _tree(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def _tree(pid: int) -> list[int]:
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += _tree(int(child))
    return found


async def _all(port: int, path: str, connections: int, until: float) -> int:
    return sum(await asyncio.gather(*[_one(port, path, until) for _ in range(connections)]))


async def _one(port: int, path: str, until: float) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    request = _request(path)
    count = 0
    while time.monotonic() < until:
        writer.write(request)
        await _read(reader, path)
        count += 1
    writer.close()
    return count


async def _once(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_request(path))
    body = await _read(reader, path)
    writer.close()
    return body


def _request(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


async def _read(reader: asyncio.StreamReader, path: str) -> bytes:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    if not head.startswith(b"http/1.1 200"):
        raise RuntimeError(f"{path}: {head[:200]!r}")
    if b"content-length: " in head:
        return await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
    body = b""
    while size := int((await reader.readline()).strip(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body
