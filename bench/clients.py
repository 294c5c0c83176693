"""Client processes that begin together. Starting a Python with its program takes far longer than a transfer: without a gate
the first clients would be measured while the last are still importing, and the load would never be the one that was asked.

It imports nothing but the standard library: bench/hordak.py uses it under an interpreter of its own.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STARTING = 60.0


def together(
    command: Sequence[str], clients: int, seconds: float, environment: Mapping[str, str] | None = None
) -> float:
    """Start as many processes, which call `at_the_gate`; let them go once all are ready. Committed per second, in all."""
    children = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(clients)
    ]
    for child in children:
        if child.stdout is None or child.stdout.readline() != "ready\n":
            raise SystemExit(f"{command} did not start")
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    return sum(float(child.communicate(timeout=seconds + STARTING)[0]) for child in children)


def at_the_gate(once: Callable[[], object], seconds: float) -> None:
    """In a client: do it once, for what is only made at the first time; wait; then do it until the time is over, and say
    how many a second that were."""
    once()
    print("ready", flush=True)
    sys.stdin.readline()
    done, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        once()
        done += 1
    print(done / taken)
