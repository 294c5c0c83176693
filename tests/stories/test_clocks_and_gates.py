"""What decides without the owner: the automatic reviewer, an operator's screening, clocks, and where a worker stands."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from .conftest import TASK, Backoffice, Caller, Hook, Instance, balance, hire, take_seat, wait_until

pytestmark = pytest.mark.live
HOUR = 3600


def state(caller: Caller, bounty: str, application: str) -> dict[str, Any]:
    found: dict[str, Any] = caller("GET", f"/api/bounties/{bounty}/applications/{application}")["application"]
    return found


def test_the_automatic_reviewer_hires_who_brought_what_was_asked_and_leaves_the_rest_to_the_owner(
    instance: Instance,
) -> None:
    # given a bounty that asks for something, one that asks for nothing, and one whose owner decides alone
    agent, worker = instance.agent(20), instance.new_worker()
    asks = TASK | {"requiredLinks": [{"type": "portfolio"}]}
    post = [agent("POST", "/api/bounties", body)["bountyId"] for body in (asks, TASK, asks | {"autoAccept": False})]

    # when the same person applies to all three
    link = {"links": [{"type": "portfolio", "url": "https://example.com/portfolio"}]}
    sent = [worker("POST", f"/api/bounties/{b}/applications", link)["application"]["id"] for b in post]

    # then the first is hired by the reviewer, with the money behind it,
    wait_until(lambda: state(agent, post[0], sent[0])["status"] == "accepted", 30)
    hired = state(agent, post[0], sent[0])
    assert hired["currentEscrowId"] and hired["autoAcceptEscalation"] is None
    assert hired["jobOverview"]["overallState"] == "awaiting_confirmation"
    # the second waits for its owner, who is told why,
    wait_until(lambda: state(agent, post[1], sent[1])["autoAcceptEscalation"] is not None, 30)
    escalated = state(agent, post[1], sent[1])
    assert (escalated["status"], escalated["autoAcceptEscalation"]["state"]) == ("pending", "needs_manual_review")
    assert escalated["autoAcceptEscalation"]["reason"] == "no_checks_declared"
    assert "autoAcceptEscalation" not in state(worker, post[1], sent[1])
    # and the third was never looked at
    assert (state(agent, post[2], sent[2])["status"], state(agent, post[2], sent[2])["autoAcceptEscalation"]) == (
        "pending",
        None,
    )
    instance.check_ledger()


def test_a_request_for_more_time_holds_the_seat_for_a_day_and_an_answer_for_as_long_as_it_says(
    instance: Instance, hook: Hook
) -> None:
    # given two people with two hours each, who ask for more
    agent, patient, granted = instance.agent(11.8), instance.new_worker(), instance.new_worker()
    agent("POST", "/api/webhooks/endpoints", {"url": hook.url, "events": ["application.seat_expired"]})
    bounty = agent("POST", "/api/bounties", TASK | {"spotsAvailable": 2, "completionWindowHours": 2})["bountyId"]
    base = f"/api/bounties/{bounty}/applications"
    held, _ = take_seat(agent, patient, bounty)
    given, _ = take_seat(agent, granted, bounty)
    instance.advance(HOUR)
    for worker, application in ((patient, held), (granted, given)):
        worker("POST", f"{base}/{application}/extension", {"hours": 30, "reason": "The shop is shut today."})
    again = patient("POST", f"{base}/{held}/extension", {"hours": 1, "reason": "And?"}, expect=409)
    assert again["error_code"] == "extension_pending"

    # when one is answered, and the other is not, while their two hours run out
    agent("POST", f"{base}/{given}/extension/decision", {"action": "approve"})
    instance.advance(23 * HOUR)
    assert state(agent, bounty, held)["status"] == "accepted", "a pending request holds the release back"
    instance.advance(HOUR)

    # then a day after the request the unanswered one is over, and the other has their thirty hours more
    lost = state(agent, bounty, held)
    assert (lost["status"], lost["endReason"]) == ("expired", "overdue")
    assert state(agent, bounty, given)["status"] == "accepted"
    wait_until(lambda: len(hook.received) == 1, 20)
    assert hook.received[0]["body"]["data"]["reason"] == "overdue"
    instance.advance(6 * HOUR)
    granted("POST", f"/api/bounties/{bounty}/submissions", {"textEvidence": "Open 9 to 18."})
    instance.advance(2 * HOUR)
    assert state(agent, bounty, given)["jobOverview"]["overallState"] == "evidence_in_review"
    instance.check_ledger()


def test_the_owner_follows_a_worker_to_the_place_and_back(instance: Instance) -> None:
    agent, worker = instance.agent(5.9), instance.new_worker()
    bounty, application, _ = hire(agent, worker, attendanceRadiusMeters=200, startWindowMinutes=60)
    path = f"/api/bounties/{bounty}/attendance"

    def report(step: str, expect: int = 200) -> dict[str, Any]:
        here = {"lat": 38.7139, "lng": -9.1394, "accuracyM": 9, "capturedAt": datetime.now(UTC).isoformat()}
        return worker("POST", path, here | {"state": step}, expect=expect)

    assert report("on_the_way", expect=409)["error_code"] == "seat_not_confirmed"
    worker("POST", f"/api/bounties/{bounty}/applications/{application}/confirm")
    report("on_the_way")
    report("arrived")
    instance.advance(2 * HOUR)  # the start window is over, but arriving was the start
    report("left")

    (session,) = agent("GET", path)["sessions"]
    assert [row["state"] for row in session["history"]] == ["on_the_way", "arrived", "left"]
    assert (session["state"], session["trackingMode"]) == ("left", "self_reported")
    assert state(agent, bounty, application)["startedAt"] is not None
    assert not {"lat", "lng"} & set(session), "nobody is shown where they were"
    assert instance.new_worker()("GET", path, expect=403)["error_code"] == "not_owner"


def test_a_screened_listing_waits_for_an_operator_who_lets_it_live_or_sends_the_money_home(instance: Instance) -> None:
    # given an operator's rule, made where operators make them
    staff = Backoffice(instance)
    rule = {"phrase": "voucher code", "reason": "laundering", "is_active": "on", "why": "Vouchers are sold on."}
    staff.post("bounties/screeningrule/add/", rule)
    agent, worker = instance.agent(11.8), instance.new_worker()

    # when two listings match it
    titles = ("Buy a voucher code", "Read a voucher code out")
    good, bad = (agent("POST", "/api/bounties", TASK | {"title": title})["bountyId"] for title in titles)
    for bounty in (good, bad):
        assert agent("GET", f"/api/bounties/{bounty}")["bounty"]["status"] == "pending_review"
        worker("POST", f"/api/bounties/{bounty}/applications", {}, expect=404)
    assert balance(agent) == 0

    # then one goes live and the other is refunded, as the operator says
    staff.act("bounties/bounty/", "let_go_live", titles[0], **{"approve-reason": "A raffle."})
    instance.run(f"bounties.refuse(staff, ids.decode('bty', '{bad}'), reason='Voucher codes are not allowed.')")
    assert agent("GET", f"/api/bounties/{good}")["bounty"]["status"] == "open"
    worker("POST", f"/api/bounties/{good}/applications", {"coverLetter": "Me."})
    assert (agent("GET", f"/api/bounties/{bad}")["bounty"]["status"], balance(agent)) == ("closed", 590)
    instance.check_ledger()


def test_each_identity_signal_becomes_true_by_what_people_do(instance: Instance) -> None:
    # given a person who is what they say
    stranger, agent = instance.caller(), instance.agent()
    one, other = instance.new_worker("One"), instance.new_worker("Other")
    own = {caller.email: caller("GET", "/api/humans/me")["human"]["id"] for caller in (one, other)}
    mine = agent("GET", "/api/humans/me")["human"]["id"]

    def signals(profile: str) -> dict[str, Any]:
        found: dict[str, Any] = stranger("GET", f"/api/humans/{profile}")["human"]["identitySignals"]
        return found

    assert signals(own[one.email]) == {
        "accountAgeDays": 0,
        "newAccount": True,
        "signupCountryMismatch": False,
        "hasPriorDisputes": False,
        "phoneSharedWithOtherAccounts": False,
    }

    # when they and another give one number, an agent that signed up in the US shows Portugal, and a month passes
    one("PATCH", "/api/humans/me", {"phone": "+351 912 000 111"})
    other("PATCH", "/api/humans/me", {"phone": "+351912000111"})
    agent("PATCH", "/api/humans/me", {"location": {"city": "Boston", "country": "US"}})
    assert signals(mine)["signupCountryMismatch"] is False
    agent("PATCH", "/api/humans/me", {"location": {"city": "Lisbon", "country": "PT"}})
    instance.advance(int(timedelta(days=30).total_seconds()))

    # then each of these shows, to everybody, and nothing else does
    for email in own:
        seen = signals(own[email])
        assert (seen["accountAgeDays"], seen["newAccount"], seen["phoneSharedWithOtherAccounts"]) == (30, False, True)
        assert (seen["signupCountryMismatch"], seen["hasPriorDisputes"]) == (False, False)
    seen = signals(mine)
    assert (seen["signupCountryMismatch"], seen["phoneSharedWithOtherAccounts"]) == (True, False)
    assert "912" not in str(stranger("GET", f"/api/humans/{own[one.email]}"))
