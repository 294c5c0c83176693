"""One-step hiring over real HTTP: a rental from hire to release, one whose worker never confirms, and a personal bounty
that settles by itself."""

from datetime import datetime, timedelta

import pytest

from .conftest import Caller, Hook, Instance, wait_until

pytestmark = pytest.mark.live
DAY = 86_400


def errand(worker: Caller, **more: object) -> dict[str, object]:
    who = worker("GET", "/api/humans/me")["human"]["id"]
    return {
        "humanId": who,
        "taskTitle": "Queue for an hour",
        "taskDescription": "At Rua Augusta 100.",
        "price": 5,
    } | more


def balance(agent: Caller) -> int:
    found: int = agent("GET", "/api/wallet/balance")["balanceCents"]
    return found


def earned(worker: Caller) -> int:
    found: int = worker("GET", "/api/earnings/balance")["availableCents"]
    return found


def turn(agent: Caller) -> tuple[str, str | None]:
    row = agent("GET", "/api/escrow/agent-rentals")["rentals"][0]
    return row["overallState"], (row["nextAction"] or {}).get("kind")


def test_a_rental_by_page_goes_from_hire_to_release(instance: Instance, hook: Hook) -> None:
    # given an agent with too little in its wallet, and a worker
    agent, worker = instance.agent(2), instance.new_worker()
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["application.accepted", "escrow.released"]})
    before = earned(worker)
    short = agent("POST", "/api/escrow/agent-checkout", errand(worker, fundingMethod="wallet"), expect=402)
    assert (short["error_code"], short["shortfallCents"]) == ("insufficient_funds", 390)

    # when it hires the worker by name, and somebody pays the page
    body = errand(worker, idempotencyKey="rent-1")
    made = agent("POST", "/api/escrow/agent-checkout", body)
    assert (made["status"], made["checkoutTotal"], made["fundingTotal"]) == ("requires_payment", 3.9, 5.9)
    assert turn(agent) == ("pending_deposit", "fund_bounty")
    instance.pay(made["checkoutUrl"])

    # then the worker is hired, once, and confirms
    hired = agent("POST", "/api/escrow/agent-checkout", body)
    assert (hired["status"], hired["bountyId"], balance(agent)) == ("funded", made["bountyId"], 0)
    assert turn(agent) == ("awaiting_confirmation", "confirm_seat")
    bounty, seat = made["bountyId"], f"/api/bounties/{made['bountyId']}/applications/{made['applicationId']}"
    instance.caller()("GET", f"/api/bounties/{bounty}", expect=404)
    worker("POST", f"{seat}/confirm")

    # and delivers, and is paid
    worker("POST", f"/api/conversations/{made['conversationId']}/messages", {"content": "I am standing in it."})
    worker("POST", f"/api/bounties/{bounty}/submissions", {"textEvidence": "We had the table at eight."})
    assert turn(agent) == ("evidence_in_review", "review_submission")
    agent("POST", f"/api/escrow/{hired['escrowId']}/release", {"acknowledgeRelease": True})
    assert (turn(agent), earned(worker) - before) == (("released", None), 500)
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "paid"
    wait_until(lambda: sorted(hook.types()) == ["application.accepted", "escrow.released"], 15)
    instance.check_ledger()


def test_a_rental_that_nobody_confirms_is_refunded_and_closed(instance: Instance) -> None:
    agent, worker = instance.agent(5.9), instance.new_worker()
    made = agent("POST", "/api/escrow/agent-checkout", errand(worker, fundingMethod="wallet"))
    assert (made["status"], balance(agent)) == ("funded", 0)

    instance.advance(2 * 3600 + 1)

    assert balance(agent) == 590
    assert agent("GET", f"/api/bounties/{made['bountyId']}")["bounty"]["status"] == "closed"
    escrow = agent("GET", f"/api/escrow/{made['escrowId']}")["escrow"]
    assert (escrow["status"], escrow["refundedTo"]) == ("refunded", "wallet")
    assert turn(agent) == ("refunded", None)
    late = worker("POST", f"/api/bounties/{made['bountyId']}/applications/{made['applicationId']}/confirm", expect=409)
    assert late["error_code"] == "confirmation_window_closed"
    instance.check_ledger()


@pytest.mark.parametrize("delivered", [True, False])
def test_a_personal_bounty_settles_two_days_after_its_deadline(instance: Instance, delivered: bool) -> None:
    # given a confirmed personal bounty that is paid in a second step, from the wallet
    agent, worker = instance.agent(5.9), instance.new_worker()
    before, now = earned(worker), datetime.fromisoformat(instance.caller()("GET", "/api/sandbox/clock")["now"])
    task = {
        "humanId": worker("GET", "/api/humans/me")["human"]["id"],
        "title": "Translate a menu",
        "description": "Two pages, Portuguese to English.",
        "completionCriteria": "Every dish has an English name.",
        "price": 5,
        "deadline": (now + timedelta(days=1)).isoformat(),
        "fundingMethod": "checkout",
    }
    made = agent("POST", "/api/escrow/personal-bounty", task)
    bounty = f"/api/bounties/{made['bountyId']}"
    assert agent("POST", f"{bounty}/enterprise-payment")["status"] == "funded"
    worker("POST", f"{bounty}/applications/{made['applicationId']}/confirm")

    # when it is delivered two hours before the settlement, or not at all
    instance.advance(3 * DAY - 2 * 3600)
    if delivered:
        worker("POST", f"{bounty}/submissions", {"textEvidence": "Forty dishes."})
    assert (balance(agent), earned(worker)) == (0, before)
    instance.advance(2 * 3600)

    # then what was delivered is paid, and what was not is refunded
    assert agent("GET", bounty)["bounty"]["status"] == ("paid" if delivered else "closed")
    assert (balance(agent), earned(worker) - before) == ((0, 500) if delivered else (590, 0))
    instance.check_ledger()
