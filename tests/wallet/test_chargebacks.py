"""A bank takes a card payment back: one suite over both card rails. The wallet gives what it has, and owes the rest."""

from collections.abc import Iterator
from typing import Any

import pytest

from bounties.services import bounties
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Api
from tests.factories.market import acting, given_bounty, given_confirmed, given_payouts, untouched, violations
from tests.wallet.conftest import given_checkout, wallet_of
from tests.wallet.rails import GOOD, WE_LOSE, WE_WIN, Rail, Sandbox, Stripe
from tests.wallet.stripe_stand_in import SECRET, running
from wallet import ledger as books
from wallet.errors import ProviderUnavailable
from wallet.models import Chargeback, Checkout, Controls, Outflow, Payment
from wallet.services import chargebacks, outflows, reconciliation, recoveries

pytestmark = pytest.mark.django_db
FEE = 1500


@pytest.fixture(params=["sandbox", "stripe"])
def rail(request: pytest.FixtureRequest, settings: Any) -> Iterator[Rail]:
    """Afterwards our books are sound, and the provider's agree with them."""
    clock.freeze(clock.now())
    for api in running():
        made: Rail = Sandbox() if request.param == "sandbox" else Stripe(api)
        if request.param == "stripe":
            settings.CARD_PROVIDER, settings.STRIPE_API_KEY = "stripe", "sk_test_x"
            settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_API_BASE = SECRET, api.url
        yield made
        made.back()
        assert (violations(), reconciliation.compare(None, None)) == ([], [])
        clock.freeze(None)


def pays(agent: Api, rail: Rail, cents: int = 1000, card: str = GOOD) -> Payment:
    checkout = given_checkout(agent, cents)
    assert rail.pay(checkout, card)
    payment: Payment = Payment.objects.get(checkout=checkout)
    return payment


def given_taken_back(agent: Api, rail: Rail, *, spent: int = 0, card: str = WE_LOSE) -> Payment:
    """10 USD came in, `spent` cents went into a bounty (its price and fee), and then the bank took the 10 USD back."""
    payment = pays(agent, rail, 1000, card)
    if spent:
        given_bounty(agent, price_cents=spent * 100 // 118)
    rail.take_back(payment)
    chargebacks.on_webhook(payment.reference)
    return payment


def decided(rail: Rail, payment: Payment, *, won: bool) -> Chargeback:
    rail.decide(payment, won=won)
    chargebacks.on_webhook(payment.reference)
    found: Chargeback = Chargeback.objects.get()
    return found


def shares() -> tuple[str, int, int, int]:
    """(status, from the wallet, paid off since, owed)"""
    row = Chargeback.objects.get()
    return row.status, row.from_wallet_cents, row.recovered_cents, row.owed_cents


def losses() -> int:
    return -books.house_balance(books.LOSSES)


def subjects(agent: Api) -> list[str]:
    return list(Mail.objects.filter(to=agent.account.email).order_by("id").values_list("subject", flat=True))


# ------------------------------------------------------------------ it is taken back


def test_the_wallet_gives_the_payment_back_once_however_often_we_hear_of_it(agent: Api, rail: Rail) -> None:
    pays(agent, rail, 300)
    payment = given_taken_back(agent, rail)
    for _ in range(3):
        chargebacks.on_webhook(payment.reference)
    chargebacks.poll_recent()

    assert (wallet_of(agent), shares(), losses()) == (300, ("open", 1000, 0, 0), FEE)
    assert books.house_balance(books.WORLD["card"]) == -(300 - FEE)
    line = agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["direction"], line["amountCents"], line["balanceAfterCents"]) == (
        *("chargeback", "out", 1000, 300),
    )
    assert subjects(agent) == ["A payment of $10.00 into your wallet was taken back"]
    assert "Still owed" not in Mail.objects.get().text
    given_bounty(agent, price_cents=200)
    assert wallet_of(agent) == 300 - 236, "it owes nothing, and may spend"


def test_what_the_wallet_does_not_have_is_owed_and_nobody_elses_money_is_touched(agent: Api, rail: Rail) -> None:
    payment = pays(agent, rail, 1000, WE_LOSE)
    seat = given_confirmed(agent=agent, price_cents=500)
    rail.take_back(payment)
    chargebacks.on_webhook(payment.reference)

    assert (wallet_of(agent), shares(), losses()) == (0, ("open", 410, 0, 590), 590 + FEE)
    assert books.balance(books.hold(seat.escrow.pk)) == 590, "the hired person's money stays"
    assert "Still owed: $5.90" in Mail.objects.filter(subject__contains="was taken back").get().text
    shown = agent.get("/api/wallet/balance")
    assert shown["balance"] == (
        shown["totalDeposited"] - shown["totalSent"] + shown["totalReturned"] - shown["totalWithdrawn"]
    )


def test_automatic_top_ups_end(agent: Api, rail: Rail) -> None:
    Controls.objects.create(
        account=agent.account,
        auto_topup_enabled=True,
        auto_topup_floor_cents=1,
        auto_topup_target_cents=500,
        auto_topup_max_per_day_cents=500,
    )
    given_taken_back(agent, rail)

    assert not Controls.objects.get().auto_topup_enabled


def test_the_timer_finds_what_no_message_told(agent: Api, rail: Rail) -> None:
    payment = pays(agent, rail, 1000, WE_LOSE)
    rail.take_back(payment)
    assert (chargebacks.poll_recent(), shares()) == (1, ("open", 1000, 0, 0))

    rail.decide(payment, won=False)
    clock.freeze(clock.now() + chargebacks.CHARGEBACK_POLL_PAUSE)

    assert (chargebacks.poll_recent(), shares()[0]) == (1, "lost")
    with untouched():
        chargebacks.poll_recent()


def test_while_the_provider_is_away_nothing_is_guessed(agent: Api, rail: Rail) -> None:
    payment = pays(agent, rail, 1000, WE_LOSE)
    rail.take_back(payment)
    rail.away()

    with untouched():
        with pytest.raises(ProviderUnavailable):
            chargebacks.on_webhook(payment.reference)
        assert chargebacks.poll_recent() == 0

    rail.back()
    chargebacks.poll_recent()
    assert shares() == ("open", 1000, 0, 0)


# ------------------------------------------------------------------ while it is owed


def test_nothing_leaves_a_wallet_that_owes(agent: Api, rail: Rail, settings: Any) -> None:
    bounty = given_bounty_paid(agent, rail)
    unit(lambda: bounties.cancel(acting(agent), bounty, reason="task_no_longer_needed"))
    assert wallet_of(agent) == 590, "it came back from the pool after the bank had been"
    given_payouts(agent) if isinstance(rail, Sandbox) else None
    task = {"title": "T", "description": "D", "price": 1, "estimatedHours": 1}

    with untouched():
        answers = [agent.post("/api/bounties", task)]
        if isinstance(rail, Sandbox):
            answers.append(agent.post("/api/wallet/withdraw", {"amountCents": 100}))
        assert agent.get("/api/wallet/funding-refunds")["refundable"] == []

    for answer in answers:
        assert (answer.status, answer.code, answer["owedCents"], answer["balanceCents"]) == (
            *(402, "insufficient_funds", 590, 590),
        )
        assert (answer["shortfallCents"], answer["waysToPay"]) == (0, [])
    assert recoveries.recover_due() == 1
    assert (wallet_of(agent), shares(), losses()) == (0, ("open", 410, 590, 0), FEE)
    assert recoveries.recover_due() == 0


def given_bounty_paid(agent: Api, rail: Rail) -> str:
    """5.90 USD of the 10.00 are in a bounty when the bank takes the payment back."""
    payment = pays(agent, rail, 1000, WE_LOSE)
    bounty = given_bounty(agent, price_cents=500)
    rail.take_back(payment)
    chargebacks.on_webhook(payment.reference)
    assert shares() == ("open", 410, 0, 590)
    return str(bounty.public_id)


def test_deposits_pay_it_off_first(agent: Api, rail: Rail) -> None:
    given_bounty_paid(agent, rail)

    pays(agent, rail, 200)
    assert (wallet_of(agent), shares()) == (0, ("open", 410, 200, 390))
    refused = agent.post("/api/bounties", {"title": "T", "description": "D", "price": 1, "estimatedHours": 1})
    assert (refused.code, refused["owedCents"], refused["shortfallCents"]) == ("insufficient_funds", 390, 390)
    assert refused["waysToPay"][0]["body"] == {"amount": 3.9}

    pays(agent, rail, 1000)
    assert (wallet_of(agent), shares(), losses()) == (610, ("open", 410, 590, 0), FEE)
    line = agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["amountCents"]) == ("chargeback_recovery", 390)
    given_bounty(agent, price_cents=500)
    assert wallet_of(agent) == 20


def test_a_page_for_a_bounty_that_is_paid_meanwhile_pays_the_debt(agent: Api, rail: Rail) -> None:
    """The page was open when the bank came; what is left over is not enough, and stays in the wallet."""
    pay = pays(agent, rail, 1000, WE_LOSE)
    given_bounty(agent, price_cents=500)
    waiting = given_bounty(agent, price_cents=1000)
    page = Checkout.objects.get(subject_id=waiting.pk)
    rail.take_back(pay)
    chargebacks.on_webhook(pay.reference)
    if isinstance(rail, Sandbox):
        Checkout.objects.filter(pk=page.pk).update(expires_at=clock.now() + chargebacks.CHARGEBACK_POLL_PAUSE)

    assert rail.pay(page)

    page.refresh_from_db()
    waiting.refresh_from_db()
    assert (page.outcome, waiting.status) == ("left_in_wallet", "pending_deposit")
    assert (shares()[2:], wallet_of(agent)) == ((590, 0), page.amount_cents - 590)


def test_a_payment_taken_back_is_not_returned_a_second_time(agent: Api, rail: Rail) -> None:
    asked = agent.post("/api/agent-checkouts", {"externalOrderId": "o", "amount": 10, "description": "D"})
    page = Checkout.objects.get(purpose="agent_checkout")
    assert rail.pay(page, WE_LOSE)
    payment = Payment.objects.get(checkout=page)
    rail.take_back(payment)
    chargebacks.on_webhook(payment.reference)
    pays(agent, rail, 5000)

    with untouched():
        refused = agent.post(f"/api/agent-checkouts/{asked['checkout']['id']}/refund")

    assert (refused.status, refused.code) == (409, "not_refundable")
    assert [row["principalCents"] for row in agent.get("/api/wallet/funding-refunds")["refundable"]] == [5000]


def test_a_refund_on_its_way_is_refused_by_the_provider_and_pays_the_debt(agent: Api, rail: Rail) -> None:
    payment = pays(agent, rail, 1000, WE_LOSE)
    out = unit(
        lambda: outflows.begin(
            by=Actor.system(),
            account_id=agent.account.pk,
            kind="funding_refund",
            rail="card",
            cents=1000,
            kept_cents=59,
            payment=payment,
        )
    )
    rail.take_back(payment)
    chargebacks.on_webhook(payment.reference)
    assert shares() == ("open", 0, 0, 1000)

    outflows.send(out.pk)
    recoveries.recover_due()

    assert (Outflow.objects.get().failure, wallet_of(agent), shares()) == ("charge_disputed", 0, ("open", 0, 1000, 0))


# ------------------------------------------------------------------ it is decided


def test_won_everything_returns_also_what_was_paid_off(agent: Api, rail: Rail) -> None:
    payment = given_taken_back(agent, rail, spent=590, card=WE_WIN)
    pays(agent, rail, 200)
    assert (wallet_of(agent), shares()) == (0, ("open", 410, 200, 390))

    row = decided(rail, payment, won=True)
    for _ in range(2):
        chargebacks.on_webhook(payment.reference)

    assert (row.status, row.owed_cents, wallet_of(agent), losses()) == ("won", 0, 610, FEE)
    assert subjects(agent)[-1] == "A payment of $10.00 that was taken back is yours again"
    assert "Back in your wallet: $6.10" in Mail.objects.latest("id").text
    line = agent.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["direction"]) == ("chargeback_returned", "in")
    given_bounty(agent, price_cents=500)


def test_lost_what_is_owed_stays_owed(agent: Api, rail: Rail) -> None:
    payment = given_taken_back(agent, rail, spent=590)
    before = losses()

    row = decided(rail, payment, won=False)
    for _ in range(2):
        chargebacks.on_webhook(payment.reference)

    assert (row.status, row.owed_cents, losses()) == ("lost", 590, before)
    assert subjects(agent)[-1] == "A payment of $10.00 that was taken back stays with the bank"
    pays(agent, rail, 600)
    assert (wallet_of(agent), losses()) == (10, FEE)
