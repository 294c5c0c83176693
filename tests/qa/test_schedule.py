"""Runs that wait for money, and what happens to their template meanwhile: caps, pauses, late looks."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Bounty
from marketplace.core import clock
from marketplace.models import Mail
from marketplace.services import accounts
from qa.models import Run, Template
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_funded_agent, given_money
from tests.factories.qa import BUG, COST, TEMPLATES, detail, given_run, given_template, given_tester, send, turn
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = "2026-03-01T10:00:00Z"


def statuses(template: Template) -> list[tuple[str, str]]:
    return list(Run.objects.filter(template=template).order_by("date").values_list("status", "reason"))


def path(template: Template) -> str:
    return f"{TEMPLATES}/{template.public_id}"


def standing(owner: Api) -> tuple[str, str]:
    shown = owner.get(TEMPLATES)["templates"][0]
    return shown["status"], shown["pausedReason"]


@pytest.mark.parametrize(("cadence", "days"), [("weekly", 7), ("every_2_days", 2)])
def test_the_third_run_without_money_pauses_a_template_of_any_cadence(cadence: str, days: int, at: Any) -> None:
    at(START)
    owner, run = given_run(given_agent(), cadence=cadence)
    for number in range(3):
        for hour in (0, 12, 24):
            clock.freeze(run.due_at + timedelta(days=days * number, hours=hour))
            turn()

    assert statuses(run.template) == [("failed", "insufficient_funds")] * 3
    assert standing(owner) == ("paused", "insufficient_funds")
    assert Mail.objects.filter(subject__startswith="Your test plan is paused").count() == 1


def test_a_run_that_found_its_money_begins_the_count_anew(at: Any) -> None:
    at(START)
    owner, run = given_run(given_agent(), cadence="weekly")
    clock.freeze(run.due_at + timedelta(days=1))
    turn()
    assert Template.objects.get().unfunded_runs == 1
    given_money(owner, COST)
    clock.freeze(run.due_at + timedelta(days=7))
    turn()
    assert Template.objects.get().unfunded_runs == 0


def test_a_first_look_that_was_late_does_not_cost_the_next_day_its_run(at: Any) -> None:
    at(START)
    owner, template = given_template(given_agent())
    at("2026-03-01T10:00:10Z")
    turn()
    given_money(owner, COST)
    at("2026-03-02T10:00:00Z")
    turn()
    assert statuses(template) == [("failed", "insufficient_funds"), ("open", "")]


def test_a_waiting_run_never_takes_more_than_the_cap_that_its_owner_has_set_meanwhile(at: Any) -> None:
    at(START)
    owner, first = given_run(given_funded_agent(COST), periodCapCents=5 * COST)
    tester, _ = given_tester(first)
    send(tester, first, BUG)
    turn()
    dearer = {"payPerTesterCents": 2000, "budgetPerRunCents": 2 * COST}
    assert owner.patch(path(first.template), dearer).status == 200
    at("2026-03-02T10:00:00Z")
    turn()
    assert statuses(first.template) == [("closed", ""), ("funding", "insufficient_funds")]
    given_money(owner, COST)
    lower = {"payPerTesterCents": 1000, "budgetPerRunCents": COST, "periodCapCents": COST}
    assert owner.patch(path(first.template), lower).status == 200

    at("2026-03-02T11:00:00Z")
    turn()

    assert statuses(first.template)[-1] == ("failed", "period_cap_reached")
    assert Bounty.objects.count() == 1
    assert books.balance(books.wallet(owner.account.pk)) == COST + 1180


def test_pausing_ends_the_run_that_waits_for_money(at: Any) -> None:
    at(START)
    owner, run = given_run(given_agent())
    assert owner.patch(path(run.template), {"status": "paused"}).status == 200
    given_money(owner, COST)
    assert (detail(owner, run)["status"], detail(owner, run)["reason"]) == ("failed", "paused")

    at("2026-03-01T11:00:00Z")
    turn()

    assert not Bounty.objects.exists()
    assert owner.patch(path(run.template), {"status": "active"})["data"]["nextRunAt"] == "2026-03-02T10:00:00.000Z"


@pytest.mark.parametrize("waits", [False, True])
def test_the_template_of_a_closed_account_pauses_and_spends_nothing(waits: bool, at: Any) -> None:
    at(START)
    owner, template = given_template(given_funded_agent(COST - 100 if waits else COST))
    if waits:
        turn()
        given_money(owner, 100)
    accounts.update_columns(owner.account.pk, is_active=False)

    at("2026-03-01T11:00:00Z")
    turn()

    template.refresh_from_db()
    assert (template.status, template.paused_reason) == ("paused", "operator")
    assert statuses(template) == ([("failed", "paused")] if waits else [])
    assert books.balance(books.wallet(owner.account.pk)) == COST
