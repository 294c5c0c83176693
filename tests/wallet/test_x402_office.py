"""Signed payments that the chain was silent about: staff finds them, names the transaction, and the chain decides."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.urls import reverse

from marketplace.core import clock
from marketplace.models import Account
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.x402 import deposit, proof, sign, sign_up
from tests.wallet.conftest import wallet_of
from wallet.models import TopUp, X402Payment
from wallet.models.ledger import LedgerTransaction
from wallet.providers import chain as asked
from wallet.tasks import finish_x402

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
NOT_ONE = "0x" + "1" * 64


def staff() -> Client:
    client = Client()
    client.force_login(given_agent(is_staff=True).account)
    return client


def given_lost(facilitator: Any, chain: Any, agent: Api) -> tuple[X402Payment, str]:
    """A deposit of 5 USD that was settled without a word and is with staff by now; and the transaction's hash."""
    facilitator.silent = True
    assert deposit(agent, 500, sign(chain.payer(50), deposit(agent, 500))).status == 202
    return lose(), chain.w3.eth.get_block("latest")["transactions"][0].to_0x_hex()


def lose() -> X402Payment:
    X402Payment.objects.update(status="attention", reason="the chain does not answer")
    return X402Payment.objects.get()


def decide(office: Client, row: X402Payment, verb: str, confirmed: bool = True, **form: str) -> str:
    values = {f"{verb}-{name}": value for name, value in form.items()} | ({"confirmed": "1"} if confirmed else {})
    address = reverse("admin:wallet_x402payment_decide", args=[row.pk, verb])
    return office.post(address, values, follow=True).content.decode()


def test_staff_sees_it_on_the_first_page_and_its_own(facilitator: Any, chain: Any) -> None:
    row, _ = given_lost(facilitator, chain, given_agent())
    office = staff()

    first = office.get("/admin/").content.decode()
    assert re.search(r"Stablecoin payments to trace <strong>1</strong>", first)
    page = office.get(reverse("admin:wallet_x402payment_change", args=[row.pk])).content.decode()
    assert "It was paid" in page and "It was not paid" in page and row.payer in page


def test_staff_names_the_transaction_and_it_is_credited(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    row, tx_hash = given_lost(facilitator, chain, agent)
    office = staff()
    with untouched():
        said = decide(office, row, "paid", confirmed=False, tx_hash=tx_hash, reason="The explorer shows it.")
    assert "The chain is asked about this transaction" in said and "5.00 USD" in said

    done = decide(office, row, "paid", tx_hash=tx_hash.upper().replace("X", "x"), reason="The explorer shows it.")

    row.refresh_from_db()
    assert "recorded as paid." in done
    assert (row.status, row.tx_hash, wallet_of(agent), violations()) == ("settled", tx_hash, 500, [])
    booked = LedgerTransaction.objects.get(kind="deposit")
    assert booked.tags["reason"] == "The explorer shows it." and booked.tags["actor"].startswith("staff:prf_")
    with untouched():
        assert "This one is settled by now." in decide(office, row, "not-paid", reason="No.")


def test_a_node_without_old_logs_is_helped_by_the_hash(
    facilitator: Any, chain: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = given_agent()
    row, tx_hash = given_lost(facilitator, chain, agent)
    monkeypatch.setattr(asked, "_MAX_SEARCHES", 0)
    X402Payment.objects.update(next_attempt_at=clock.now() - timedelta(seconds=1))
    assert (finish_x402(), wallet_of(agent)) == (1, 0)

    decide(staff(), row, "paid", tx_hash=tx_hash, reason="The explorer shows it.")

    assert (X402Payment.objects.get().status, wallet_of(agent), violations()) == ("settled", 500, [])


def test_an_account_whose_payment_staff_has_found_belongs_to_the_wallet(facilitator: Any, chain: Any) -> None:
    wallet, facilitator.silent = chain.payer(50), True
    assert sign_up(sign(wallet, sign_up())).status == 202
    tx_hash = chain.w3.eth.get_block("latest")["transactions"][0].to_0x_hex()
    row, office = lose(), staff()
    before = Account.objects.count()

    decide(office, row, "paid", tx_hash=tx_hash, reason="The explorer shows it.")

    assert Account.objects.count() == before + 1
    answer = sign_up(**proof(wallet))
    assert (answer.status, answer["status"], answer["balanceCents"]) == (200, "account_recovered", 1000)
    assert violations() == []


def test_the_chain_has_to_say_the_same(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    row, tx_hash = given_lost(facilitator, chain, agent)
    other = chain.do(chain.token.functions.mint(chain.treasury, 5))
    office = staff()
    with untouched():
        assert "no transaction&#x27;s hash" in decide(office, row, "paid", tx_hash="0x12", reason="Mine.")
        assert "Write down what you found" in decide(office, row, "paid", tx_hash=tx_hash)
        for wrong in (other, NOT_ONE):
            assert "The chain does not say so." in decide(office, row, "paid", tx_hash=wrong, reason="Mine.")
        assert f"It was paid by {tx_hash}." in decide(office, row, "not-paid", reason="Not there.")
        decide(Client(), row, "not-paid", reason="Me, me, me.")
        chain.away = True
        assert "nothing was changed" in decide(office, row, "paid", tx_hash=tx_hash, reason="It is there.")
    chain.away = False
    assert (X402Payment.objects.get().status, wallet_of(agent)) == ("attention", 0)


def test_staff_records_that_it_was_not_paid(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    row, _ = given_lost(facilitator, chain, agent)
    chain.away = True

    decide(staff(), row, "not-paid", reason="Two explorers know nothing of it.")

    row.refresh_from_db()
    assert (row.status, row.reason, row.next_attempt_at, wallet_of(agent)) == ("failed", "not_paid", None, 0)
    assert "Two explorers know nothing of it." in LogEntry.objects.get().get_change_message()
    chain.away = False
    assert violations() == []


@pytest.mark.parametrize("settled_already", [True, False])
def test_what_is_known_is_not_decided(facilitator: Any, chain: Any, settled_already: bool) -> None:
    agent = given_agent()
    row, tx_hash = given_lost(facilitator, chain, agent)
    X402Payment.objects.update(status="review", reason="", next_attempt_at=clock.now() - timedelta(seconds=1))
    if settled_already:
        finish_x402()
    office = staff()
    with untouched():
        decide(office, row, "paid", tx_hash=tx_hash, reason="Late.")
        decide(office, row, "not-paid", reason="Late.")


def test_other_money_that_nobody_could_trace_is_counted_too() -> None:
    agent = given_agent()
    TopUp.objects.create(account=agent.account, amount_cents=500, status="attention")

    first = staff().get("/admin/").content.decode()

    assert re.search(r"Top-ups to trace <strong>1</strong>", first)
    assert re.search(r"Card tokens to trace <strong>0</strong>", first)


@pytest.mark.parametrize("verb", ["paid", "not-paid"])
def test_no_transaction_is_open_while_the_chain_is_asked(
    facilitator: Any, chain: Any, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    row, tx_hash = given_lost(facilitator, chain, given_agent())
    open_: list[bool] = []
    look = asked.poll

    def watched(*args: Any) -> Any:
        open_.append(connection.in_atomic_block)
        return look(*args)

    monkeypatch.setattr(asked, "poll", watched)

    decide(staff(), row, verb, reason="The explorer shows it.", **({"tx_hash": tx_hash} if verb == "paid" else {}))

    assert open_ == [False]
