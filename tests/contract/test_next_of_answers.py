"""What an answer leads to as a whole: after a hire by name, a panel, a deposit; of lists and of conversations."""

from typing import Any

import pytest

from tests.api import Answer, Api
from tests.contract.test_next_actions import check_can_be_made
from tests.escrow.test_decisions import given_dispute
from tests.factories.accounts import given_worker
from tests.factories.appeals import appeal, given_decided
from tests.factories.market import (
    given_application,
    given_bounty,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    untouched,
)
from tests.factories.qa import RUNS, given_run, turn
from tests.factories.taste import KEY, RUN, given_panel, looks

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("house_accounts")]


def rehearsed(caller: Api, answer: Answer) -> list[str]:
    """The operations that an answer names, after each was rehearsed."""
    assert answer.status == 200, answer.body
    for action in answer["nextActions"]:
        check_can_be_made(caller, action)
    return [action["operation"] for action in answer["nextActions"]]


def hire(agent: Api, worker: Api, **more: Any) -> Answer:
    task = {"taskTitle": "Queue for an hour", "taskDescription": "At Rua Augusta 100.", "price": 25}
    return agent.post("/api/escrow/agent-checkout", task | {"humanId": worker.account.public_profile_id} | more)


def test_a_hire_by_name_says_until_when_they_confirm_and_what_to_wait_for() -> None:
    agent, worker = given_funded_agent(10_000), given_worker()
    with untouched():
        dry = hire(agent, worker, dryRun=True)
    answer = hire(agent, worker)

    assert "nextActions" not in dry.body
    assert rehearsed(agent, answer) == ["listEvents", "sendMessage", "expireApplication"]
    wait = answer["nextActions"][0]
    assert wait["until"] == answer["confirmBy"] and answer["confirmBy"]
    assert agent.get(wait["path"])["events"] == [], "nothing of before is told again"


def test_evidence_that_waits_is_shown_first_and_none_is_waited_for() -> None:
    seat = given_delivered()
    evidence = f"/api/bounties/{seat.bounty.public_id}/submissions"
    listed = seat.agent.get(evidence)
    hired = given_hired()
    none = hired.agent.get(f"/api/bounties/{hired.bounty.public_id}/submissions")

    assert rehearsed(seat.agent, listed) == ["getSubmission"]
    assert listed["nextActions"][0]["path"] == f"{evidence}/{listed['submissions'][0]['id']}"
    assert rehearsed(hired.agent, none) == ["listEvents", "listApplications"]
    assert seat.agent.patch(listed["nextActions"][0]["path"], {"action": "approve"}).status == 200
    assert rehearsed(seat.agent, seat.agent.get(evidence)) == ["releaseEscrow"]


def test_when_nobody_works_and_nobody_waits_the_next_applicant_is_waited_for_and_no_earlier_one() -> None:
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}/applications"
    assert seat.agent.post(f"{path}/{seat.application.public_id}/expire", {}).status == 200

    listed = seat.agent.get(path)

    assert rehearsed(seat.agent, listed) == ["listEvents"]
    wait = seat.agent.get(listed["nextActions"][0]["path"])
    assert wait["events"] == []
    _, again = given_application(seat.bounty)
    then = seat.agent.get(wait["nextActions"][-1]["path"])
    assert [event["data"]["applicationId"] for event in then["events"]] == [again.public_id]


def test_after_a_seat_has_expired_applications_are_waited_for_beside_what_was() -> None:
    seat = given_hired()
    path = f"/api/bounties/{seat.bounty.public_id}/applications"
    types = "proof.uploaded,application.seat_expired"
    before = seat.agent.get(f"/api/events?bountyId={seat.bounty.public_id}&types={types}")
    assert "application.submitted" not in before["nextActions"][-1]["body"].get("types", "")
    assert seat.agent.post(f"{path}/{seat.application.public_id}/expire", {}).status == 200

    after = seat.agent.get(before["nextActions"][-1]["path"])

    assert [event["type"] for event in after["events"]] == ["application.seat_expired"]
    assert after["nextActions"][-1]["arguments"]["types"] == f"{types},application.submitted"
    _, again = given_application(seat.bounty)
    then = seat.agent.get(after["nextActions"][-1]["path"])
    assert [event["data"]["applicationId"] for event in then["events"]] == [again.public_id]


def test_a_conversation_is_answered_waited_for_and_read_on() -> None:
    seat = given_hired()
    path = f"/api/conversations/{seat.application.conversation.public_id}"
    assert seat.worker.post(f"{path}/messages", {"content": "Which park?"}).status == 200

    answer = seat.agent.get(path)

    assert rehearsed(seat.agent, answer) == ["sendMessage", "listEvents", "getConversation"]
    newer = answer["nextActions"][-1]["path"]
    assert seat.agent.get(newer)["messages"] == []
    assert seat.worker.post(f"{path}/messages", {"content": "The one by the river?"}).status == 200
    assert [message["content"] for message in seat.agent.get(newer)["messages"]] == ["The one by the river?"]


def test_a_panel_and_runs_are_waited_for_by_their_events() -> None:
    agent = given_funded_agent(50_000)
    made = agent.post("/api/v1/taste/runs", RUN, Idempotency_Key=KEY["Idempotency-Key"])
    owner, _ = given_run()
    listed, nothing = owner.get(RUNS), agent.get(RUNS)

    assert rehearsed(agent, made) == ["listEvents", "getTasteRun"]
    assert made["nextActions"][0]["arguments"]["types"] == "run.report_ready,run.status_changed"
    assert rehearsed(owner, listed) == ["listEvents", "stopQaRun"]
    assert rehearsed(agent, nothing) == ["listQaRuns", "listQaTemplates"]


def test_what_ends_a_panel_or_a_run_before_it_is_waited_for_is_not_missed_nor_is_anything_else_told() -> None:
    panel = given_panel(respondentCount=1)
    other = given_panel(agent=panel.agent, key="taste-key-2", respondentCount=1)
    owner, run = given_run(given_funded_agent(100_000))
    path = f"{RUNS}/{run.public_id}"
    waits = [panel.agent.get(panel.path)["nextActions"][0], owner.get(path)["nextActions"][0]]
    assert [wait["operation"] for wait in waits] == ["listEvents", "listEvents"]
    assert [who.get(wait["path"])["events"] for who, wait in zip((panel.agent, owner), waits, strict=True)] == [[], []]

    panel.vote(panel.respondent())
    looks()
    stopped = owner.post(f"{path}/stop")
    turn()

    other.vote(other.respondent())
    told = panel.agent.get(waits[0]["path"])["events"]
    assert {event["type"] for event in told} == {"run.status_changed", "run.report_ready"}
    assert {event["data"]["runId"] for event in told} == {panel.run_id} != {other.run_id}
    [end] = owner.get(waits[1]["path"])["events"]
    assert (end["data"]["runId"], stopped.status) == (run.public_id, 200)


def test_the_end_of_a_run_of_a_schedule_leads_to_its_pause() -> None:
    owner, run = given_run(given_funded_agent(100_000))
    assert owner.post(f"{RUNS}/{run.public_id}/stop").status == 200
    turn()

    ended = owner.get(f"{RUNS}/{run.public_id}")

    assert ended["data"]["endedAt"] and rehearsed(owner, ended)[-1] == "changeQaTemplate"
    assert ended["nextActions"][-1]["arguments"]["status"] == "paused"


def test_a_deposit_says_where_it_is_seen() -> None:
    agent = given_funded_agent(500)
    answer = agent.post("/api/wallet/deposit", {"amount": 20})

    assert rehearsed(agent, answer) == ["getWalletBalance"]
    assert answer["nextActions"][0]["until"] == answer["expiresAt"]


def test_whoever_reads_applicants_of_a_bounty_without_any_waits_from_its_beginning() -> None:
    agent = given_funded_agent(5000)
    bounty = given_bounty(agent)
    _, early = given_application(bounty)
    empty = given_bounty(agent)
    listed = agent.get(f"/api/bounties/{empty.public_id}/applications")
    wait = listed["nextActions"][0]["path"].replace(empty.public_id, bounty.public_id)

    assert [event["data"]["applicationId"] for event in agent.get(wait)["events"]] == [early.public_id]


def test_a_dispute_is_waited_for_behind_its_newest_event_also_ones_own() -> None:
    seat, dispute = given_dispute()
    path = f"/api/disputes/{dispute.public_id}"
    opened = seat.agent.get(path)
    added = seat.agent.post(f"{path}/evidence", {"text": "It shows another park."})
    seen = seat.agent.get(path)

    assert opened["dispute"]["latestEventId"] == f"dispute.opened:{dispute.public_id}"
    for answer in (added, seen):
        wait = answer["nextActions"][0]
        assert wait["arguments"]["after"] == answer["dispute"]["latestEventId"] != opened["dispute"]["latestEventId"]
        assert seat.agent.get(wait["path"])["events"] == [], "nothing of before, one's own included"
    assert seat.worker.post(f"{path}/evidence", {"text": "It is the park that was named."}).status == 200
    [told] = seat.agent.get(seen["nextActions"][0]["path"])["events"]
    assert (told["type"], told["data"]["by"]) == ("dispute.evidence_added", "worker")


def test_after_an_appeal_its_decision_is_waited_for() -> None:
    seat, dispute = given_decided(0)
    path = f"/api/disputes/{dispute.public_id}"
    before = seat.worker.get(path)
    assert "Waits for an appeal" in before["nextActions"][0]["why"]
    ground = next(action for action in before["nextActions"] if action["operation"] == "appealDispute")
    assert set(ground["choices"]["ground"]) >= {"error"}

    appealed = appeal(seat, dispute, "worker")

    assert appealed.status == 200, appealed.body
    for answer in (appealed, seat.agent.get(path)):
        wait = answer["nextActions"][0]
        assert wait["arguments"]["types"] == "dispute.appeal_decided" and "decision of the appeal" in wait["why"]


def test_a_verdict_of_no_and_one_of_once_more_say_what_each_is_for_and_what_is_needed_is_listed() -> None:
    seat = given_delivered()
    listed = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/submissions")
    shown = seat.agent.get(listed["nextActions"][0]["path"])
    whys = {action["body"].get("action"): action["why"] for action in shown["nextActions"][1:3]}

    assert whys.keys() == {"request_redo", "reject"} and len(set(whys.values())) == 2
    [dispute] = [action for action in shown["nextActions"] if action["operation"] == "openDispute"]
    assert "other" in dispute["choices"]["category"] and "description" not in dispute["choices"]


def test_after_words_an_answer_is_waited_for_and_read() -> None:
    seat = given_hired()
    path = f"/api/conversations/{seat.application.conversation.public_id}/messages"

    sent = seat.agent.post(path, {"content": "Which bench was it?"})

    assert rehearsed(seat.agent, sent) == ["listEvents", "getConversation"]
    assert sent["nextActions"][0]["arguments"]["types"] == "message.received"
    assert seat.worker.post(path, {"content": "The green one."}).status == 200
    newer = seat.agent.get(sent["nextActions"][1]["path"])
    assert [message["content"] for message in newer["messages"]] == ["The green one."]


def test_after_a_review_comes_what_else_waits_and_perhaps_a_tip_for_the_same_work() -> None:
    seat = given_released()
    person = seat.worker.account.public_profile_id

    review = seat.agent.post(
        "/api/reviews", {"bountyId": seat.bounty.public_id, "humanId": person, "rating": 5, "comment": "In time."}
    )

    assert rehearsed(seat.agent, review) == ["listPending", "sendTransfer"]
    tip = review["nextActions"][1]
    assert (tip["tool"], tip["needs"], tip["irreversible"]) == ("send_money", ["amount"], True)


def test_a_dry_hire_by_name_says_its_whole_cost_as_the_real_one_does() -> None:
    agent, worker = given_funded_agent(10_000), given_worker()
    with untouched():
        dry = hire(agent, worker, dryRun=True)
    assert dry["fundingTotal"] == hire(agent, worker)["fundingTotal"] == 29.5


def test_whoever_waits_after_words_or_reading_misses_no_answer_and_hears_nothing_twice() -> None:
    seat = given_hired()
    path = f"/api/conversations/{seat.application.conversation.public_id}"
    opened = seat.agent.get(path)
    assert seat.worker.post(f"{path}/messages", {"content": "Which bench?"}).status == 200
    read, sent = seat.agent.get(path), seat.agent.post(f"{path}/messages", {"content": "The green one."})
    again = seat.agent.get(path)

    def waited(answer: Answer) -> list[str]:
        [wait] = [action for action in answer["nextActions"] if action["operation"] == "listEvents"]
        assert wait["tool"] == "wait_for_events" and wait["arguments"]["types"] == "message.received"
        return [event["data"]["preview"] for event in seat.agent.get(wait["path"])["events"]]

    assert [waited(answer) for answer in (opened, read, sent, again)] == [["Which bench?"], [], [], []]
    assert seat.worker.post(f"{path}/messages", {"content": "Found it."}).status == 200
    assert [waited(answer) for answer in (read, sent, again)] == [["Found it."]] * 3
    assert waited(seat.agent.get(path)) == []


def test_a_run_that_waits_for_money_is_waited_for_from_its_beginning() -> None:
    agent = given_funded_agent(200)
    made = agent.post("/api/v1/taste/runs", RUN, Idempotency_Key=KEY["Idempotency-Key"])
    owner, run = given_run(given_funded_agent(200))
    deposit, kept = made["nextActions"]
    assert (made.status, deposit["operation"], kept["operation"]) == (402, "depositToWallet", "getTasteRun")
    panel = agent.get(kept["path"])
    waits = [panel["nextActions"][0], owner.get(f"{RUNS}/{run.public_id}")["nextActions"][0]]

    assert [wait["operation"] for wait in waits] == ["listEvents", "listEvents"]
    assert waits[0]["arguments"]["bountyId"] == panel["run"]["bountyId"]
    assert [who.get(wait["path"])["events"] for who, wait in zip((agent, owner), waits, strict=True)] == [[], []]
    assert (run.status, owner.post(f"{RUNS}/{run.public_id}/stop").status) == ("funding", 200)
    turn()
    [end] = owner.get(waits[1]["path"])["events"]
    assert end["data"]["runId"] == run.public_id, "it ended before anybody waited"
