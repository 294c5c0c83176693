"""Five places, one ghost, one who is too late: each seat goes back to the listing, is filled again, and all five are paid."""

from collections import Counter

import pytest

from .conftest import TASK, Hook, Instance, balance, deliver_and_approve, earned, take_seat, wait_until

pytestmark = pytest.mark.live
HOUR = 3600
WORK = {"spotsAvailable": 5, "responseWindowHours": 10, "autoExpireGhosts": True, "completionWindowHours": 24}
YES = {"acknowledgeRelease": True}


def test_five_seats_with_a_ghost_and_a_late_one_until_all_is_paid(instance: Instance, hook: Hook) -> None:
    # given five hired people, all confirmed
    agent = instance.agent(5 * 5.9)
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["*"]})
    bounty = agent("POST", "/api/bounties", TASK | WORK)["bountyId"]
    path = f"/api/bounties/{bounty}"
    people = [instance.new_worker(f"Worker {n}") for n in range(7)]
    *diligent, ghost, late = people[:5]
    seats = [take_seat(agent, worker, bounty) for worker in people[:5]]
    assert (agent("GET", path)["bounty"]["status"], balance(agent)) == ("assigned", 0)

    # when three deliver; one writes now and then, and one is never heard of again
    for worker in diligent:
        deliver_and_approve(agent, worker, bounty)
    talk = late("GET", "/api/conversations")["conversations"][0]["id"]
    instance.advance(9 * HOUR)
    mails = instance.caller()("GET", f"/api/sandbox/mail?to={ghost.email}")["mails"]
    assert [mail for mail in mails if mail["subject"].startswith("Are you still on it?")]
    late("POST", f"/api/conversations/{talk}/messages", {"content": "Tomorrow, for sure."})
    instance.advance(HOUR)

    # then the ghost has lost their seat, and only they
    expired = agent("GET", f"{path}/applications?status=expired")["applications"]
    assert [row["id"] for row in expired] == [seats[3][0]]
    seen = agent("GET", path)["bounty"]
    assert (seen["status"], seen["spotsFilled"], seen["spotsRemaining"]) == ("partially_filled", 4, 1)
    assert agent("GET", f"/api/escrow/{seen['escrowId']}")["escrow"]["remainingCents"] == 590

    # when their place is filled again, and the late one still has sent nothing when their day is over
    _, escrow_of_second = take_seat(agent, people[5], bounty)
    deliver_and_approve(agent, people[5], bounty)
    instance.advance(8 * HOUR)
    late("POST", f"/api/conversations/{talk}/messages", {"content": "Soon."})
    instance.advance(6 * HOUR)

    # then their seat is back, too, and the sixth and seventh make five
    expired = agent("GET", f"{path}/applications?status=expired")["applications"]
    assert {row["id"] for row in expired} == {seats[3][0], seats[4][0]}
    refused = late("POST", f"{path}/submissions", {"textEvidence": "Here it is."}, expect=409)
    assert refused["currentState"] == "expired"
    _, escrow_of_third = take_seat(agent, people[6], bounty)
    deliver_and_approve(agent, people[6], bounty)
    assert agent("GET", path)["bounty"]["status"] == "completed"

    # when all five are released
    paid = [*[escrow for _, escrow in seats[:3]], escrow_of_second, escrow_of_third]
    for escrow in paid:
        agent("POST", f"/api/escrow/{escrow}/release", YES)

    # then the bounty is paid, five have their pay, two have nothing, and nothing is left over
    assert agent("GET", path)["bounty"]["status"] == "paid"
    assert [earned(worker) for worker in people] == [500, 500, 500, 0, 0, 500, 500]
    assert balance(agent) == 0
    report = agent("GET", f"/api/escrow?bountyId={bounty}")["escrows"]
    assert Counter((row["kind"], row["status"]) for row in report) == {
        ("pool", "released"): 1,
        ("seat", "released"): 5,
        ("seat", "refunded"): 2,
    }
    told = {"application.accepted": 7, "application.ghost_flagged": 1, "application.seat_expired": 2}
    told |= {"bounty.seat_filled": 7, "bounty.completed": 5, "escrow.released": 5, "escrow.funded": 8}
    wait_until(lambda: told.items() <= Counter(hook.types()).items(), 30, lambda: str(Counter(hook.types())))
    reasons = [
        got["body"]["data"]["reason"] for got in hook.received if got["body"]["type"] == "application.seat_expired"
    ]
    assert sorted(reasons) == ["ghosted", "overdue"]
    instance.check_ledger()
