"""Keeps an instance together: all of its processes run, or none does."""

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from config.devstack.children import Child
from config.devstack.guard import Guard

COLOURS = {"serve": 1, "postgres": 36, "redis": 33, "worker": 32, "speech": 33, "reviews": 36, "beat": 35, "web": 34}
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def prefix(name: str) -> str:
    return f"{name:<8} | "


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
        with self._output:
            try:
                print(origin + line, flush=True)
            except OSError:
                pass  # nobody reads us any more; the programs' pipes must be emptied all the same

    def _on_stop_signal(self, number: int, frame: object) -> None:
        self.stop_requests += 1
        if self.stop_requests >= 3:  # somebody is out of patience
            for child in self.children:
                child.kill()
        if self._interruptible:
            self._interruptible = False
            raise StopRequested


class ChildDied(RuntimeError):
    """One of the instance's processes ended although nobody asked it to."""
