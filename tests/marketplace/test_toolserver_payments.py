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

from tests.factories.toolserver import NETWORK, Recorder, call, code, config, demanding


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

    def signatures(service: Recorder) -> list[str | None]:
        return [request.headers.get("PAYMENT-SIGNATURE") for request in service.requests]

    assert signatures(second) == signatures(first)[1:]
    assert signatures(third)[0] is None and signatures(third)[1] != signatures(first)[1]
    assert not kept.exists()


def test_a_sign_up_that_was_settled_meanwhile_is_asked_for_its_key(tmp_path: Path) -> None:
    wallet = Account.create()
    given = config(tmp_path, api_key="", x402_key=wallet.key.to_0x_hex())
    who = {"acceptTerms": True, "country": "US", "city": "Boston"}
    call(demanding(then=httpx.Response(202, json={"success": True})), given, "x402_signup", **who)

    def settled(request: httpx.Request) -> httpx.Response:
        if "X-Wallet-Signature" not in request.headers:
            return httpx.Response(409, json={"success": False, "error_code": "payment_already_processed"})
        return httpx.Response(200, json={"success": True, "status": "account_recovered", "apiKey": "ahm_test_new"})

    service = Recorder(settled)
    made = call(service, given, "x402_signup", **who, agentName="Another")

    assert made["structuredContent"]["status"] == "account_recovered"
    assert given.api_key == "ahm_test_new"
    assert service.body() == who, "the body that was paid for"
    headers = service.requests[-1].headers
    words = "http://market.test\n\nGive me a new API key for the account that this wallet has paid for."
    signed = encode_defunct(text=f"{words}\n\nSigned at: {headers['X-Wallet-Signed-At']}")
    assert Account.recover_message(signed, signature=headers["X-Wallet-Signature"]) == wallet.address
