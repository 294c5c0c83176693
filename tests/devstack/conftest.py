"""A real instance, started by `manage.py serve` as an operator would, beside everything else that runs here."""

import contextlib
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from config.devstack import gates, leftovers, locations
from config.devstack.guard import Guard
from tests import instances

MANAGE = (sys.executable, locations.ROOT / "manage.py")


@pytest.fixture
def folder():
    with a_folder() as path:
        yield path


@contextlib.contextmanager
def a_folder():
    """Where an instance may live: a short path that the servers' user can reach, unlike pytest's own."""
    ownership = leftovers.make_throwaway_folder("a test")
    path = ownership.data_dir / "data"
    path.mkdir()
    path.chmod(0o711)
    yield path
    shutil.rmtree(ownership.data_dir, ignore_errors=True)
    ownership.release()


@pytest.fixture
def used_folder(folder, prepared_instance):
    """`folder`, as an earlier start left it: what a test says of later starts need not migrate first."""
    return instances.copy(prepared_instance, folder)


def free_ports_now():
    with contextlib.ExitStack() as stack:
        candidates = [stack.enter_context(socket.socket()) for _ in range(3)]
        for candidate in candidates:
            candidate.bind(("127.0.0.1", 0))
        return [candidate.getsockname()[1] for candidate in candidates]


@pytest.fixture
def free_ports():
    return free_ports_now()


class Instance:
    """`manage.py serve` and what it said."""

    def __init__(self, data_dir, port, *, in_terminal=None, program=MANAGE, cwd="/", **variables):
        self.data_dir = data_dir
        self.port = port
        self.begun = time.monotonic()
        environment = gates.without_configuration(os.environ, gates.configuration_names())
        environment |= {"DATA_DIR": str(data_dir), "PORT": str(port), "PYTHONUNBUFFERED": "1"} | variables
        self.process = subprocess.Popen(
            # setsid makes the terminal the one whose keys are signals
            [*(["setsid", "--ctty"] if in_terminal else []), *program, "serve"],
            env=environment,
            cwd=cwd,
            stdin=in_terminal or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=not in_terminal,
            text=True,
        )
        self.lines = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        with self.process.stdout as output:
            self.lines.extend(output)

    @property
    def output(self):
        return "".join(self.lines)

    def wait_for(self, text, seconds=180):
        deadline = time.monotonic() + seconds
        while text not in self.output:
            assert self.process.poll() is None, f"serve ended with {self.process.returncode}:\n{self.output}"
            assert time.monotonic() < deadline, f"serve never said {text!r}:\n{self.output}"
            time.sleep(0.02)
        return self

    def wait_until_up(self):
        return self.wait_for("everything up")

    def get(self, path):
        return self.ask("GET", path)

    def ask(self, method, path, body=None, seconds=5, headers=()):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        with contextlib.closing(connection):
            json = {"Content-Type": "application/json"} if body else {}
            connection.request(method, path, body, json | dict(headers))
            return connection.getresponse().status

    def ends(self, seconds=45):
        """Its exit code."""
        code = self.process.wait(seconds)
        self._reader.join(5)
        return code

    def child(self, words):
        """The process number of one of its own children, by words of its command line."""
        for pid, command in processes_of(self.data_dir).items():
            parent = int(re.search(r"PPid:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1])
            if parent == self.process.pid and words in command:
                return pid
        raise AssertionError(f"no {words} among {processes_of(self.data_dir)}")


def processes_of(data_dir):
    """Everything that runs for an instance: it names the folder in its environment, works in it, or names it."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
            traces = [command, (entry / "environ").read_bytes(), os.fsencode((entry / "cwd").readlink())]
            if any(os.fsencode(data_dir) in trace for trace in traces):
                found[int(entry.name)] = command.decode(errors="replace").strip()
    return found


def wait_until_gone(data_dir, seconds=45):
    deadline = time.monotonic() + seconds
    while left := processes_of(data_dir):
        assert time.monotonic() < deadline, f"still running: {left}"
        time.sleep(0.05)


@pytest.fixture
def serve(folder, free_ports):
    with starter(folder, free_ports) as start:
        yield start


@contextlib.contextmanager
def starter(folder, free_ports):
    """Starts instances, by default in one and the same folder; none survives the end."""
    if not Path("/proc/self/environ").exists():
        pytest.skip("needs /proc to see what is left running")
    started = []
    guard = Guard()  # ends them when pytest itself is killed

    def start(data_dir=folder, port=free_ports[0], **more):
        instance = Instance(data_dir, port, **more)
        guard.watch(instance.process.pid, signal.SIGTERM, 45.0)
        started.append(instance)
        return instance

    yield start
    running = [instance for instance in started if instance.process.poll() is None]
    for instance in running:
        instance.process.send_signal(signal.SIGTERM)
    for instance in running:
        instance.process.wait(45)
    for instance in started:
        guard.forget(instance.process.pid)
    guard.close()
    for instance in started:
        wait_until_gone(instance.data_dir)
