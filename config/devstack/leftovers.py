"""Folders in /tmp that are only for a while: throw-away instances, and what running ones keep outside their own folder.

Whoever makes one removes it, and its guard does when it is killed. When both were killed, the next start finds the
folder here: without a holder of its instance's lock, and without a server that answers in it.
"""

import fcntl
import os
import shutil
import socket
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.devstack import locations
from config.devstack.ownership import Ownership

THROWAWAY = f"{locations.APP}-throwaway-"
# A folder this young may be one that somebody is just about to lock.
GRACE = 60.0


def make_throwaway_folder(title: str) -> Ownership:
    """A fresh instance folder, owned by this process. In /tmp itself: TMPDIR may be too long for a socket, or closed
    to the servers' user."""
    remove_stale()
    ownership = Ownership(Path(tempfile.mkdtemp(prefix=THROWAWAY, dir=locations.TEMPORARY)))
    ownership.acquire(title)
    return ownership


def remove_stale() -> None:
    """Removes what killed runs of this user have left. Folders of the living, and of others, are not touched."""
    for folder in locations.TEMPORARY.glob(f"{THROWAWAY}*"):
        if _is_ours_and_settled(folder) and (folder / locations.LOCK).exists():
            _remove_unless_alive(folder, folder)
    for folder in locations.TEMPORARY.glob(f"{locations.APP}-{os.geteuid()}-*"):
        if _is_ours_and_settled(folder) and (data_dir := _instance_of(folder)):
            _remove_unless_alive(folder, data_dir)


def _is_ours_and_settled(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and time.time() - found.st_mtime > GRACE


def _instance_of(runtime: Path) -> Path | None:
    try:
        return Path(os.fsdecode((runtime / locations.INSTANCE).read_bytes()))
    except FileNotFoundError:
        return None


def _remove_unless_alive(folder: Path, data_dir: Path) -> None:
    with _unowned(data_dir) as free:
        if free and not any(_listens(path) for path in (folder / "run").glob("*")):
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _unowned(data_dir: Path) -> Iterator[bool]:
    """Whether nobody holds the instance; then nobody gets it meanwhile, either."""
    try:
        lock = os.open(data_dir / locations.LOCK, os.O_RDONLY)
    except (FileNotFoundError, NotADirectoryError):
        yield True
        return
    except OSError:  # not ours to look at
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
        pass  # full, or slow: somebody is there
    return True
