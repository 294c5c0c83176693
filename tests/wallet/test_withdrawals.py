"""Withdrawals: to the bank account that was given on the provider's page, never more than there is, and back when refused."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from marketplace.core import clock, ids
from marketplace.models import Mail
from tests.api import Api
from tests.factories import mpp, x402
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import (
    given_bounty,
    given_charged,
    given_funded_agent,
    given_hired,
    given_money,
    given_payouts,
    given_released,
    untouched,
)
from wallet import ledger as books
from wallet import providers
from wallet.models import Outflow
from wallet.providers.cards import Outcome
from wallet.services import checkouts, outflows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def given_rich(cents: int = 1000, bank: str = "000123456789") -> Api:
    agent = given_funded_agent(cents)
    given_payouts(agent, bank)
    return agent


def pay_out() -> None:
    for outflow in Outflow.objects.all():
        outflows.send(outflow.pk)


def mails(api: Api) -> list[str]:
    """To them, but for the one about their bank account, which was given before."""
    rows = Mail.objects.filter(to=api.account.email).exclude(subject__contains="bank account")
    return list(rows.order_by("created_at").values_list("subject", flat=True))


# ------------------------------------------------------------------ withdrawing


def test_a_withdrawal_leaves_the_wallet_at_once_and_is_paid_by_the_provider(at: At) -> None:
    at("2026-03-01T10:00:00Z")
    agent = given_rich()

    asked = agent.post("/api/wallet/withdraw", {"amountCents": 400})

    shown = asked["withdrawal"]
    assert (asked.status, asked.headers["Cache-Control"]) == (200, "private, no-store")
    assert {
        name: shown[name] for name in ("source", "amountCents", "status", "failureReason", "createdAt", "paidAt")
    } == {
        "source": "wallet",
        "amountCents": 400,
        "status": "pending",
        "failureReason": None,
        "createdAt": "2026-03-01T10:00:00.000Z",
        "paidAt": None,
    }
    assert agent.get("/api/wallet/balance")["balance"] == 600
    pay_out()
    paid = agent.get(f"/api/wallet/withdrawals/{shown['id']}")["withdrawal"]
    assert (paid["status"], paid["paidAt"]) == ("paid", "2026-03-01T10:00:00.000Z")
    assert agent.get("/api/wallet/withdrawals")["withdrawals"] == [paid]
    assert mails(agent) == ["Paid out: $4.00"]
    line = agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["direction"], line["amountCents"], line["balanceAfterCents"]) == (
        "withdrawal",
        "out",
        400,
        600,
    )


def test_without_an_amount_everything_is_withdrawn() -> None:
    agent = given_rich(1234)
    for body in ({}, {"amountCents": None}):
        given_money(agent, 100)
        assert agent.post("/api/wallet/withdraw", body)["withdrawal"]["amountCents"] in (1334, 100)
    assert books.balance(books.wallet(agent.account.pk)) == 0


def test_one_withdrawal_takes_ten_thousand_dollars_at_most() -> None:
    agent = given_rich(1_000_500)

    assert agent.post("/api/wallet/withdraw")["withdrawal"]["amountCents"] == 1_000_000
    with untouched():
        assert agent.post("/api/wallet/withdraw", {"amountCents": 1_000_001}).code == "validation_error"


def test_refusals_move_nothing() -> None:
    agent, poor, unknown = given_rich(1000), given_rich(100), given_funded_agent()
    given_bounty(poor, price_cents=1)
    with untouched():
        found = [
            unknown.post("/api/wallet/withdraw"),
            unknown.post("/api/earnings/withdraw"),
            agent.post("/api/wallet/withdraw", {"amountCents": 1001}),
            agent.post("/api/earnings/withdraw"),
            poor.post("/api/wallet/withdraw"),
            *(
                agent.post("/api/wallet/withdraw", {"amountCents": bad})
                for bad in (99, 0, -100, 100.5, "100", True, 10**18)
            ),
            agent.get("/api/wallet/withdrawals/wdr_x"),
            agent.get(f"/api/wallet/withdrawals/{ids.encode('wdr', ids.new())}"),
        ]
    assert [(answer.status, answer.code) for answer in found] == [
        *[(409, "payout_onboarding_required")] * 2,
        *[(402, "insufficient_funds")] * 3,
        *[(400, "validation_error")] * 7,
        *[(404, "not_found")] * 2,
    ]
    assert found[0]["onboarding"] == {"method": "POST", "url": "/api/payouts/onboarding"}
    assert "POST /api/payouts/onboarding" in found[0]["error"]
    assert (found[2]["requiredCents"], found[2]["balanceCents"], found[2]["shortfallCents"]) == (1001, 1000, 1)
    assert (found[4]["requiredCents"], found[4]["waysToPay"]) == (100, [])


def test_a_withdrawal_belongs_to_its_owner_alone() -> None:
    agent = given_rich()
    made = agent.post("/api/wallet/withdraw")["withdrawal"]["id"]

    for stranger in (given_agent(), given_worker(), given_agent(is_staff=True)):
        assert stranger.get(f"/api/wallet/withdrawals/{made}").status == 404
        assert stranger.get("/api/wallet/withdrawals")["withdrawals"] == []


def test_caps_do_not_bound_a_withdrawal_nor_does_it_count() -> None:
    agent = given_rich()
    agent.patch("/api/wallet/controls", {"spendingCapRolling24hCents": 0})

    assert agent.post("/api/wallet/withdraw", {"amountCents": 500}).status == 200


def test_a_replay_answers_the_withdrawal_as_it_stands() -> None:
    agent = given_rich()
    first = agent.post("/api/wallet/withdraw", {"amountCents": 400}, Idempotency_Key="w")
    pay_out()

    again = agent.post("/api/wallet/withdraw", {"amountCents": 400}, Idempotency_Key="w")

    assert (first["withdrawal"]["status"], again["withdrawal"]["status"]) == ("pending", "paid")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert Outflow.objects.count() == 1


@pytest.mark.parametrize("rail", ["card", "mpp", "x402"])
def test_what_came_by_card_too_recently_is_not_withdrawn_where_an_operator_says_so(
    settings: Any, at: At, rail: str
) -> None:
    settings.CARD_CLEARING_DAYS = 7
    begun = at("2026-03-01T10:00:00Z")
    agent = given_rich(1000)
    clock.freeze(begun + timedelta(days=7))
    if rail == "x402":
        with x402.agreeable() as wallet:
            x402.deposit(agent, 500, x402.sign(wallet, agent.post(x402.DEPOSIT, {"amountCents": 500})))
    elif rail == "mpp":
        assert mpp.pay(mpp.given_quote(agent, 5)).status == 200
    else:
        page = checkouts.open_checkout(account_id=agent.account.pk, purpose="deposit", cents=500, description="A")
        checkouts.book(page.pk, rail=rail, reference="fresh", cents=500)
    kept = 0 if rail == "x402" else 500

    with untouched():
        refused = agent.post("/api/wallet/withdraw", {"amountCents": 1501 - kept})
    taken = agent.post("/api/wallet/withdraw")["withdrawal"]["amountCents"]

    assert (refused.code, refused["balanceCents"], refused.body.get("clearingCents", 0)) == (
        *("insufficient_funds", 1500 - kept),
        kept,
    )
    assert (taken, books.balance(books.wallet(agent.account.pk))) == (1500 - kept, kept)
    if kept:
        assert agent.post("/api/wallet/withdraw").status == 402
        given_bounty(agent, price_cents=100)
        clock.freeze(begun + timedelta(days=14, seconds=1))
        assert agent.post("/api/wallet/withdraw")["withdrawal"]["amountCents"] == kept - 118


def test_earnings_and_what_goes_back_do_not_wait_for_cards_to_clear(settings: Any) -> None:
    settings.CARD_CLEARING_DAYS = 7
    seat = given_released(agent=given_funded_agent(2000))
    given_payouts(seat.worker)
    given_charged(seat.worker, 1000)

    assert seat.worker.post("/api/earnings/withdraw")["withdrawal"]["amountCents"] == 500
    (quote,) = seat.worker.get("/api/wallet/funding-refunds")["refundable"]
    assert quote["principalCents"] == 1000


# ------------------------------------------------------------------ what becomes of it


def test_a_refused_payout_brings_the_money_back_and_says_why() -> None:
    agent = given_rich(bank="000111111116")
    made = agent.post("/api/wallet/withdraw", {"amountCents": 400})["withdrawal"]["id"]

    pay_out()

    shown = agent.get(f"/api/wallet/withdrawals/{made}")["withdrawal"]
    assert (shown["status"], shown["failureReason"], shown["paidAt"]) == ("failed", "account_closed", None)
    assert mails(agent) == ["Your withdrawal of $4.00 could not be paid"]
    lines = agent.get("/api/wallet/transactions")["transactions"]
    assert [line["type"] for line in lines] == ["withdrawal_returned", "withdrawal", "deposit"]
    balance = agent.get("/api/wallet/balance")
    assert (balance["balance"], balance["totalWithdrawn"]) == (1000, 0)


def test_what_the_bank_sends_back_days_later_is_a_failed_withdrawal_and_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agent = given_rich()
    made = agent.post("/api/wallet/withdraw", {"amountCents": 400})["withdrawal"]["id"]
    pay_out()
    outflow = Outflow.objects.get()

    outflows.on_webhook(outflow.pk)
    assert agent.get(f"/api/wallet/withdrawals/{made}")["withdrawal"]["status"] == "paid", "the provider says so still"
    monkeypatch.setattr(
        providers.SandboxCards, "poll", lambda *_: Outcome("failed", outflow.provider_ref, "no_account")
    )
    for _ in range(2):
        outflows.on_webhook(outflow.pk)

    shown = agent.get(f"/api/wallet/withdrawals/{made}")["withdrawal"]
    assert (shown["status"], shown["failureReason"], shown["paidAt"]) == ("failed", "sent_back", None)
    assert mails(agent) == ["Paid out: $4.00", "Your withdrawal of $4.00 could not be paid"]
    assert agent.get("/api/wallet/balance")["balance"] == 1000


def test_a_payout_that_takes_the_bank_days_is_no_case_for_staff(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = at("2026-03-01T10:00:00Z")
    agent = given_rich()
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    monkeypatch.setattr(providers.SandboxCards, "pay_out", lambda *_, **__: Outcome("pending", "po_1"))
    monkeypatch.setattr(providers.SandboxCards, "poll", lambda *_: Outcome("pending", "po_1"))
    pay_out()
    for days, status in ((1, "sending"), (13, "sending"), (14, "attention")):
        clock.freeze(begun + timedelta(days=days))
        outflows.send_due()
        assert Outflow.objects.get().status == status
    assert agent.get("/api/wallet/withdrawals")["withdrawals"][0]["status"] == "pending"

    monkeypatch.setattr(providers.SandboxCards, "poll", lambda *_: Outcome("succeeded", "po_1"))
    outflows.on_webhook(Outflow.objects.get().pk)

    assert Outflow.objects.get().status == "paid"


def test_without_a_provider_the_sweep_waits_instead_of_failing(settings: Any) -> None:
    agent = given_rich()
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    settings.CARD_PROVIDER = "none"

    pay_out()
    with untouched():
        refused = agent.post("/api/wallet/withdraw", {"amountCents": 400})

    assert (refused.status, refused.code) == (503, "payments_unavailable")
    assert (Outflow.objects.get().status, Outflow.objects.get().attempts) == ("sending", 1)


# ------------------------------------------------------------------ earnings


def test_earnings_are_withdrawn_from_their_own_account() -> None:
    seat = given_released(agent=given_funded_agent(2000))
    given_hired(agent=seat.agent, worker=seat.worker, price_cents=700)
    given_payouts(seat.worker)

    asked = seat.worker.post("/api/earnings/withdraw", {"amountCents": 300})
    assert asked["withdrawal"]["source"] == "earnings"
    on_its_way = seat.worker.get("/api/earnings/balance")
    assert (on_its_way["availableCents"], on_its_way["withdrawnCents"]) == (200, 300)
    pay_out()

    done = seat.worker.get("/api/earnings/balance")
    assert (done["availableCents"], done["withdrawnCents"], done["heldCents"], done["disputedCents"]) == (
        200,
        300,
        700,
        0,
    )
    assert seat.worker.get("/api/wallet/balance")["totalWithdrawn"] == 0


def test_a_refused_payout_of_earnings_returns_to_the_earnings() -> None:
    seat = given_released(agent=given_funded_agent(2000))
    given_payouts(seat.worker, "000111111116")

    seat.worker.post("/api/earnings/withdraw")
    pay_out()

    done = seat.worker.get("/api/earnings/balance")
    assert (done["availableCents"], done["withdrawnCents"]) == (500, 0)
    assert "could not be paid" in mails(seat.worker)[-1]
