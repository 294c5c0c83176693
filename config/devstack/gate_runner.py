"""Runs gates: the quick ones two at a time with captured output, the long one alone with live output."""

import dataclasses
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from config.devstack import locations
from config.devstack.children import Child
from config.devstack.guard import Guard

AT_ONCE = 2
INDENT = " " * 8


@dataclasses.dataclass(frozen=True)
class Gate:
    """Commands that must all succeed, run in this order."""

    name: str
    commands: list[list[str]]
    environment: dict[str, str]


@dataclasses.dataclass(frozen=True)
class Result:
    name: str
    passed: bool
    seconds: float
    last_line: str

    def __str__(self) -> str:
        verdict = "ok" if self.passed else "FAILED"
        return f"{verdict:<6}  {self.name:<20} {self.seconds:6.1f} s  {self.last_line[:120]}".rstrip()


class Run(Child):
    """A gate in progress."""

    stop_signal = signal.SIGINT  # pytest then stops its workers and prints its results so far
    grace = 10.0

    def __init__(self, gate: Gate, guard: Guard, log: Path) -> None:
        super().__init__(guard)
        self.name = gate.name
        self.environment = gate.environment
        self.waiting = list(gate.commands)
        self.log = log
        self.begun = time.monotonic()

    def next_command(self, output: IO[bytes] | int) -> None:
        """Start the next command of the gate."""
        self.process = self.launch(self.waiting.pop(0), cwd=locations.ROOT, env=self.environment, stdout=output)

    def next_command_captured(self) -> None:
        with self.log.open("ab") as output:  # a file, because a pipe would have to be drained all the time
            self.next_command(output)

    def end_command(self) -> bool:
        """Wait for the current command and stop what it may have left running. Returns whether it succeeded."""
        assert self.process is not None
        code = self.process.wait()
        self.stop()
        return code == 0

    def result(self, passed: bool, output: str) -> Result:
        lines = output.strip().splitlines()
        return Result(self.name, passed, time.monotonic() - self.begun, lines[-1].strip("= ") if lines else "")


class Runner:
    """Runs gates; `folder` is for their output."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.guard = Guard()
        self.results: list[Result] = []
        self._running: list[Run] = []

    def run_together(self, gates: Iterable[Gate]) -> None:
        """Run gates two at a time. Prints output for failed gates only."""
        waiting = list(gates)
        while waiting or self._running:
            while waiting and len(self._running) < AT_ONCE:
                self._begin(waiting.pop(0)).next_command_captured()
            for run in list(self._running):
                if run.process and run.process.poll() is not None:
                    self._advance(run)
            time.sleep(0.02)

    def run_alone(self, gate: Gate) -> None:
        """Run one gate with live output."""
        print(f"\n{gate.name}:", flush=True)
        run = self._begin(gate)
        passed, tail = True, b""
        while run.waiting and passed:
            run.next_command(subprocess.PIPE)
            assert run.process is not None and run.process.stdout is not None
            while chunk := os.read(run.process.stdout.fileno(), 65536):
                sys.stdout.buffer.write(chunk)
                sys.stdout.buffer.flush()
                tail = (tail + chunk)[-4000:]
            passed = run.end_command()
        self._running.remove(run)
        self._report(run.result(passed, tail.decode(errors="replace")))

    def stop(self) -> None:
        while self._running:
            self._running.pop().stop()
        self.guard.close()

    def _begin(self, gate: Gate) -> Run:
        run = Run(gate, self.guard, self.folder / f"gate-{len(self.results) + len(self._running)}.log")
        self._running.append(run)
        return run

    def _advance(self, run: Run) -> None:
        passed = run.end_command()
        if passed and run.waiting:
            run.next_command_captured()
            return
        self._running.remove(run)
        output = run.log.read_text(errors="replace")
        self._report(run.result(passed, output), "" if passed else output)

    def _report(self, result: Result, output: str = "") -> None:
        self.results.append(result)
        print(result, flush=True)
        for line in output.strip().splitlines():
            print(INDENT + line)
