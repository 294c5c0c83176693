"""The two private servers' common part, and Redis: on one unix socket in a closed folder each, and on no network."""

import os
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from config.devstack import binaries, locations
from config.devstack.children import Child
from config.devstack.guard import Guard, is_running
from config.devstack.locations import DevstackError

# A server sees nothing of the caller's environment: no locale, no PG* variable, no secret.
CLEAN_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
LARGEST_LOG = 10 * 1024 * 1024


def carry_on() -> None:
    """The checkpoint of a start that nobody may call off."""


class Server(Child, ABC):
    """`prepare` makes its files once; `command` starts it in `files`, its own folder."""

    patience = 30.0
    pid_file: str  # in `files`, written by the server itself: its number is the first word
    passing: ClassVar[tuple[str, ...]] = ()  # words of a failed start that may succeed a moment later

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        super().__init__(guard)
        self.data_dir = data_dir
        self.durable = durable
        self.user = locations.server_user()
        self.sockets = locations.socket_dir(data_dir)
        self.files = data_dir / self.name
        self.log = locations.log_dir(data_dir) / f"{self.name}.log"

    @abstractmethod
    def prepare(self) -> None: ...

    @abstractmethod
    def command(self) -> list[str]: ...

    @staticmethod
    @abstractmethod
    def answers(data_dir: Path) -> bool:
        """Whether a client can work with this instance's server now."""

    def start(self, checkpoint: Callable[[], None] = carry_on) -> None:
        """Returns once it answers. `checkpoint` is called while waiting and may raise to call the start off."""
        locations.make_data_dir(self.data_dir)
        locations.make_folder(self.log.parent, mode=0o700)
        locations.make_folder(self.sockets, mode=0o700, owner=self.user)
        self._stop_leftover()
        self.prepare()
        deadline = time.monotonic() + self.patience
        self._spawn()
        while not self._is_up():
            checkpoint()
            if time.monotonic() > deadline:
                raise DevstackError(f"{self.name} was not ready within {self.patience:.0f} s:\n{self._log_tail()}")
            time.sleep(0.02)

    def _is_up(self) -> bool:
        """Looks at our own process first: what answers could be another one that has kept it from starting."""
        assert self.process is not None
        if self.process.poll() is None:
            return self.answers(self.data_dir)
        self.guard.forget(self.process.pid)
        said = self._log_tail()
        if not any(words in said for words in self.passing):
            raise DevstackError(f"{self.name} did not start:\n{said}")
        time.sleep(0.3)
        self._stop_leftover()
        self._spawn()
        return False

    def _stop_leftover(self) -> None:
        """A server that still answers on our socket has lost both its supervisor and its guard. Only our own server can
        answer in our closed folder, so the number in its file is its own."""
        if not self.answers(self.data_dir):
            return
        pid = int((self.files / self.pid_file).read_text().split()[0])
        self.guard.watch(pid, self.stop_signal, self.grace)
        os.kill(pid, self.stop_signal)
        stopped = wait_until(lambda: not is_running(pid), seconds=self.grace)
        self.guard.forget(pid)
        if not stopped:
            raise DevstackError(
                f"the {self.name} of an earlier run (process {pid}) does not stop: end it, then try again"
            )

    def launch(self, command: list[str], **options: Any) -> subprocess.Popen[Any]:
        """As the servers' user, with nothing of ours."""
        options = {"env": CLEAN_ENVIRONMENT, "cwd": "/", "umask": 0o077} | options
        if self.user:
            options |= {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return super().launch(command, **options)

    def as_seen_by_server(self, folder: Path) -> str:
        """The path by which a server started in this folder finds it again.

        We enter the folder before we become its user, who needs no way down to it then: a working directory stays
        open to a process whatever lies above. PostgreSQL wants an absolute path, and this is one.
        """
        if not locations.is_closed(self.data_dir):
            return str(folder)
        if not Path("/proc/self/cwd").exists():
            raise DevstackError(
                f"{self.name} runs as {self.user.pw_name if self.user else 'another user'}, who cannot reach "
                f"{folder}: choose a DATA_DIR below folders that everybody may pass through"
            )
        return "/proc/self/cwd"

    def _spawn(self) -> None:
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as log:
            self._log_start = log.tell()
            self.process = self.launch(self.command(), stdout=log, cwd=self.files)

    def _log_tail(self) -> str:
        """What this start said, not what an earlier one did."""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace").strip()[-2000:]


class Redis(Server):
    """A queue survives a crash, except in tests."""

    name = "redis"
    pid_file = "redis.pid"

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        super().__init__(data_dir, guard, durable=durable)
        self.program = binaries.redis_server(data_dir)

    def prepare(self) -> None:
        locations.make_folder(self.files, mode=0o700, owner=self.user)

    def command(self) -> list[str]:
        here = self.as_seen_by_server(self.files)
        options = {
            "port": "0",
            "unixsocket": str(self.sockets / "redis.sock"),
            "unixsocketperm": "700",
            "dir": here,
            "pidfile": f"{here}/{self.pid_file}",
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "maxmemory-policy": "noeviction",  # a queue must refuse, never forget
            "loglevel": "warning",
        }
        return [str(self.program), *(part for name, value in options.items() for part in (f"--{name}", value))]

    @staticmethod
    def answers(data_dir: Path) -> bool:
        import redis

        try:
            with redis.Redis.from_url(locations.redis_url(data_dir), socket_timeout=2) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


def wait_until(condition: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
