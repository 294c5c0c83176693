"""Redis away: requests are served at once, and how many went uncounted is known afterwards."""

import socket
import threading
from collections.abc import Callable, Iterator

import pytest
import redis
from django.conf import settings as project
from pytest_django import Settings

from marketplace.selectors.health import UNCOUNTED
from marketplace.services import limits
from tests.api import Answer, Api

pytestmark = pytest.mark.django_db
CLOSED = "redis://127.0.0.1:1/0"


@pytest.fixture(autouse=True)
def _counter_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(limits, "counter", limits.Counter())
    with redis.Redis.from_url(project.REDIS_URL) as client:
        client.delete(UNCOUNTED)
        yield
        client.delete(UNCOUNTED)


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the time that the pauses are measured in; without it that time stands still."""
    now = 1000.0

    def move(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(limits.time, "monotonic", lambda: now)
    return move


@pytest.fixture
def hanging() -> Iterator[tuple[str, list[socket.socket]]]:
    """A Redis that takes connections and never says a word: its address, and who has connected."""
    taken: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def take() -> None:
            while True:
                try:
                    taken.append(listener.accept()[0])
                except OSError:
                    return

        thread = threading.Thread(target=take)
        thread.start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0", taken
        listener.shutdown(socket.SHUT_RDWR)
    thread.join()
    for connection in taken:
        connection.close()


def left(answer: Answer) -> tuple[int, int]:
    return int(answer.headers["X-RateLimit-Limit"]), int(answer.headers["X-RateLimit-Remaining"])


def test_requests_are_served_while_redis_is_away(
    settings: Settings, caplog: pytest.LogCaptureFixture, wait: Callable[[float], None]
) -> None:
    settings.REDIS_URL = CLOSED

    answers = [Api().get("/api/humans") for _ in range(5)]

    assert [answer.status for answer in answers] == [200] * 5
    assert left(answers[0]) == (100, 100)
    assert limits.counter.uncounted == 5
    assert [record.getMessage() for record in caplog.records] == ["rate limits are not counted: Redis is unavailable"]


def test_a_redis_that_hangs_holds_up_one_caller_and_then_one_in_each_pause(
    settings: Settings, hanging: tuple[str, list[socket.socket]], wait: Callable[[float], None]
) -> None:
    settings.REDIS_URL, asked = hanging

    assert {Api().get("/api/humans").status for _ in range(5)} == {200}
    assert len(asked) == 1
    wait(limits._PAUSE - 0.1)
    Api().get("/api/humans")
    assert len(asked) == 1
    wait(0.2)
    assert {Api().get("/api/humans").status for _ in range(5)} == {200}
    assert len(asked) == 2
    assert limits.counter.uncounted == 11


def test_while_one_caller_asks_again_the_others_do_not_wait_for_him(wait: Callable[[float], None]) -> None:
    counter = limits.Counter()
    counter._failed(redis.TimeoutError(), 0)
    wait(limits._PAUSE)

    assert [counter._may_try() for _ in range(3)] == [True, False, False]
    wait(limits._TIMEOUT + limits._PAUSE)
    assert counter._may_try(), "the one who asked never came back"


def test_how_many_went_uncounted_is_told_when_redis_is_back(
    settings: Settings, caplog: pytest.LogCaptureFixture, wait: Callable[[float], None]
) -> None:
    real = settings.REDIS_URL
    settings.REDIS_URL = CLOSED
    for _ in range(7):
        Api().get("/api/humans")
    settings.REDIS_URL = real
    limits.counter._script = None
    assert left(Api().get("/api/humans")) == (100, 100), "nobody asks before the pause is over"

    wait(limits._PAUSE)

    assert left(Api().get("/api/humans")) == (100, 99)
    assert left(Api().get("/api/humans")) == (100, 99)
    told = caplog.records[-1]
    assert (told.getMessage(), told.uncounted) == ("rate limits are counted again", 8)  # type: ignore[attr-defined]
    assert told.seconds == limits._PAUSE  # type: ignore[attr-defined]
    assert limits.counter.uncounted == 0
    assert Api().get("/readyz")["uncountedRequests"] == 8


def test_outages_of_all_processes_add_up(settings: Settings, wait: Callable[[float], None]) -> None:
    for missed in (3, 4):
        counter = limits.Counter()
        counter.uncounted = missed
        counter.count([f"{limits._SLOT}:test"], [100, 60])

    assert Api().get("/readyz")["uncountedRequests"] == 7


def test_while_redis_is_away_the_number_is_not_known(settings: Settings) -> None:
    settings.REDIS_URL = CLOSED

    ready = Api().get("/readyz")

    assert (ready.status, ready["uncountedRequests"]) == (200, None)
    assert "redis" in ready["degraded"]


def test_a_redis_that_refuses_to_write_is_away_too(
    monkeypatch: pytest.MonkeyPatch, wait: Callable[[float], None]
) -> None:
    def full(**_: object) -> None:
        raise redis.ResponseError("OOM command not allowed when used memory > 'maxmemory'.")

    monkeypatch.setattr(limits.counter, "_ready", lambda: full)

    assert Api().get("/api/humans").status == 200
    assert limits.counter.uncounted == 1
