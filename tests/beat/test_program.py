"""Beat's loop: it sends what is due, once, and one of two beats does."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection

from config.beat import looks, program
from config.beat.plan import SAFETY_SECONDS
from config.beat.program import Beat
from marketplace.core import clock
from marketplace.models import BeatPlace, Mail, TimerTurn
from marketplace.services import places

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
MAILS = "marketplace.send_mails"


class Queue:
    """Stands for Celery's app."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.expires: dict[str, float] = {}
        self.fails = False

    def send_task(self, name: str, *, expires: float, **_: Any) -> None:
        if self.fails:
            raise ConnectionError("no Redis")
        self.sent.append(name)
        self.expires[name] = expires

    def mails(self) -> int:
        return self.sent.count(MAILS)


@pytest.fixture
def queue() -> Queue:
    return Queue()


@pytest.fixture
def start(queue: Queue) -> Iterator[Callable[[], Beat]]:
    started: list[Beat] = []

    def begin() -> Beat:
        started.append(Beat(queue))  # type: ignore[arg-type]
        return started[-1]

    yield begin
    for beat in started:
        beat._hints.close()


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Seconds pass, by the monotonic clock of beat and its place."""
    passed = 0.0
    real = time.monotonic

    def let_pass(more: float) -> None:
        nonlocal passed
        passed += more

    monkeypatch.setattr(program.time, "monotonic", lambda: real() + passed)
    return let_pass


def given_mail(due: datetime) -> Mail:
    mail: Mail = Mail.objects.create(to="a@example.com", subject="s", text="t", next_attempt_at=due)
    return mail


def test_a_due_row_is_sent_once_and_then_beat_sleeps(start: Callable[[], Beat], queue: Queue, tmp_path: Path) -> None:
    given_mail(clock.now() - timedelta(seconds=10))
    beat = start()
    beat._alive = tmp_path / "alive"

    idle = beat.turn()

    assert sorted(queue.sent) == ["marketplace.heartbeat", "marketplace.record_status", MAILS]
    assert queue.expires[MAILS] == 15 and beat._alive.exists()
    beat.turn()
    assert queue.mails() == 1 and 0 < idle <= program.SANDBOX_SECONDS


def test_what_becomes_due_later_is_sent_then(
    start: Callable[[], Beat], queue: Queue, seconds: Callable[[float], None], at: Callable[[str], datetime]
) -> None:
    now = at("2026-03-01T10:00Z")
    given_mail(now + timedelta(seconds=30))
    beat = start()
    beat.turn()
    assert queue.mails() == 0

    seconds(20)  # two seconds after it is due: a message of its own would have come first
    beat.turn()
    assert queue.mails() == 0
    seconds(12.1)
    beat.turn()

    assert queue.mails() == 1


def test_a_row_that_stays_due_is_tried_again_by_its_interval(
    start: Callable[[], Beat], queue: Queue, seconds: Callable[[float], None]
) -> None:
    given_mail(clock.now() - timedelta(minutes=10))
    beat = start()

    for _ in range(60):
        beat.turn()
        seconds(0.5)

    assert 2 <= queue.mails() <= 3  # in thirty seconds, by fifteen


def test_a_hint_brings_the_next_look_and_a_lost_one_is_made_up_for_each_minute(
    start: Callable[[], Beat], queue: Queue, seconds: Callable[[float], None]
) -> None:
    beat = start()
    beat.turn()
    given_mail(clock.now() - timedelta(seconds=10))

    # nobody says so: nobody knows
    seconds(SAFETY_SECONDS / 2)
    beat.turn()
    assert queue.mails() == 0
    seconds(SAFETY_SECONDS / 2)
    beat.turn()
    assert queue.mails() == 1
    # somebody says so
    Mail.objects.all().delete()
    given_mail(clock.now() + timedelta(seconds=5))
    seconds(5)
    beat._said = {MAILS}
    beat.turn()
    assert MAILS in beat._plan.timers and 0 < beat._plan.timers[MAILS].due < float("inf")


def test_the_second_of_two_beats_waits_until_the_first_is_gone(start: Callable[[], Beat], queue: Queue) -> None:
    first, second = start(), start()
    first.turn()
    given_mail(clock.now() - timedelta(minutes=1))

    assert second.turn() == program.ASIDE_SECONDS
    assert queue.mails() == 0

    # killed: it releases nothing, and its time ends
    BeatPlace.objects.update(held_until=BeatPlace.objects.get().held_until - timedelta(seconds=places.PLACE_SECONDS))
    second.turn()
    assert queue.mails() == 1
    # if it was only asleep it notices that it is the beat no longer
    first._place._renewed -= places.RENEW_SECONDS  # type: ignore[union-attr]
    assert first.turn() == program.ASIDE_SECONDS
    assert queue.mails() == 1


def test_a_beat_that_is_asked_to_stop_leaves_its_place_free(start: Callable[[], Beat], queue: Queue) -> None:
    first, second = start(), start()

    def stop(seconds: float) -> None:
        raise SystemExit

    first._sleep = stop  # type: ignore[method-assign]
    with pytest.raises(SystemExit):
        first.run()
    queue.sent.clear()

    second.turn()
    assert sorted(queue.sent) == ["marketplace.heartbeat", "marketplace.record_status"]


def test_a_move_of_the_sandboxs_clock_is_followed(
    start: Callable[[], Beat], queue: Queue, settings: Any, tmp_path: Path, seconds: Callable[[float], None]
) -> None:
    settings.DATA_DIR = tmp_path
    given_mail(clock.now() + timedelta(hours=5))
    beat = start()
    beat.turn()
    assert queue.mails() == 0

    clock.advance(6 * 3600)
    beat._said = {MAILS}
    seconds(program.LOOK_PAUSE)
    idle = beat.turn()
    assert queue.mails() == 0  # whoever moved it is running the timers
    assert 0.5 < idle <= program.SANDBOX_SECONDS  # and what is said meanwhile can wait until they have
    seconds(program.CLOCK_SECONDS)
    beat.turn()

    assert queue.mails() == 1


def test_a_queue_that_cannot_be_reached_is_tried_again(
    start: Callable[[], Beat], queue: Queue, seconds: Callable[[float], None]
) -> None:
    given_mail(clock.now() - timedelta(minutes=1))
    beat, queue.fails = start(), True
    beat.turn()
    queue.fails = False

    beat.turn()
    assert queue.sent == []
    seconds(program.RETRY_SECONDS)
    beat.turn()

    assert queue.mails() == 1


def test_while_nothing_can_be_asked_timers_run_as_if_something_were_due(
    start: Callable[[], Beat], queue: Queue, monkeypatch: pytest.MonkeyPatch, seconds: Callable[[float], None]
) -> None:
    def broken(*_: Any) -> dict[str, float]:
        raise OperationalError("statement timeout")

    beat = start()
    with monkeypatch.context() as patched:
        patched.setattr(looks, "ask", broken)
        beat.turn()
        assert queue.mails() == 1
        seconds(16)
        beat.turn()
        assert queue.mails() == 2
    seconds(10)
    beat.turn()  # asked again
    seconds(30)
    beat.turn()

    assert queue.mails() == 2


def test_the_turn_of_a_day_is_written_down_when_it_was_sent(start: Callable[[], Beat], queue: Queue) -> None:
    beat = start()
    beat.turn()
    TimerTurn.objects.filter(task="wallet.check_books").update(next_at=clock.wall() - timedelta(seconds=1))

    beat._plan.look_at_all(time.monotonic())
    beat.turn()

    assert queue.sent.count("wallet.check_books") == 1
    assert TimerTurn.objects.get(task="wallet.check_books").next_at > clock.wall() + timedelta(hours=23)


def test_a_commit_wakes_a_beat_that_sleeps(start: Callable[[], Beat], queue: Queue) -> None:
    beat = start()
    stop = threading.Event()

    def work() -> None:
        try:
            while not stop.is_set():
                beat._sleep(min(beat.turn(), 5.0))
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        wait_until(lambda: "marketplace.heartbeat" in queue.sent)
        time.sleep(1.5)  # it sleeps, and the safety look is far away
        began = time.monotonic()
        given_mail(clock.now() - timedelta(seconds=5))
        wait_until(lambda: queue.mails() == 1)
        assert time.monotonic() - began < 5.0
    finally:
        stop.set()
        thread.join(20)


def wait_until(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
