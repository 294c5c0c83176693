"""What an owner is asked about names all of it: every run of a template together, and who is hired."""

from typing import Any

import pytest

from marketplace.models import Mail
from qa.rules.templates import Taking, takes_more
from tests.api import Answer
from tests.factories.accounts import given_worker
from tests.factories.approvals import asks_above, owner_of
from tests.factories.hiring import PERSONAL, RENT, personal, rental
from tests.factories.mailbox import mailbox
from tests.factories.market import given_funded_agent, untouched
from tests.factories.qa import COST, TEMPLATE, TEMPLATES, turn
from tests.factories.tools import use
from wallet.models import Approval
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
KEY = {"Idempotency_Key": "ask-1"}


def ask(**fields: Any) -> Answer:
    owner = given_funded_agent(100_000)
    asks_above(owner, 100)
    asked = owner.post(TEMPLATES, TEMPLATE | fields, **KEY)
    assert asked.status == 202, asked.body
    asked.body["owner"] = owner
    return asked


def test_the_plan_of_a_template_names_the_sum_of_all_its_runs() -> None:
    asked = ask(maxRuns=3)

    plan = asked["plan"]
    assert (asked["cents"], plan["cents"]) == (COST, COST)
    assert (plan["repeats"], plan["times"], plan["totalCents"]) == ("1 days", 3, 3 * COST)
    assert plan["monthCents"] == TEMPLATE["periodCapCents"]
    [mail] = mailbox(asked["owner"])
    assert "$70.80" in mail["subject"]
    assert "$23.60 each time, 3 times at most, $70.80 in all" in mail["text"]


def test_the_plan_of_one_without_an_end_says_so() -> None:
    asked = ask()

    plan = asked["plan"]
    assert (plan["repeats"], plan["times"], plan["totalCents"]) == ("1 days", None, None)
    [mail] = mailbox(asked["owner"])
    assert "$23.60 each time, until somebody ends it; at most $731.60 in a calendar month" in mail["text"]


@pytest.mark.parametrize("fields", [{"cadence": "once", "periodCapCents": COST}, {"maxRuns": 1}])
def test_one_run_is_no_repetition(fields: dict[str, Any]) -> None:
    plan = ask(**fields)["plan"]

    assert (plan["repeats"], plan["times"], plan["totalCents"], plan["monthCents"]) == ("", None, None, None)


def test_a_dearer_paused_template_asks_for_the_runs_that_are_left() -> None:
    owner = given_funded_agent(100_000)
    made = owner.post(TEMPLATES, TEMPLATE | {"maxRuns": 3})["data"]
    turn()
    path = f"{TEMPLATES}/{made['id']}"
    assert owner.patch(path, {"status": "paused"}).status == 200
    asks_above(owner, 100)

    dearer = {"payPerTesterCents": 2000, "budgetPerRunCents": 4720}
    plan = owner.patch(path, dearer, **KEY)["plan"]

    assert (plan["cents"], plan["times"], plan["totalCents"]) == (4720, 2, 9440)


def test_the_tool_says_each_time_and_in_all() -> None:
    owner = given_funded_agent(100_000)
    asks_above(owner, 100)

    asked = use(owner, "create_qa_run_template", **TEMPLATE, maxRuns=3, idempotencyKey="ask-by-tool-1")

    assert "this takes 23.60 USD each time, 70.80 USD in all (3 times)" in asked["content"][0]["text"]


@pytest.mark.parametrize(("path", "hire"), [(RENT, rental), (PERSONAL, personal)])
def test_the_plan_of_a_direct_hire_names_the_person(path: str, hire: Any) -> None:
    agent, worker = given_funded_agent(100_000), given_worker()
    asks_above(agent, 100)

    asked = agent.post(path, hire(worker), **KEY)

    assert asked.status == 202, asked.body
    [move] = asked["plan"]["moves"]
    assert (move["to"], move["person"]) == ("bounty", worker.account.display_name)
    assert move["person"]


def test_a_question_from_before_these_sums_is_still_read() -> None:
    asked = ask(maxRuns=3)
    row = Approval.objects.get()
    row.plan = {name: value for name, value in row.plan.items() if name not in ("times", "total_cents", "month_cents")}
    row.save(update_fields=["plan"])

    shown = owner_of(asked["owner"]).get(f"/api/approvals/{asked['approvalId']}")["approval"]["plan"]

    assert (shown["times"], shown["totalCents"], shown["monthCents"]) == (None, None, None)
    assert row.planned.most_cents == COST


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        ((100, 3, 1, 900), (100, 3, 1, 900), False),
        ((100, 3, 1, 900), (101, 1, 1, 900), True),
        ((100, 3, 1, 900), (100, 4, 1, 900), True),
        ((100, 3, 1, 900), (60, 5, 1, 900), False),
        ((100, 3, 1, 900), (60, 6, 1, 900), True),
        ((100, 3, 1, 900), (100, None, 1, 900), True),
        ((100, None, 1, 900), (100, 1000, 1, 900), False),
        ((100, None, 7, 900), (100, None, 1, 900), True),
        ((100, None, 1, 900), (100, None, 7, 900), False),
        ((100, None, 1, 900), (100, None, 1, 901), True),
        ((100, 1, None, 100), (100, None, 7, 900), True),
        ((100, 0, None, 100), (100, 1, None, 100), True),
    ],
)
def test_what_takes_more_than_was_agreed_to(before: tuple[Any, ...], after: tuple[Any, ...], more: bool) -> None:
    assert takes_more(Taking(*before), Taking(*after)) is more


@pytest.mark.parametrize(("change", "total"), [({"maxRuns": 5}, 4 * COST), ({"maxRuns": None}, None)])
def test_more_runs_than_were_approved_are_asked_about(change: dict[str, Any], total: int | None) -> None:
    asked = ask(maxRuns=3)
    owner = asked["owner"]
    assert owner_of(owner).post(f"/api/approvals/{asked['approvalId']}", {"decision": "approve"}).status == 200
    made = owner.post(TEMPLATES, TEMPLATE | {"maxRuns": 3}, **KEY)["data"]
    turn()
    path = f"{TEMPLATES}/{made['id']}"

    with untouched(besides=(Approval, Event, Mail)):
        more = owner.patch(path, change, Idempotency_Key="more-runs-1")
    fewer = owner.patch(path, {"maxRuns": 2}, Idempotency_Key="fewer-runs-1")

    assert (more.status, more["plan"]["totalCents"], more["plan"]["cents"]) == (202, total, COST)
    assert (fewer.status, fewer["data"]["maxRuns"]) == (200, 2)
