"""The first hire step by step over real HTTP: what each step answers, what it moves, what it tells, and what a log keeps."""

import pytest

from webhooks.rules.signature import verify

from .conftest import TASK, Caller, Hook, Instance, wait_until

pytestmark = pytest.mark.live
WORK = TASK | {"evidenceTypes": ["text", "link"]}


def balance(agent: Caller) -> int:
    found: int = agent("GET", "/api/wallet/balance")["balanceCents"]
    return found


def earned(worker: Caller) -> tuple[int, int]:
    found = worker("GET", "/api/earnings/balance")
    return found["availableCents"], found["heldCents"]


def test_a_hire_from_post_to_paid_says_and_moves_exactly_this(instance: Instance, hook: Hook) -> None:
    # given an agent with 5.90, a worker, and a receiver of every event
    agent, worker = instance.agent(5.9), instance.new_worker()
    profile = worker("GET", "/api/humans/me")["human"]["id"]
    available, _ = earned(worker)
    secret = agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})["secret"]

    # when the agent prices and posts
    assert agent("POST", "/api/bounties", WORK | {"dryRun": True})["fundingTotal"] == 5.9
    posted = agent("POST", "/api/bounties", WORK | {"idempotencyKey": "post"})
    assert agent("POST", "/api/bounties", WORK | {"idempotencyKey": "post"}) == posted
    bounty, pool = posted["bountyId"], posted["escrowId"]
    assert (posted["bounty"]["status"], balance(agent)) == ("open", 0)
    assert instance.caller()("GET", f"/api/bounties/{bounty}")["bounty"]["spotsRemaining"] == 1

    # and the worker applies, once
    base = f"/api/bounties/{bounty}/applications"
    applied = worker("POST", base, {"coverLetter": "On my way."})["application"]
    assert worker("POST", base, {}, expect=409)["error_code"] == "already_applied"
    application = applied["id"]
    assert [row["id"] for row in agent("GET", base)["applications"]] == [application]

    # and is accepted: the share is locked, nothing can be sent before the seat is confirmed
    accepted = agent("PATCH", f"{base}/{application}", {"action": "accept", "response": "Welcome."})
    escrow = accepted["escrowId"]
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "locked"
    assert agent("GET", f"/api/escrow/{pool}")["escrow"]["remainingCents"] == 0
    assert earned(worker) == (available, 500)
    evidence = {"textEvidence": "Open 9 to 18.", "links": ["https://example.com/photo"]}
    early = worker("POST", f"/api/bounties/{bounty}/submissions", evidence, expect=409)
    assert early["error_code"] == "seat_not_confirmed"

    # and confirms, delivers, and is approved
    assert worker("POST", f"{base}/{application}/confirm")["application"]["confirmedAt"] is not None
    submission = worker("POST", f"/api/bounties/{bounty}/submissions", evidence)["submission"]
    assert submission["checks"]["recommendation"] == "looks_complete"
    assert agent("GET", f"/api/escrow/{escrow}")["escrow"]["status"] == "delivered"
    agent("PATCH", f"/api/bounties/{bounty}/submissions/{submission['id']}", {"action": "approve"})
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "completed"
    assert earned(worker) == (available, 500), "approving moves no money"

    # and the agent releases, after seeing whom and how much
    preview = agent("POST", f"/api/escrow/{escrow}/release", {}, expect=409)
    assert (preview["error_code"], preview["amountCents"], preview["workerPayoutCents"]) == (
        "release_acknowledgement_required",
        590,
        500,
    )
    assert preview["worker"]["humanId"] == profile
    assert worker("POST", f"/api/escrow/{escrow}/release", expect=403)["error_code"] == "not_poster"
    yes = {"acknowledgeRelease": True, "applicationId": application}
    assert agent("POST", f"/api/escrow/{escrow}/release", yes)["payoutStatus"] == "paid"
    assert agent("POST", f"/api/escrow/{escrow}/release", yes, expect=409)["error_code"] == "invalid_state"

    # then the money is where it belongs, and the logs say how it got there
    assert (balance(agent), earned(worker)) == (0, (available + 500, 0))
    assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "paid"
    lines = agent("GET", "/api/wallet/transactions")["transactions"]
    assert [(row["type"], row["direction"], row["amountCents"], row["balanceAfterCents"]) for row in lines] == [
        ("bounty_funding", "out", 590, 0),
        ("deposit", "in", 590, 590),
    ]
    log = worker("GET", f"/api/escrow/{escrow}")["escrow"]["auditLog"]
    assert [entry["to"] for entry in log] == ["locked", "delivered", "completed", "released"]

    # and the receiver has heard every fact once, signed, whatever their order
    wanted = [
        "application.accepted",
        "application.confirmed",
        "application.submitted",
        "bounty.completed",
        "escrow.funded",  # the pool's
        "escrow.funded",  # the seat's
        "escrow.released",
        "proof.uploaded",
        "submission.reviewed",
    ]
    wait_until(lambda: len(hook.received) >= len(wanted), 20, lambda: str(hook.types()))
    assert sorted(hook.types()) == wanted
    assert len({got["body"]["id"] for got in hook.received}) == len(wanted)
    for got in hook.received:
        header = got["headers"]
        assert got["body"]["id"].startswith(got["body"]["type"] + ":")
        assert header["X-Service-Event"] == got["body"]["type"]
        moment = int(header["X-Service-Timestamp"])
        assert verify(secret, got["raw"], header["X-Service-Signature"], unix_now=moment, tolerance=0)
    deliveries = agent("GET", "/api/webhooks/deliveries?limit=200")["deliveries"]
    assert sorted(row["status"] for row in deliveries) == ["delivered"] * len(wanted)
    instance.check_ledger()
