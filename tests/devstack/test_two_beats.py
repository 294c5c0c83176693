"""Two beats of one installation, as two machines have them: one works, and when it is killed the other has its place at once."""

import json
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
import redis

from config.beat.written import CHANNEL
from config.devstack import locations
from config.devstack.embedded import EmbeddedServers
from config.devstack.guard import Guard
from marketplace.core import clock
from marketplace.models import BeatPlace, Mail
from marketplace.services.places import PLACE_SECONDS
from tests import instances
from tests.stories.conftest import clean_environment

pytestmark = pytest.mark.django_db(transaction=True)
HEARTBEAT, MAILS = "marketplace.heartbeat", "marketplace.send_mails"
START_SECONDS = 60.0  # for two processes on a busy machine


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, prepared_instance: Path) -> Iterator[EmbeddedServers]:
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    with closing(Guard()) as guard:
        found = EmbeddedServers(instances.copy(prepared_instance, tmp_path / "data"), guard, durable=False)
        found.start()
        yield found
        found.stop()


def test_each_task_is_sent_once_and_the_second_beat_goes_on_when_the_first_is_killed(
    servers: EmbeddedServers, tmp_path: Path
) -> None:
    # given two beats, nothing that is due, and no worker that takes their messages
    environment = clean_environment() | servers.environment()
    environment |= {"SANDBOX": "1", "DATA_DIR": str(servers.data_dir)}
    logs = [tmp_path / name for name in ("one", "two")]
    beats = [
        subprocess.Popen(
            [sys.executable, "-m", "config.beat"], env=environment, cwd=locations.ROOT, stderr=log.open("wb")
        )
        for log in logs
    ]
    queue = redis.Redis.from_url(locations.redis_url(servers.data_dir))

    def sent() -> Counter[str]:
        messages = [message for name in ("celery", "speech", "reviews") for message in queue.lrange(name, 0, -1)]
        return Counter(json.loads(message)["headers"]["task"] for message in messages)

    def is_the_beat(log: Path) -> bool:
        return "this process is the beat" in log.read_text()

    try:
        with instances.database_of(servers.data_dir):
            wait_until(lambda: queue.pubsub_numsub(CHANNEL) == [(CHANNEL.encode(), 1)], START_SECONDS)
            wait_until(lambda: sent()[HEARTBEAT] == 1, START_SECONDS)
            time.sleep(5)  # the other one, too, has tried by now
            [holder] = BeatPlace.objects.values_list("holder", flat=True)
            queue.flushall()

            # when something becomes due, and one word of its commit is heard
            Mail.objects.create(
                to="a@example.com", subject="s", text="t", next_attempt_at=clock.now() - timedelta(seconds=10)
            )
            queue.publish(CHANNEL, MAILS)
            began = time.monotonic()

            # then it is sent, once
            wait_until(lambda: sent()[MAILS] == 1, 10)
            print(f"sent after {time.monotonic() - began:.2f} s")
            time.sleep(1)
            assert sent()[MAILS] == 1 and [is_the_beat(log) for log in logs].count(True) == 1

            # when that one is killed
            first = beats[[is_the_beat(log) for log in logs].index(True)]
            first.send_signal(signal.SIGKILL)
            first.wait()
            began = time.monotonic()
            queue.flushall()

            # then the other one goes on within seconds
            wait_until(lambda: sent()[HEARTBEAT] >= 1, PLACE_SECONDS + 15)
            print(f"taken over after {time.monotonic() - began:.1f} s")
            assert BeatPlace.objects.get().holder not in (None, holder)

            # and one that is asked to stop leaves its place at once
            for beat in beats:
                beat.send_signal(signal.SIGTERM)
            assert sorted(beat.wait(20) for beat in beats) == [-signal.SIGKILL, 0]
            assert BeatPlace.objects.get().holder is None
    finally:
        for beat in beats:
            beat.kill()
            beat.wait()


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)
