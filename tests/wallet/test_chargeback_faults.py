"""What check_ledger says of payments that were taken back: sound books are silent, and every tampering is named."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_charged, given_funded_agent, given_taken_back, violations
from tests.wallet.test_check_ledger import tamper
from wallet import ledger as books

pytestmark = pytest.mark.django_db


def given_debt() -> Api:
    """One open and paid off in part, one won with a part of its fee, one lost out of a full wallet."""
    agent = given_funded_agent(1000)
    payment = given_charged(agent, 1000)
    given_bounty(agent, price_cents=1500)  # 17.70 of 20.00
    given_taken_back(payment)
    given_charged(agent, 300)
    given_taken_back(given_charged(given_agent(), 500), state="won", fee_returned_cents=500)
    given_taken_back(given_charged(given_agent(), 500), state="lost")
    return agent


def test_sound_books_are_silent() -> None:
    agent = given_debt()

    assert violations() == []
    assert books.balance(books.wallet(agent.account.pk)) == 0
    assert books.house_balance(books.LOSSES) == -(1000 - 230 - 300) - 1500 - 1000 - 1500


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        (
            "update wallet_chargeback set amount_cents = amount_cents + 1, owed_cents = owed_cents + 1 where status = 'open'",
            "chargeback without its moves",
        ),
        (
            "update wallet_chargeback set amount_cents = amount_cents + 1, owed_cents = owed_cents + 1 where status = 'open'",
            "losses are not what is owed and paid as fees",
        ),
        (
            "update wallet_chargeback set from_wallet_cents = from_wallet_cents - 1, owed_cents = owed_cents + 1 "
            "where status = 'lost'",
            "chargeback without its moves",
        ),
        ("update wallet_chargeback set fee_cents = fee_cents + 1", "chargeback without its moves"),
        (
            "update wallet_chargeback set fee_returned_cents = 0 where status = 'won'",
            "chargeback that returned with other cents",
        ),
        (
            "update wallet_chargeback set returned_cents = returned_cents - 1, "
            "returned_to_wallet_cents = returned_to_wallet_cents - 1 where status = 'won'",
            "chargeback that returned with other cents",
        ),
        (
            "update ledger_transaction set key = key || '0' where kind = 'chargeback_won'",
            "chargeback that returned with other cents",
        ),
        (
            "update wallet_chargeback set recovered_cents = recovered_cents - 1, owed_cents = owed_cents + 1 "
            "where status = 'open'",
            "chargeback recovered with other cents",
        ),
        (
            "update wallet_chargeback c set account_id = (select account_id from wallet_chargeback o "
            "where o.account_id <> c.account_id limit 1) where status = 'open'",
            "chargeback of no payment of its account",
        ),
        ("delete from wallet_chargeback where status = 'won'", "moves of no chargeback"),
        ("delete from wallet_chargeback where status = 'open'", "losses are not what is owed and paid as fees"),
        ("update ledger_transaction set key = key || '0' where kind = 'chargeback'", "chargeback without its moves"),
        ("update ledger_transaction set key = 'recover:other' where kind = 'recovery'", "moves of no chargeback"),
    ],
)
def test_a_tampering_is_named(tampering: str, fault: str) -> None:
    given_debt()
    assert violations() == []

    tamper(tampering)

    assert fault in {row[0] for row in violations()}


@pytest.mark.parametrize(
    "impossible",
    [
        "update wallet_chargeback set owed_cents = owed_cents + 1",
        "update wallet_chargeback set owed_cents = -1",
        "update wallet_chargeback set fee_returned_cents = fee_cents + 1",
        "update wallet_chargeback set status = 'lost' where status = 'open'",
        "update wallet_chargeback set status = 'lost' where status = 'won'",
        "update wallet_chargeback set status = 'won' where status = 'lost'",
        "update wallet_chargeback set returned_cents = amount_cents + 1 where status = 'won'",
        "update wallet_chargeback set provider_ref = 'the same'",
    ],
)
def test_the_database_refuses_what_can_not_be(impossible: str) -> None:
    given_debt()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(impossible)
