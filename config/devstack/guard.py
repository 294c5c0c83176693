"""Stops what we started when we die without stopping it (kill -9, a crash, a closed terminal).

A small side process reads from a pipe what is running. The kernel closes the pipe however its other end dies; then the
side process stops every program that is left, the last started first. It also keeps the instance's lock (an inherited
descriptor) until it has finished, so that the next start waits for the clean-up instead of meeting half of it.
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
            start_new_session=True,  # a Ctrl-C for us is not one for the guard
            pass_fds=tuple(keep_open),
        )

    def watch(self, pid: int, stop_signal: int, grace: float) -> None:
        """`pid` leads a session of its own; asked with `stop_signal`, it needs at most `grace` seconds to stop."""
        self._say(watch=[pid, int(stop_signal), grace])

    def forget(self, pid: int) -> None:
        """Once we have seen it end, its number may belong to somebody else."""
        self._say(forget=pid)

    def remove_at_death(self, folder: str) -> None:
        """A throw-away folder to delete if we no longer can."""
        self._say(remove=folder)

    def close(self) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.close()
        except BrokenPipeError:
            pass
        self._process.wait()

    def _say(self, **message: object) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # the guard itself was killed: we still stop everything in the ordinary way


def is_running(pid: int) -> bool:
    """Not so for one that has ended and that nobody has asked about: with its parent dead, that may last."""
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
    """Asks the leader, who knows how to stop its own children; then ends whatever is left of the group."""
    _send(os.kill, leader, stop_signal)
    deadline = time.monotonic() + grace
    while is_running(leader) and time.monotonic() < deadline:
        time.sleep(0.05)
    _send(os.killpg, leader, signal.SIGKILL)


def _send(how: Callable[[int, int], None], pid: int, number: int) -> None:
    try:
        how(pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def main() -> None:
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
