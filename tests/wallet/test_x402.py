"""Paying by x402: the SDK's client and facilitator, a real chain, this server over HTTP."""

from typing import Any

import pytest

from marketplace.models import Account, ApiKey
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.x402 import (
    DEPOSIT,
    SIGNUP,
    WHO,
    authorization,
    changed,
    deposit,
    paying_session,
    proof,
    receipt,
    sign,
    sign_up,
)
from wallet import ledger as books
from wallet.models import Payment, X402Payment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
TEN_DOLLARS = 10_000_000


def test_the_sdk_pays_for_an_account(live_server: Any, chain: Any, facilitator: Any) -> None:
    wallet, before = chain.payer(50), chain.holds(chain.treasury)

    with paying_session(wallet) as session:
        answer = session.post(
            live_server.url + SIGNUP, json=WHO | {"contactEmail": "bills@example.com", "region": "MA"}
        )

    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["status"] == "account_created" and body["balanceCents"] == 1000
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert receipt(answer).success and receipt(answer).transaction == body["txHash"]
    assert chain.holds(chain.treasury) - before == TEN_DOLLARS
    account = Account.objects.get()
    assert (account.public_id, account.public_profile_id) == (body["agentUserId"], body["profileId"])
    assert (account.email, account.billing_email, account.name) == (None, "bills@example.com", "Scout")
    assert (account.signup_country, account.signup_region, account.signup_city) == ("US", "MA", "Boston")
    assert account.terms_version and account.terms_accepted_at
    newcomer = Api(account, {"X-API-Key": body["apiKey"]})
    assert newcomer.get("/api/wallet/balance")["balanceCents"] == 1000
    line = newcomer.get("/api/wallet/transactions")["transactions"][0]
    assert (line["type"], line["direction"], line["amountCents"]) == ("deposit", "in", 1000)
    assert violations() == []


def test_the_sdk_pays_for_a_deposit(live_server: Any, chain: Any, facilitator: Any) -> None:
    agent, wallet, before = given_agent(), chain.payer(50), chain.holds(chain.treasury)

    with paying_session(wallet, **agent.headers) as session:
        answer = session.post(live_server.url + DEPOSIT, json={"amountCents": 1234})

    assert answer.status_code == 200, answer.text
    assert answer.json() | {"txHash": ""} == {
        "success": True, "status": "credited", "amountCents": 1234, "balanceCents": 1234, "currency": "usd", "txHash": "",
    }  # fmt: skip
    assert chain.holds(chain.treasury) - before == 12_340_000
    payment = Payment.objects.get()
    assert (payment.rail, payment.refund_fee_cents) == ("x402", 0)
    assert payment.reference == f"eip155:84532:{answer.json()['txHash']}"
    assert payment.method == f"stablecoin {wallet.address[:6].lower()}…{wallet.address[-4:].lower()}"
    assert books.balance(books.wallet(agent.account.pk)) == 1234
    assert violations() == []


def test_the_facilitator_of_a_sandbox_may_be_the_server_itself(chain: Any, facilitator: Any, settings: Any) -> None:
    settings.X402_FACILITATOR_URL, settings.X402_FACILITATOR_KEY = "", facilitator.key
    agent, wallet = given_agent(), chain.payer(50)

    answer = deposit(agent, 500, sign(wallet, deposit(agent, 500)))

    assert (answer.status, answer.body.get("balanceCents")) == (200, 500), answer.body


def test_without_a_signature_the_terms_are_in_header_and_body(facilitator: Any, chain: Any) -> None:
    from x402.http.utils import decode_payment_required_header

    with untouched():
        answer = sign_up()

    assert (answer.status, answer.code, answer["reason"]) == (402, "payment_required", "payment_signature_missing")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer["terms"].endswith("/terms") and answer["privacy"].endswith("/privacy")
    told = decode_payment_required_header(answer.headers["PAYMENT-REQUIRED"]).model_dump(
        by_alias=True, exclude_none=True
    )
    assert told == {name: answer[name] for name in ("x402Version", "error", "resource", "accepts")}
    (terms,) = answer["accepts"]
    assert (terms["scheme"], terms["network"], terms["amount"]) == ("exact", "eip155:84532", "10000000")
    assert (terms["payTo"], terms["asset"]) == (chain.treasury, chain.token.address)
    assert answer["resource"]["url"].endswith(SIGNUP)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"acceptTerms": False}, 400, "terms_not_accepted"),
        ({"country": ""}, 400, "country_required"),
        ({"country": "Atlantis"}, 400, "invalid_country"),
        ({"city": "B"}, 400, "city_required"),
        ({"agentName": "a"}, 400, "validation_error"),
        ({"contactEmail": "nobody"}, 400, "validation_error"),
        ({"more": 1}, 400, "validation_error"),
        ({"agentId": "agent_1"}, 400, "validation_error"),
        ({"country": "CU"}, 403, "country_blocked"),
    ],
)
def test_a_body_is_refused_before_any_402(
    facilitator: Any, chain: Any, change: dict[str, Any], status: int, code: str
) -> None:
    from marketplace.models import BlockedCountry

    BlockedCountry.objects.get_or_create(code="CU")
    signature = sign(chain.payer(50), sign_up())
    with untouched():
        answers = [
            Api().post(SIGNUP, WHO | change),
            Api().post(SIGNUP, WHO | change, **{"PAYMENT-SIGNATURE": signature}),
        ]

    for answer in answers:
        assert (answer.status, answer.code) == (status, code)
        assert "PAYMENT-REQUIRED" not in answer.headers


@pytest.mark.parametrize("cents", [99, 1_000_001, 5.5, "500", None, True])
def test_an_amount_is_refused_before_any_402(facilitator: Any, cents: Any) -> None:
    with untouched():
        answer = given_agent().post(DEPOSIT, {"amountCents": cents})

    assert (answer.status, list(answer["fields"])) == (400, ["amountCents"])


def test_a_signed_payment_counts_once(facilitator: Any, chain: Any) -> None:
    agent, other, wallet = given_agent(), given_agent(), chain.payer(50)
    signature = sign(wallet, deposit(agent, 1000))
    assert deposit(agent, 1000, signature).status == 200
    louder = changed(signature, lambda payload: payload.update(signature="0x" + payload["signature"][2:].upper()))
    with untouched():
        again = [
            deposit(agent, 1000, signature),
            deposit(agent, 1000, louder),  # the same payment in another spelling
            deposit(agent, 500, signature),
            deposit(other, 1000, signature),
            sign_up(signature),
        ]

    assert {(answer.status, answer.code) for answer in again} == {(409, "payment_already_processed")}
    assert again[0]["txHash"] == X402Payment.objects.get().tx_hash
    assert facilitator.settlements == 1


def test_an_account_is_paid_for_once(facilitator: Any, chain: Any) -> None:
    signature = sign(chain.payer(50), sign_up())
    assert sign_up(signature).status == 200
    with untouched():
        again = sign_up(signature)

    assert (again.status, again.code) == (409, "payment_already_processed")
    assert (Account.objects.count(), ApiKey.objects.count()) == (1, 1)


def test_what_does_not_fit_is_402(facilitator: Any, chain: Any) -> None:
    agent, wallet = given_agent(), chain.payer(50)
    signature = sign(wallet, deposit(agent, 100))
    forged = changed(signature, lambda payload: payload.update(signature="0x" + "11" * 65))
    too_long = changed(signature, lambda payload: payload["authorization"].update(validBefore="9999999999"))
    elsewhere = changed(signature, lambda payload: payload["authorization"].update(to=wallet.address))
    less = changed(signature, lambda payload: payload["authorization"].update(value="1"))
    with untouched():
        answers = {
            "no_matching_requirements": deposit(agent, 900, signature),
            "valid_before_too_late": deposit(agent, 100, too_long),
            "authorization_mismatch": deposit(agent, 100, elsewhere),
            "invalid_exact_evm_insufficient_balance": deposit(agent, 100, sign(chain.payer(0), deposit(agent, 100))),
        }
        odd = [deposit(agent, 100, forged), deposit(agent, 100, less)]

    assert {name: answer["reason"] for name, answer in answers.items()} == {name: name for name in answers}
    for answer in [*answers.values(), *odd]:
        assert (answer.status, answer.code) == (402, "payment_required")
        assert "PAYMENT-REQUIRED" in answer.headers and "PAYMENT-RESPONSE" not in answer.headers
    assert facilitator.settlements == 0


def test_a_header_that_is_none_is_400(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    good = sign(chain.payer(50), deposit(agent, 100))
    two = changed(good, lambda payload: payload.update(permit2Authorization={"from": "0x"}))
    bad = [
        "!!!", "e30=", "bnVsbA==", "W10=", "=", "a" * 17_000, two,
        changed(good, lambda payload: payload["authorization"].update(nonce="0x12")),
        changed(good, lambda payload: payload["authorization"].update({"from": "me"})),
        changed(good, lambda payload: payload["authorization"].update(value="-5")),
        changed(good, lambda payload: payload.update(signature=5)),
        changed(good, lambda payload: payload.update(authorization=[])),
    ]  # fmt: skip
    with untouched():
        answers = [deposit(agent, 100, text) for text in bad]

    assert [(answer.status, answer.code) for answer in answers] == [(400, "invalid_payment_header")] * len(bad)


def test_only_keys_deposit(facilitator: Any, worker: Api) -> None:
    assert (deposit(worker, 100).status, deposit(worker, 100).code) == (403, "api_key_required")
    assert deposit(Api(), 100).status == 401


def test_unconfigured_it_is_503(settings: Any) -> None:
    with untouched():
        answers = [sign_up(), deposit(given_agent(), 100)]

    assert [(answer.status, answer.code) for answer in answers] == [(503, "payments_unavailable")] * 2
    assert Api().post(SIGNUP, {}).status == 400


def test_a_facilitator_that_does_not_serve_the_network_is_503(facilitator: Any, settings: Any) -> None:
    settings.X402_NETWORK = "eip155:11155111"

    assert (sign_up().status, sign_up().code) == (503, "payments_unavailable")


# ------------------------------------------------------------------ the paying wallet


def test_the_paying_wallet_gets_a_new_key(facilitator: Any, chain: Any) -> None:
    wallet = chain.payer(50)
    signature = sign(wallet, sign_up())
    first = sign_up(signature)
    headers = proof(wallet)

    answer = sign_up(**headers)

    assert (answer.status, answer["status"]) == (200, "account_recovered")
    assert answer["agentUserId"] == first["agentUserId"] and answer["apiKey"] != first["apiKey"]
    assert Api(headers={"X-API-Key": answer["apiKey"]}).get("/api/account").status == 200
    with untouched():
        assert sign_up(**headers).code == "invalid_wallet_proof", "each signed text works once"
    assert sign_up(signature, **proof(wallet))["agentUserId"] == first["agentUserId"]


def test_nothing_else_gets_a_key(facilitator: Any, chain: Any) -> None:
    wallet, stranger = chain.payer(50), chain.payer()
    signature = sign(wallet, sign_up())
    assert sign_up(signature).status == 200
    headers = proof(wallet)
    wrong = [
        proof(stranger),
        proof(wallet, seconds_old=600),
        proof(wallet, seconds_old=-600),
        headers | {"X-Wallet-Signed-At": proof(wallet, seconds_old=2)["X-Wallet-Signed-At"]},
        headers | {"X-Wallet-Signed-At": "yesterday"},
        headers | {"X-Wallet-Signed-At": "2026-01-01T00:00:00"},
        headers | {"X-Wallet-Signature": authorization(signature)["signature"]},
        headers | {"X-Wallet-Signature": "0x12"},
        {"X-Wallet-Signature": "é"},
    ]
    with untouched():
        answers = [sign_up(**more) for more in wrong] + [sign_up(signature, **proof(stranger))]

    assert [(answer.status, answer.code) for answer in answers] == [(400, "invalid_wallet_proof")] * len(answers)
    assert ApiKey.objects.count() == 1
