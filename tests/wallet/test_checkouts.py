"""Deposits by page: money is booked once, whatever is retried, raced or left half done."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from marketplace.core import clock
from tests.api import Answer, Api
from wallet import ledger as books
from wallet.models import Checkout, Payment
from wallet.services import checkouts

pytestmark = pytest.mark.django_db
GOOD = {"cc-name": "A. Payer", "cc-number": "4242 4242 4242 4242", "cc-exp": "12/40", "cc-csc": "123", "action": "pay"}


def given_page(agent: Api, amount: float = 25.5) -> str:
    return re.sub(r"^https?://[^/]+", "", agent.post("/api/wallet/deposit", {"amount": amount})["checkoutUrl"])


def post(path: str, **changed: str) -> Answer:
    """The form as `curl -d` sends it: no cookie, no token."""
    form = "&".join(f"{name}={value}" for name, value in (GOOD | changed).items()).replace(" ", "+")
    return Api().call("POST", path, raw=form.encode(), **{"Content-Type": "application/x-www-form-urlencoded"})


def pay(path: str, **changed: str) -> int:
    return post(path, **changed).status


def wallet_of(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def test_a_paid_page_credits_the_wallet_and_shows_a_receipt(agent: Api) -> None:
    page = given_page(agent)

    assert pay(page) == 302
    receipt = Api().get(page)

    assert wallet_of(agent) == 2550
    assert receipt.status == 200
    assert b"$25.50" in receipt.body
    assert "card •••• 4242".encode() in receipt.body
    balance = agent.get("/api/wallet/balance").body
    assert (balance["balanceCents"], balance["totalDepositedCents"], balance["totalSentCents"]) == (2550, 2550, 0)
    assert agent.get("/api/wallet/transactions")["transactions"][0]["type"] == "deposit"


def test_the_balance_says_what_time_it_is_here(agent: Api, at: Any) -> None:
    at("2026-03-01T10:00:00Z")

    assert agent.get("/api/wallet/balance")["now"] == "2026-03-01T10:00:00.000Z"


def test_paying_twice_charges_once_and_says_so(agent: Api) -> None:
    page = given_page(agent)

    assert pay(page) == 302
    again = post(page)

    assert again.status == 409
    assert b"You were not charged again" in again.body
    assert b"$25.50" in again.body, "the second payer sees the receipt, too"
    assert wallet_of(agent) == 2550
    assert Payment.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"cc-number": "4000000000000002"}, 402),
        ({"cc-number": "4000000000009995"}, 402),
        ({"cc-number": "5555555555554444"}, 402),
        ({"cc-number": "4242"}, 400),
        ({"cc-exp": "01/20"}, 400),
        ({"cc-csc": ""}, 400),
    ],
)
def test_a_refused_card_changes_nothing(
    agent: Api, ledger: Callable[[], object], new_events: Callable[[], list[str]], changed: dict[str, str], status: int
) -> None:
    page = given_page(agent)
    before = ledger()

    assert pay(page, **changed) == status

    assert ledger() == before
    assert new_events() == []
    assert not Payment.objects.exists()
    assert Checkout.objects.get().status == "open"


@pytest.mark.parametrize("state", ["cancelled", "expired"])
def test_a_page_that_is_over_takes_no_card(agent: Api, ledger: Callable[[], object], state: str) -> None:
    page = given_page(agent)
    Checkout.objects.update(status=state)
    before = ledger()

    pay(page)

    assert ledger() == before
    assert not Payment.objects.exists()


def test_money_that_a_provider_took_late_is_booked_all_the_same(agent: Api) -> None:
    given_page(agent)
    checkout = Checkout.objects.get()
    checkouts.cancel(checkout.pk)

    checkouts.book(checkout.pk, rail="card", reference="late", cents=2550)
    checkouts.book(checkout.pk, rail="card", reference="late", cents=2550)

    assert wallet_of(agent) == 2550
    checkout.refresh_from_db()
    assert checkout.status == "paid"


def test_an_open_page_expires_after_a_day(agent: Api, at: Callable[[str], object]) -> None:
    at("2026-11-21T10:00Z")
    page = given_page(agent)

    at("2026-11-22T10:00Z")
    before_sweep = Api().get(page).body
    assert checkouts.expire_due() == 1

    assert b"This page has expired" in before_sweep
    assert Checkout.objects.get().status == "expired"


@pytest.mark.parametrize("amount", [0.99, 10_000.01, -5, "5", None, 5.001, True, 1e300])
def test_an_amount_that_is_none_is_refused(agent: Api, amount: object) -> None:
    refused = agent.post("/api/wallet/deposit", {"amount": amount})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert list(refused["fields"]) == ["amount"]
    assert not Checkout.objects.exists()


def test_a_deposit_s_key_belongs_to_the_deposit_for_as_long_as_it_lives(agent: Api) -> None:
    first = agent.post("/api/wallet/deposit", {"amount": 5}, Idempotency_Key="deposit-1")
    page = re.sub(r"^https?://[^/]+", "", first["checkoutUrl"])
    pay(page)

    again = agent.post("/api/wallet/deposit", {"amount": 5}, Idempotency_Key="deposit-1")
    other = agent.post("/api/wallet/deposit", {"amount": 6}, Idempotency_Key="deposit-1")

    assert again["depositId"] == first["depositId"]
    assert again["status"] == "paid"
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert Checkout.objects.count() == 1


def test_without_a_card_provider_the_deposit_says_so(agent: Api, settings: object) -> None:
    settings.CARD_PROVIDER = "none"

    refused = agent.post("/api/wallet/deposit", {"amount": 5})

    assert (refused.status, refused.code) == (503, "payments_unavailable")
    assert not Checkout.objects.exists()


def test_a_page_pays_a_bounty_in_a_second_commit_and_the_sweep_finishes_what_died_between(agent: Api) -> None:
    # given a bounty that waits for its deposit, and a worker that died after the money was booked
    posted = agent.post("/api/bounties", {"title": "T", "description": "D", "price": 5, "estimatedHours": 1})
    assert posted["bounty"]["status"] == "pending_deposit"
    checkout = Checkout.objects.get()
    checkouts.book(checkout.pk, rail="card", reference="died", cents=590)
    assert wallet_of(agent) == 590

    # when the sweep looks
    assert checkouts.settle_pending() == 1

    # then the bounty is live, and a second look finds nothing
    assert agent.get(f"/api/bounties/{posted['bountyId']}")["bounty"]["status"] == "open"
    assert wallet_of(agent) == 0
    checkout.refresh_from_db()
    assert checkout.outcome == "funded"
    assert checkouts.settle_pending() == 0


def test_money_for_a_bounty_that_was_cancelled_meanwhile_stays_in_the_wallet(agent: Api) -> None:
    posted = agent.post("/api/bounties", {"title": "T", "description": "D", "price": 5, "estimatedHours": 1})
    page = re.sub(r"^https?://[^/]+", "", posted["deposit_url"])
    checkout = Checkout.objects.get()
    assert agent.delete(f"/api/bounties/{posted['bountyId']}", {"reason": "task_no_longer_needed"}).status == 200

    checkouts.book(checkout.pk, rail="card", reference="late", cents=590)
    checkouts.settle(checkout.pk)

    checkout.refresh_from_db()
    assert checkout.outcome == "left_in_wallet"
    assert wallet_of(agent) == 590
    assert b"The money is in the wallet" in Api().get(page).body


def test_the_page_forbids_scripts_frames_and_caches(agent: Api) -> None:
    page = Api().get(given_page(agent))

    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["Cache-Control"] == "private, no-store"
    assert b"<script" not in page.body


def test_a_card_is_never_kept(agent: Api, caplog: pytest.LogCaptureFixture) -> None:
    pay(given_page(agent))

    kept = [str(value) for row in Payment.objects.values() for value in row.values()]
    assert not any("4242424242424242" in text for text in kept)
    assert "4242 4242" not in caplog.text


def test_time_is_business_time(agent: Api, at: Callable[[str], object]) -> None:
    moment = at("2027-05-01T00:00Z")
    pay(given_page(agent))

    assert Payment.objects.get().created_at == moment == clock.now()
