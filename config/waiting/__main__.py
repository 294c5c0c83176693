"""`python -m config.waiting --host 127.0.0.1 --port 8001`"""

import argparse
import asyncio
import os
import resource
import socket

import uvicorn
from django.core.wsgi import get_wsgi_application

from marketplace.core import processes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")
os.environ.setdefault("DATABASE_POOL", "16")  # as many as there are threads: whoever waits holds none

LONGEST_HEADER = 24_576  # bytes, as for the web server
CONNECTIONS = 10_000
IDLE_SECONDS = 75  # longer than a proxy keeps a connection that nothing is sent on


class Server(uvicorn.Server):
    """When it is asked to stop, those who wait are answered first: it would otherwise wait for them. And it looks twice a second
    whether it is, not ten times, which is most of what it does while nobody waits."""

    async def main_loop(self) -> None:
        while not await self.on_tick(0):  # 0: with the Date header of this second
            await asyncio.sleep(0.5)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from webhooks.services import waiting

        for listening in self.servers:
            listening.close()
        await asyncio.get_running_loop().run_in_executor(None, waiting.hub.close)
        await super().shutdown(sockets)


def configured(application: object, host: str, port: int) -> uvicorn.Config:
    return uvicorn.Config(
        application,  # type: ignore[arg-type]
        host=host,
        port=port,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,  # Django's
        access_log=False,
        log_level="warning",
        proxy_headers=False,  # the addresses of proxies are judged by our own middleware (TRUSTED_PROXIES)
        server_header=False,
        limit_concurrency=CONNECTIONS,
        backlog=2048,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=LONGEST_HEADER,
    )


def main() -> None:
    taken = argparse.ArgumentParser(prog="python -m config.waiting", description="Serves callers who wait for events.")
    taken.add_argument("--host", default="127.0.0.1")
    taken.add_argument("--port", type=int, default=8001)
    given = taken.parse_args()
    # A connection is an open file, of which many systems allow 1,024 unless a program asks for more.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    processes.name("waiting")
    django = get_wsgi_application()
    from config.waiting.application import WaitingApplication  # reads settings: after Django is set up

    Server(configured(WaitingApplication(django), given.host, given.port)).run()


if __name__ == "__main__":
    main()
