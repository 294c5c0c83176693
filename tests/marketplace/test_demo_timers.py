"""What beat asks for is what the timers take: over two months of the demo's marketplace, every state of hiring in it."""

from collections import Counter
from datetime import timedelta
from math import inf
from pathlib import Path
from typing import Any

import pytest
from celery import current_app

from config.beat import looks
from config.beat.plan import Timer
from config.demo import seed
from marketplace.core import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]
GRACE = looks.GRACE.total_seconds()  # what was queued is a timer's only after that
HOURS = (1, 1, 2, 4, 8, 12, 24, 24, 24, 48, 72, 72, 100, 200, 300, 400)


def test_whatever_a_timer_takes_beat_has_seen_that_it_is_due(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given every state of hiring
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "files"
    seed.seed()
    current_app.loader.import_default_modules()
    unseen: Counter[str] = Counter()
    took: Counter[str] = Counter()

    # when time goes on, and all timers run, whether or not anything is due
    for hours in HOURS:
        clock.freeze(clock.now() + timedelta(hours=hours))
        dues = looks.dues()  # once a stop, since the clock stands still: making them takes longer than asking
        with monkeypatch.context() as patched:
            patched.setattr(looks, "dues", lambda found=dues: found)
            for name in (name for _ in range(3) for name in current_app.conf.clock_tasks):
                is_due = looks.ask([Timer(name, every=15)], 0.0).get(name, inf) <= GRACE
                if current_app.tasks[name].run():
                    took[name] += 1
                    unseen[name] += not is_due and name not in looks.turns()  # these run by the hour, whatever is due

    # then none has found anything that beat would have slept through
    assert {name: count for name, count in unseen.items() if count} == {}
    assert len(took) >= 20
