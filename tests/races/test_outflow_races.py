"""Money that leaves, asked for at once: never more than there is, each refund once, and one call of the provider is enough."""

from datetime import timedelta
from typing import Any

import pytest

from marketplace.core import clock
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_charged, given_funded_agent, given_payouts
from wallet import ledger as books
from wallet.models import Outflow, Payment
from wallet.services import outflows

pytestmark = pytest.mark.django_db(transaction=True)
ROUTE = "/api/wallet/funding-refunds"


def body_of(quote: dict[str, Any], request: str) -> dict[str, Any]:
    return {
        "fundingTransactionId": quote["fundingTransactionId"],
        "requestId": request,
        "expectedPrincipalCents": quote["principalCents"],
        "expectedRefundAmountCents": quote["refundAmountCents"],
        "confirm": True,
    }


def test_two_withdrawals_of_the_same_money(at_once: Any) -> None:
    agent = given_funded_agent(1000)
    given_payouts(agent)

    answers = at_once(*[lambda: agent.post("/api/wallet/withdraw", {"amountCents": 600})] * 3)
    rest = at_once(*[lambda: agent.post("/api/wallet/withdraw")] * 3)

    assert (
        sorted((answer.status, answer.code) for answer in answers) == [(200, None)] + [(402, "insufficient_funds")] * 2
    )
    assert sorted(answer.status for answer in rest) == [200, 402, 402]
    assert books.balance(books.wallet(agent.account.pk)) == 0


def test_withdrawals_at_once_leave_what_has_not_cleared(at_once: Any, settings: Any) -> None:
    agent = given_funded_agent(1000)
    given_payouts(agent)
    Payment.objects.update(created_at=clock.now() - timedelta(days=8))
    given_charged(agent, 700)
    settings.CARD_CLEARING_DAYS = 7

    answers = at_once(*[lambda: agent.post("/api/wallet/withdraw", {"amountCents": 600})] * 3)

    assert sorted(answer.status for answer in answers) == [200, 402, 402]
    assert books.balance(books.wallet(agent.account.pk)) == 1100


def test_one_key_withdraws_once(at_once: Any) -> None:
    agent = given_funded_agent(1000)
    given_payouts(agent)

    answers = at_once(*[lambda: agent.post("/api/wallet/withdraw", {"amountCents": 300}, Idempotency_Key="k")] * 4)

    assert {answer.status for answer in answers} == {200}
    assert len({answer["withdrawal"]["id"] for answer in answers}) == 1 == Outflow.objects.count()


def test_two_refunds_of_one_payment(at_once: Any) -> None:
    agent = given_agent()
    given_charged(agent, 2000)
    (quote,) = agent.get(ROUTE)["refundable"]

    answers = at_once(*[lambda n=n: agent.post(ROUTE, body_of(quote, f"request-{n}")) for n in range(4)])

    assert sorted((a.status, a.code) for a in answers) == [(200, None)] + [(409, "refund_quote_changed")] * 3
    assert Outflow.objects.get().kept_cents == 88


def test_one_request_at_once_is_one_refund(at_once: Any) -> None:
    agent = given_agent()
    given_charged(agent, 2000)
    given_charged(agent, 1000)
    newer, older = agent.get(ROUTE)["refundable"]

    answers = at_once(
        *[lambda: agent.post(ROUTE, body_of(older, "request-1"))] * 3,
        *[lambda: agent.post(ROUTE, body_of(newer, "request-1"))] * 3,
    )

    assert sorted((a.status, a.code) for a in answers) == [(200, None)] * 3 + [(409, "refund_request_reused")] * 3
    assert len({a["refund"]["id"] for a in answers if a.status == 200}) == 1 == Outflow.objects.count()


def test_a_refund_while_the_money_is_spent(at_once: Any) -> None:
    agent = given_agent()
    given_charged(agent, 590)
    (quote,) = agent.get(ROUTE)["refundable"]

    refunds = [lambda: agent.post(ROUTE, body_of(quote, "request-1"))] * 2
    results = at_once(*refunds, lambda: given_bounty(agent))

    refunded = [result.status for result in results[:2]]
    spent = results[2].status == "open"
    assert refunded == ([409, 409] if spent else [200, 200]), "the money went one way, and only once"
    assert books.balance(books.wallet(agent.account.pk)) == 0


def test_coming_back_is_booked_once_whoever_hears_of_it(at_once: Any) -> None:
    agent = given_funded_agent(1000)
    given_payouts(agent)
    agent.post("/api/wallet/withdraw", {"amountCents": 400})
    pk = Outflow.objects.get().pk
    outflows.send(pk)

    at_once(*[lambda: outflows.mark_returned(pk)] * 4)

    assert books.balance(books.wallet(agent.account.pk)) == 1000


def test_a_withdrawal_while_the_bank_account_is_changed_goes_to_one_of_the_two(at_once: Any) -> None:
    agent = given_funded_agent(1000)
    given_payouts(agent)

    at_once(
        lambda: agent.post("/api/wallet/withdraw", {"amountCents": 400}),
        lambda: given_payouts(agent, "000111111116"),
        lambda: given_payouts(agent),
    )

    assert Outflow.objects.get().destination.split(":")[1] in ("ok", "fails")
