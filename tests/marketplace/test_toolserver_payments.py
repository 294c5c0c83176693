"""Stablecoin payments of the local tool server: for what was meant, under a cap, and none signed twice."""

import base64
import json
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from eth_account import Account
from eth_account.messages import encode_defunct

from tests.factories.toolserver import NETWORK, Recorder, call, call_at_once, code, config, demanding

WHO = {"acceptTerms": True, "country": "US", "city": "Boston"}


def signatures(service: Recorder) -> list[str | None]:
    return [request.headers.get("PAYMENT-SIGNATURE") for request in service.requests]


def test_a_payment_is_signed_for_its_sum_and_sent_once(tmp_path: Path) -> None:
    service = demanding()
    wallet = Account.create()

    paid = call(service, config(tmp_path, x402_key=wallet.key.to_0x_hex()), "x402_fund_wallet", amountCents=500)

    assert paid["isError"] is False
    assert len(service.requests) == 2
    payment = json.loads(base64.b64decode(service.requests[1].headers["PAYMENT-SIGNATURE"]))
    assert payment["payload"]["authorization"]["value"] == "5000000"
    assert payment["payload"]["authorization"]["from"] == wallet.address


@pytest.mark.parametrize(
    ("demand", "given", "expected"),
    [
        ({}, {"x402_key": ""}, "wallet_key_required"),
        ({}, {"x402_key": "0x12"}, "wallet_key_required"),
        ({}, {"x402_max_cents": 499}, "payment_cap_exceeded"),
        ({"atoms": 5_000_001}, {}, "amount_mismatch"),
        ({"asset": "0x" + "b" * 40}, {}, "payment_refused"),
        ({"header": "%%%"}, {}, "payment_refused"),
        ({"header": base64.b64encode(b'{"x402Version": 2, "accepts": [{}]}').decode()}, {}, "payment_refused"),
    ],
)
def test_nothing_is_paid_that_was_not_meant(
    tmp_path: Path, demand: dict[str, Any], given: dict[str, Any], expected: str
) -> None:
    service = demanding(**demand)
    known = {"x402_key": Account.create().key.to_0x_hex()}

    refused = call(service, config(tmp_path, **(known | given)), "x402_fund_wallet", amountCents=500)

    assert code(refused) == expected
    assert len(service.requests) == 1


def test_a_token_that_is_named_may_be_paid_with(tmp_path: Path) -> None:
    token = "0x" + "b" * 40
    given = config(tmp_path, x402_key=Account.create().key.to_0x_hex(), x402_asset=(NETWORK, token))

    assert call(demanding(asset=token), given, "x402_fund_wallet", amountCents=500)["isError"] is False


@pytest.mark.parametrize("unknown", [httpx.ReadTimeout("slow"), httpx.Response(202, json={"success": True})])
def test_a_payment_of_unknown_outcome_is_sent_again_and_never_signed_anew(tmp_path: Path, unknown: Any) -> None:
    given = config(tmp_path, x402_key=Account.create().key.to_0x_hex())
    first, second, third = demanding(then=unknown), demanding(), demanding()

    call(first, given, "x402_fund_wallet", amountCents=500)
    [kept] = (tmp_path / "payments").glob("*.json")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    paid = call(second, given, "x402_fund_wallet", amountCents=500)
    assert paid["isError"] is False
    call(third, given, "x402_fund_wallet", amountCents=500)

    assert signatures(second) == signatures(first)[1:]
    assert signatures(third)[0] is None and signatures(third)[1] != signatures(first)[1]
    assert not kept.exists()


@pytest.mark.parametrize(
    "told",
    [
        httpx.Response(301, headers={"Location": "https://market.test/"}),
        httpx.Response(200, text="<html>Welcome</html>"),
        httpx.Response(404, text="nothing here"),
        httpx.Response(402, text="this proxy wants to be paid"),
        httpx.Response(401, json={"success": False, "error_code": "invalid_credentials"}),
        httpx.Response(400, json={"success": False, "error_code": "invalid_payment_header"}),
    ],
)
def test_only_the_service_s_own_word_ends_a_payment_of_unknown_outcome(tmp_path: Path, told: httpx.Response) -> None:
    given = config(tmp_path, x402_key=Account.create().key.to_0x_hex())
    first, between, last = demanding(then=httpx.ReadTimeout("slow")), demanding(then=told), demanding()

    for service in (first, between, last):
        call(service, given, "x402_fund_wallet", amountCents=500)

    assert signatures(between) == signatures(last) == signatures(first)[1:]


@pytest.mark.parametrize(
    "ended",
    [
        httpx.Response(402, json={"success": False}, headers={"PAYMENT-REQUIRED": "x"}),
        httpx.Response(409, json={"success": False, "error_code": "payment_already_processed"}),
    ],
)
def test_a_payment_that_the_service_knows_the_end_of_is_forgotten(tmp_path: Path, ended: httpx.Response) -> None:
    given = config(tmp_path, x402_key=Account.create().key.to_0x_hex())
    call(demanding(then=httpx.ReadTimeout("slow")), given, "x402_fund_wallet", amountCents=500)

    call(demanding(then=ended), given, "x402_fund_wallet", amountCents=500)

    assert not list((tmp_path / "payments").iterdir())


def test_a_new_payment_that_the_service_refuses_is_forgotten(tmp_path: Path) -> None:
    given = config(tmp_path, x402_key=Account.create().key.to_0x_hex())
    refused = httpx.Response(403, json={"success": False, "error_code": "country_blocked"})

    told = call(demanding(then=refused), given, "x402_signup", **WHO, amountCents=500)

    assert code(told) == "country_blocked"
    assert not list((tmp_path / "payments").iterdir())


def test_a_call_that_comes_again_while_it_is_under_way_is_one_payment(tmp_path: Path) -> None:
    given, service = config(tmp_path, x402_key=Account.create().key.to_0x_hex()), demanding()

    first, second = call_at_once(service, [given, given], "x402_fund_wallet", amountCents=500)

    assert first == second and first["isError"] is False
    assert len(service.requests) == 2


def test_two_processes_that_pay_for_the_same_call_send_one_payment(tmp_path: Path) -> None:
    key = Account.create().key.to_0x_hex()
    service = demanding(then=httpx.Response(202, json={"success": True}))

    call_at_once(
        service, [config(tmp_path, x402_key=key), config(tmp_path, x402_key=key)], "x402_fund_wallet", amountCents=500
    )

    sent = [signature for signature in signatures(service) if signature]
    assert len(sent) == 2 and len(set(sent)) == 1
    assert len(list((tmp_path / "payments").iterdir())) == 1


def test_what_can_not_be_read_is_not_paid_over(tmp_path: Path) -> None:
    given = config(tmp_path, x402_key=Account.create().key.to_0x_hex())
    call(demanding(then=httpx.ReadTimeout("slow")), given, "x402_fund_wallet", amountCents=500)
    [kept] = (tmp_path / "payments").glob("*.json")
    kept.write_text("{")

    service = demanding()
    refused = call(service, given, "x402_fund_wallet", amountCents=500)

    assert code(refused) == "payment_refused" and str(kept) in refused["structuredContent"]["error"]
    assert signatures(service) == [None] and kept.read_text() == "{"


def test_a_sign_up_names_its_price_before_it_pays(tmp_path: Path) -> None:
    given = config(tmp_path, api_key="", x402_key=Account.create().key.to_0x_hex())
    service = demanding(then=httpx.Response(200, json={"success": True, "apiKey": "ahm_test_new"}))

    named = call(service, given, "x402_signup", **WHO)
    assert (named["isError"], named["structuredContent"]["success"]) == (False, True), "nothing went wrong"
    assert named["structuredContent"]["preview"].startswith("Nothing was paid yet. This costs 5.00 US dollars")
    assert named["structuredContent"]["amountCents"] == 500
    assert code(call(service, given, "x402_signup", **WHO, amountCents=499)) == "amount_mismatch"
    assert signatures(service) == [None, None] and not (tmp_path / "payments").exists()

    call(service, given, "x402_signup", **WHO, amountCents=500)
    assert signatures(service)[-1] is not None
    assert service.body() == WHO


def test_no_sign_up_is_paid_whose_key_could_not_be_asked_for(tmp_path: Path) -> None:
    given, service = (
        config(tmp_path, api_key="", x402_key=Account.create().key.to_0x_hex()),
        demanding(base="http://other.test"),
    )

    refused = call(service, given, "x402_signup", **WHO, amountCents=500)

    assert code(refused) == "address_mismatch"
    assert signatures(service) == [None]


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        (httpx.Response(400, json={"success": False, "error_code": "invalid_wallet_proof"}), True),
        (httpx.Response(409, json={"success": False, "error_code": "key_limit_reached"}), True),
        (httpx.Response(409, json={"success": False, "error_code": "payment_already_processed"}), False),
    ],
)
def test_a_sign_up_that_was_paid_is_kept_until_there_is_a_key(
    tmp_path: Path, answer: httpx.Response, key: bool
) -> None:
    given = config(tmp_path, api_key="", x402_key=Account.create().key.to_0x_hex())
    call(demanding(then=httpx.Response(202, json={"success": True})), given, "x402_signup", **WHO, amountCents=500)
    [kept] = (tmp_path / "payments").glob("*.json")
    settled = httpx.Response(409, json={"success": False, "error_code": "payment_already_processed"})
    service = Recorder(lambda request: answer if "X-Wallet-Signature" in request.headers else settled)
    given.x402_key = given.x402_key if key else ""

    told = code(call(service, given, "x402_signup", **WHO))

    assert told == (answer.json()["error_code"] if key else "wallet_key_required")
    assert kept.exists()


def test_a_sign_up_that_was_settled_meanwhile_is_asked_for_its_key(tmp_path: Path) -> None:
    wallet = Account.create()
    given = config(tmp_path, api_key="", x402_key=wallet.key.to_0x_hex())
    call(demanding(then=httpx.Response(202, json={"success": True})), given, "x402_signup", **WHO, amountCents=500)

    def settled(request: httpx.Request) -> httpx.Response:
        if "X-Wallet-Signature" not in request.headers:
            return httpx.Response(409, json={"success": False, "error_code": "payment_already_processed"})
        return httpx.Response(200, json={"success": True, "status": "account_recovered", "apiKey": "ahm_test_new"})

    service = Recorder(settled)
    made = call(service, given, "x402_signup", **WHO, agentName="Another")

    assert made["structuredContent"]["status"] == "account_recovered"
    assert given.api_key == "ahm_test_new"
    assert service.body() == WHO, "the body that was paid for"
    headers = service.requests[-1].headers
    words = "http://market.test\n\nGive me a new API key for the account that this wallet has paid for."
    signed = encode_defunct(text=f"{words}\n\nSigned at: {headers['X-Wallet-Signed-At']}")
    assert Account.recover_message(signed, signature=headers["X-Wallet-Signature"]) == wallet.address
