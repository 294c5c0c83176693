"""One owner per instance: whoever holds the lock starts and stops its servers."""

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path

from config.devstack import locations


class Ownership:
    """A lock on the instance's folder. It goes away with its holders, even after kill -9: there is no stale lock.

    The guard inherits the descriptor, so an instance whose supervisor was killed is still owned until it is cleaned up.
    """

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = locations.make_data_dir(data_dir)
        self._descriptor = os.open(self.data_dir / locations.LOCK, os.O_RDWR | os.O_CREAT, 0o600)

    @property
    def descriptor(self) -> int:
        return self._descriptor

    def acquire(self, title: str) -> bool:
        """Takes the lock under a title that others will be shown; False when somebody has it."""
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()} {title}\n".encode(), 0)
        return True

    def acquire_after_cleanup(self, title: str, report: Callable[[str], None], patience: float = 60.0) -> bool:
        """Like acquire, but waits while a guard is still stopping what a killed owner left."""
        deadline = time.monotonic() + patience
        told = False
        while not self.acquire(title):
            if self.owner_is_alive() or time.monotonic() > deadline:
                return False
            if not told:
                report("an earlier run was killed; waiting until its processes have stopped")
                told = True
            time.sleep(0.1)
        return True

    def owner(self) -> str:
        """For people: `serve (process 4711)`."""
        pid, title = self._read()
        return f"`{title}` (process {pid})" if pid else "another process"

    def owner_is_alive(self) -> bool:
        pid, _ = self._read()
        try:
            os.kill(pid or os.getpid(), 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            return True
        return True

    def release(self) -> None:
        os.close(self._descriptor)

    def _read(self) -> tuple[int, str]:
        number, _, title = os.pread(self._descriptor, 200, 0).decode(errors="replace").strip().partition(" ")
        return (int(number), title) if number.isdigit() else (0, "")
