"""A private server that speaks Redis: unix socket only; a queue survives a crash, except in tests."""

import signal
from pathlib import Path

from config.devstack import binaries, locations
from config.devstack.guard import Guard
from config.devstack.locations import DevstackError
from config.devstack.servers import Server, wait_until


class Redis(Server):
    name = "redis"
    stop_signal = signal.SIGTERM
    grace = 10.0

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        super().__init__(data_dir, guard, durable=durable)
        self.program = binaries.redis_server(data_dir)
        self.files = data_dir / "redis"

    def prepare(self) -> None:
        locations.make_folder(self.files, mode=0o700, owner=self.user)

    def command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.sockets / "redis.sock"),
            "unixsocketperm": "700",
            "dir": self.as_seen_by_server(self.files),
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "maxmemory-policy": "noeviction",  # a queue must refuse, never forget
            "loglevel": "warning",
        }
        return [str(self.program), *(part for name, value in options.items() for part in (f"--{name}", value))]

    def answers(self) -> bool:
        return answers(self.data_dir)

    def stop_leftover(self) -> None:
        import redis

        with redis.Redis.from_url(locations.redis_url(self.data_dir), socket_timeout=self.grace) as client:
            client.shutdown()
        if not wait_until(lambda: not self.answers(), seconds=self.grace):
            raise DevstackError("a Redis of an earlier run does not stop: end it, then try again")


def answers(data_dir: Path) -> bool:
    """Whether this instance's Redis can be used now."""
    import redis

    try:
        with redis.Redis.from_url(locations.redis_url(data_dir), socket_timeout=2) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
