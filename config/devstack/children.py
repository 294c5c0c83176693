"""Child processes: each in a session of its own, registered with the guard, stopped gracefully and then forcibly; and the
supervisor that keeps the processes of an instance running: one that ends is started again, unless it ends again and again.
"""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

from config.devstack.guard import Guard
from config.devstack.locations import DevstackError

COLOURS = {
    "serve": 1,
    "postgres": 36,
    "redis": 33,
    "worker": 32,
    "speech": 33,
    "reviews": 36,
    "beat": 35,
    "web": 34,
    "waiting": 34,
}
RESTARTS, WITHIN = 3, 300.0  # a program that ends more often than that within so many seconds stops the instance
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def prefix(name: str) -> str:
    return f"{name:<8} | "


class Child:
    """A child process. Its own session keeps Ctrl-C away from it, so that we decide the order of stopping."""

    name: str
    stop_signal: signal.Signals = signal.SIGTERM
    grace = 10.0
    # Seconds after which the stop signal is sent again, for a program that can lose one while it starts.
    resend_after: float | None = None
    # Of several such children, all are asked to stop before the first is waited for: none of them needs another to end well.
    asked_together = False

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.process: subprocess.Popen[Any] | None = None
        self.asked_at: float | None = None  # when it was sent the stop signal

    def launch(self, command: list[str], **options: Any) -> subprocess.Popen[Any]:
        options = {"stdin": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "start_new_session": True} | options
        try:
            process = subprocess.Popen(command, **options)
        except OSError as error:
            raise DevstackError(f"cannot start {command[0]}: {error}")
        self.guard.watch(process.pid, self.stop_signal, self.grace)
        return process

    def died(self) -> str | None:
        """How the process ended, for messages; None while it runs."""
        code = self.process.poll() if self.process else None
        if code is None:
            return None
        if code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"ended by itself with exit code {code}"

    def ask(self) -> float:
        """Send the stop signal, unless it was sent before: a second one makes a Celery worker drop its tasks. Returns when."""
        if self.asked_at is None:
            if self.process is not None:
                self.process.send_signal(self.stop_signal)
            self.asked_at = time.monotonic()
        return self.asked_at

    def stop(self) -> None:
        """Send the stop signal, wait, send it again, kill; afterwards nothing of its process group is left. `grace` counts from
        the first signal.
        """
        if self.process is None:
            return
        sent_at = self.ask()
        deadline = sent_at + self.grace
        while self.process.poll() is None and time.monotonic() < deadline:
            if self.resend_after and time.monotonic() - sent_at > self.resend_after:
                self.process.send_signal(self.stop_signal)
                sent_at = time.monotonic()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
        self.kill()
        self.process.wait()
        self.guard.forget(self.process.pid)
        self.process = self.asked_at = None

    def kill(self) -> None:
        """Kill the whole process group, including what the leader left behind."""
        if self.process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


def no_checkpoint() -> None:
    """The checkpoint of a start that can't be aborted."""


class Service(Child, ABC):
    """A child that an instance needs, and that can be started again."""

    @abstractmethod
    def start(self, checkpoint: Callable[[], None] = no_checkpoint) -> None:
        """`checkpoint` is called while waiting, and may raise to abort."""


class ChildDied(RuntimeError):
    """A process of the instance ended unexpectedly."""


class StopRequested(KeyboardInterrupt):
    """The user asked us to stop. A KeyboardInterrupt, so that psycopg cancels the statement it is waiting for."""


class Supervisor:
    """Starts its children again when they end, and stops them in reverse order of starting: our own programs at one time, since
    each takes seconds, and the servers that they use after all of them.
    """

    def __init__(self, guard: Guard) -> None:
        self.guard = guard
        self.children: list[Service] = []
        self._ended: dict[str, list[float]] = defaultdict(list)  # by name: when it ended, latest last
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

    def add(self, child: Service) -> None:
        self.children.append(child)

    def checkpoint(self) -> None:
        """Raises StopRequested or ChildDied; called repeatedly during longer work."""
        self.stop_if_asked()
        for child in self.children:
            if how := child.died():
                raise ChildDied(f"{child.name} {how}")

    def stop_if_asked(self) -> None:
        if self.stop_requests:
            raise StopRequested

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """For work without checkpoints that can be interrupted by an exception anywhere, such as a database transaction."""
        self._interruptible = True
        try:
            self.checkpoint()
            yield
        finally:
            self._interruptible = False

    def watch(self) -> NoReturn:
        """Start again whatever ends. Raises StopRequested; ChildDied for a child that ends again and again; DevstackError for one
        that can't be started.
        """
        while True:
            self.stop_if_asked()
            for child in self.children:
                if how := child.died():
                    self._start_again(child, how)
            self.pause(1.0)

    def _start_again(self, child: Service, how: str) -> None:
        now = time.monotonic()
        recent = [at for at in self._ended[child.name] if at > now - WITHIN]
        if len(recent) == RESTARTS:
            raise ChildDied(f"{child.name} {how}, {RESTARTS + 1} times within {WITHIN / 60:.0f} minutes")
        self._ended[child.name] = [*recent, now]
        self.say(
            f"{child.name} {how}; starting it again ({len(recent) + 1} of {RESTARTS} within {WITHIN / 60:.0f} minutes)"
        )
        child.stop()  # what it left running, too
        child.start(self.stop_if_asked)

    def pause(self, seconds: float) -> None:
        """Sleep until a signal arrives, at most `seconds`."""
        if select.select([self._wake], [], [], seconds)[0]:
            os.read(self._wake, 1000)

    def stop(self) -> None:
        for child in reversed(self.children):
            if child.asked_together:
                child.ask()
        while self.children:
            child = self.children[-1]
            asked_at = child.ask()
            child.stop()
            self.children.pop()
            self.say(f"{child.name} stopped in {time.monotonic() - asked_at:.1f} s")
        self.guard.close()

    def say(self, text: str) -> None:
        for line in text.splitlines() or [""]:
            self.show("serve", line)

    def show(self, name: str, line: str) -> None:
        """Print one line, prefixed with the name of its process; the line itself is unchanged."""
        origin = prefix(name)
        if self._colour:
            origin = f"\x1b[{COLOURS.get(name, 0)}m{origin}\x1b[0m"
        # Stdout may be closed: the programs' pipes must be drained all the same.
        with (
            self._output,
            suppress(OSError),
        ):
            print(origin + line, flush=True)

    def _on_stop_signal(self, number: int, frame: object) -> None:
        self.stop_requests += 1
        if self.stop_requests >= 3:  # the third request: stop immediately
            for child in self.children:
                child.kill()
        if self._interruptible:
            self._interruptible = False
            raise StopRequested
