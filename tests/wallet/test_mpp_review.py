"""MPP when something dies, is slow, or is paid twice, at both providers: nothing is guessed, nothing is charged twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from bounties.models import Bounty
from bounties.services import funding
from marketplace.core import clock
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.mpp import (
    DECLINED,
    credential,
    given_quote,
    is_pending,
    look,
    pay,
    quote_of,
    receipt,
    send,
    token,
    undecided,
)
from tests.wallet.conftest import Payer, wallet_of
from tests.wallet.rails import Rail, Stripe
from wallet.models import Checkout, MppCharge, MppQuote, Outflow, Payment
from wallet.services import checkouts, outflows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}


# ------------------------------------------------------------------ both providers


def test_a_card_pays_and_is_declined_at_both(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)

    declined, paid = pay(quote, DECLINED), pay(quote)

    assert (declined.status, declined["reason"]) == (402, "card_declined")
    assert paid.status == 200, paid.body
    assert (wallet_of(agent), token_rail.charges()) == (500, 1)
    assert Payment.objects.get().method == "card •••• 4242"


def test_a_token_that_the_provider_does_not_know_charges_nothing(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)

    answer = pay(quote, "nobodys")

    assert (answer.status, answer.code, token_rail.charges()) == (402, "payment_required", 0)
    assert pay(quote).status == 200


# ------------------------------------------------------------------ nobody knows


@pytest.mark.parametrize("what", ["silent", "away"])
def test_a_lost_answer_is_202_and_finished_by_the_sweep(token_rail: Rail, what: str) -> None:
    """Whether the charge was made (silent) or not (away), it is made once, and nobody is asked to pay again."""
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    getattr(token_rail, what)()

    first = send(quote, credential(demanded))
    again = [send(quote), send(quote, credential(demanded)), send(quote, "Payment nonsense")]

    assert is_pending(first) and first["paymentIntentId"] == MppCharge.objects.get().public_id
    assert undecided(first)["reference"] == first["paymentIntentId"]
    for answer in again:
        assert is_pending(answer) and answer.headers["Payment-Receipt"] == first.headers["Payment-Receipt"]
        assert "WWW-Authenticate" not in answer.headers
    assert look() == 1 and wallet_of(agent) == 0, "still away"
    MppQuote.objects.update(expires_at=clock.now())  # its half hour is no concern of a charge that is under way
    assert is_pending(send(quote))

    token_rail.back()
    assert look() == 1 and look() == 0

    assert (wallet_of(agent), token_rail.charges(), MppCharge.objects.get().status) == (500, 1, "paid")
    done = send(quote)
    assert (done.status, done["status"], done["paymentIntentId"]) == (200, "credited", first["paymentIntentId"])
    assert receipt(done).reference == first["paymentIntentId"]


def test_a_lost_answer_that_was_a_refusal_opens_the_quote_again(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_rail.silent()
    assert is_pending(send(quote, credential(demanded, token(DECLINED))))

    token_rail.back()
    assert look() == 1

    assert send(quote).status == 402
    assert pay(quote).status == 200
    assert (wallet_of(agent), token_rail.charges()) == (500, 1)


def test_after_a_day_without_an_answer_staff_is_called_and_nothing_is_guessed(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_rail.silent()
    send(quote, credential(demanded))
    token_rail.away()
    MppCharge.objects.update(created_at=clock.now() - timedelta(hours=25))

    assert look() == 1 and look() == 1

    charge = MppCharge.objects.get()
    assert (charge.status, charge.token != "", wallet_of(agent)) == ("attention", True, 0)
    assert is_pending(send(quote))
    token_rail.back()
    assert look() == 1 and look() == 0
    assert (wallet_of(agent), token_rail.charges()) == (500, 1)


def test_an_installation_that_changed_its_provider_asks_nobody_else(token_rail: Rail, settings: Any) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_rail.silent()
    send(quote, credential(demanded))
    token_rail.back()
    mine, settings.CARD_PROVIDER = settings.CARD_PROVIDER, "none"

    with untouched(besides=MppCharge):
        assert look() == 1
    assert is_pending(send(quote))

    settings.CARD_PROVIDER = mine
    assert look() == 1 and wallet_of(agent) == 500


def test_a_quote_of_another_provider_s_page_is_not_charged_here(settings: Any) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    settings.CARD_PROVIDER, settings.STRIPE_API_KEY, settings.MPP_NETWORK_ID = "stripe", "sk_test_x", "profile_test_x"

    with untouched():
        answer = send(quote)

    assert (answer.status, answer.code) == (503, "payments_unavailable")
    assert wallet_of(agent) == 0


# ------------------------------------------------------------------ at once, and twice


def test_eight_at_once_are_charged_once(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    same = credential(demanded)

    def post(number: int) -> Answer:
        try:
            return send(quote, same if number % 2 else credential(demanded))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(post, range(8)))

    statuses = [answer.status for answer in answers]
    assert len({answer["paymentIntentId"] for answer in answers}) == 1, "also of those who came too early to know"
    assert statuses.count(200) >= 1 and set(statuses) <= {200, 202}, statuses
    assert (wallet_of(agent), token_rail.charges(), MppCharge.objects.count()) == (500, 1, 1)


def test_one_token_for_two_quotes_at_once_pays_one(token_rail: Rail, together: Callable[..., list[Any]]) -> None:
    agent, spt = given_agent(), token()
    quotes = [given_quote(agent), given_quote(agent)]
    credentials = [credential(send(quote), spt) for quote in quotes]

    answers = together(*[lambda place=place: send(quotes[place], credentials[place]) for place in (0, 1)])

    assert sorted(answer.status for answer in answers) == [200, 402]
    assert (wallet_of(agent), token_rail.charges()) == (500, 1)


def test_page_and_quote_paid_at_once_are_credited_once(together: Callable[..., list[Any]]) -> None:
    """In the sandbox: whichever comes first, what was charged second is refused, or goes back."""
    for _ in range(4):
        agent = given_agent()
        quote = given_quote(agent)
        checkout, authorization = Checkout.objects.latest("id"), credential(send(quote))

        page, answer = together(lambda c=checkout: Payer().pay(c), lambda q=quote, a=authorization: send(q, a))

        assert page.status in (302, 409) and answer.status in (200, 409), (page.body, answer.body)
        payments = Payment.objects.filter(account=agent.account)
        assert payments.filter(surplus=False).count() == 1 and wallet_of(agent) == 500
        assert payments.filter(surplus=True).count() == Outflow.objects.filter(account=agent.account).count()
        assert (answer.code == "paid_twice") == payments.filter(surplus=True, rail="mpp").exists()
    assert violations() == []


def test_page_and_quote_both_paid_are_credited_once_and_the_second_goes_back(token_rail: Rail) -> None:
    """The quote was charged while its answer was lost; meanwhile somebody paid the page."""
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_rail.silent()
    send(quote, credential(demanded))
    token_rail.back()
    assert token_rail.pay(Checkout.objects.get())
    assert look() == 1

    answers = [send(quote), send(quote, credential(demanded))]

    for answer in answers:
        assert (answer.status, answer.code) == (409, "paid_twice")
        assert receipt(answer).reference == answer["paymentIntentId"]
    assert (wallet_of(agent), token_rail.charges()) == (500, 2)
    surplus = Payment.objects.get(surplus=True)
    assert (surplus.rail, surplus.reference) == ("mpp", MppCharge.objects.get().provider_ref)
    outflows.send(Outflow.objects.get().pk)
    assert (Outflow.objects.get().status, Outflow.objects.get().rail) == ("paid", "mpp")


def test_a_page_charged_after_its_quote_is_the_surplus(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    checkout = Checkout.objects.get()
    if isinstance(token_rail, Stripe):
        assert Api().get(f"/checkout/{checkout.public_id}").status == 302
    checkout.refresh_from_db()
    first = pay(quote)
    checkouts.book(checkout.pk, rail="card", reference=token_rail.charge_again(checkout), cents=500)

    assert (send(quote).status, send(quote).body) == (200, first.body)
    surplus = Payment.objects.get(surplus=True)
    assert (surplus.rail, wallet_of(agent)) == ("card", 500)
    outflows.send(Outflow.objects.get().pk)


def test_a_page_cancelled_while_its_quote_is_charged_is_paid_all_the_same(token_rail: Rail) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    demanded = send(quote)
    token_rail.silent()
    send(quote, credential(demanded))
    checkouts.cancel(Checkout.objects.get().pk)
    token_rail.back()
    look()

    assert (send(quote).status, wallet_of(agent), Checkout.objects.get().status) == (200, 500, "paid")


def test_while_a_quote_may_be_charged_its_page_gets_no_other(token_rail: Rail) -> None:
    agent = given_agent()
    posted = agent.post("/api/bounties", TASK)
    quote = quote_of(posted)
    demanded = send(quote)
    token_rail.silent()
    send(quote, credential(demanded))
    MppQuote.objects.update(expires_at=clock.now())

    again = agent.post("/api/bounties/deposit", {"bountyId": posted["bountyId"]})

    assert again["status"] == "requires_payment" and "mppPayment" not in again.body
    token_rail.back()
    look()
    assert Bounty.objects.get().status == "open"


# ------------------------------------------------------------------ the second commit


def test_a_funding_that_dies_is_pending_and_finished_later(token_rail: Rail, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = given_agent()
    posted = agent.post("/api/bounties", TASK)
    quote = quote_of(posted)

    def die(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the worker died here")

    with monkeypatch.context() as patch:
        patch.setattr(funding, "go_live", die)
        first = pay(quote)
        assert (first.status, first["bounty"]) == (200, {"bountyId": posted["bountyId"], "status": "pending"})
        assert wallet_of(agent) == 590

    assert checkouts.settle_pending() == 1
    assert send(quote)["bounty"]["status"] == "funded"
    assert (wallet_of(agent), token_rail.charges()) == (0, 1)


def test_a_booking_that_dies_is_202_and_finished_by_the_sweep(
    token_rail: Rail, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = given_agent()
    quote = given_quote(agent)

    def die(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the worker died here")

    with monkeypatch.context() as patch:
        patch.setattr(checkouts, "book", die)
        assert is_pending(pay(quote))
    assert (wallet_of(agent), token_rail.charges()) == (0, 1)

    assert look() == 1
    assert (wallet_of(agent), token_rail.charges(), send(quote).status) == (500, 1, 200)
