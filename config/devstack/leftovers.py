"""One owner per instance: the process that holds the lock on its folder starts and stops its servers.

Some folders in /tmp are temporary: throw-away instances, and runtime folders of running ones. The process that creates one
removes it, or its guard does when that is killed. When both were killed, the next start finds the folder here: nobody holds its
instance's lock, and no server answers in it.
"""

import fcntl
import os
import shutil
import socket
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.devstack import locations

THROWAWAY = f"{locations.APP}-throwaway-"
# Seconds: a younger folder may be about to be locked.
GRACE = 60.0


class Ownership:
    """A lock on the instance's folder. The kernel releases it with its holders, even after kill -9: there are no stale locks.

    The guard inherits the descriptor, so an instance whose supervisor was killed is owned until it is cleaned up.
    """

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = locations.make_data_dir(data_dir)
        self.descriptor = os.open(self.data_dir / locations.LOCK, os.O_RDWR | os.O_CREAT, 0o600)

    def acquire(self, title: str) -> bool:
        """Take the lock, with a title to show to others; False when another process has it."""
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        os.ftruncate(self.descriptor, 0)
        os.pwrite(self.descriptor, f"{os.getpid()} {title}\n".encode(), 0)
        return True

    def acquire_after_cleanup(self, title: str, report: Callable[[str], None], patience: float = 60.0) -> bool:
        """As `acquire`, but waits up to `patience` seconds while a guard stops what a killed owner left."""
        deadline = time.monotonic() + patience
        reported = False
        while not self.acquire(title):
            if self.owner_is_alive() or time.monotonic() > deadline:
                return False
            if not reported:
                report("an earlier run was killed; waiting until its processes have stopped")
                reported = True
            time.sleep(0.1)
        return True

    def owner(self) -> str:
        """For messages: `serve (process 4711)`."""
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
        os.close(self.descriptor)

    def _read(self) -> tuple[int, str]:
        number, _, title = os.pread(self.descriptor, 200, 0).decode(errors="replace").strip().partition(" ")
        return (int(number), title) if number.isdigit() else (0, "")


def make_throwaway_folder(title: str) -> Ownership:
    """A new temporary instance folder, owned by this process. In /tmp itself: TMPDIR may be too long for a socket path, or not
    accessible to the servers' user.
    """
    remove_stale()
    ownership = Ownership(Path(tempfile.mkdtemp(prefix=THROWAWAY, dir=locations.TEMPORARY)))
    ownership.acquire(title)
    return ownership


def remove_stale() -> None:
    """Delete what killed runs of this user have left. Folders in use, and those of other users, are not touched."""
    for kind in (f"{THROWAWAY}*", f"{locations.APP}-{os.geteuid()}-*"):
        for folder in locations.TEMPORARY.glob(kind):
            if _is_ours_and_old(folder) and (data_dir := _instance_of(folder)):
                _remove_unless_alive(folder, data_dir)


def _is_ours_and_old(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and time.time() - found.st_mtime > GRACE


def _instance_of(folder: Path) -> Path | None:
    """The instance that a folder belongs to: a throw-away folder is its own, a runtime folder names it. None when it may have
    been created just now.
    """
    if folder.name.startswith(THROWAWAY):
        return folder if (folder / locations.LOCK).exists() else None
    name = folder / locations.INSTANCE
    return Path(os.fsdecode(name.read_bytes())) if name.exists() else None


def _remove_unless_alive(folder: Path, data_dir: Path) -> None:
    with _unowned(data_dir) as free:
        if free and not any(_listens(path) for path in (folder / "run").glob("*")):
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _unowned(data_dir: Path) -> Iterator[bool]:
    """Is the instance free? If so, it is locked for the duration of the block."""
    try:
        lock = os.open(data_dir / locations.LOCK, os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        yield True
        return
    except OSError:  # not accessible to us
        yield False
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield True
    except BlockingIOError:
        yield False
    finally:
        os.close(lock)


def _listens(path: Path) -> bool:
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            return False
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(1)
            probe.connect(str(path))
    except (ConnectionRefusedError, FileNotFoundError):
        return False
    except OSError:
        pass  # a full or slow server is a running one
    return True
