"""What the poll of a picture says past its target."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application
from marketplace.core import clock
from tests.bounties.test_pictures import ask, given_taker, run_timers, send_photo
from tests.factories.market import given_funded_agent

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_past_its_target_a_picture_is_delayed_while_somebody_works_on_it(at: Callable[[str], Any]) -> None:
    now = at("2026-01-01T10:00+00:00")
    agent = given_funded_agent(2000)
    path = ask(agent).headers["Content-Location"]
    at((now + timedelta(hours=24, minutes=50)).isoformat())
    worker, bounty = given_taker(agent)
    assert Application.objects.get().complete_by == clock.now() + timedelta(hours=1)

    at((now + timedelta(hours=25, minutes=10)).isoformat())
    run_timers()
    late = agent.get(path)

    assert (late.status, late.headers["X-Delivery-Status"]) == (202, "delayed")
    assert late.headers["X-Deliver-By"] == "2026-01-02T11:00:00.000Z"
    send_photo(worker, bounty)
    run_timers()
    assert agent.get(path).status == 200
