"""A process of ours: started in a session of its own, known to the guard, stopped with patience and then without."""

import os
import signal
import subprocess
import time
from typing import Any

from config.devstack.guard import Guard
from config.devstack.locations import DevstackError


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
            try:
                self.process.wait(0.1)
            except subprocess.TimeoutExpired:
                pass
        self.kill()
        self.process.wait()
        self.guard.forget(self.process.pid)
        self.process = None

    def kill(self) -> None:
        """The whole group at once, the leader and what it left behind."""
        if self.process is not None:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
