"""Processes of ours: each in a session of its own, known to the guard, stopped with patience and then without; and the
supervisor that keeps those of an instance together: all of them run, or none does."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from config.devstack.guard import Guard
from config.devstack.locations import DevstackError

COLOURS = {"serve": 1, "postgres": 36, "redis": 33, "worker": 32, "speech": 33, "reviews": 36, "beat": 35, "web": 34}
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def prefix(name: str) -> str:
    return f"{name:<8} | "


class Child:
    """Its own session keeps a Ctrl-C away from it: we decide the order in which things stop."""

    name: str
    stop_signal: signal.Signals = signal.SIGTERM
    grace = 10.0
    # Seconds after which the stop signal is sent again, for a program that loses one while it starts.
    insist_after: float | None = None

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.process: subprocess.Popen[Any] | None = None

    def launch(self, command: list[str], **options: Any) -> subprocess.Popen[Any]:
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "start_new_session": True} | options
        try:
            process = subprocess.Popen(command, **options)
        except OSError as error:
            raise DevstackError(f"cannot start {command[0]}: {error}")
        self.guard.watch(process.pid, self.stop_signal, self.grace)
        return process

    def died(self) -> str | None:
        """How it ended, for people; None while it runs."""
        code = self.process.poll() if self.process else None
        if code is None:
            return None
        if code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended by itself with exit code {code}"

    def stop(self) -> None:
        """Asks, waits, insists, kills; afterwards nothing of its group is left."""
        if self.process is None:
            return
        deadline = time.monotonic() + self.grace
        asked = 0.0
        while self.process.poll() is None and time.monotonic() < deadline:
            if not asked or (self.insist_after and time.monotonic() - asked > self.insist_after):
                self.process.send_signal(self.stop_signal)
                asked = time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
        self.kill()
        self.process.wait()
        self.guard.forget(self.process.pid)
        self.process = None

    def kill(self) -> None:
        """The whole group at once, the leader and what it left behind."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


class ChildDied(RuntimeError):
    """One of the instance's processes ended although nobody asked it to."""


class StopRequested(KeyboardInterrupt):
    """Somebody asked us to stop. A KeyboardInterrupt, so that psycopg cancels the statement it waits for."""


class Supervisor:
    """Children are stopped in the reverse of the order in which they were added."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.children: list[Child] = []
        self.stop_requests = 0
        self._interruptible = False
        self._output = threading.Lock()
        self._colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self._wake, write_end = os.pipe()
        for end in (self._wake, write_end):
            os.set_blocking(end, False)
        # A signal writes a byte into the pipe, which ends the wait at once; SIGCHLD too, once it has any handler.
        signal.set_wakeup_fd(write_end)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        for number in STOP_SIGNALS:
            signal.signal(number, self._on_stop_signal)

    def add(self, child: Child) -> None:
        self.children.append(child)

    def checkpoint(self) -> None:
        """A place in a longer piece of work where it may be called off."""
        if self.stop_requests:
            raise StopRequested
        for child in self.children:
            if how := child.died():
                raise ChildDied(f"{child.name} {how}")

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Around work without checkpoints that can bear an exception anywhere, such as a database transaction."""
        self._interruptible = True
        try:
            self.checkpoint()
            yield
        finally:
            self._interruptible = False

    def watch(self) -> NoReturn:
        """Ends by raising StopRequested or ChildDied."""
        while True:
            self.checkpoint()
            self.pause(1.0)

    def pause(self, seconds: float) -> None:
        """Sleeps until a signal comes, at most so long."""
        if select.select([self._wake], [], [], seconds)[0]:
            os.read(self._wake, 1000)

    def stop(self) -> None:
        while self.children:
            child = self.children[-1]
            begun = time.monotonic()
            child.stop()
            self.children.pop()
            self.say(f"{child.name} stopped in {time.monotonic() - begun:.1f} s")
        self.guard.close()

    def say(self, text: str) -> None:
        for line in text.splitlines() or [""]:
            self.show("serve", line)

    def show(self, name: str, line: str) -> None:
        """One line of output behind the name of its origin; the line itself is passed on unchanged."""
        origin = prefix(name)
        if self._colour:
            origin = f"\x1b[{COLOURS.get(name, 0)}m{origin}\x1b[0m"
        with (
            self._output,
            suppress(OSError),
        ):  # nobody may read us any more: the programs' pipes are emptied all the same
            print(origin + line, flush=True)

    def _on_stop_signal(self, number: int, frame: object) -> None:
        self.stop_requests += 1
        if self.stop_requests >= 3:  # somebody is out of patience
            for child in self.children:
                child.kill()
        if self._interruptible:
            self._interruptible = False
            raise StopRequested
