"""The first hire from post to paid over real HTTP, and the ways it can end otherwise."""

import subprocess
import sys

import pytest

from .conftest import ROOT, Caller, Hook, Instance, wait_until

pytestmark = pytest.mark.live
TASK = {
    "title": "Photograph a shop front in Lisbon",
    "description": "One sharp photo with the opening hours readable.",
    "price": 5,
    "estimatedHours": 0.5,
}


def hire(agent: Caller, worker: Caller, **fields: object) -> tuple[str, str, str]:
    """bounty, application, escrow of an accepted seat."""
    bounty = agent("POST", "/api/bounties", TASK | fields)["bountyId"]
    application = worker("POST", f"/api/bounties/{bounty}/applications", {"coverLetter": "On my way."})["application"][
        "id"
    ]
    accepted = agent("PATCH", f"/api/bounties/{bounty}/applications/{application}", {"action": "accept"})
    return bounty, application, accepted["escrowId"]


def test_the_example_program_hires_and_pays(instance: Instance) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples/first_hire.py")],
        env=instance.environment | {"BASE_URL": instance.base_url},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "worker has 500 cents, agent 0, the platform 90" in done.stdout
    assert "every signature verified" in done.stdout
    instance.check_ledger()


def test_a_bounty_waits_for_its_deposit_and_goes_live_when_the_page_is_paid(instance: Instance) -> None:
    agent = instance.agent()

    posted = agent("POST", "/api/bounties", TASK)
    assert (posted["bounty"]["status"], posted["fundingTotal"]) == ("pending_deposit", 5.9)
    again = agent("POST", "/api/bounties/deposit", {"bountyId": posted["bountyId"]})
    assert again["deposit_url"] == posted["deposit_url"]
    instance.pay(posted["deposit_url"])

    assert agent("GET", f"/api/bounties/{posted['bountyId']}")["bounty"]["status"] == "open"
    assert agent("POST", "/api/bounties/deposit", {"bountyId": posted["bountyId"]})["status"] == "funded"
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 0
    instance.check_ledger()


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
    assert hook.received[0]["body"]["data"]["reason"] == "confirmation_timeout"
    instance.check_ledger()


def test_a_receiver_that_fails_twice_gets_the_same_letter_a_third_time(instance: Instance, hook: Hook) -> None:
    # given a receiver that answers 500 twice, then 200
    hook.statuses = [500, 500]
    agent = instance.agent()
    endpoint = agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})["endpoint"]["id"]
    delivery = agent("POST", f"/api/webhooks/endpoints/{endpoint}/test")["deliveryId"]

    # when the clock is moved to each retry
    for attempt, wait in enumerate((30, 60), start=1):
        wait_until(lambda n=attempt: len(hook.received) == n, 15)
        wait_until(
            lambda n=attempt: agent("GET", f"/api/webhooks/deliveries/{delivery}")["delivery"]["attempts"] == n, 15
        )
        instance.advance(wait)
    wait_until(lambda: len(hook.received) == 3, 15)

    # then the log tells the story: same bytes, same id, delivered
    assert len({got["raw"] for got in hook.received}) == 1
    assert {got["headers"]["X-Service-Delivery"] for got in hook.received} == {delivery}
    wait_until(lambda: agent("GET", f"/api/webhooks/deliveries/{delivery}")["delivery"]["status"] == "delivered", 15)
    log = agent("GET", f"/api/webhooks/deliveries/{delivery}")["delivery"]
    assert [tried["status"] for tried in log["history"]] == [500, 500, 200]


def test_cancelling_refunds_the_seat_and_then_the_rest(instance: Instance) -> None:
    agent, worker = instance.agent(20), instance.worker(1)
    bounty, application, escrow = hire(agent, worker, spotsAvailable=2)
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000 - 2 * 590

    agent("POST", f"/api/escrow/{escrow}/cancel")
    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000 - 590
    listed = agent("GET", f"/api/bounties/{bounty}/applications")["applications"]
    assert [(row["id"], row["status"]) for row in listed] == [(application, "expired")]
    agent("DELETE", f"/api/bounties/{bounty}", {"reason": "task_no_longer_needed"})

    assert agent("GET", "/api/wallet/balance")["balanceCents"] == 2000
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "cancelled"
    instance.check_ledger()


def test_silence_pays_the_worker_after_review_and_ladder(instance: Instance, hook: Hook) -> None:
    # given delivered work that nobody reviews
    agent, worker = instance.agent(20), instance.worker(2)
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["escrow.released", "bounty.completed"]})
    before = worker("GET", "/api/earnings/balance")["availableCents"]
    bounty, application, escrow = hire(agent, worker)
    worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    worker("POST", f"/api/bounties/{bounty}/submissions", {"textEvidence": "Open 9 to 18."})

    # when three days pass, and three more
    instance.advance(72 * 3600)
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "completed"
    instance.advance(72 * 3600)

    # then the worker is paid, the bounty done, and each fact was told once
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "released"
    assert worker("GET", "/api/earnings/balance")["availableCents"] == before + 500
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "paid"
    wait_until(lambda: len(hook.received) == 2, 15)
    assert sorted(hook.types()) == ["bounty.completed", "escrow.released"]
    instance.check_ledger()
