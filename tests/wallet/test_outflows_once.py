"""Money leaves once, whatever was lost on the way: an answer, a provider's memory of our key, a message, or a whole day."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.market import untouched
from tests.wallet.conftest import given_checkout, wallet_of
from tests.wallet.rails import Rail, Stripe
from wallet import ledger as books
from wallet import tasks
from wallet.errors import ProviderUnavailable
from wallet.models import Outflow, Payment
from wallet.providers import card_rail
from wallet.providers import stripe as rails
from wallet.providers.cards import Outcome
from wallet.services import outflows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
KINDS = pytest.mark.parametrize("kind", ["refund", "pay_out"])
DAY = timedelta(days=1)


@pytest.fixture
def rail(token_rail: Rail, at: Callable[[str], Any]) -> Rail:
    """Both card rails, in the morning. Their books and ours agree in the end."""
    at("2026-11-21T10:00Z")
    return token_rail


@pytest.fixture
def stripe(token_stripe: Stripe, at: Callable[[str], Any]) -> Stripe:
    at("2026-11-21T10:00Z")
    return token_stripe


def given(agent: Api, rail: Rail, kind: str, cents: int = 400, *, fails: bool = False) -> Outflow:
    """Of 10 USD paid by card: a part goes back to the card, or out to a bank."""
    checkout = given_checkout(agent, 1000)
    assert rail.pay(checkout)
    to: dict[str, Any] = {"kind": "withdrawal", "rail": "payout", "destination": rail.bank(fails=fails)}
    if kind == "refund":
        to = {"kind": "funding_refund", "rail": "card", "payment": Payment.objects.get(checkout=checkout)}
    return unit(lambda: outflows.begin(by=Actor.system(), account_id=agent.account.pk, cents=cents, **to))


def given_unheard(agent: Api, rail: Rail, kind: str, step: str = "", **more: Any) -> Outflow:
    """The provider has done it, and its answer was lost."""
    row = given(agent, rail, kind, **more)
    if isinstance(rail, Stripe):
        rail.unheard(step or kind)
    else:
        rail.unheard(kind)
    outflows.send(row.pk)
    rail.back()
    assert status(row) == "sending"
    return row


def status(row: Outflow) -> str:
    row.refresh_from_db()
    return row.status


def later(time: timedelta) -> None:
    clock.freeze(clock.now() + time)


def moved(agent: Api, rail: Rail) -> tuple[int, int, int]:
    """(wallet, transit, what really left)"""
    return wallet_of(agent), books.house_balance(books.TRANSIT), rail.sent()


# ------------------------------------------------------------------ asked for again


@KINDS
@pytest.mark.parametrize("forgotten", [False, True])
def test_what_was_sent_without_an_answer_is_found_and_not_sent_again(
    agent: Api, rail: Rail, kind: str, forgotten: bool
) -> None:
    row = given_unheard(agent, rail, kind)
    if forgotten:
        rail.forget_keys()
        later(DAY)
    later(timedelta(minutes=1))

    assert outflows.send_due() == 1

    assert (status(row), moved(agent, rail)) == ("paid", (600, 0, 400))


def test_a_whole_refund_that_was_sent_does_not_return_to_the_wallet(agent: Api, rail: Rail) -> None:
    row = given_unheard(agent, rail, "refund", cents=1000)
    rail.forget_keys()
    later(DAY)

    outflows.send_due()

    assert (status(row), moved(agent, rail)) == ("paid", (0, 0, 1000))


def test_a_refund_of_ours_made_since_we_looked_is_no_refusal(
    agent: Api, stripe: Stripe, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = given_unheard(agent, stripe, "refund", cents=1000)
    stripe.forget_keys()
    made, looks = rails.StripeCards.find_by_key, [False, True]
    monkeypatch.setattr(rails.StripeCards, "find_by_key", lambda *a, **k: made(*a, **k) if looks.pop(0) else None)

    outflows.send(row.pk)

    assert (status(row), moved(agent, stripe)) == ("paid", (0, 0, 1000))


@pytest.mark.parametrize("step", ["transfer", "pay_out"])
@pytest.mark.parametrize("fails", [False, True])
def test_a_payout_goes_on_from_where_its_answers_ended(agent: Api, stripe: Stripe, step: str, fails: bool) -> None:
    row = given_unheard(agent, stripe, "pay_out", step, fails=fails)
    # Others have been paid out by the same account since: it is ours that is looked for, and pages are turned.
    for _ in range(3):
        stripe.api._new("po", "payout", account=row.destination, amount=400, status="paid")
    stripe.forget_keys()
    later(DAY)

    outflows.send_due()

    transfers = [thing for thing in stripe.api.things.values() if thing["object"] == "transfer"]
    payouts = [thing for thing in stripe.api.things.values() if thing["metadata"].get("ours") == row.public_id]
    assert (len(transfers), len(payouts)) == (1, 2), "a transfer and its payout"
    assert status(row) == ("failed" if fails else "paid")
    assert moved(agent, stripe) == ((1000, 0, 0) if fails else (600, 0, 400))


# ------------------------------------------------------------------ heard of


@KINDS
@pytest.mark.parametrize("before", ["sending", "attention"])
def test_hearing_of_what_was_sent_books_it_and_sends_nothing(agent: Api, rail: Rail, kind: str, before: str) -> None:
    row = given_unheard(agent, rail, kind)
    Outflow.objects.update(status=before)
    rail.forget_keys()

    outflows.on_webhook(row.pk)

    assert (status(row), moved(agent, rail)) == ("paid", (600, 0, 400))


@KINDS
@pytest.mark.parametrize("before", ["sending", "attention"])
def test_hearing_of_what_was_never_sent_sends_nothing(agent: Api, rail: Rail, kind: str, before: str) -> None:
    row = given(agent, rail, kind)
    Outflow.objects.update(status=before)

    with untouched(), pytest.raises(ProviderUnavailable):
        outflows.on_webhook(row.pk)

    assert (status(row), moved(agent, rail)) == (before, (600, 400, 0))


def test_hearing_of_a_transfer_that_was_not_paid_on_leaves_it_to_the_sweep(agent: Api, stripe: Stripe) -> None:
    row = given_unheard(agent, stripe, "pay_out", "transfer")

    outflows.on_webhook(row.pk)
    assert (status(row), row.provider_ref) == ("sending", "")
    later(timedelta(hours=1))
    outflows.send_due()

    assert (status(row), moved(agent, stripe)) == ("paid", (600, 0, 400))


@KINDS
def test_the_message_about_one_that_nobody_could_account_for_ends_it(agent: Api, stripe: Stripe, kind: str) -> None:
    row = given_unheard(agent, stripe, kind)
    later(DAY * 2)
    Outflow.objects.update(status="attention", next_attempt_at=None)
    stripe.forget_keys()
    about, event = ("refund", "refund.updated") if kind == "refund" else ("payout", "payout.paid")
    (thing,) = [thing["id"] for thing in stripe.api.things.values() if thing["object"] == about]
    body, signature = stripe.api.message(event, thing)

    for _ in range(2):
        heard = Api().call("POST", "/api/providers/stripe/webhook", raw=body, Stripe_Signature=signature)
        assert heard.status == 200

    assert (status(row), moved(agent, stripe)) == ("paid", (600, 0, 400))


@KINDS
def test_what_was_made_of_a_key_is_told_without_making_anything(agent: Api, rail: Rail, kind: str) -> None:
    row = given(agent, rail, kind)
    of = row.payment.reference if row.payment else row.destination
    assert card_rail().find_by_key(row.provider_kind, key=row.public_id, of=of) is None

    outflows.send(row.pk)

    row.refresh_from_db()
    made = card_rail().find_by_key(row.provider_kind, key=row.public_id, of=of)
    assert isinstance(made, Outcome) and (made.state, made.reference) == ("succeeded", row.provider_ref)
    assert rail.sent() == 400


# ------------------------------------------------------------------ paid, and sent back later


def given_paid(agent: Api, rail: Rail, kind: str) -> Outflow:
    row = given(agent, rail, kind)
    outflows.send(row.pk)
    assert status(row) == "paid"
    return row


@KINDS
def test_what_was_sent_back_without_a_message_is_found_by_the_timer(agent: Api, rail: Rail, kind: str) -> None:
    row = given_paid(agent, rail, kind)
    rail.fail_late()
    later(DAY - timedelta(minutes=1))
    assert tasks.poll_paid_outflows() == 0

    later(timedelta(minutes=1))
    assert [tasks.poll_paid_outflows() for _ in range(2)] == [1, 0]

    assert (status(row), row.poll_at, moved(agent, rail)) == ("returned", None, (1000, 0, 0))


@pytest.mark.parametrize(("kind", "days"), [("pay_out", 10), ("refund", 30)])
def test_what_was_paid_is_looked_at_daily_for_as_long_as_it_may_come_back(
    agent: Api, rail: Rail, monkeypatch: pytest.MonkeyPatch, kind: str, days: int
) -> None:
    row = given_paid(agent, rail, kind)
    heard: list[int] = []
    hear = outflows.on_webhook
    monkeypatch.setattr(outflows, "on_webhook", lambda pk: (heard.append(1), hear(pk))[1])

    for _ in range(days * 2 + 10):
        later(DAY / 2)
        assert tasks.poll_paid_outflows() == 0

    assert len(heard) == days
    assert (status(row), row.poll_at, moved(agent, rail)) == ("paid", None, (600, 0, 400))


@KINDS
def test_while_the_provider_is_away_what_was_paid_stays_paid_and_is_asked_about_a_day_later(
    agent: Api, rail: Rail, kind: str
) -> None:
    row = given_paid(agent, rail, kind)
    rail.fail_late()
    rail.away()
    later(DAY)
    assert (tasks.poll_paid_outflows(), status(row)) == (0, "paid")

    rail.back()
    later(DAY)

    assert (tasks.poll_paid_outflows(), status(row)) == (1, "returned")


def test_one_that_can_t_be_asked_about_holds_up_no_other(
    agent: Api, rail: Rail, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = given_paid(agent, rail, "pay_out"), given_paid(agent, rail, "refund")
    rail.fail_late()
    later(DAY)
    hear = outflows.on_webhook

    def faulty(pk: UUID) -> Outflow:
        if pk == first.pk:
            raise RuntimeError("a fault of ours")
        return hear(pk)

    with monkeypatch.context() as patch:
        patch.setattr(outflows, "on_webhook", faulty)
        assert tasks.poll_paid_outflows() == 1
    assert (status(first), status(second)) == ("paid", "returned")

    later(DAY)
    assert (tasks.poll_paid_outflows(), status(first)) == (1, "returned")
