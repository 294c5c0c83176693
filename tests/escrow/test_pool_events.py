"""A refund event of a pool names the cents that went back."""

import pytest

from tests.factories.market import given_bounty, given_confirmed, given_funded_agent, given_hired
from webhooks.models import Event

pytestmark = pytest.mark.django_db


def refunds() -> list[tuple[str, int, str]]:
    rows = Event.objects.filter(type="escrow.refunded").order_by("id")
    return [(row.data["kind"], row.data["amountCents"], row.data["refundedTo"]) for row in rows]


def test_cancelling_the_only_seat_tells_of_590_cents_once() -> None:
    seat = given_confirmed(agent=given_funded_agent(590))

    seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel")

    assert refunds() == [("seat", 590, "wallet")]


def test_a_pool_of_two_of_which_one_was_cancelled_before_returns_one_share() -> None:
    agent = given_funded_agent(1180)
    bounty = given_bounty(agent, spots_available=2)
    seat = given_confirmed(agent=agent, bounty=bounty)
    agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel")

    agent.delete(f"/api/bounties/{bounty.public_id}", {"reason": "task_no_longer_needed"})

    assert refunds() == [("seat", 590, "wallet"), ("pool", 590, "wallet")]


def test_a_seat_that_is_given_up_returns_its_share_to_the_pool_and_the_owner_is_told_so() -> None:
    seat = given_hired()

    seat.agent.post(f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/expire")

    assert refunds() == [("seat", 590, "pool")]
    assert Event.objects.get(type="application.seat_expired").data["refundedTo"] == "pool"
