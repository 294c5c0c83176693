"""The five programs of an instance: three Celery workers, their timer, and the web server."""

import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from config.devstack import locations
from config.devstack.children import Child
from config.devstack.guard import Guard

# Celery warns root at length because of pickled tasks; ours are JSON, and who runs this is the operator's decision.
NO_ROOT_WARNING = ["-W", "ignore:You're running the worker"]
CELERY = [sys.executable, *NO_ROOT_WARNING, "-m", "celery", "--app", "config", "--quiet"]


class Program(Child, ABC):
    """One of our own programs; what it prints goes, line by line, to `show`."""

    def __init__(self, guard: Guard, environment: dict[str, str], show: Callable[[str, str], None]) -> None:
        super().__init__(guard)
        self.environment = environment
        self.show = show

    @abstractmethod
    def command(self) -> list[str]: ...

    def start(self) -> None:
        # -m looks for the project in the working directory.
        self.process = self.launch(
            self.command(), env=self.environment, cwd=locations.ROOT, stdout=subprocess.PIPE, umask=0o077
        )
        threading.Thread(target=self._pass_on_output, args=(self.process,), daemon=True).start()

    def _pass_on_output(self, process: subprocess.Popen[Any]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if text := line.decode(errors="replace").rstrip():
                self.show(self.name, text)


class Worker(Program):
    name = "worker"
    queue = "celery"  # named: a worker that only sends to another queue may begin to listen to that, too
    options: ClassVar[list[str]] = ["--concurrency", "2"]
    grace = 20.0  # finishes the tasks it has begun; what it could not finish is delivered again

    def command(self) -> list[str]:
        return [*CELERY, "worker", "--queues", self.queue, *self.options, "--without-gossip", "--without-mingle"]


class Speech(Worker):
    """Listens to recordings: one at a time, on one thread, and only with what the others leave of the processor. The
    model may take the process with it, which a pool of processes survives."""

    name = queue = "speech"
    options: ClassVar[list[str]] = ["--concurrency", "1"]

    def command(self) -> list[str]:
        return ["nice", "-n", "10", *super().command()]


class Reviews(Worker):
    """Asks the reviewer of applications and the detector of AI text, which may be slow. Mostly it waits, so that threads do;
    beside the speech worker each would hold up the other for minutes."""

    name = queue = "reviews"
    options: ClassVar[list[str]] = ["--pool", "threads", "--concurrency", "2"]


class Beat(Program):
    name = "beat"

    def command(self) -> list[str]:
        schedule = Path(self.environment["DATA_DIR"]) / "celerybeat-schedule"
        return [*CELERY, "beat", "--schedule", str(schedule), "--pidfile="]


class Web(Program):
    name = "web"
    stop_signal = signal.SIGINT
    grace = 8.0
    insist_after = 1.0  # granian loses a signal that arrives while it starts its workers

    def command(self) -> list[str]:
        host, port = self.environment["HOST"], self.environment["PORT"]
        return [
            *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", port),
            # Threads rather than more processes: slow calls to the outside world never hold up the quick ones.
            *("--workers", "2", "--blocking-threads", "16"),
            # HTTP/1 only, because granian's reading time-out does not cover a connection that has not shown its
            # version yet. It also ends idle ones, which count against the 512 a worker accepts.
            *("--http", "1", "--no-ws", "--http1-header-read-timeout", "15000"),
            # Bounds the stop: without it one busy request holds it up for ever.
            *("--workers-kill-timeout", "2"),
            # Requests are logged by the service itself; at `warning` granian only objects to the number of threads.
            *("--no-access-log", "--log-level", "error", "config.wsgi:application"),
        ]
