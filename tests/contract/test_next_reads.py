"""After a verdict, in a contest, of lists, of events, and of what is not there: what comes next, by calls that can be made."""

from typing import Any

from tests.api import Answer
from tests.contract.scenario import World
from tests.contract.test_next_actions import check_can_be_made
from tests.factories.market import given_bounty, given_delivered


def told(answer: Answer) -> list[str]:
    return [action["operation"] for action in answer["nextActions"]]


def sent_back(seat: Any, action: str = "request_redo") -> Answer:
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    return seat.agent.patch(path, {"action": action, "response": "Where is the photo?"})


def test_after_a_redo_new_evidence_is_waited_for_and_the_old_is_not_told_again(world: World) -> None:
    seat = given_delivered()
    answer = sent_back(seat)
    shown, (wait, dispute, _) = answer["submission"], answer["nextActions"]

    assert told(answer) == ["listEvents", "openDispute", "releaseEscrow"]
    assert (wait["tool"], wait["until"], dispute["why"]) == ("wait_for_events", shown["newEvidenceBy"], dispute["why"])
    assert "wallet" in dispute["why"] and "pool" in wait["why"] and "contest" in wait["why"]
    for action in answer["nextActions"]:
        check_can_be_made(seat.agent, action)
    first = seat.agent.get(wait["path"])
    assert first["events"] == []
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    again = seat.worker.post(path, {"textEvidence": "Here it is."})["submission"]["id"]
    then = seat.agent.get(first["nextActions"][-1]["path"])
    assert [event["data"]["submissionId"] for event in then["events"]] == [again]
    assert told(then) == ["getSubmission", "listEvents"]
    assert seat.agent.get(then["nextActions"][0]["path"])["submission"]["id"] == again


def test_a_contested_seat_says_what_its_owner_can_do_and_waits_for_our_staff(world: World) -> None:
    seat = given_delivered()
    sent_back(seat, "reject")
    assert seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": "It is there."}).status == 200

    answer = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications")

    [row] = answer["applications"]
    assert told(answer) == ["listEvents", "sendMessage", "releaseEscrow", "openDispute"]
    assert answer["nextActions"][0]["until"] == row["jobOverview"]["contest"]["dueAt"]
    assert {end["outcome"] for end in row["jobOverview"]["contest"]["mayEnd"]} >= {
        "released",
        "taken_back",
        "time_given",
    }
    for action in answer["nextActions"]:
        check_can_be_made(seat.agent, action)


def test_a_list_of_applicants_leads_on_and_so_does_an_empty_one(world: World) -> None:
    owner = world["owner"]
    applied = owner.get(world.path("/api/bounties/{applied_bounty}/applications"))
    nobody = given_bounty(owner)

    assert told(applied)[:2] == ["decideApplication"] * 2
    empty = owner.get(f"/api/bounties/{nobody.public_id}/applications")
    assert told(empty) == ["listEvents", "getBountyOutreachStatus"]
    for action in (*applied["nextActions"], *empty["nextActions"]):
        check_can_be_made(owner, action)


def test_what_is_not_there_leads_to_the_list_of_what_is(world: World) -> None:
    owner = world["owner"]
    bounty, unknown = world.names["open_bounty"], "01h455vb4pex5vsknk084sn02q"

    def leads(path: str, to: list[str]) -> None:
        refused = owner.get(path)
        assert (refused.status, told(refused)) == (404, to)
        for action in refused["nextActions"]:
            check_can_be_made(owner, action)

    leads(f"/api/disputes/dsp_{unknown}", ["listDisputes"])
    leads(f"/api/escrow/esc_{unknown}", ["listEscrows"])
    leads(f"/api/bounties/{bounty}/submissions/sub_{unknown}", ["listBounties", "listSubmissions"])
    assert told(world["nobody"].get(f"/api/bounties/bty_{unknown}")) == [], (
        "whoever has nothing is sent to no list of theirs"
    )


def test_a_cancellation_says_what_returns_before_and_what_returned(world: World) -> None:
    owner = world["owner"]
    bounty = given_bounty(owner)
    path = f"/api/bounties/{bounty.public_id}"
    before = owner.get("/api/wallet/balance")["balanceCents"]

    [cancel] = [action for action in owner.get(path)["nextActions"] if action["operation"] == "cancelBounty"]
    assert "Returns 5.90 USD to your wallet" in cancel["why"]
    ended = owner.delete(path, {"reason": "task_no_longer_needed"})

    assert (ended["refundedCents"], owner.get("/api/wallet/balance")["balanceCents"] - before) == (590, 590)
    assert owner.delete(path, {"reason": "task_no_longer_needed"})["refundedCents"] == 590, "said again, moved once"


def test_a_decided_dispute_says_who_may_still_appeal_it(world: World) -> None:
    path = world.path("/api/disputes/{decided_dispute}")
    for caller in ("owner", "worker"):
        answer = world[caller].get(path)
        if answer.status != 200:
            continue
        shown = answer["dispute"]
        assert shown["appealWindow"]["until"] == shown["appealUntil"] is not None
        assert set(shown["appealWindow"]["by"]) <= {"funder", "worker"} and shown["appealWindow"]["by"]
        assert told(answer)[0] == "listEvents" and "getBounty" in told(answer)
