"""A bank takes a payment back while its owner spends, withdraws, deposits and hires: never twice, never below zero, and what
is owed is what the wallet could not give."""

import random
from typing import Any

import pytest
from django.db import connection

from bounties.services import bounties
from marketplace.core.errors import Problem
from marketplace.core.transactions import unit
from tests import sampling
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_charged,
    given_funded_agent,
    given_money,
    given_payouts,
    given_taken_back,
    violations,
)
from wallet import ledger as books
from wallet.models import Chargeback, Outflow, Payment
from wallet.services import outflows, recoveries

pytestmark = pytest.mark.django_db(transaction=True)
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}


def wallet(agent: Api) -> int:
    return books.balance(books.wallet(agent.account.pk))


def debt(agent: Api) -> tuple[int, int, int]:
    """(from the wallet, paid off since, owed)"""
    row = Chargeback.objects.get(account=agent.account)
    return row.from_wallet_cents, row.recovered_cents, row.owed_cents


def given_paid(cents: int = 1000) -> tuple[Api, Payment]:
    agent = given_agent()
    return agent, given_charged(agent, cents)


def test_messages_at_once_take_it_once(at_once: Any) -> None:
    agent, payment = given_paid()

    rows = at_once(*[lambda: given_taken_back(payment)] * 4)

    assert len({row.pk for row in rows}) == 1
    assert (wallet(agent), debt(agent)) == (0, (1000, 0, 0))


def test_decisions_heard_at_once_return_it_once(at_once: Any) -> None:
    agent, payment = given_paid()
    given_taken_back(payment)

    at_once(*[lambda: given_taken_back(payment, state="won")] * 4)

    assert (wallet(agent), Chargeback.objects.get().status) == (1000, "won")


def test_the_bank_or_the_withdrawal_is_first(at_once: Any) -> None:
    agent, payment = given_paid()
    given_payouts(agent)

    _, answer = at_once(
        lambda: given_taken_back(payment), lambda: agent.post("/api/wallet/withdraw", {"amountCents": 600})
    )

    assert answer.status in (200, 402)
    assert debt(agent) == ((400, 0, 600) if answer.status == 200 else (1000, 0, 0))
    assert (wallet(agent), Outflow.objects.count()) == (0, 1 if answer.status == 200 else 0)


def test_the_bank_or_the_bounty_is_first(at_once: Any) -> None:
    agent, payment = given_paid()

    _, answer = at_once(lambda: given_taken_back(payment), lambda: agent.post("/api/bounties", TASK))

    funded = answer.status == 200 and "deposit_url" not in answer.body
    assert debt(agent) == ((410, 0, 590) if funded else (1000, 0, 0))
    assert wallet(agent) == 0


def test_a_hire_out_of_a_funded_bounty_goes_on(at_once: Any) -> None:
    agent, payment = given_paid(590)
    bounty = given_bounty(agent)
    path = f"/api/bounties/{bounty.public_id}/applications/{given_application(bounty)[1].public_id}"

    _, answer = at_once(lambda: given_taken_back(payment), lambda: agent.patch(path, {"action": "accept"}))

    assert (answer.status, debt(agent)) == (200, (0, 0, 590))


def test_a_deposit_at_the_same_moment_pays_it_off(at_once: Any) -> None:
    agent, payment = given_paid()
    given_bounty(agent)

    at_once(lambda: given_taken_back(payment), lambda: given_money(agent, 900))
    recoveries.recover_due()

    taken, recovered, owed = debt(agent)
    assert (taken + recovered, owed, wallet(agent)) == (1000, 0, 310)


def test_deposits_and_the_timer_at_once_recover_what_is_owed_and_no_more(at_once: Any) -> None:
    agent, payment = given_paid()
    bounty = given_bounty(agent)
    given_taken_back(payment)
    unit(lambda: bounties.cancel(acting(agent), bounty.public_id, reason="task_no_longer_needed"))

    at_once(*[lambda: given_money(agent, 200)] * 3, *[recoveries.recover_due] * 3)
    recoveries.recover_due()

    assert (debt(agent), wallet(agent)) == ((410, 590, 0), 600)


def test_won_while_it_is_paid_off_gives_back_whatever_was(at_once: Any) -> None:
    agent, payment = given_paid()
    given_bounty(agent)
    given_taken_back(payment)

    at_once(lambda: given_taken_back(payment, state="won"), *[lambda: given_money(agent, 200)] * 2)

    assert (Chargeback.objects.get().owed_cents, wallet(agent)) == (0, 410 + 400)


@pytest.mark.parametrize("walk", range(3))
def test_whatever_many_hands_do_the_books_add_up(at_once: Any, walk: int) -> None:
    """Deposits, spends, withdrawals, cancelled bounties, banks that take back and decide; looked at whenever all rest."""
    agents = [given_funded_agent(2000) for _ in range(2)]
    for agent in agents:
        given_payouts(agent)

    def pay_in(rng: random.Random, agent: Api) -> None:
        given_charged(agent, rng.choice([100, 500, 1200]))

    def post(rng: random.Random, agent: Api) -> None:
        assert agent.post("/api/bounties", TASK | {"price": rng.choice([1, 5])}).status in (200, 402)

    def cancel(rng: random.Random, agent: Api) -> None:
        mine = list(agent.account.bounties.filter(status="open").order_by("pk"))
        if mine:
            bounty = rng.choice(mine)
            try:
                unit(lambda: bounties.cancel(acting(agent), bounty.public_id, reason="task_no_longer_needed"))
            except Problem:
                pass  # somebody was faster

    def withdraw(rng: random.Random, agent: Api) -> None:
        assert agent.post("/api/wallet/withdraw", {"amountCents": rng.choice([100, 400])}).status in (200, 402)
        for row in Outflow.objects.filter(account=agent.account, status="sending"):
            outflows.send(row.pk)

    def take_back(rng: random.Random, agent: Api) -> None:
        payment = rng.choice(list(Payment.objects.filter(account=agent.account).order_by("pk")))
        given_taken_back(payment)

    def decide(rng: random.Random, agent: Api) -> None:
        rows = list(Chargeback.objects.filter(account=agent.account).select_related("payment").order_by("pk"))
        if rows:
            given_taken_back(rng.choice(rows).payment, state=rng.choice(["won", "lost"]), fee_returned_cents=700)

    def recover(rng: random.Random, agent: Api) -> None:
        recoveries.recover_due()

    verbs = [pay_in, pay_in, post, post, cancel, withdraw, take_back, take_back, decide, recover]

    def hand(rng: random.Random) -> None:
        for _ in range(8):
            rng.choice(verbs)(rng, rng.choice(agents))

    for number in range(4):
        hands = [sampling.rng("chargebacks", walk, number, place) for place in range(4)]
        raised = at_once(*[lambda rng=rng: hand(rng) for rng in hands])
        assert [error for error in raised if error is not None] == []
        assert violations() == [], f"round {number}"
        recoveries.recover_due()
        with connection.cursor() as cursor:
            cursor.execute(
                "select count(*) from ledger_account a where a.kind = 'wallet' and a.balance > 0 and exists "
                "(select from wallet_chargeback c where c.account_id = a.owner_id and c.owed_cents > 0)"
            )
            assert cursor.fetchone()[0] == 0, "who owes has nothing left"
