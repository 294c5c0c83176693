"""What becomes of a bounty without a free spot: it follows its seats, whatever its owner had set."""

from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.services import endings
from tests.api import Api
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
SHUT = pytest.mark.parametrize("status", ["paused", "in_review"])


def url(bounty: Bounty) -> str:
    return f"/api/bounties/{bounty.public_id}"


@SHUT
def test_a_shut_bounty_whose_last_free_spot_is_dropped_is_paid_when_all_are(status: str) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    given_released(agent=agent, bounty=bounty)
    agent.patch(url(bounty), {"status": status})

    done = agent.patch(url(bounty), {"spotsAvailable": 1})

    assert done["bounty"]["status"] == "paid"
    bounty.refresh_from_db()
    assert bounty.pool.status == "released"
    assert books.balance(books.wallet(agent.account.pk)) == 100_000 - 590


@SHUT
def test_a_shut_bounty_whose_last_free_spot_is_dropped_is_assigned_while_somebody_works(status: str) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    seat = given_confirmed(agent=agent, bounty=bounty)
    _, waiting = given_application(bounty)
    agent.patch(url(bounty), {"status": status})

    assert agent.patch(url(bounty), {"spotsAvailable": 1})["bounty"]["status"] == "assigned"

    endings.reject_rest()
    waiting.refresh_from_db()
    assert waiting.status == "rejected"
    with untouched():
        assert agent.patch(url(bounty), {"status": "open"}).code == "invalid_state"
    agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True})
    bounty.refresh_from_db()
    assert bounty.status == "paid"


def test_shutting_and_dropping_the_last_free_spot_at_once_is_assigned() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    given_hired(agent=agent, bounty=bounty)

    done = agent.patch(url(bounty), {"status": "paused", "spotsAvailable": 1})

    assert done["bounty"]["status"] == "assigned"


# ------------------------------------------------------------------ the others


def statuses(*applications: Application) -> list[str]:
    for application in applications:
        application.refresh_from_db()
    return [application.status for application in applications]


def given_all_confirmed(agent: Api, **fields: Any) -> tuple[Bounty, Application]:
    """Every seat is confirmed, and the task that turns the others down has not run."""
    bounty = given_bounty(agent, **fields)
    _, waiting = given_application(bounty)
    given_confirmed(agent=agent, bounty=bounty)
    bounty.refresh_from_db()
    assert (bounty.status, bounty.rejects_rest) == ("assigned", True)
    return bounty, waiting


def test_nobody_hears_no_when_a_spot_was_added_meanwhile() -> None:
    agent = given_funded_agent()
    bounty, waiting = given_all_confirmed(agent)
    more = {"spotsAvailable": 2, "walletImpactAcknowledged": True, "walletImpactCents": 590}
    assert agent.patch(url(bounty), more)["bounty"]["status"] == "partially_filled"

    assert (endings.reject_rest(), endings.reject_rest()) == (1, 0)

    assert statuses(waiting) == ["pending"]
    given_confirmed(agent=agent, bounty=bounty)
    assert (endings.reject_rest(), statuses(waiting)) == (1, ["rejected"])


def test_nobody_hears_no_when_a_seat_was_lost_meanwhile() -> None:
    agent = given_funded_agent()
    bounty, waiting = given_all_confirmed(agent)
    seat = Application.objects.get(bounty=bounty, status="accepted")
    assert agent.post(f"{url(bounty)}/applications/{seat.public_id}/expire").status == 200

    assert (endings.reject_rest(), endings.reject_rest()) == (1, 0)

    assert statuses(waiting) == ["pending"]
    accepted = agent.patch(f"{url(bounty)}/applications/{waiting.public_id}", {"action": "accept"})
    assert accepted.status == 200
