"""Two commits, deposit and purpose: whoever dies, races or repeats between them, the money is booked and settled once."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from marketplace.core import ids
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import violations
from tests.wallet.conftest import Payer, Purpose, given_checkout, given_money, wallet_of
from wallet import ledger as books
from wallet.errors import LedgerConflict
from wallet.models import Checkout, Outflow, Payment
from wallet.services import checkouts

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ opening


def test_asking_twice_for_the_same_thing_gives_the_same_page(agent: Api, purpose: Purpose) -> None:
    subject = ids.new()

    first, again = given_checkout(agent, subject=subject), given_checkout(agent, subject=subject)
    dearer = given_checkout(agent, 2600, subject=subject)
    other = given_checkout(agent, subject=ids.new())

    assert first.pk == again.pk
    assert len({first.pk, dearer.pk, other.pk}) == 3


def test_a_page_that_is_over_or_belongs_to_another_account_is_not_used_again(
    agent: Api, other_agent: Api, purpose: Purpose, at: Callable[[str], object]
) -> None:
    at("2026-11-21T10:00Z")
    subject = ids.new()
    first = given_checkout(agent, subject=subject)
    theirs = given_checkout(other_agent, subject=subject)

    at("2026-11-22T10:00Z")
    later = given_checkout(agent, subject=subject)

    assert len({first.pk, theirs.pk, later.pk}) == 3


@pytest.mark.parametrize("cents", [0, 99, 2_001_001, -100])
def test_no_page_asks_for_a_sum_outside_the_limits(agent: Api, cents: int) -> None:
    with pytest.raises(ValueError, match="a checkout asks for"):
        given_checkout(agent, cents)

    assert not Checkout.objects.exists()


@pytest.mark.parametrize("address", ["javascript:alert(1)", "//evil.example", "ftp://host/x", "thanks", "http://[bad"])
def test_a_page_leads_back_to_web_addresses_only(agent: Api, address: str) -> None:
    with pytest.raises(ValueError, match="web address"):
        given_checkout(agent, return_url=address)


def test_a_purpose_without_a_subject_can_not_be_written_down(agent: Api) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        checkouts.open_checkout(account_id=agent.account.pk, purpose="thing", cents=500, description="No subject")


# ------------------------------------------------------------------ settling


def test_a_paid_page_settles_what_it_was_for_at_once(agent: Api, payer: Payer, purpose: Purpose) -> None:
    subject = ids.new()
    checkout = given_checkout(agent, 590, subject=subject, description="Bounty: a photo")

    assert payer.pay(checkout).status == 302

    checkout.refresh_from_db()
    assert (checkout.status, checkout.outcome, checkout.escrow_id) == ("paid", "funded", purpose.escrow)
    assert (purpose.locked, purpose.settled) == ([subject], [subject])
    assert wallet_of(agent) == 0
    assert books.balance(books.pool(purpose.escrow)) == 590


def test_a_worker_that_dies_between_the_commits_loses_nothing(agent: Api, payer: Payer, purpose: Purpose) -> None:
    # given a page whose purpose fails the first two times
    checkout = given_checkout(agent, 590, subject=ids.new())
    purpose.fails = 2

    # when it is paid
    assert payer.pay(checkout).status == 302

    # then the payer has a receipt, the wallet the money, and the page says not to pay again
    checkout.refresh_from_db()
    assert (checkout.status, checkout.outcome, wallet_of(agent)) == ("paid", "pending", 590)
    assert b"Please do not pay again" in payer.look(checkout).body

    # when the sweep looks, fails once more, and looks again
    assert [checkouts.settle_pending(), checkouts.settle_pending(), checkouts.settle_pending()] == [0, 1, 0]

    # then it was settled once
    checkout.refresh_from_db()
    assert (checkout.outcome, len(purpose.settled), wallet_of(agent)) == ("funded", 1, 0)


def test_one_purpose_that_fails_does_not_hold_up_the_others(agent: Api, purpose: Purpose) -> None:
    pages = [given_checkout(agent, 590, subject=ids.new()) for _ in range(3)]
    for page in pages:
        checkouts.book(page.pk, rail="card", reference=page.public_id, cents=590)
    purpose.fails = 1

    assert checkouts.settle_pending() == 2
    assert checkouts.settle_pending() == 1
    assert wallet_of(agent) == 0


def test_a_settled_page_stays_settled(agent: Api, purpose: Purpose) -> None:
    checkout = given_checkout(agent, 590, subject=ids.new())
    checkouts.book(checkout.pk, rail="card", reference="once", cents=590)

    first, again = checkouts.settle(checkout.pk), checkouts.settle(checkout.pk)

    assert (first.outcome, again.outcome, len(purpose.settled)) == ("funded", "funded", 1)


def test_a_plain_deposit_has_nothing_to_settle(agent: Api) -> None:
    given_money(agent, 590)

    assert checkouts.settle_pending() == 0
    assert Checkout.objects.get().outcome == "none"


# ------------------------------------------------------------------ booking


def test_a_reference_reported_with_other_cents_or_for_another_page_is_a_conflict(
    agent: Api, ledger: Callable[[], object]
) -> None:
    one, other = given_checkout(agent, 590), given_checkout(agent, 590)
    checkouts.book(one.pk, rail="card", reference="seen", cents=590)
    before = ledger()

    for page, cents in ((one, 591), (other, 590)):
        with pytest.raises(LedgerConflict):
            checkouts.book(page.pk, rail="card", reference="seen", cents=cents)

    assert ledger() == before
    assert Payment.objects.count() == 1
    other.refresh_from_db()
    assert other.status == "open"


def test_a_second_real_payment_of_one_page_is_booked_as_a_surplus_that_goes_back(agent: Api) -> None:
    checkout = given_checkout(agent, 590)

    checkouts.book(checkout.pk, rail="card", reference="first", cents=590)
    for _ in range(2):
        checkouts.book(checkout.pk, rail="card", reference="second", cents=590)

    assert (wallet_of(agent), books.house_balance(books.TRANSIT)) == (590, 590)
    assert [payment.surplus for payment in Payment.objects.order_by("id")] == [False, True]
    back = Outflow.objects.get()
    assert (back.kind, back.status, back.amount_cents, back.payment.reference) == ("surplus", "sending", 590, "second")
    assert violations() == []


def test_what_a_refund_keeps_is_frozen_when_the_money_comes(agent: Api) -> None:
    given_money(agent, 1050)

    assert Payment.objects.get().refund_fee_cents == 60  # 30.45 half up, and 30


def test_money_that_comes_after_expiry_still_settles_its_purpose(agent: Api, purpose: Purpose) -> None:
    checkout = given_checkout(agent, 590, subject=ids.new())
    checkouts.expire(checkout.pk)

    checkouts.book(checkout.pk, rail="card", reference="late", cents=590)

    assert checkouts.settle_pending() == 1
    checkout.refresh_from_db()
    assert (checkout.status, checkout.outcome) == ("paid", "funded")


def test_the_timer_expires_what_is_due_and_nothing_else(agent: Api, at: Callable[[str], object]) -> None:
    at("2026-11-21T10:00Z")
    due, paid, gone = (given_checkout(agent) for _ in range(3))
    checkouts.book(paid.pk, rail="card", reference="paid", cents=2550)
    checkouts.cancel(gone.pk)
    at("2026-11-21T10:01Z")
    young = given_checkout(agent)

    at("2026-11-22T10:00Z")
    assert [checkouts.expire_due(), checkouts.expire_due()] == [1, 0]

    states = dict(Checkout.objects.values_list("pk", "status"))
    assert [states[page.pk] for page in (due, paid, gone, young)] == ["expired", "paid", "cancelled", "open"]


# ------------------------------------------------------------------ at the same moment


@pytest.mark.django_db(transaction=True)
def test_the_same_deposit_key_twice_at_once_makes_one_deposit(
    house_accounts: None, together: Callable[..., list[Any]]
) -> None:
    agent = given_agent()

    answers = together(
        *[lambda: agent.post("/api/wallet/deposit", {"amount": 5}, Idempotency_Key="twins") for _ in range(3)]
    )

    assert [answer.status for answer in answers] == [200] * 3
    assert len({answer["depositId"] for answer in answers}) == 1
    assert sorted(answer.headers.get("Idempotency-Replayed", "") for answer in answers) == ["", "true", "true"]
    assert Checkout.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_paying_against_cancelling_ends_with_the_money_booked_or_never_taken(
    house_accounts: None, together: Callable[..., list[Any]], payer: Payer
) -> None:
    agent = given_agent()
    checkout = given_checkout(agent)

    paid, cancelled = together(lambda: payer.pay(checkout), lambda: payer.cancel(checkout))

    checkout.refresh_from_db()
    took = Payment.objects.count()
    assert (checkout.status, wallet_of(agent)) == (("paid", 2550) if took else ("cancelled", 0))
    assert paid.status == (302 if took else 409)
    assert cancelled.status == 302


@pytest.mark.django_db(transaction=True)
def test_the_page_and_two_sweeps_at_once_settle_once(
    house_accounts: None, together: Callable[..., list[Any]], purpose: Purpose
) -> None:
    agent = given_agent()
    checkout = given_checkout(agent, 590, subject=ids.new())
    checkouts.book(checkout.pk, rail="card", reference="raced", cents=590)

    results = together(lambda: checkouts.settle(checkout.pk), checkouts.settle_pending, checkouts.settle_pending)

    assert not [result for result in results if isinstance(result, Exception)]
    assert len(purpose.settled) == 1
    assert wallet_of(agent) == 0
    with connection.cursor() as cursor:
        cursor.execute("select * from ledger_faults()")
        assert cursor.fetchall() == []
