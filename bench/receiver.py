"""A webhook receiver in its own process: answers 200 at once, never on /hang, and records the arrival of each event.

python -m bench.receiver        prints its port; GET /arrivals gives {event id: Unix seconds of its first arrival}

On /shaky every tenth call is answered 503, on /gone each one 500. GET /counts says how many deliveries were `taken`, how many of
these came `again` to an endpoint that had taken them, and how many calls were `refused`.
"""

import asyncio
import json
import time

ANSWERS = {
    status: f"HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\nok".encode()
    for status in ("200 OK", "500 Internal Server Error", "503 Service Unavailable")
}
SHAKY = 10
arrived: dict[str, float] = {}
taken: set[bytes] = set()
counts = {"taken": 0, "again": 0, "refused": 0, "shaky": 0}


def answer(path: str, delivery: bytes) -> str:
    """The status line of this call."""
    counts["shaky"] += path.startswith("/shaky")
    if path.startswith("/gone") or (path.startswith("/shaky") and counts["shaky"] % SHAKY == 0):
        counts["refused"] += 1
        return "500 Internal Server Error" if path.startswith("/gone") else "503 Service Unavailable"
    counts["again" if delivery in taken else "taken"] += 1
    taken.add(delivery)
    return "200 OK"


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            now = time.time()
            line, _, rest = head.partition(b"\r\n")
            headers = dict(row.partition(b":")[::2] for row in rest.lower().split(b"\r\n"))
            path = line.split()[1].decode()
            body = await reader.readexactly(int(headers.get(b"content-length", 0)))
            if path.startswith("/hang"):
                await asyncio.sleep(3600)
            if line.startswith(b"GET"):
                found = json.dumps(counts if path == "/counts" else arrived).encode()
                kind = b"Content-Type: application/json"
                writer.write(b"HTTP/1.1 200 OK\r\n%s\r\nContent-Length: %d\r\n\r\n%s" % (kind, len(found), found))
            else:
                arrived.setdefault(json.loads(body)["id"], now)
                writer.write(ANSWERS[answer(path, headers.get(b"x-service-delivery", b""))])
            await writer.drain()
    except (asyncio.IncompleteReadError, OSError):
        pass
    finally:
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
