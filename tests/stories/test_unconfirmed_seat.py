"""Nobody confirms: after two hours the seat is open again, its money in the pool, and everybody is told."""

import pytest

from .conftest import Hook, Instance, hire, wait_until

pytestmark = pytest.mark.live


def test_a_seat_that_nobody_confirms_goes_back_to_the_listing_with_its_money(instance: Instance, hook: Hook) -> None:
    # given a hired worker who says nothing
    agent, worker = instance.agent(20), instance.worker(0)
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["application.seat_expired"]})
    bounty, application, escrow = hire(agent, worker)
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "assigned"

    # when a second more than two hours pass
    instance.advance(7201)

    # then the seat is open again, the money in the pool, the worker too late, the owner told
    seen = agent("GET", f"/api/bounties/{bounty}")["bounty"]
    assert (seen["status"], seen["spotsRemaining"]) == ("open", 1)
    gone = agent("GET", f"/api/escrow/{escrow}")["escrow"]
    assert (gone["status"], gone["refundedTo"]) == ("refunded", "pool")
    pool = agent("GET", f"/api/escrow/{seen['escrowId']}")["escrow"]
    assert pool["remainingCents"] == 590
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000 - 590
    late = worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm", expect=409)
    assert late["error_code"] == "confirmation_window_closed"
    wait_until(lambda: len(hook.received) == 1, 15)
    told = hook.received[0]["body"]
    assert (told["id"], told["data"]["reason"]) == (
        f"application.seat_expired:{application}",
        "confirmation_timeout",
    )

    # and somebody else takes it
    second = instance.worker(1)
    again = second("POST", f"/api/bounties/{bounty}/applications", {})["application"]["id"]
    hired = agent("PATCH", f"/api/bounties/{bounty}/applications/{again}", {"action": "accept"})
    assert agent("GET", f"/api/escrow/{hired['escrowId']}")["escrow"]["amountCents"] == 590
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000 - 590
    instance.check_ledger()
