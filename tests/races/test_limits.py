"""Many callers at the same moment, from several processes: exactly as many pass as the limit says."""

import json
import os
import warnings
from collections.abc import Callable
from typing import Any

import pytest

from marketplace.core import clock
from marketplace.rules import LIMITS, Limit
from marketplace.services import limits
from marketplace.services.limits import Verdict

pytestmark = pytest.mark.django_db(transaction=True)
ALLOWED, THREADS, EACH = 60, 8, 15


@pytest.fixture(autouse=True)
def _one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = clock.wall()
    monkeypatch.setattr(clock, "wall", lambda: stopped)
    monkeypatch.setitem(LIMITS, "write", Limit("write", ALLOWED, 60))
    monkeypatch.setattr(limits, "counter", limits.Counter())


def knock(times: int = EACH, address: str = "203.0.113.7") -> list[Verdict]:
    return [limits.count(classes=("write",), address=address, actor=None) for _ in range(times)]


def test_threads_share_a_limit_to_the_last_request(at_once: Callable[..., list[Any]]) -> None:
    verdicts = [verdict for found in at_once(*[knock] * THREADS) for verdict in found]

    passed = [verdict.remaining for verdict in verdicts if not verdict.refused]
    assert sorted(passed) == list(range(ALLOWED)), "each of the sixty was handed out once"
    assert {verdict.refused for verdict in verdicts if verdict.remaining == 0 and verdict.refused} == {"write"}
    assert len(verdicts) == THREADS * EACH
    assert limits.counter.uncounted == 0


def test_processes_share_a_limit_to_the_last_request() -> None:
    children = [started() for _ in range(THREADS // 2)]
    passed = [number for child in children for number in ended(*child)]

    assert sorted(passed) == list(range(ALLOWED)), "each of the sixty was handed out once"


def started() -> tuple[int, int]:
    """A process of its own, with its own connection, that knocks and tells how many were left each time it passed."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads: the child calls nothing of theirs
        child = os.fork()
    if child == 0:
        try:
            limits.counter = limits.Counter()
            passed = [verdict.remaining for verdict in knock(2 * EACH) if not verdict.refused]
            os.write(writing, json.dumps(passed).encode())
            os._exit(limits.counter.uncounted)
        finally:
            os._exit(99)
    os.close(writing)
    return child, reading


def ended(child: int, reading: int) -> list[int]:
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    passed: list[int] = json.loads(told)
    return passed
