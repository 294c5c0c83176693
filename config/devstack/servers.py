"""What PostgreSQL and Redis have in common: how they start, and how we know that they did."""

import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

from config.devstack import locations
from config.devstack.children import Child
from config.devstack.guard import Guard
from config.devstack.locations import DevstackError

# A server sees nothing of the caller's environment: no locale, no PG* variable, no secret.
CLEAN_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
LARGEST_LOG = 10 * 1024 * 1024


def carry_on() -> None:
    """The checkpoint of a start that nobody may call off."""


class Server(Child, ABC):
    """A server that listens on one unix socket in a closed folder, and on no network."""

    patience = 30.0
    files: Path  # the server's own folder, in which it runs

    def __init__(self, data_dir: Path, guard: Guard, *, durable: bool = True) -> None:
        super().__init__(guard)
        self.data_dir = data_dir
        self.durable = durable
        self.user = locations.server_user()
        self.sockets = locations.socket_dir(data_dir)
        self.log = locations.log_dir(data_dir) / f"{self.name}.log"

    @abstractmethod
    def prepare(self) -> None:
        """Makes the server's files, once."""

    @abstractmethod
    def command(self) -> list[str]: ...

    @abstractmethod
    def answers(self) -> bool:
        """Whether a client can work with it now."""

    @abstractmethod
    def stop_leftover(self) -> None:
        """Ends a server that still answers on our socket: its supervisor and its guard were both killed."""

    def may_recover(self, log_tail: str) -> bool:
        """Whether a start that failed like this may succeed a moment later."""
        return False

    def start(self, checkpoint: Callable[[], None] = carry_on) -> None:
        """Returns once it answers. `checkpoint` is called while waiting and may raise to call the start off."""
        self._make_folders()
        if self.answers():
            self.stop_leftover()
        self.prepare()
        deadline = time.monotonic() + self.patience
        self.process = self._spawn()
        while not self._is_up():
            checkpoint()
            if time.monotonic() > deadline:
                raise DevstackError(f"{self.name} was not ready within {self.patience:.0f} s:\n{self._log_tail()}")
            time.sleep(0.02)

    def _is_up(self) -> bool:
        """Looks at our own process first: what answers could be another one that has kept it from starting."""
        assert self.process is not None
        if self.process.poll() is None:
            return self.answers()
        self.guard.forget(self.process.pid)
        if not self.may_recover(self._log_tail()):
            raise DevstackError(f"{self.name} did not start:\n{self._log_tail()}")
        time.sleep(0.3)
        if self.answers():
            self.stop_leftover()
        self.process = self._spawn()
        return False

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

    def _spawn(self) -> subprocess.Popen[Any]:
        if self.log.exists() and self.log.stat().st_size > LARGEST_LOG:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as log:
            self._log_start = log.tell()
            return self.launch(self.command(), stdout=log, cwd=self.files)

    def _make_folders(self) -> None:
        locations.make_data_dir(self.data_dir)
        locations.make_folder(self.log.parent, mode=0o700)
        locations.make_folder(self.sockets, mode=0o700, owner=self.user)

    def _log_tail(self) -> str:
        """What this start said, not what an earlier one did."""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace").strip()[-2000:]


def wait_until(condition: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
