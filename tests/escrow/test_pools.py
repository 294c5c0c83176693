"""A pool ends when its bounty does, and a seat that is over says so in its own words."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_released,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
YES = {"acknowledgeRelease": True}


def test_a_released_seat_refuses_everything_naming_its_own_state() -> None:
    seat = given_released()

    with untouched():
        answers = [
            seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/{verb}", YES) for verb in ("release", "complete")
        ]

    for refused in answers:
        assert (refused.status, refused.code) == (409, "invalid_state")
        assert (refused["currentState"], refused["allowedActions"]) == ("released", [])


def test_cancelling_an_unfunded_pool_cancels_its_bounty_and_moves_nothing(ledger: Callable[[], Any]) -> None:
    agent = given_funded_agent(100)
    bounty = given_bounty(agent)
    before = ledger()

    ended = agent.post(f"/api/escrow/{bounty.pool.public_id}/cancel")["escrow"]

    bounty.refresh_from_db()
    assert (ended["status"], ended["refundedTo"], ended["remainingCents"]) == ("cancelled", None, 0)
    assert (bounty.status, ledger()) == ("cancelled", before)


def test_cancelling_a_pool_with_somebody_hired_is_refused() -> None:
    seat = given_confirmed()

    with untouched():
        refused = seat.agent.post(f"/api/escrow/{seat.bounty.pool.public_id}/cancel")

    assert (refused.status, refused.code) == (409, "workers_hired")


def test_cancelling_a_pool_turns_applicants_down(facts: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    _, application = given_application(bounty)
    facts.clear()

    agent.post(f"/api/escrow/{bounty.pool.public_id}/cancel")

    application.refresh_from_db()
    assert (application.status, facts()) == ("rejected", ["application.rejected", "escrow.refunded"])
