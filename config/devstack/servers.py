"""The common part of the two private servers, and Redis: each on a unix socket in a private folder, without a network port."""

import os
import subprocess
import time
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from config.devstack import binaries, locations
from config.devstack.children import Service, no_checkpoint
from config.devstack.guard import Guard, is_running
from config.devstack.locations import DevstackError

# Servers don't inherit the caller's environment: no locale, no PG* variable, no secret.
CLEAN_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
LARGEST_LOG = 10 * 1024 * 1024


class Server(Service):
    """`prepare` creates its files once; `command` starts it in `files`, its own folder."""

    patience = 30.0
    pid_file: str  # in `files`, written by the server; begins with its pid
    transient_errors: ClassVar[tuple[str, ...]] = ()  # messages of a failed start that may succeed a moment later

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
        """Can a client use this instance's server now?"""

    def start(self, checkpoint: Callable[[], None] = no_checkpoint) -> None:
        """Returns once the server answers. `checkpoint` is called while waiting, and may raise to abort."""
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
        """Checks our own process first: the server that answers could be another one, which prevents ours from starting."""
        assert self.process is not None
        if self.process.poll() is None:
            return self.answers(self.data_dir)
        self.guard.forget(self.process.pid)
        output = self._log_tail()
        if not any(words in output for words in self.transient_errors):
            raise DevstackError(f"{self.name} did not start:\n{output}")
        time.sleep(0.3)
        self._stop_leftover()
        self._spawn()
        return False

    def _stop_leftover(self) -> None:
        """Stop a server that has lost both its supervisor and its guard, and still answers on our socket. Only our own server
        can answer in our private folder, so the pid in its file is correct.
        """
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
        """As the servers' user, with a clean environment."""
        options = {"env": CLEAN_ENVIRONMENT, "cwd": "/", "umask": 0o077} | options
        if self.user:
            options |= {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return super().launch(command, **options)

    def as_seen_by_server(self, folder: Path) -> str:
        """The path by which a server started in this folder finds it.

        We change into the folder before we switch to the servers' user, who then needs no access to its parents: a working
        directory stays accessible. PostgreSQL requires an absolute path, and this is one.
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
        """The log of this start, without that of earlier ones."""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace").strip()[-2000:]


class Redis(Server):
    """Durable (append-only file), except in tests."""

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
            "maxmemory-policy": "noeviction",  # a queue must reject writes, never drop messages
            "loglevel": "warning",
            "hz": "2",  # of its chores; ten times a second is for thousands of keys that expire at a time
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
