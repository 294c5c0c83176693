"""The owner changes their mind on the way: the work once more, another price, and an end before anybody was hired."""

import pytest

from .conftest import TASK, Instance, balance, deliver_and_approve, earned, hire, take_seat

pytestmark = pytest.mark.live
YES = {"acknowledgeRelease": True}


def test_a_redo_is_answered_then_approved_then_paid(instance: Instance) -> None:
    # given evidence that is not good enough
    agent, worker = instance.agent(5.9), instance.new_worker()
    bounty, application, escrow = hire(agent, worker, completionWindowHours=1)
    path = f"/api/bounties/{bounty}"
    worker("POST", f"{path}/applications/{application}/confirm")
    first = worker("POST", f"{path}/submissions", {"textEvidence": "Closed?"})["submission"]["id"]
    unsaid = agent("PATCH", f"{path}/submissions/{first}", {"action": "request_redo"}, expect=400)
    assert "response" in unsaid["fields"]

    # when it is sent back, and new evidence comes within the day that this gives, although the hour is over
    redo = {"action": "request_redo", "response": "Please read the sign itself."}
    agent("PATCH", f"{path}/submissions/{first}", redo)
    instance.advance(20 * 3600)
    assert agent("POST", f"/api/escrow/{escrow}/cancel", expect=409)["error_code"] == "evidence_exists"
    second = worker("POST", f"{path}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]["id"]
    agent("PATCH", f"{path}/submissions/{second}", {"action": "approve"})
    late = agent("PATCH", f"{path}/submissions/{second}", {"action": "reject", "response": "No."}, expect=409)
    assert late["currentState"] == "approved"
    assert earned(worker) == 0, "approving moves no money"

    # then releasing does
    agent("POST", f"/api/escrow/{escrow}/release", YES)
    assert (earned(worker), balance(agent)) == (500, 0)
    rows = agent("GET", f"{path}/submissions")["submissions"]
    assert [(row["id"], row["status"]) for row in rows] == [(second, "approved"), (first, "redo_requested")]
    assert rows[1]["response"] == "Please read the sign itself."
    instance.check_ledger()


def test_a_raise_on_a_half_filled_bounty_is_confirmed_to_the_cent_and_a_cut_spares_the_hired(
    instance: Instance,
) -> None:
    # given three places at 5.00: one done, one hired, one free
    agent, done, hired = instance.agent(40), instance.new_worker(), instance.new_worker()
    bounty = agent("POST", "/api/bounties", TASK | {"spotsAvailable": 3})["bountyId"]
    path = f"/api/bounties/{bounty}"
    _, escrow_done = take_seat(agent, done, bounty)
    deliver_and_approve(agent, done, bounty)
    _, escrow_hired = take_seat(agent, hired, bounty)
    pool = agent("GET", path)["bounty"]["escrowId"]
    assert balance(agent) == 4000 - 3 * 590

    def amounts() -> tuple[int, int, int]:
        """of the one who is done, of the one who is hired, and what is left in the pool"""
        seats = [agent("GET", f"/api/escrow/{pk}")["escrow"]["amountCents"] for pk in (escrow_done, escrow_hired)]
        return seats[0], seats[1], agent("GET", f"/api/escrow/{pool}")["escrow"]["remainingCents"]

    # when the price goes up to 8.00: 9.44 - 5.90 for the free place and for the hired one
    asked = agent("PATCH", path, {"price": 8}, expect=409)
    assert asked["error_code"] == "wallet_impact_confirmation_required"
    figures = ("direction", "cents", "posterWalletBalanceCents", "priceFromCents", "priceToCents")
    assert [asked[name] for name in figures] == ["debit", 708, 2230, 500, 800]
    figures = ("seatsFrom", "seatsTo", "totalCents", "feeCents", "hiredSeatsRepriced")
    assert [asked[name] for name in figures] == [3, 3, 590 + 2 * 944, 2 * 54, 1]
    said = {"price": 8, "walletImpactAcknowledged": True}
    assert agent("PATCH", path, said | {"walletImpactCents": 707}, expect=409)["cents"] == 708
    assert (balance(agent), amounts()) == (2230, (590, 590, 590)), "nothing has moved"
    raised = agent("PATCH", path, said | {"walletImpactCents": 708, "idempotencyKey": "raise"})
    assert agent("PATCH", path, said | {"walletImpactCents": 708, "idempotencyKey": "raise"}) == raised

    # then exactly that has moved, once: who is done keeps their pay, who works gets the new one
    assert (balance(agent), amounts()) == (2230 - 708, (590, 944, 944))

    # when it goes down to 4.00, nothing needs to be confirmed, and nobody's pay falls
    agent("PATCH", path, {"price": 4})
    assert (balance(agent), amounts()) == (2230 - 708 + 944 - 472, (590, 944, 472))
    agent("PATCH", path, {"spotsAvailable": 2})
    assert (balance(agent), amounts()) == (2230 - 708 + 944, (590, 944, 0))

    # and each is paid what they were promised last
    deliver_and_approve(agent, hired, bounty)
    for escrow in (escrow_done, escrow_hired):
        agent("POST", f"/api/escrow/{escrow}/release", YES)
    assert (earned(done), earned(hired)) == (500, 800)
    assert agent("GET", path)["bounty"]["status"] == "paid"
    instance.check_ledger()


def test_a_bounty_that_hired_nobody_is_cancelled_and_all_of_it_comes_back(instance: Instance) -> None:
    agent, worker = instance.agent(20), instance.new_worker()
    bounty = agent("POST", "/api/bounties", TASK | {"spotsAvailable": 3})["bountyId"]
    path = f"/api/bounties/{bounty}"
    application = worker("POST", f"{path}/applications", {"coverLetter": "Me."})["application"]["id"]
    assert balance(agent) == 2000 - 3 * 590

    assert "details" in agent("DELETE", path, {"reason": "other"}, expect=400)["fields"]
    gone = agent("DELETE", path, {"reason": "other", "details": "The shop moved away."})

    assert (gone["bounty"]["status"], balance(agent)) == ("cancelled", 2000)
    assert worker("GET", f"{path}/applications/{application}")["application"]["status"] == "rejected"
    assert worker("POST", f"{path}/applications", {}, expect=409)["error_code"] == "already_applied"
    other = instance.new_worker()
    assert other("POST", f"{path}/applications", {}, expect=409)["error_code"] == "bounty_not_open"
    pool = agent("GET", f"/api/escrow/{gone['bounty']['escrowId']}")["escrow"]
    assert (pool["status"], pool["refundedTo"], pool["remainingCents"]) == ("refunded", "wallet", 0)
    lines = agent("GET", "/api/wallet/transactions")["transactions"]
    assert [(row["direction"], row["amountCents"]) for row in lines] == [("in", 1770), ("out", 1770), ("in", 2000)]
    instance.check_ledger()
