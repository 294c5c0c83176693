"""What the audits find: all of it in the whole history, by night what is open, or is new since the last checkpoint."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from marketplace.core import clock
from tests.contradictions import plant
from tests.factories.accounts import given_agent
from tests.factories.market import given_charged, given_funded_agent, given_payouts, given_taken_back
from tests.factories.months import named
from tests.wallet.test_every_rule import PLANTED
from wallet.models import Outflow
from wallet.ports import audits
from wallet.services import checkpoints, outflows

pytestmark = pytest.mark.django_db

# What a checkpoint itself says; an account that never moved.
BY_WHOLE_PROOF = {"checkpoint differs from its moves", "sealed month was changed", "account without an escrow"}
# Found on rows that are older than the last checkpoint, too: they are open, or hold now. What is not among these is over by then,
# and compared again by the whole proof alone.
HOWEVER_OLD = {
    # without a checkpoint the ledger proves all of itself
    "balance differs from its moves",
    "total differs from its moves",
    "statement has a gap",
    "move without an account",
    "transaction without moves",
    "move lost a balance",
    "guard missing or disabled",
    "owned and house accounts do not balance",
    # the wallet
    "money in transit is not that of the open outflows",
    "house account missing",
    "limits of a key or program of another account",
    "limits that no spend looks for",
    "outflow that never left its account",
    "open outflow with an ending",
    "page charged by two of its quotes",
    "chargeback without its moves",
    "chargeback recovered with other cents",
    "chargeback of no payment of its account",
    "losses are not what is owed and paid as fees",
    # work
    "open seat does not hold its amount",
    "unfunded escrow has money moves",
    "funded escrow without its funding",
    "seat at another rate than its pool",
    "share is kept beyond its decision",
    "dispute and its escrow disagree",
    "disputed escrow without a dispute",
    "pool differs from its free seats",
    "bounty and its pool differ in price or rate",
    "bounty without a pool",
    "live bounty without funding",
    "ended bounty whose pool is open",
    "bounty behind its seats",
    "full bounty that looks for people",
    "pending_funding without a raise, or a raise without it",
    "hired without an escrow",
    "hired seat without an end",
    "spots filled differ from hired people",
    "booking and its escrow disagree",
    "booking paid by a foreign escrow",
    "escrow of a booking that is not there",
    "subscription that waits for nothing",
    "ended QA run whose money is not accounted for",
    "ended QA run whose listing lives",
    "QA run without its money",
    "QA listing without its run",
    "ended taste run whose money is not settled",
    "ended taste run whose bounty goes on",
}


def found(since: datetime | None) -> set[str]:
    return {fault for audit in audits.all() for fault, _, _ in audit(since)}


@pytest.mark.parametrize("rule", PLANTED)
def test_a_planted_contradiction_is_found(rule: str) -> None:
    given, planted = PLANTED[rule]
    begun = clock.now()
    given()
    later = clock.now() + timedelta(days=400)
    assert found(None) == found(begun) == found(later) == set()

    _plant(planted)

    assert rule in found(None)
    assert (rule in found(begun)) == (rule not in BY_WHOLE_PROOF)
    assert (rule in found(later)) == (rule in HOWEVER_OLD)


def _plant(planted: str | Callable[[], object]) -> None:
    if isinstance(planted, str):
        plant(planted)
    else:
        planted()


# ------------------------------------------------------------------ with checkpoints


def given_withdrawal() -> UUID:
    agent = given_funded_agent(1_000)
    given_payouts(agent)
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    row = Outflow.objects.latest("id")
    outflows.send(row.pk)
    return row.pk


def given_sealed() -> None:
    """Everything until now is of a month that is sealed."""
    clock.freeze(clock.now() + timedelta(days=40))
    assert checkpoints.seal_due()
    assert named() == named(whole=True) == set()


def test_what_has_ended_is_compared_until_its_month_is_sealed_and_then_by_the_whole_proof() -> None:
    fault, statement = (
        "outflow that ended with other cents",
        "update wallet_outflow set kept_cents = {} where id = '{}'",
    )
    old = given_withdrawal()
    given_sealed()
    new = given_withdrawal()

    plant(statement.format(1, old))
    assert (fault in named(), fault in named(whole=True)) == (False, True)
    plant(statement.format(0, old))
    plant(statement.format(1, new))
    assert (fault in named(), fault in named(whole=True)) == (True, True)


def test_what_a_bank_sends_back_after_its_month_was_sealed_is_compared_again() -> None:
    fault = "outflow returned in one book only"
    came_back, stays = given_withdrawal(), given_withdrawal()
    given_sealed()
    outflows.mark_returned(came_back)
    assert named() == set()

    plant(f"update wallet_outflow set status = 'returned' where id = '{stays}'")
    assert fault in named()
    plant(f"update wallet_outflow set status = 'paid' where id = '{stays}'")
    assert named() == set()
    plant(f"update wallet_outflow set status = 'paid', returned_at = null where id = '{came_back}'")
    assert fault in named()


def test_a_debt_is_compared_for_as_long_as_it_is_owed() -> None:
    agent = given_agent()
    payment = given_charged(agent, 500)
    given_payouts(agent)
    agent.post("/api/wallet/withdraw", {"amountCents": 300})
    outflows.send(Outflow.objects.latest("id").pk)
    debt, paid = (
        given_taken_back(payment, state="lost"),
        given_taken_back(given_charged(given_agent(), 500), state="lost"),
    )
    given_sealed()

    plant(f"update wallet_chargeback set recovered_cents = 1 where id = '{paid.pk}'")
    assert named() == set()
    plant(f"update wallet_chargeback set recovered_cents = 1 where id = '{debt.pk}'")
    assert "chargeback recovered with other cents" in named()


def test_a_loss_that_nobody_owes_is_found_by_night() -> None:
    given_taken_back(given_charged(given_agent(), 500), state="lost")
    given_sealed()
    given_taken_back(given_charged(given_agent(), 500), state="lost")

    plant(
        "update ledger_transaction set kind = 'test' "
        "where id = (select id from ledger_transaction where kind = 'chargeback' order by created_at desc limit 1)"
    )

    assert "losses are not what is owed and paid as fees" in named()
