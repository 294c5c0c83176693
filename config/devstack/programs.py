"""The six programs of an instance: three Celery workers, beat, the web server, and the process for callers who wait."""

import signal
import subprocess
import sys
import threading
from abc import abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from config.devstack import locations
from config.devstack.children import Service, no_checkpoint
from config.devstack.guard import Guard

# Celery warns about running as root because of pickled tasks; ours are JSON, and the user is the operator's choice.
NO_ROOT_WARNING = ["-W", "ignore:You're running the worker"]
CELERY = [sys.executable, *NO_ROOT_WARNING, "-m", "celery", "--app", "config", "--quiet"]


class Program(Service):
    """One of our own programs; its output is passed to `show` line by line."""

    asked_together = True

    def __init__(self, guard: Guard, environment: dict[str, str], show: Callable[[str, str], None]) -> None:
        super().__init__(guard)
        self.environment = environment
        self.show = show

    @abstractmethod
    def command(self) -> list[str]: ...

    def start(self, checkpoint: Callable[[], None] = no_checkpoint) -> None:
        # -m finds the project in the working directory.
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
    queue = "celery"  # explicit: a worker that sends to another queue may otherwise consume from it, too
    options: ClassVar[list[str]] = ["--concurrency", "2"]
    grace = 20.0  # finishes running tasks; unfinished ones are delivered again

    def command(self) -> list[str]:
        quiet = (
            "--without-gossip",
            "--without-mingle",
            "--without-heartbeat",
        )  # nobody listens to what workers say of themselves
        return [*CELERY, "worker", "--queues", self.queue, *self.options, *quiet]


class Speech(Worker):
    """Scores recordings: one at a time, on one thread, at low priority. A crash of the model may kill its process, which a
    process pool survives.
    """

    name = queue = "speech"
    options: ClassVar[list[str]] = ["--concurrency", "1"]

    def command(self) -> list[str]:
        return ["nice", "-n", "10", *super().command()]


class Reviews(Worker):
    """Calls the application reviewer, the AI text detector and push services, which may be slow. It mostly waits, so it uses
    threads. In one worker with the speech model each would delay the other for minutes.
    """

    name = queue = "reviews"
    options: ClassVar[list[str]] = ["--pool", "threads", "--concurrency", "2"]


class Beat(Program):
    name = "beat"

    def command(self) -> list[str]:
        alive = Path(self.environment["DATA_DIR"]) / "beat-alive"  # for probes
        return [sys.executable, "-m", "config.beat", "--alive", str(alive)]


class Web(Program):
    name = "web"
    patience = 2  # seconds for requests under way when it stops; otherwise one busy request blocks it forever
    stop_signal = signal.SIGINT
    grace = 8.0
    resend_after = 1.0  # granian loses a signal that arrives while it starts its workers

    def command(self) -> list[str]:
        host, port = self.environment["HOST"], self.environment["PORT"]
        return [
            *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", port),
            # Threads instead of more processes: slow provider calls never block quick requests.
            *("--workers", "2", "--blocking-threads", "16"),
            # HTTP/1 only: granian's read timeout doesn't cover a connection whose HTTP version is unknown yet. The timeout also
            # closes idle connections, which count towards the 512 that a worker accepts.
            *("--http", "1", "--no-ws", "--http1-header-read-timeout", "15000"),
            *("--http1-buffer-size", "24576"),  # bytes; longer headers are answered 431
            *("--workers-kill-timeout", str(self.patience)),
            # The service logs requests itself; at `warning` granian only complains about the number of threads.
            *("--no-access-log", "--log-level", "error", "config.wsgi:application"),
        ]


class Waiting(Program):
    """Holds the calls that wait for events (`config/waiting`)."""

    name = "waiting"

    def command(self) -> list[str]:
        host, port = self.environment["HOST"], self.environment["WAITING_PORT"]
        return [sys.executable, "-m", "config.waiting", "--host", host, "--port", port]


PROGRAMS: dict[str, type[Program]] = {kind.name: kind for kind in (Web, Waiting, Worker, Speech, Reviews, Beat)}


def alone(name: str, environment: dict[str, str]) -> list[str]:
    """The command of one program, for a supervisor that starts each by itself. `environment`: as of `Program`."""
    program = PROGRAMS[name](None, environment, print)  # type: ignore[arg-type]  # it is not started here
    if isinstance(program, Web):
        program.patience = 20  # a supervisor waits longer than somebody who has pressed Ctrl-C
    return program.command()
