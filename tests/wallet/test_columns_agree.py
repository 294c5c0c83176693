"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

import pytest

from marketplace.core import clock, ids
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories.accounts import given_agent
from wallet.models import Checkout, TopUp
from wallet.services import checkouts

pytestmark = pytest.mark.django_db
MIGRATION = "wallet.migrations.0005_columns_agree"
NOW = clock.now()


def given_page(*, paid: bool) -> None:
    page = checkouts.open_checkout(
        account_id=given_agent().account.pk, purpose="bounty", subject_id=ids.new(), cents=590, description="A bounty"
    )
    if paid:
        checkouts.book(page.pk, rail="card", reference="x", cents=590)


def given_deposit() -> None:
    agent = given_agent()
    assert agent.post("/api/wallet/deposit", {"amount": 5}, Idempotency_Key="first").status == 200
    assert Checkout.objects.get().idempotency_key == "first"


def given_top_up(status: str) -> None:
    ended = None if status == "attention" else NOW
    TopUp.objects.create(account=given_agent().account, amount_cents=500, status=status, ended_at=ended)


PAIRS = [
    Pair(lambda: given_page(paid=True), Checkout, {"outcome": "none"}, "checkout_outcome_of_a_paid_one"),
    Pair(lambda: given_page(paid=False), Checkout, {"outcome": "funded"}, "checkout_outcome_of_a_paid_one"),
    Pair(lambda: given_page(paid=False), Checkout, {"escrow_id": ids.new()}, "checkout_outcome_of_a_paid_one"),
    Pair(given_deposit, Checkout, {"outcome": "pending"}, "checkout_outcome_of_a_paid_one"),
    Pair(given_deposit, Checkout, {"fingerprint": None}, "checkout_key_has_its_fingerprint"),
    Pair(given_deposit, Checkout, {"idempotency_key": None}, "checkout_key_has_its_fingerprint"),
    Pair(lambda: given_top_up("succeeded"), TopUp, {"ended_at": None}, "topup_end_has_its_moment"),
    Pair(lambda: given_top_up("failed"), TopUp, {"status": "initiated"}, "topup_end_has_its_moment"),
    Pair(lambda: given_top_up("attention"), TopUp, {"ended_at": NOW}, "topup_end_has_its_moment"),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_one_from_before_is_repaired(pair: Pair) -> None:
    is_repaired(pair, MIGRATION)


def test_each_constraint_has_its_contradiction() -> None:
    all_have_a_pair(PAIRS, MIGRATION)
