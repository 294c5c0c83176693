"""Client processes with a start barrier. Starting a Python process takes far longer than a transfer: without the barrier the
first clients would be measured while the last are still importing, and the load would be lower than requested.

Standard library only, because bench/hordak.py uses it under another interpreter.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STARTUP_SECONDS = 60.0


def together(
    command: Sequence[str], clients: int, seconds: float, environment: Mapping[str, str] | None = None
) -> float:
    """Start `clients` processes that call `run_client`, release them once all are ready, and return the sum of their rates
    (operations per second)."""
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
    return sum(float(child.communicate(timeout=seconds + STARTUP_SECONDS)[0]) for child in children)


def run_client(once: Callable[[], object], seconds: float) -> None:
    """In a client process: call `once` to warm up, wait for the barrier, then repeat it for `seconds` and print the rate."""
    once()
    print("ready", flush=True)
    sys.stdin.readline()
    done, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < seconds:
        once()
        done += 1
    print(done / taken)
