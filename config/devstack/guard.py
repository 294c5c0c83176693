"""Stops our child processes when we die without stopping them (kill -9, a crash, a closed terminal).

A small side process is told through a pipe what is running. The kernel closes the pipe however its other end dies; then the side
process stops every program that is left, the last started first. It also holds the instance's lock (an inherited descriptor)
until it has finished, so that the next start waits for the clean-up.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable


class Guard:
    """Our end of the pipe."""

    def __init__(self, keep_open: Iterable[int] = ()) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", os.path.abspath(__file__)],
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C must not reach the guard
            pass_fds=tuple(keep_open),
        )

    def watch(self, pid: int, stop_signal: int, grace: float) -> None:
        """`pid` leads a session of its own and needs at most `grace` seconds to stop after `stop_signal`."""
        self._write(watch=[pid, int(stop_signal), grace])

    def forget(self, pid: int) -> None:
        """Called when the process has ended: its pid may be reused."""
        self._write(forget=pid)

    def remove_at_death(self, folder: str) -> None:
        """A temporary folder to delete if we can't."""
        self._write(remove=folder)

    def close(self) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()

    def _write(self, **message: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the guard was killed: we still stop everything normally


def is_running(pid: int) -> bool:
    """Does the process exist, other than as a zombie? With its parent dead, a zombie may persist."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return file.read().rpartition(b")")[2].split()[0] != b"Z"
    except OSError:
        return True


def stop_group(leader: int, stop_signal: int, grace: float) -> None:
    """Ask the leader to stop, which also stops its children; then kill what is left of the group."""
    _send(os.kill, leader, stop_signal)
    deadline = time.monotonic() + grace
    while is_running(leader) and time.monotonic() < deadline:
        time.sleep(0.05)
    _send(os.killpg, leader, signal.SIGKILL)


def _send(kill: Callable[[int, int], None], pid: int, number: int) -> None:
    try:
        kill(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def main() -> None:
    """The side process."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    running: dict[int, tuple[int, float]] = {}
    folders: list[str] = []
    for line in sys.stdin:
        message = json.loads(line)
        if "watch" in message:
            pid, stop_signal, grace = message["watch"]
            running[pid] = (stop_signal, grace)
        elif "forget" in message:
            running.pop(message["forget"], None)
        elif "remove" in message:
            folders.append(message["remove"])
    for pid, (stop_signal, grace) in reversed(running.items()):
        stop_group(pid, stop_signal, grace)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
