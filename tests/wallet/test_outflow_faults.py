"""What check_ledger says of money that leaves: sound books are silent, and every tampering is named."""

import pytest
from django.db import connection

from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_charged, given_funded_agent, given_payouts, given_released, violations
from tests.wallet.test_check_ledger import tamper
from wallet import ledger as books
from wallet.models import Outflow
from wallet.services import outflows

pytestmark = pytest.mark.django_db


def given_outflows() -> Api:
    """One of each end: paid, refused, sent back, on its way, a paid refund; of the wallet and of earnings."""
    agent = given_funded_agent(5000)
    for bank, mark_returned in (("000123456789", False), ("000111111116", False), ("000123456789", True)):
        given_payouts(agent, bank)
        agent.post("/api/wallet/withdraw", {"amountCents": 400})
        row = Outflow.objects.latest("id")
        outflows.send(row.pk)
        if mark_returned:
            outflows.mark_returned(row.pk)
    agent.post("/api/wallet/withdraw", {"amountCents": 300})
    seat = given_released(agent=agent)
    given_payouts(seat.worker)
    seat.worker.post("/api/earnings/withdraw")
    outflows.send(Outflow.objects.get(kind="earnings").pk)
    given_charged(agent, 2000)
    quote = agent.get("/api/wallet/funding-refunds")["refundable"][0]
    asked = {
        "fundingTransactionId": quote["fundingTransactionId"],
        "requestId": "request-1",
        "expectedPrincipalCents": quote["principalCents"],
        "expectedRefundAmountCents": quote["refundAmountCents"],
        "confirm": True,
    }
    assert agent.post("/api/wallet/funding-refunds", asked).status == 200
    outflows.send(Outflow.objects.get(kind="funding_refund").pk)
    return agent


def test_sound_books_are_silent_and_the_wallets_totals_make_its_balance() -> None:
    agent = given_outflows()

    assert violations() == []
    shown = agent.get("/api/wallet/balance")
    assert shown["balance"] == books.balance(books.wallet(agent.account.pk))
    assert shown["balance"] == (
        shown["totalDeposited"] - shown["totalSent"] + shown["totalReturned"] - shown["totalWithdrawn"]
    )
    assert (shown["totalDeposited"], shown["totalWithdrawn"]) == (7000, 400 + 300 + 2000)


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("update wallet_outflow set amount_cents = amount_cents + 1", "outflow that never left its account"),
        ("update wallet_outflow set amount_cents = amount_cents + 1", "outflow that ended with other cents"),
        ("update wallet_outflow set amount_cents = amount_cents + 1", "outflow that came back with other cents"),
        ("update wallet_outflow set kept_cents = 0", "outflow that ended with other cents"),
        (
            "update wallet_outflow set kind = 'withdrawal' where kind = 'earnings'",
            "outflow that never left its account",
        ),
        ("update wallet_outflow set status = 'failed' where status = 'paid'", "outflow that ended with other cents"),
        ("update wallet_outflow set status = 'paid' where status = 'failed'", "outflow that ended with other cents"),
        ("update wallet_outflow set status = 'paid' where status = 'returned'", "outflow returned in one book only"),
        (
            "update wallet_outflow set status = 'returned' where status = 'paid'",
            "outflow that came back with other cents",
        ),
        (
            "update wallet_outflow set status = 'paid', ended_at = now() where status = 'sending'",
            "ended outflow without its ending",
        ),
        (
            "update wallet_outflow set status = 'sending', ended_at = null where status = 'paid'",
            "open outflow with an ending",
        ),
        (
            "update wallet_outflow set status = 'sending', ended_at = null where status = 'paid'",
            "money in transit is not that of the open outflows",
        ),
        ("update wallet_outflow set payment_id = null", "refund without its own payment"),
        ("update wallet_outflow set rail = 'mpp' where kind = 'funding_refund'", "refund without its own payment"),
        ("update wallet_payment set amount_cents = 1999 where amount_cents = 2000", "more returned than was paid"),
        ("update wallet_payment set refund_fee_cents = 0", "refund fee kept more than once"),
        ("delete from wallet_outflow", "money left without an outflow"),
    ],
)
def test_a_tampering_is_named(tampering: str, fault: str) -> None:
    given_outflows()

    tamper(tampering)

    assert fault in {name for name, _, _ in violations()}


def test_a_surplus_that_could_not_be_returned_counts_as_deposited() -> None:
    agent = given_agent()
    payment = given_charged(agent, 500)
    with connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
    books.post(key=f"test:{payment.pk}", kind="deposit", moves=[books.Move(books.WORLD["card"], books.TRANSIT, 700)])
    books.post(
        key=f"test.end:{payment.pk}",
        kind="surplus_failed",
        moves=[books.Move(books.TRANSIT, books.wallet(agent.account.pk), 700)],
    )

    shown = agent.get("/api/wallet/balance")

    assert (shown["balance"], shown["totalDeposited"], shown["totalWithdrawn"]) == (1200, 1200, 0)
    assert agent.get("/api/wallet/transactions")["transactions"][0]["type"] == "deposit"
