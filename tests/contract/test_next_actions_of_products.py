"""What can be done next with a run, a subscription and a text that is rewritten: each call can be made as it stands."""

from bounties.models import Humanization
from marketplace.core.ids import decode
from tests.api import Answer, Api
from tests.contract.document import document
from tests.contract.scenario import World
from tests.contract.test_next_actions import check_can_be_made
from tests.factories.accounts import given_worker
from tests.factories.humanizations import PATH, UNSURE, deliver, given_assigned, given_humanization, hand_in, look
from tests.factories.market import given_funded_agent, given_payouts
from tests.factories.qa import RUNS, TEMPLATE, TEMPLATES, bounty_of, given_run, given_tester, turn
from tests.factories.services import given_approved, given_service, wish


def told(answer: Answer) -> list[str]:
    assert answer.status == 200, answer.body
    return [action["operation"] for action in answer["nextActions"]]


def rehearsed(caller: Api, answer: Answer) -> list[str]:
    """The operations that an answer names, after each was rehearsed."""
    names = told(answer)
    for action in answer["nextActions"]:
        check_can_be_made(caller, action)
    return names


def test_the_document_says_which_answers_of_runs_have_them() -> None:
    found = document()
    answers = {
        operation["operationId"]: operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
        for methods in found["paths"].values()
        for operation in methods.values()
    }
    for name in ("getQaRun", "stopQaRun", "getHumanization", "cancelSubscription", "getHumanizationAssignment"):
        shape = found["components"]["schemas"][answers[name]["schema"]["$ref"].rpartition("/")[2]]
        assert "nextActions" in shape["properties"], name


# ------------------------------------------------------------------ runs


def test_a_schedule_leads_to_its_runs_and_its_dry_run_says_what_they_cost(world: World) -> None:
    owner = given_funded_agent(100_000)
    week = TEMPLATE | {"cadence": "daily", "maxRuns": 7, "testerCount": 3, "payPerTesterCents": 400}
    week |= {"budgetPerRunCents": 1416, "periodCapCents": 10_000}

    dry = owner.post(TEMPLATES, week | {"dryRun": True})
    made = owner.post(TEMPLATES, week)

    assert dry["wouldChange"]["money"] == [], "a run reserves it when it opens"
    assert dry["warnings"] == [
        "This call moves no money itself. Within a minute after it a run opens, and reserves 14.16 USD.",
        "Each run reserves 14.16 USD; in a calendar month runs reserve at most 100.00 USD.",
        "All 7 runs together reserve at most 99.12 USD.",
    ]
    assert "warnings" not in made.body
    assert rehearsed(owner, made) == ["listQaRuns", "changeQaTemplate"]
    turn()
    assert [run["templateId"] for run in owner.get(made["nextActions"][0]["path"])["runs"]] == [made["data"]["id"]]


def test_a_run_names_the_decisions_that_it_waits_for(world: World) -> None:
    answer = world["owner"].get(world.path("/api/v1/qa/runs/{qa_run}"))

    assert told(answer) == ["decideQaEscalation", "decideQaEscalation", "listEvents", "stopQaRun"]
    assert [action["body"].get("action") for action in answer["nextActions"]] == ["accept", "revise", None, None]
    assert answer["nextActions"][0]["path"].endswith(world.path("/escalations/{qa_application}"))


def test_a_run_names_three_of_many_decisions(world: World) -> None:
    owner, run = given_run(given_funded_agent(1_000_000), autoMode=False, requiredCredentials=["password"])
    for _ in range(4):
        given_worker().post(f"/api/bounties/{bounty_of(run)}/applications", {"coverLetter": "I test."})
    turn()

    answer = owner.get(f"{RUNS}/{run.public_id}")
    assert answer["data"]["escalationCount"] == 4
    assert told(answer).count("decideQaEscalation") == 2 * 3


def test_a_stopped_run_is_not_stopped_again(world: World) -> None:
    owner, run = given_run(given_funded_agent(100_000))
    given_tester(run)
    path = f"{RUNS}/{run.public_id}"

    assert rehearsed(owner, owner.get(path)) == ["listEvents", "stopQaRun"]
    stopped = owner.post(f"{path}/stop")
    assert (stopped["data"]["stop"]["state"], told(stopped)) == (
        "draining",
        ["listEvents", "getQaRun", "changeQaTemplate"],
    )


def test_the_stop_of_a_run_that_waits_for_a_decision_says_where_it_is_read(world: World) -> None:
    owner, path = world["owner"], world.path("/api/v1/qa/runs/{qa_run}")

    stopped = owner.post(f"{path}/stop", {"dryRun": False})
    assert stopped["data"]["escalationCount"] == 1
    assert rehearsed(owner, stopped) == ["getQaRun", "listEvents", "changeQaTemplate"], "the schedule goes on"


# ------------------------------------------------------------------ subscriptions


def test_a_new_subscription_can_be_canceled_and_talked_about(world: World) -> None:
    agent = given_funded_agent()
    made = agent.post("/api/services/subscribe", wish(given_service()))

    assert rehearsed(agent, made) == ["cancelSubscription", "sendMessage"]


def test_a_canceled_subscription_is_not_canceled_again(world: World) -> None:
    booked = given_approved()

    first = booked.agent.delete(booked.path)
    assert first["subscription"]["cancelAtPeriodEnd"] is True
    assert rehearsed(booked.agent, first) == ["sendMessage"]
    assert rehearsed(booked.worker, booked.worker.delete(booked.path)) == ["sendMessage"]


def test_a_provider_who_takes_one_on_can_still_cancel_it(world: World) -> None:
    path = world.path("/api/services/subscriptions/{asked_subscription}")

    assert rehearsed(world["worker"], world["worker"].post(f"{path}/approve")) == ["sendMessage", "cancelSubscription"]


# ------------------------------------------------------------------ texts


def test_a_text_leads_from_its_listing_to_its_payment(world: World) -> None:
    owner, row = given_humanization()
    path, worker = f"{PATH}/{row.public_id}", given_worker()
    given_payouts(worker)
    assert rehearsed(owner, owner.get(path)) == ["listEvents", "cancelBounty"]
    assert rehearsed(worker, worker.get(f"{path}/screening")) == ["applyForHumanization"]

    hand_in(worker, row, UNSURE)
    look()
    assert rehearsed(worker, worker.get(f"{path}/screening")) == ["decideApplication"]
    assert rehearsed(owner, owner.get(path)) == [
        *("decideApplication", "decideApplication", "listEvents", "cancelBounty")
    ]

    accept = owner.get(path)["nextActions"][0]
    assert owner.patch(accept["path"], accept["body"]).status == 200
    assert rehearsed(owner, owner.get(path)) == ["listEvents"]
    assert rehearsed(worker, worker.get(f"{path}/assignment")) == ["submitHumanization"]

    deliver(worker, row)
    assert rehearsed(owner, owner.get(path)) == [*["reviewSubmission"] * 3, "releaseEscrow", "openDispute"]
    look()
    approve = owner.get(path)["nextActions"][0]
    assert owner.patch(approve["path"], approve["body"]).status == 200
    assert rehearsed(owner, owner.get(path)) == ["releaseEscrow", "openDispute"]

    release = owner.get(path)["nextActions"][0]
    assert owner.post(release["path"], release["body"]).status == 200
    assert rehearsed(owner, owner.get(path)) == ["postReview", "sendTransfer"]


def test_a_text_that_waits_for_money_names_its_deposit(world: World) -> None:
    owner = given_funded_agent(100)
    asked = given_humanization(owner)[1]
    answer = owner.get(f"{PATH}/{asked.public_id}")

    assert answer["humanization"]["status"] == "pending_funding"
    assert rehearsed(owner, answer) == ["depositForBounty", "cancelBounty"]


def test_our_staff_are_told_no_step_of_a_text(world: World) -> None:
    _, _, row = given_assigned()

    assert told(world["support"].get(f"{PATH}/{row.public_id}")) == []
    assert Humanization.objects.get(pk=decode("hmz", row.public_id)).bounty.status == "assigned"
