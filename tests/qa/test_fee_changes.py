"""The rate of the fee changes while money lies in pools: whatever was agreed ends at the rate at which it was agreed, to the
cent, and what begins afterwards has the new one."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models import Sum

from bounties.models import Bounty
from bounties.rules.bounties import FEE_KIND, KINDS
from escrow.models import Escrow
from escrow.rules.escrows import PAID, WORK_KINDS, fee_cents, unit
from humans.models import Subscription
from marketplace.core import clock
from tests.api import Api
from tests.bounties.test_waiting_raises import pay
from tests.factories.accounts import given_agent, given_worker
from tests.factories.fees import given_rate
from tests.factories.hiring import wallet
from tests.factories.live_work import BUDGET, LIVE, Finish, release
from tests.factories.market import (
    given_bounty,
    given_funded_agent,
    given_hired,
    untouched,
)
from tests.factories.qa import TEMPLATES, given_template
from wallet.models import Checkout, Payment

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
OLD, NEW = 1800, 2537
NOON = "2026-03-01T12:00:00+00:00"


@pytest.fixture(autouse=True)
def noon(at: Callable[[str], datetime]) -> datetime:
    return at(NOON)


def fees() -> int:
    with connection.cursor() as cursor:
        cursor.execute("select balance from ledger_house where code = 'fees'")
        return int(cursor.fetchone()[0])


def check(agent: Api, bps: int) -> None:
    """Nothing is left anywhere; every cent is with the workers, in our fees at this rate, or in the wallet."""
    rows = Escrow.objects.filter(owner=agent.account)
    pays = list(rows.filter(kind="seat", status__in=PAID).values_list("earned_cents", flat=True))
    assert pays and not rows.filter(ended_at=None).exists()
    paid_in = Payment.objects.filter(account=agent.account).aggregate(cents=Sum("amount_cents"))["cents"]
    assert wallet(agent) == paid_in - sum(unit(pay, bps).total for pay in pays)
    assert fees() == sum(fee_cents(pay, bps) for pay in pays)
    assert set(rows.values_list("fee_bps", flat=True)) == {bps}


_HIGHER = [(begin, NEW) for begin in LIVE]
_NONE = [(begin, 0) for begin in LIVE if begin.__name__ in ("several_seats", "pending_raise", "cake_quote", "dispute")]


@pytest.mark.parametrize(("begin", "bps"), _HIGHER + _NONE, ids=lambda given: getattr(given, "__name__", f"at_{given}"))
def test_what_is_under_way_ends_at_the_rate_at_which_it_was_agreed(
    begin: Callable[[], tuple[Api, Finish]], bps: int
) -> None:
    agent, finish = begin()

    given_rate(bps)
    finish()

    check(agent, OLD)


@pytest.mark.parametrize("begin", LIVE, ids=lambda begin: begin.__name__)
def test_what_begins_afterwards_has_the_new_rate(begin: Callable[[], tuple[Api, Finish]]) -> None:
    clock.freeze(clock.now() - timedelta(seconds=1))
    given_rate(NEW)
    clock.freeze(clock.now() + timedelta(seconds=1))
    agent, finish = begin()

    finish()

    check(agent, NEW)


def test_each_kind_of_work_has_the_rate_of_its_kind() -> None:
    for number, kind in enumerate(WORK_KINDS):
        given_rate(1000 + number, kind)
    for begin in LIVE:
        if not begin.__name__.startswith(("unpaid", "pending")):
            begin()

    found = {(bounty.kind, bounty.fee_bps) for bounty in Bounty.objects.all()}
    assert found == {(kind, 1000 + WORK_KINDS.index(FEE_KIND[kind])) for kind in KINDS}
    assert Subscription.objects.get().fee_bps == 1000 + WORK_KINDS.index("service")


def test_a_raise_and_more_spots_after_the_change_have_the_pool_s_rate() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, price_cents=333, spots_available=2)
    given_hired(agent=agent, bounty=bounty)
    given_rate(NEW)
    cost = 3 * unit(777, OLD).total - 2 * unit(333, OLD).total

    edit = {"price": 7.77, "spotsAvailable": 3, "walletImpactAcknowledged": True, "walletImpactCents": cost}
    refused = agent.patch(f"/api/bounties/{bounty.public_id}", edit | {"walletImpactCents": cost + 1})
    done = agent.patch(f"/api/bounties/{bounty.public_id}", edit)

    assert (refused.status, refused["cents"]) == (409, cost)
    assert refused["feeCents"] == 3 * fee_cents(777, OLD) - 2 * fee_cents(333, OLD)
    assert (done.status, done["bounty"]["feeBps"]) == (200, OLD)
    for _ in range(2):
        given_hired(agent=agent, bounty=Bounty.objects.get(pk=bounty.pk))
    release(agent)
    check(agent, OLD)


def test_an_unpaid_bounty_that_is_edited_after_the_change_has_its_own_rate() -> None:
    agent = given_agent()
    bounty = given_bounty(agent, price_cents=333)
    given_rate(NEW)

    edited = agent.patch(f"/api/bounties/{bounty.public_id}", {"price": 7.77, "spotsAvailable": 2})
    asked = agent.post("/api/bounties/deposit", {"bountyId": bounty.public_id})

    total = 2 * unit(777, OLD).total
    assert (edited["bounty"]["fundingTotal"], asked["fundingTotal"]) == (total / 100, total / 100)
    assert pay(Checkout.objects.get(purpose="bounty", status="open")) == "funded"
    assert Escrow.objects.get().amount_cents == total


def test_the_rate_is_shown_where_money_is_quoted_and_held() -> None:
    given_rate(NEW)
    agent = given_funded_agent()
    task = {
        "title": "Photograph a shop front",
        "description": "One sharp photo of the front, by day.",
        "price": 5,
        "estimatedHours": 1,
        "completionCriteria": "Sharp.",
        "evidenceTypes": ["photo"],
    }

    preview = agent.post("/api/bounties", task | {"dryRun": True})["preview"]
    made = agent.post("/api/bounties", task)
    bounty = Bounty.objects.get()
    given_hired(agent=agent, bounty=bounty)
    listed = agent.get("/api/escrow")["escrows"]

    assert (preview["feeBps"], preview["fundingTotal"]) == (NEW, unit(500, NEW).total / 100)
    assert made["bounty"]["feeBps"] == NEW
    assert [row["feeBps"] for row in listed] == [NEW, NEW]
    assert "feeBps" not in given_worker().get(f"/api/bounties/{bounty.public_id}")["bounty"]


def test_a_template_s_runs_have_the_rate_of_its_budget_until_pay_testers_or_budget_change() -> None:
    agent, template = given_template(**BUDGET)
    given_rate(NEW)
    path = f"{TEMPLATES}/{template.public_id}"

    same = agent.patch(path, {"name": "Another name", "testerCount": 2})["data"]
    with untouched():
        refused = agent.patch(path, {"testerCount": 3})
    more = agent.patch(path, {"testerCount": 3, "budgetPerRunCents": 4000})["data"]

    assert (same["feeBps"], more["feeBps"]) == (OLD, NEW)
    assert "3 x (1000 pay + 254 fee) = 3762 cents" in str(refused["fields"])
