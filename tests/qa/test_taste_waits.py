"""Taste runs that wait: for money, under a cap, for an operator."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from bounties.models import ScreeningRule
from bounties.services import bounties
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.services import accounts
from qa.services import taste, taste_panels
from tests.api import Api
from tests.factories.market import acting, given_money
from tests.factories.taste import KEY, RUN, given_panel, later
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], object]


def look_for(minutes: int) -> None:
    for _ in range(minutes):
        clock.freeze(clock.now() + timedelta(minutes=1))
        taste.start_due()


def test_a_cap_that_a_waiting_run_meets_is_told_once(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(100)
    panel.agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": 500})
    given_money(panel.agent, 5000)
    look_for(4)

    assert panel.read()["status"] == "pending_funding"
    assert Event.objects.filter(type="wallet.spending_cap_hit").count() == 1
    noted = Event.objects.filter(type="taste_run.waits").values_list("note", "public")
    assert list(noted) == [("spending_cap_exceeded", False)]
    panel.agent.patch("/api/wallet/controls", {"spendingCapPerBountyCents": None})
    look_for(1)
    assert panel.read()["status"] == "open"


def test_a_waiting_run_of_a_closed_account_spends_nothing(at: At) -> None:
    at("2026-11-21T10:00:00Z")
    panel = given_panel(100)
    given_money(panel.agent, 5000)
    accounts.update_columns(panel.agent.account.pk, is_active=False)
    look_for(2)
    assert panel.row.status == "pending_funding"
    assert books.balance(books.wallet(panel.agent.account.pk)) == 5100


def test_a_run_that_was_paid_by_its_bounty_and_is_held_for_review_is_open(at: At, operator: Api) -> None:
    at("2026-11-21T10:00:00Z")
    ScreeningRule.objects.create(phrase="open the book", reason="Sounds like a shop.")
    panel = given_panel(100)
    given_money(panel.agent, 5000)
    paid = panel.agent.post(f"/api/bounties/{panel.row.bounty.public_id}/enterprise-payment", {})
    assert paid.status == 200, paid.body
    assert panel.row.bounty.status == "pending_review"
    taste_panels.reconcile_dirty()

    again = panel.agent.post("/api/v1/taste/runs", RUN, **KEY)

    assert (again.status, again["run"]["status"], again["run"]["reservedCents"]) == (200, "open", 1180)
    later(5)
    unit(lambda: bounties.approve(acting(operator), panel.row.bounty_id))
    taste_panels.reconcile_dirty()
    assert panel.read()["endsAt"] == "2026-11-24T15:00:00.000Z"


def test_a_run_that_was_paid_and_turned_down_before_anybody_looked_has_failed(operator: Api) -> None:
    ScreeningRule.objects.create(phrase="open the book", reason="Sounds like a shop.")
    panel = given_panel(100)
    given_money(panel.agent, 5000)
    panel.agent.post(f"/api/bounties/{panel.row.bounty.public_id}/enterprise-payment", {})
    unit(lambda: bounties.refuse(acting(operator), panel.row.bounty_id, reason="No shops."))
    taste_panels.reconcile_dirty()
    assert (panel.read()["status"], panel.is_settled) == ("failed", True)
