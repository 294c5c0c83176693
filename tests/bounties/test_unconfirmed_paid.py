"""A seat that was paid before its worker confirmed is done with."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.services import timers
from tests.factories.market import given_bounty, given_funded_agent, given_hired, untouched, violations

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("spots", [1, 2])
def test_the_confirmation_timer_leaves_a_paid_seat_alone(
    spots: int, at: Callable[[str], datetime], caplog: Any
) -> None:
    moment = at("2026-11-21T10:00:00Z")
    agent = given_funded_agent(2000)
    seat = given_hired(agent=agent, bounty=given_bounty(agent, spots_available=spots))
    agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    at((moment + timedelta(hours=2)).isoformat())
    logger = logging.getLogger("marketplace.core.transactions")
    logger.addHandler(caplog.handler)

    with untouched():
        assert timers.release_unconfirmed() == 0

    logger.removeHandler(caplog.handler)
    assert caplog.records == []
    assert violations() == []


def test_paid_seats_do_not_starve_the_timer(at: Callable[[str], datetime]) -> None:
    moment = at("2026-11-21T10:00:00Z")
    for _ in range(2):
        seat = given_hired()
        seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    at((moment + timedelta(seconds=1)).isoformat())
    silent = given_hired()
    at((moment + timedelta(hours=3)).isoformat())

    timers.release_unconfirmed()

    assert silent.fresh().application.status == "expired"
