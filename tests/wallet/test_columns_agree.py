"""Columns that say one thing: the database refuses what contradicts itself, and the migration repairs what did before."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction

from marketplace.core import ids
from tests.contradictions import Pair, all_have_a_pair, is_refused, is_repaired
from tests.factories import approvals
from tests.factories.accounts import given_agent, given_connection
from wallet.models import Approval, Checkout, Controls, SpenderLimits, TopUp
from wallet.services import checkouts

pytestmark = pytest.mark.django_db
MIGRATION = "wallet.migrations.0005_columns_agree"
NOW = datetime(2026, 1, 1, tzinfo=UTC)  # fixed: it stands in the name of a test, which both runners must read alike


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


def given_limits(kind: str = "key", *, number: int = 1) -> None:
    for _ in range(number):
        agent = given_agent()
        credential = agent.key if kind == "key" else given_connection(agent.account)
        SpenderLimits.objects.create(account=agent.account, ask_above_cents=500, **{kind: credential})


def given_approval(status: str = "pending") -> None:
    agent = approvals.given_asking_agent()
    asked = approvals.posting(agent)
    if status in ("approved", "used"):
        approvals.decide(agent, asked)
    if status == "used":
        assert approvals.posting(agent).status == 200
    assert Approval.objects.get().status == status


def given_two_calls() -> None:
    agent = approvals.given_asking_agent()
    assert [approvals.posting(agent, key).status for key in ("a", "b")] == [202, 202]


def given_frozen() -> None:
    Controls.objects.create(account=given_agent().account, frozen_at=NOW, frozen_reason="A stranger spends.")


# Of tables that had their constraints from the start, so that no older row is to be repaired.
FROM_THE_START = [
    Pair(lambda: given_limits("key"), SpenderLimits, {"key": None}, "limits_of_one_spender"),
    Pair(lambda: given_limits("connector"), SpenderLimits, {"connector": None}, "limits_of_one_spender"),
    Pair(given_approval, Approval, {"cents": 0}, "approval_of_some_cents"),
    Pair(given_two_calls, Approval, {"idempotency_key": "a"}, "approval_once_per_call"),
    Pair(given_approval, Approval, {"status": "approved"}, "approval_decision_has_its_moment"),
    Pair(given_approval, Approval, {"status": "declined"}, "approval_decision_has_its_moment"),
    Pair(lambda: given_approval("approved"), Approval, {"decided_at": None}, "approval_decision_has_its_moment"),
    Pair(lambda: given_approval("approved"), Approval, {"status": "used"}, "approval_use_has_its_moment"),
    Pair(lambda: given_approval("approved"), Approval, {"used_at": NOW}, "approval_use_has_its_moment"),
    Pair(given_approval, Approval, {"spend_key": "fund:x"}, "approval_use_has_its_moment"),
    Pair(lambda: given_approval("used"), Approval, {"used_at": None}, "approval_use_has_its_moment"),
    Pair(lambda: given_approval("used"), Approval, {"status": "approved"}, "approval_use_has_its_moment"),
    Pair(given_frozen, Controls, {"frozen_at": None}, "controls_reason_of_a_freeze"),
]


@pytest.mark.parametrize("pair", FROM_THE_START, ids=lambda pair: f"{pair.constraint}-{pair.changed}")
def test_a_contradiction_in_approvals_and_limits_is_refused(pair: Pair) -> None:
    is_refused(pair)


def test_limits_of_both_a_key_and_a_program_are_refused() -> None:
    given_limits("key")
    connector = given_connection(given_agent().account)

    with pytest.raises(IntegrityError, match="limits_of_one_spender"), transaction.atomic():
        SpenderLimits.objects.update(connector=connector)


def test_a_key_has_its_limits_once() -> None:
    given_limits("key", number=2)

    with pytest.raises(IntegrityError, match="key_id"), transaction.atomic():
        SpenderLimits.objects.update(key=SpenderLimits.objects.earliest("pk").key)


@pytest.mark.main
def test_each_constraint_of_approvals_and_limits_has_its_contradiction() -> None:
    named = {constraint.name for model in (Approval, SpenderLimits) for constraint in model._meta.constraints}

    assert {pair.constraint for pair in FROM_THE_START} == named | {"controls_reason_of_a_freeze"}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_a_contradiction_is_refused(pair: Pair) -> None:
    is_refused(pair)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.constraint}-{'-'.join(pair.changed)}")
def test_one_from_before_is_repaired(pair: Pair) -> None:
    is_repaired(pair, MIGRATION)


@pytest.mark.main
def test_each_constraint_has_its_contradiction() -> None:
    all_have_a_pair(PAIRS, MIGRATION)
