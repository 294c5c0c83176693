"""Two callers at the same moment: real threads, real connections, real commits."""

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection

from tests.factories import x402
from wallet.ports import audits


@pytest.fixture(autouse=True)
def sound_books(house_accounts: None) -> Iterator[None]:
    """After every race the books add up."""
    yield
    assert [row for audit in audits.all() for row in audit()] == []


@pytest.fixture
def at_once() -> Callable[..., list[Any]]:
    """`at_once(first, second, …)` runs all in threads that start together; gives what each returned or raised."""

    def run(*verbs: Callable[[], Any]) -> list[Any]:
        results: list[Any] = [None] * len(verbs)
        barrier = threading.Barrier(len(verbs))

        def work(place: int, verb: Callable[[], Any]) -> None:
            try:
                barrier.wait(timeout=10)
                results[place] = verb()
            except Exception as error:
                results[place] = error
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=pair) for pair in enumerate(verbs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert not any(thread.is_alive() for thread in threads), "it waited for a minute"
        return results

    return run


@pytest.fixture
def log_errors() -> Iterator[list[str]]:
    """A timer's fault is logged, not raised; a deadlock is repeated, and yet says that two verbs lock crosswise."""
    found: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.levelno >= logging.ERROR or "deadlock" in record.msg:
                found.append(self.format(record))

    keep = Keep(level=logging.WARNING)
    logging.getLogger().addHandler(keep)
    yield found
    logging.getLogger().removeHandler(keep)


@pytest.fixture
def coins() -> Iterator[Any]:
    with x402.agreeable() as wallet:
        yield wallet
