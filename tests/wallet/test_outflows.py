"""Money that leaves: taken first, sent with our row's id as the key, booked by what the provider says. Never guessed."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.market import given_money, violations
from wallet import ledger as books
from wallet import providers
from wallet.errors import InsufficientFunds, ProviderUnavailable
from wallet.models import Outflow, SandboxRecord
from wallet.providers.cards import Outcome
from wallet.services import outflows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
At = Callable[[str], datetime]


def given_outflow(agent: Api, cents: int = 400, *, destination: str = "sbx_acct:ok") -> Outflow:
    given_money(agent, 1000)
    return unit(
        lambda: outflows.begin(
            by=Actor.system(),
            account_id=agent.account.pk,
            kind="withdrawal",
            rail="payout",
            cents=cents,
            destination=destination,
        )
    )


def moved(agent: Api) -> tuple[int, int, int]:
    """(wallet, transit, paid out to banks)."""
    return (
        books.balance(books.wallet(agent.account.pk)),
        books.house_balance(books.TRANSIT),
        books.house_balance(books.WORLD["payout"]),
    )


def state(outflow: Outflow) -> str:
    outflow.refresh_from_db()
    return outflow.status


def test_the_money_leaves_first_and_is_paid_when_the_provider_says_so(agent: Api) -> None:
    outflow = given_outflow(agent)
    assert (state(outflow), moved(agent)) == ("sending", (600, 400, 0))

    outflows.send(outflow.pk)

    assert (state(outflow), moved(agent)) == ("paid", (600, 0, 400))
    assert SandboxRecord.objects.get().public_id == outflow.provider_ref


def test_a_refusal_for_good_brings_it_back(agent: Api) -> None:
    outflow = given_outflow(agent, destination="sbx_acct:fails")

    outflows.send(outflow.pk)

    assert (state(outflow), outflow.failure, moved(agent)) == ("failed", "account_closed", (1000, 0, 0))


def test_sending_twice_pays_once(agent: Api) -> None:
    outflow = given_outflow(agent)

    for _ in range(3):
        outflows.send(outflow.pk)
    outflows.finish(outflow.pk, Outcome("failed", "late and wrong"))

    assert (state(outflow), moved(agent), SandboxRecord.objects.count()) == ("paid", (600, 0, 400), 1)


def test_a_provider_that_is_away_is_asked_again_with_the_same_key(
    agent: Api, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = at("2026-03-01T10:00:00Z")
    outflow = given_outflow(agent)
    with monkeypatch.context() as away:
        away.setattr(providers.SandboxCards, "pay_out", _away)
        outflows.send(outflow.pk)
        assert (state(outflow), outflow.attempts, moved(agent)) == ("sending", 1, (600, 400, 0))
    assert outflows.send_due() == 0, "not yet"

    clock.freeze(begun + timedelta(seconds=30))
    assert outflows.send_due() == 1

    assert (state(outflow), moved(agent)) == ("paid", (600, 0, 400))


def test_after_a_day_without_an_answer_staff_is_called_and_the_money_stays_where_it_is(
    agent: Api, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = at("2026-03-01T10:00:00Z")
    outflow = given_outflow(agent)
    monkeypatch.setattr(providers.SandboxCards, "pay_out", _away)
    clock.freeze(begun + timedelta(hours=24))

    outflows.send_due()

    assert (state(outflow), outflow.next_attempt_at, moved(agent)) == ("attention", None, (600, 400, 0))
    outflows.finish(outflow.pk, Outcome("succeeded", "found by staff"))
    assert (state(outflow), moved(agent)) == ("paid", (600, 0, 400))


def test_what_the_bank_sends_back_days_later_returns_once(agent: Api) -> None:
    outflow = given_outflow(agent)
    outflows.send(outflow.pk)

    for _ in range(2):
        outflows.mark_returned(outflow.pk)

    assert (state(outflow), moved(agent)) == ("returned", (1000, 0, 0))


def test_more_than_there_is_begins_nothing(agent: Api) -> None:
    with pytest.raises(InsufficientFunds):
        given_outflow(agent, 1001)

    assert (Outflow.objects.count(), moved(agent), violations()) == (0, (1000, 0, 0), [])


def _away(*args: object, **kwargs: object) -> Outcome:
    raise ProviderUnavailable()
