"""A whole instance for a benchmark: `manage.py serve` with servers of its own, in a folder that is gone afterwards."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from bench.stage import free_port
from config.devstack import gates, locations

START_SECONDS = 300.0


@dataclass(frozen=True, slots=True)
class Instance:
    """`pid`: of `serve`, which all programs and servers are below."""

    port: int
    pid: int
    data_dir: Path
    environment: dict[str, str]
    output: Path

    @property
    def demo(self) -> dict[str, Any]:
        found: dict[str, Any] = orjson.loads((self.data_dir / "demo.json").read_bytes())
        return found

    def command(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """`manage.py` with these words, beside the instance, as its operator types them."""
        return subprocess.run(
            [sys.executable, locations.ROOT / "manage.py", *words],
            env=self.environment,
            cwd=locations.ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

    def join(self) -> None:
        """This process reads the instance's database and queue from now on."""
        for name in gates.configuration_names():
            os.environ.pop(name, None)
        os.environ.update(self.environment)
        os.environ["SANDBOX"] = "1"
        os.environ["DATABASE_URL"] = locations.database_url(self.data_dir)
        os.environ["REDIS_URL"] = locations.redis_url(self.data_dir)
        import django

        django.setup()


@contextmanager
def serve(prepared: Path | None = None, **settings: str) -> Iterator[Instance]:
    """Start it, and wait until everything is up. `prepared`: a folder of an instance that does not run, of which a copy is used.
    `settings`: variables beside those that keep it apart from others."""
    with tempfile.TemporaryDirectory(prefix="ahm-bench-") as folder:
        port = free_port()
        if prepared is not None:
            subprocess.run(["cp", "-a", prepared, f"{folder}/data"], check=True)
        environment = gates.without_configuration(os.environ, gates.configuration_names())
        environment |= {"PORT": str(port), "DATA_DIR": str(Path(folder) / "data"), "LOG_LEVEL": "WARNING"}
        environment |= {"DJANGO_SETTINGS_MODULE": "config.settings.dev"} | settings
        with (Path(folder) / "output").open("w+") as output:
            served = subprocess.Popen(
                [sys.executable, locations.ROOT / "manage.py", "serve"],
                env=environment,
                cwd=locations.ROOT,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            try:
                wait_until_up(served, Path(output.name))
                yield Instance(port, served.pid, Path(folder) / "data", environment, Path(output.name))
            finally:
                served.send_signal(signal.SIGINT)
                served.wait(60)


def wait_until_up(served: "subprocess.Popen[Any]", output: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while "Ctrl-C" not in output.read_text():
        if served.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"the instance did not start:\n{output.read_text()[-2000:]}")
        time.sleep(0.5)
