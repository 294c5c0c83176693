"""What MPP takes and what it refuses: quotes, challenges, and credentials that do not fit. A refusal changes nothing."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from marketplace.core import clock, crypto
from marketplace.models import IdempotencyRecord
from tests.factories.accounts import given_agent
from tests.factories.market import given_money, untouched
from tests.factories.mpp import (
    challenge,
    credential,
    given_quote,
    pay,
    quote_of,
    send,
)
from tests.wallet.conftest import wallet_of
from wallet.models import MppCharge, MppQuote, SandboxRecord
from wallet.rules.mpp import MPP_QUOTE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TASK = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
DEPOSIT = "/api/wallet/deposit"


def charged() -> int:
    return SandboxRecord.objects.filter(kind="charge", state="succeeded").count()


# ------------------------------------------------------------------ quotes


def test_a_deposit_and_a_bounty_are_handed_out_with_a_quote() -> None:
    agent = given_agent()
    given_money(agent, 100)
    bounty = agent.post("/api/bounties", TASK)
    funding = agent.post("/api/bounties/deposit", {"bountyId": bounty["bountyId"]})

    for asked in (agent.post(DEPOSIT, {"amount": 5}), bounty, funding):
        door = asked["mppPayment"]
        assert (door["url"].split("/api/")[1], door["method"]) == ("mpp/wallet/deposit", "POST")
        assert list(door["body"]) == ["quote"] and MPP_QUOTE.fullmatch(door["body"]["quote"])
        left = datetime.fromisoformat(door["expiresAt"]) - clock.now()
        assert timedelta(minutes=28) < left <= timedelta(minutes=30)
    assert quote_of(bounty) == quote_of(funding), "one page, one quote"
    assert challenge(send(quote_of(bounty))).request["amount"] == "490", "the shortfall, as the page asks for"


def test_of_a_quote_only_the_digest_is_stored() -> None:
    quote = given_quote(given_agent())["quote"]

    row = MppQuote.objects.values().get()
    assert bytes(row["digest"]) == crypto.digest(quote)
    assert quote.removeprefix("mtq1_") not in str(row)


def test_the_stored_answer_of_a_call_that_asks_for_money_holds_no_quote() -> None:
    agent = given_agent()
    task = {"title": "T", "description": "D", "price": 5, "estimatedHours": 1}
    for path, body in (("/api/bounties", task), (DEPOSIT, {"amount": 5})):
        quote = quote_of(agent.post(path, body, Idempotency_Key="k"))["quote"]
        kept = IdempotencyRecord.objects.order_by("created_at").last()
        assert kept is not None and kept.intent and quote not in kept.body
        assert quote_of(agent.post(path, body, Idempotency_Key="k"))["quote"] == quote, (
            "a replay shows how it stands now"
        )


def test_a_replayed_deposit_shows_the_same_quote_until_it_is_over() -> None:
    agent = given_agent()
    first = agent.post(DEPOSIT, {"amount": 5}, Idempotency_Key="k")
    assert quote_of(agent.post(DEPOSIT, {"amount": 5}, Idempotency_Key="k")) == quote_of(first)

    MppQuote.objects.update(expires_at=clock.now())

    assert "mppPayment" not in agent.post(DEPOSIT, {"amount": 5}, Idempotency_Key="k").body


def test_a_bounty_whose_quote_is_over_gets_another_one_for_the_same_page() -> None:
    agent = given_agent()
    posted = agent.post("/api/bounties", TASK)
    MppQuote.objects.update(expires_at=clock.now())

    again = agent.post("/api/bounties/deposit", {"bountyId": posted["bountyId"]})

    assert again["deposit_url"] == posted["deposit_url"] and quote_of(again) != quote_of(posted)
    assert send(quote_of(posted)).status == 410
    assert pay(quote_of(again))["bounty"]["status"] == "funded"


def test_above_ten_thousand_dollars_a_bounty_has_its_page_only() -> None:
    agent = given_agent()

    dear = agent.post("/api/bounties", TASK | {"price": 8475})
    largest = agent.post("/api/bounties", TASK | {"price": 8474, "title": "Another"})

    assert dear["fundingTotal"] > 10_000 and "mppPayment" not in dear.body
    assert challenge(send(quote_of(largest))).request["amount"] == "999932"


def test_where_mpp_is_not_configured_nothing_is_handed_out_and_nothing_is_taken(settings: Any) -> None:
    agent = given_agent()
    quote = given_quote(agent)
    settings.CARD_PROVIDER, settings.STRIPE_API_KEY = "stripe", "sk_test_x"

    assert "mppPayment" not in agent.post(DEPOSIT, {"amount": 5}).body
    with untouched():
        answer = send(quote)

    assert (answer.status, answer.code) == (503, "payments_unavailable")
    assert answer.headers["Retry-After"]


# ------------------------------------------------------------------ the challenge


def test_without_a_credential_the_challenge_is_in_the_header_and_the_problem_in_the_body() -> None:
    agent = given_agent()
    asked = agent.post(DEPOSIT, {"amount": 12.34})
    with untouched():
        answer = send(quote_of(asked))

    assert (answer.status, answer.code, answer["reason"]) == (402, "payment_required", "payment_required")
    assert answer.headers["Cache-Control"] == "no-store"
    told = challenge(answer)
    assert (told.method, told.intent, told.request["amount"], told.request["currency"]) == (
        "stripe", "charge", "1234", "usd",
    )  # fmt: skip
    assert told.request["methodDetails"]["paymentMethodTypes"] == ["card", "link"]
    assert told.request["externalId"] == asked["depositId"]
    assert (answer["type"], answer["status"], answer["challengeId"]) == (
        "https://paymentauth.org/problems/payment-required", 402, told.id,
    )  # fmt: skip
    assert quote_of(asked)["quote"] not in answer.headers["WWW-Authenticate"]


def test_a_challenge_does_not_outlive_its_quote() -> None:
    quote = given_quote(given_agent())
    fresh = challenge(send(quote))
    MppQuote.objects.update(expires_at=clock.now() + timedelta(seconds=60))
    late = challenge(send(quote))

    def left(asked: Any) -> timedelta:
        return datetime.fromisoformat(asked.expires) - clock.wall()

    assert timedelta(minutes=4) < left(fresh) <= timedelta(minutes=5)
    assert left(late) <= timedelta(seconds=60)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "quote"),
        ({"quote": "mtq1_" + "a" * 42}, "quote"),
        ({"quote": "mtq1_" + "a" * 44}, "quote"),
        ({"quote": "mtq2_" + "a" * 43}, "quote"),
        ({"quote": "mtq1_" + "a" * 42 + "="}, "quote"),
        ({"quote": "mtq1_" + "a" * 43 + "\n"}, "quote"),
        ({"quote": None}, "quote"),
        ({"quote": 5}, "quote"),
        ({"quote": "mtq1_" + "a" * 43, "amount": 5}, "amount"),
        ({"quote": "mtq1_" + "a" * 43, "agentId": "a"}, "agentId"),
        ({"quote": "mtq1_" + "a" * 43, "idempotencyKey": "k"}, "idempotencyKey"),
    ],
)
def test_nothing_but_a_quote_is_taken(body: dict[str, Any], field: str) -> None:
    with untouched():
        answer = send(body)

    assert (answer.status, answer.code, list(answer["fields"])) == (400, "validation_error", [field])


def test_an_unknown_quote_is_not_found() -> None:
    with untouched():
        answer = send({"quote": "mtq1_" + "a" * 43})

    assert (answer.status, answer.code) == (404, "not_found")
    assert "WWW-Authenticate" not in answer.headers


# ------------------------------------------------------------------ credentials that do not fit


@pytest.mark.parametrize(
    "other",
    [
        {"realm": "elsewhere.example"},
        {"method": "tempo"},
        {"intent": "session"},
        {"digest": "sha-256=AAAA"},
        {"digest": None},
        {"expires": "2099-01-01T00:00:00Z"},
        {"expires": None},
        {"opaque": None},
        {"id": "AAAA"},
        {"request": "eyJhbW91bnQiOiIxIn0"},
    ],
    ids=lambda other: next(iter(other)),
)
def test_a_tampered_challenge_charges_nothing_and_brings_a_fresh_one(other: dict[str, Any]) -> None:
    quote = given_quote(given_agent())
    demanded = send(quote)
    forged = credential(demanded, **other)
    with untouched():
        answer = send(quote, forged)

    assert (answer.status, answer.code) == (402, "payment_required")
    assert challenge(answer).id != challenge(demanded).id
    assert (charged(), MppCharge.objects.count()) == (0, 0)


def test_a_challenge_that_is_over_charges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    quote = given_quote(given_agent())
    monkeypatch.setattr("wallet.providers.mpp.MPP_CHALLENGE_LIFE", timedelta(seconds=-1))
    late = credential(send(quote))
    with untouched():
        answer = send(quote, late)

    assert (answer.status, answer["type"].rpartition("/")[2]) == (402, "payment-expired")


def test_a_credential_for_one_quote_does_not_pay_another_one() -> None:
    """Neither for more, nor for the same sum, nor for somebody else's wallet."""
    one, other = given_agent(), given_agent()
    authorization = credential(send(given_quote(one, 5)))

    for quote in (given_quote(one, 5), given_quote(one, 6), given_quote(other, 5)):
        with untouched():
            answer = send(quote, authorization)
        assert (answer.status, answer["type"].rpartition("/")[2]) == (402, "invalid-challenge")
    assert (wallet_of(one), wallet_of(other), charged()) == (0, 0, 0)


@pytest.mark.parametrize(
    "payload",
    [{}, {"spt": 5}, {"spt": ""}, {"spt": "tok_visa"}, {"spt": "spt_4242424242424242_x"},
     {"spt": "spt_4242424242424242_x", "externalId": "dep_other"}],
)  # fmt: skip
def test_a_credential_without_its_parts_charges_nothing(payload: dict[str, Any]) -> None:
    quote = given_quote(given_agent())
    demanded = send(quote)
    with untouched():
        answer = send(quote, credential(demanded, payload=payload))

    assert (answer.status, answer["type"].rpartition("/")[2]) == (402, "invalid-payload")
    assert challenge(answer)


@pytest.mark.parametrize(
    "header", ["Payment", "Payment e30", "Payment !!!", "Bearer-like nonsense", "Payment " + "A" * 70_000]
)
def test_a_header_that_says_nothing_charges_nothing(header: str) -> None:
    quote = given_quote(given_agent())
    with untouched():
        answer = send(quote, header)

    assert (answer.status, answer.code) == (402, "payment_required")


def test_a_quote_and_its_challenge_hold_on_nodes_with_another_order_of_keys(settings: Any) -> None:
    old, new = settings.SECRET_KEY, "the new key" * 5
    settings.SECRET_KEY_FALLBACKS = [new]
    agent = given_agent()
    asked = agent.post(DEPOSIT, {"amount": 5}, Idempotency_Key="k")
    quote = quote_of(asked)
    demanded = send(quote)

    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = new, [old]
    again = agent.post(DEPOSIT, {"amount": 5}, Idempotency_Key="k")
    assert quote_of(again) == quote, "derived under the key that made it"
    paid = send(quote, credential(demanded))
    assert paid.status == 200, paid.body
    assert charged() == 1
