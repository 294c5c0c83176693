"""The programs of one machine, started one by one as its supervisor would."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from .conftest import MANAGE, wait_until

PROGRAMS = ("web", "worker", "reviews", "beat")


@dataclass
class Node:
    """All programs of one machine. Each is a process group of its own."""

    name: str
    environment: dict[str, str]
    log: Path
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.environment['PORT']}"

    def start(self, *programs: str) -> None:
        with self.log.open("ab") as output:
            for program in programs or PROGRAMS:
                self.running[program] = subprocess.Popen(
                    [*MANAGE, "start", program],
                    env=self.environment,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )

    def wait(self) -> None:
        wait_until(self.is_ready, 300, lambda: f"{self.name}: {self.log.read_text()[-3000:]}")

    def is_ready(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/readyz", timeout=5).status_code == 200
        return False

    def kill(self) -> None:
        for process in self.running.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.running.clear()

    def renew(self, program: str) -> None:
        """Stop it as a supervisor does, and start it again."""
        process = self.running[program]
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) in (0, -signal.SIGTERM), program
        self.start(program)


def node_beside(folder: Path, prepared: Path, common: dict[str, str], port: int) -> Node:
    """A node with a folder of its own, whose servers are those of the prepared instance."""
    folder.mkdir()
    shutil.copy(prepared / "clock", folder)  # the sandbox's time, which is a file
    return Node(folder.name, common | {"DATA_DIR": str(folder), "PORT": str(port)}, folder / "log")
