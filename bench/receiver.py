"""A webhook receiver in its own process: answers 200 at once, never on /hang, and records the arrival of each event.

python -m bench.receiver        prints its port; GET /arrivals gives {event id: Unix seconds of its first arrival}
"""

import asyncio
import json
import time

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
arrived: dict[str, float] = {}


async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            now = time.time()
            line, _, rest = head.partition(b"\r\n")
            length = next(
                (int(row[15:]) for row in rest.lower().split(b"\r\n") if row.startswith(b"content-length:")), 0
            )
            body = await reader.readexactly(length)
            if b" /hang" in line:
                await asyncio.sleep(3600)
            if line.startswith(b"GET"):
                found = json.dumps(arrived).encode()
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(found), found))
            else:
                arrived.setdefault(json.loads(body)["id"], now)
                writer.write(ANSWER)
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
