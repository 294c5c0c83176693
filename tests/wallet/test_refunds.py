"""Deposits that go back: by a quote with exact figures, once per request, the fee once per payment."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from marketplace.core import ids
from marketplace.models import Mail
from tests.api import Answer, Api
from tests.factories.accounts import given_agent
from tests.factories.market import given_bounty, given_charged, untouched
from wallet import ledger as books
from wallet import providers
from wallet.models import Outflow, Payment, SandboxRecord
from wallet.providers.cards import Outcome
from wallet.rules.outflows import refund_parts
from wallet.services import outflows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ROUTE = "/api/wallet/funding-refunds"


def quotes(agent: Api) -> list[dict[str, Any]]:
    return list(agent.get(ROUTE)["refundable"])


def ask(agent: Api, quote: dict[str, Any], request: str = "refund-1", **changed: Any) -> Answer:
    body = {
        "fundingTransactionId": quote["fundingTransactionId"],
        "requestId": request,
        "expectedPrincipalCents": quote["principalCents"],
        "expectedRefundAmountCents": quote["refundAmountCents"],
        "confirm": True,
    }
    return agent.post(ROUTE, body | changed)


def send() -> None:
    for outflow in Outflow.objects.all():
        outflows.send(outflow.pk)


def test_a_quote_names_the_deposit_of_the_statement_and_no_id_of_the_provider(agent: Api) -> None:
    payment = given_charged(agent, 2000)

    answer = agent.get(ROUTE)

    (line,) = agent.get("/api/wallet/transactions")["transactions"]
    assert answer["refundable"] == [
        {
            "fundingTransactionId": line["id"],
            "principalCents": 2000,
            "feeRetainedCents": 88,
            "refundAmountCents": 1912,
            "destination": "card •••• 4242",
        }
    ]
    assert answer["refunds"] == []
    assert payment.reference not in str(answer.body)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_confirmed_quote_takes_the_principal_and_returns_it_less_the_fee(agent: Api) -> None:
    given_charged(agent, 2000)
    (quote,) = quotes(agent)

    asked = ask(agent, quote)

    refund = asked["refund"]
    assert (refund["status"], refund["requestId"], refund["completedAt"]) == ("pending", "refund-1", None)
    assert {name: refund[name] for name in quote} == quote
    assert (books.balance(books.wallet(agent.account.pk)), quotes(agent)) == (0, [])
    send()
    (done,) = agent.get(ROUTE)["refunds"]
    assert (done["status"], done["id"]) == ("succeeded", refund["id"])
    assert (books.house_balance(books.FEES), books.house_balance(books.WORLD["card"])) == (88, -88)
    assert SandboxRecord.objects.get(kind="refund").cents == 1912
    assert Mail.objects.get().subject == "A deposit was returned: $19.12"
    balance = agent.get("/api/wallet/balance")
    assert (balance["totalDeposited"], balance["totalWithdrawn"], balance["balance"]) == (2000, 2000, 0)


def test_the_wallet_bounds_the_principal_and_the_fee_is_kept_once(agent: Api) -> None:
    given_charged(agent, 2000)
    given_bounty(agent, price_cents=1000)
    (first,) = quotes(agent)
    assert (first["principalCents"], first["feeRetainedCents"], first["refundAmountCents"]) == (820, 88, 732)
    assert ask(agent, first).status == 200
    send()
    given_charged(agent, 1000)

    later = quotes(agent)

    assert [(row["principalCents"], row["feeRetainedCents"]) for row in later] == [(1000, 59), (1000, 0)]
    assert ask(agent, later[1], "refund-2").status == 200
    send()
    assert quotes(agent) == [], "the wallet is empty"
    assert books.house_balance(books.FEES) == 88


def test_a_failed_refund_gives_everything_back_and_the_fee_is_quoted_anew(
    agent: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_charged(agent, 2000)
    (quote,) = quotes(agent)
    ask(agent, quote)
    monkeypatch.setattr(providers.SandboxCards, "refund", lambda *_, **__: Outcome("failed", "re_1", "expired_card"))

    send()

    (shown,) = agent.get(ROUTE)["refunds"]
    assert (shown["status"], shown["failureReason"]) == ("failed", "expired_card")
    assert quotes(agent) == [quote]
    assert ask(agent, quote)["refund"]["status"] == "failed", "the same request is the same refund"
    assert ask(agent, quote, "refund-2")["refund"]["status"] == "pending"
    assert Mail.objects.get().subject == "A deposit could not be returned: $20.00"
    assert agent.get("/api/wallet/transactions")["transactions"][1]["type"] == "funding_refund_returned"


def test_a_refund_that_is_sent_back_returns_with_the_fee(agent: Api) -> None:
    given_charged(agent, 2000)
    (quote,) = quotes(agent)
    ask(agent, quote)
    send()

    outflows.mark_returned(Outflow.objects.get().pk)

    assert books.balance(books.wallet(agent.account.pk)) == 2000
    assert (books.house_balance(books.FEES), quotes(agent)) == (0, [quote])
    assert agent.get(ROUTE)["refunds"][0]["status"] == "failed"
    assert agent.get("/api/wallet/balance")["totalWithdrawn"] == 0


def test_what_can_not_go_back_is_not_quoted(agent: Api) -> None:
    given_charged(agent, 100)
    Payment.objects.update(refund_fee_cents=100)
    assert quotes(agent) == [], "nothing would arrive"
    given_charged(agent, 2000)
    Payment.objects.filter(amount_cents=2000).update(rail="mpp")
    assert [row["principalCents"] for row in quotes(agent)] == [2000]
    Payment.objects.filter(amount_cents=2000).update(rail="x402")
    assert quotes(agent) == []
    Payment.objects.filter(amount_cents=2000).update(rail="card")  # for the books


def test_other_figures_are_refused_with_the_present_quote(agent: Api) -> None:
    given_charged(agent, 2000)
    (quote,) = quotes(agent)
    with untouched():
        found = [
            ask(agent, quote, expectedPrincipalCents=1999),
            ask(agent, quote, expectedRefundAmountCents=1911),
            ask(agent, quote, expectedPrincipalCents=1999, expectedRefundAmountCents=1911),
        ]
    assert {(answer.status, answer.code) for answer in found} == {(409, "refund_quote_changed")}
    assert [answer["quote"] for answer in found] == [quote] * 3
    given_bounty(agent, price_cents=1600)
    with untouched():
        spent = ask(agent, quote)
    assert (spent.code, spent["quote"]["principalCents"], spent["quote"]["refundAmountCents"]) == (
        "refund_quote_changed",
        112,
        24,
    )
    given_bounty(agent, price_cents=90)
    with untouched():
        assert ask(agent, quote)["quote"] is None


def test_one_request_is_one_refund_for_ever(agent: Api) -> None:
    given_charged(agent, 2000)
    given_charged(agent, 1000)
    newer, older = quotes(agent)
    first = ask(agent, older)["refund"]
    with untouched():
        assert ask(agent, older)["refund"] == first
        found = [
            ask(agent, newer),
            ask(agent, older, expectedPrincipalCents=1),
            ask(agent, older, expectedRefundAmountCents=1),
        ]
    assert {(answer.status, answer.code) for answer in found} == {(409, "refund_request_reused")}

    stranger = given_agent()
    given_charged(stranger, 2000)
    (theirs,) = quotes(stranger)
    assert ask(stranger, theirs).status == 200, "the name is another's, too"


def test_refusals_move_nothing(agent: Api) -> None:
    given_charged(agent, 2000)
    (quote,) = quotes(agent)
    bounty = given_bounty(agent, price_cents=100)
    (quote,) = quotes(agent)
    spent = next(
        row for row in agent.get("/api/wallet/transactions")["transactions"] if row["bountyId"] == bounty.public_id
    )
    with untouched():
        found = [
            ask(agent, quote, confirm=False),
            ask(agent, quote, confirm="true"),
            ask(agent, quote, "short-1"),
            ask(agent, quote, "a" * 101),
            ask(agent, quote, "has blanks"),
            ask(agent, quote, "new-line\n"),
            ask(agent, quote, expectedPrincipalCents="2000"),
            agent.post(ROUTE, {}),
            ask(agent, quote, fundingTransactionId="txn_x"),
            ask(agent, quote, fundingTransactionId=ids.encode("txn", ids.new())),
            ask(agent, quote, fundingTransactionId=spent["id"]),
            ask(given_agent(), quote),
        ]
    assert [answer.status for answer in found] == [400] * 8 + [404] * 4
    assert list(found[7]["fields"]) == [
        *("fundingTransactionId", "requestId", "expectedPrincipalCents", "expectedRefundAmountCents", "confirm"),
    ]


def test_an_unknown_refund_is_attention_and_its_deposit_is_not_quoted(agent: Api) -> None:
    given_charged(agent, 2000)
    ask(agent, quotes(agent)[0])
    Outflow.objects.update(status="attention", next_attempt_at=None)

    answer = agent.get(ROUTE)

    assert (answer["refunds"][0]["status"], answer["refundable"]) == ("attention", [])


def test_both_lists_are_bounded_and_cost_the_same_for_all_rows() -> None:
    agent = given_agent()
    for _ in range(2):
        given_charged(agent, 100)
    with CaptureQueriesContext(connection) as few:
        agent.get(ROUTE)
    for _ in range(52):
        given_charged(agent, 100)
    for number, quote in enumerate(quotes(agent)[:3]):
        assert ask(agent, quote, f"refund-{number}").status == 200
    with CaptureQueriesContext(connection) as many:
        answer = agent.get(ROUTE)

    assert (len(answer["refundable"]), len(answer["refunds"])) == (50, 3)
    assert len(many) <= len(few) + 1, "the refunds' deposits are read in one query"


@pytest.mark.parametrize(
    ("payment", "returned", "fee", "kept", "balance", "parts"),
    [
        (2000, 0, 88, 0, 5000, (2000, 88)),
        (2000, 0, 88, 0, 500, (500, 88)),
        (2000, 500, 88, 88, 5000, (1500, 0)),
        (2000, 0, 88, 0, 88, (0, 0)),
        (2000, 0, 88, 0, 89, (89, 88)),
        (2000, 2000, 88, 88, 5000, (0, 0)),
        (2000, 0, 88, 0, 0, (0, 0)),
    ],
)
def test_what_a_quote_says(
    payment: int, returned: int, fee: int, kept: int, balance: int, parts: tuple[int, int]
) -> None:
    found = refund_parts(
        payment_cents=payment, returned_cents=returned, fee_cents=fee, kept_cents=kept, balance=balance
    )
    assert found == parts
