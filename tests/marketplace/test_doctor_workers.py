"""`manage.py doctor` hears every worker of a machine, although Celery gives all of them one name."""

from typing import Any

import pytest
from celery import current_app

from config.doctor import state

NODE = "celery@one-machine"


def test_three_workers_of_one_name_take_from_three_queues(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, Any]] = [{NODE: [{"name": name}]} for name in ("celery", "speech", "reviews")]
    monkeypatch.setattr(current_app.control, "broadcast", lambda *asked, **how: told)

    assert state.consumed_queues() == {"celery", "speech", "reviews"}


def test_without_workers_no_queue_is_taken_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(current_app.control, "broadcast", lambda *asked, **how: None)

    assert state.consumed_queues() == set()
