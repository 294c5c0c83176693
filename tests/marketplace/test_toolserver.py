"""The local tool server by itself: identities in files, signatures, payments under a cap, words for what is missing."""

import asyncio
import base64
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from eth_account import Account
from eth_account.messages import encode_defunct
from x402.http.utils import encode_payment_required_header
from x402.schemas import PaymentRequired, PaymentRequirements

from marketplace.core import signing
from marketplace.toolserver.calls import Service
from marketplace.toolserver.config import Config
from marketplace.toolserver.identities import Store
from marketplace.toolserver.server import use

USDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"  # the well-known one of Base Sepolia
NETWORK = "eip155:84532"


class Recorder:
    """The service, as far as the tool server sees it."""

    def __init__(self, answer: Callable[[httpx.Request], httpx.Response]) -> None:
        self.answer = answer
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        return self.answer(request)

    def body(self, number: int = -1) -> Any:
        return json.loads(self.requests[number].content)


def fine(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"success": True})


def config(home: Path, **given: Any) -> Config:
    usual = {"base_url": "http://market.test", "api_key": "ahm_test_x", "x402_key": "", "x402_max_cents": 1000}
    return Config(**(usual | {"x402_asset": None, "home": home} | given))


def call(service: Recorder, given: Config, name: str, /, **arguments: Any) -> dict[str, Any]:
    async def run() -> dict[str, Any]:
        async with httpx.AsyncClient(base_url=given.base_url, transport=httpx.MockTransport(service)) as http:
            return await use(Service(given, http), Store(given.home), name, arguments)

    return asyncio.run(run())


def code(result: dict[str, Any]) -> str:
    assert result["isError"] is True
    found: str = result["structuredContent"]["error_code"]
    return found


def demanding(*, atoms: int = 5_000_000, asset: str = USDC, then: Any = None) -> Recorder:
    """A service that asks for a payment, and answers `then` once it has one."""

    def answer(request: httpx.Request) -> httpx.Response:
        if "PAYMENT-SIGNATURE" in request.headers:
            if isinstance(then, Exception):
                raise then
            if then is not None:
                return then
            return httpx.Response(200, json={"success": True, "status": "credited"})
        option = PaymentRequirements(
            scheme="exact", network=NETWORK, asset=asset, amount=str(atoms), pay_to="0x" + "a" * 40,
            max_timeout_seconds=300, extra={"name": "USDC", "version": "2"},
        )  # fmt: skip
        header = encode_payment_required_header(PaymentRequired(x402_version=2, accepts=[option]))
        return httpx.Response(402, json={"success": False}, headers={"PAYMENT-REQUIRED": header})

    return Recorder(answer)


def test_it_needs_no_django_and_no_payments_to_start() -> None:
    words = "import marketplace.toolserver, sys; from marketplace.core import tools; tools.catalog(); "
    words += "print(sorted({'django', 'rest_framework', 'x402', 'web3', 'PIL'} & sys.modules.keys()))"

    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_a_setting_that_can_not_be_used_is_said_and_ends_it() -> None:
    started = [sys.executable, "-c", "from marketplace.toolserver import main; main()"]
    environment = {"PATH": os.environ["PATH"], "AHM_BASE_URL": "market.example.org"}

    done = subprocess.run(started, env=environment, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (2, "")
    assert "AHM_BASE_URL is the address of the service" in done.stderr


def test_without_a_key_nothing_is_sent_but_what_is_free(tmp_path: Path) -> None:
    service = Recorder(fine)

    refused = call(service, config(tmp_path, api_key=""), "deposit_wallet", amount=5)
    assert code(refused) == "authentication_required" and "AHM_API_KEY" in refused["content"][0]["text"]
    assert service.requests == []

    assert call(service, config(tmp_path, api_key=""), "get_human", humanId="ada")["isError"] is False
    assert "X-API-Key" not in service.requests[0].headers


def test_a_stranger_s_search_takes_two_of_the_pages_that_strangers_get(tmp_path: Path) -> None:
    pages = [{"humans": [{"id": n}], "hasMore": True, "nextCursor": f"c{n}", "success": True} for n in range(2)]
    service = Recorder(lambda _: httpx.Response(200, json=pages[len(service.requests) - 1]))

    found = call(service, config(tmp_path, api_key=""), "search_humans")["structuredContent"]

    assert [request.url.params["limit"] for request in service.requests] == ["24", "24"]
    assert service.requests[1].url.params["cursor"] == "c0"
    assert (found["humans"], found["nextCursor"]) == ([{"id": 0}, {"id": 1}], "c1")


def test_identities_lie_in_files_of_their_owner_alone(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path / "home")
    (tmp_path / "home/identities").mkdir(parents=True, mode=0o777)

    made = call(service, given, "create_identity", name="scout")["structuredContent"]

    file = tmp_path / "home/identities/scout.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert made["bound"] is True
    assert "privateKey" not in json.dumps(made)
    assert service.requests[0].url.path == "/api/keys/register-identity"
    assert fits(service.body(0), signing.REGISTER)

    kept = file.read_bytes()
    assert code(call(service, given, "create_identity", name="scout")) == "name_taken"
    assert file.read_bytes() == kept
    assert call(service, given, "create_identity", name="../evil")["isError"] is True


def test_identities_are_switched_listed_and_deleted(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path, api_key="")
    for name in ("one", "two"):
        assert call(service, given, "create_identity", name=name)["structuredContent"]["bound"] is False

    assert call(service, given, "get_agent_identity")["structuredContent"]["identity"]["name"] == "two"
    call(service, given, "switch_identity", name="one")
    listed = call(service, given, "list_identities")["structuredContent"]
    assert ([row["name"] for row in listed["identities"]], listed["active"]) == (["one", "two"], "one")
    assert code(call(service, given, "switch_identity", name="three")) == "not_found"
    call(service, given, "delete_identity", name="one")
    assert call(service, given, "get_agent_identity")["structuredContent"]["identity"] is None
    assert code(call(service, given, "delete_identity", name="one")) == "not_found"
    assert service.requests == []


def fits(signed: dict[str, str], action: str) -> bool:
    der = signing.read_public_key(signed["publicKey"])
    said = signing.message(signed["timestamp"], signed["agentId"], action)
    return signing.agent_id(der) == signed["agentId"] and signing.fits(
        der, signing.read_signature(signed["signature"]), said
    )


def test_what_the_contract_calls_signed_is_signed(tmp_path: Path) -> None:
    service, given = Recorder(fine), config(tmp_path)
    call(service, given, "create_identity", name="scout")

    call(service, given, "send_message", conversationId="cnv_1", content="é" * 60)
    assert fits(service.body()["agentVerification"], "message:cnv_1:" + "é" * 50)
    assert service.body()["agentId"] == service.body()["agentVerification"]["agentId"]
    call(service, given, "accept_application", bountyId="bty_1", applicationId="app_1")
    assert fits(service.body()["agentVerification"], "accept_application:bty_1:app_1")
    call(service, given, "get_bounty_submissions", bountyId="bty_1")
    headers = service.requests[-1].headers
    names = {"agentId": "Id", "publicKey": "PublicKey", "timestamp": "Timestamp", "signature": "Signature"}
    assert fits({name: headers[f"X-Agent-{word}"] for name, word in names.items()}, "get_submissions:bty_1")
    call(service, given, "deposit_wallet", amount=5)
    assert "agentVerification" not in service.body()


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


def test_a_page_of_some_proxy_is_no_answer(tmp_path: Path) -> None:
    service = Recorder(lambda _: httpx.Response(502, text="<html>Bad gateway</html>"))

    assert code(call(service, config(tmp_path), "get_wallet_balance")) == "unexpected_answer"


def test_photos_are_fetched_from_the_service_alone_and_without_the_key(tmp_path: Path) -> None:
    from tests.factories.files import picture

    jpeg = picture(size=(2000, 100)).read()
    files = [
        {"contentType": "image/jpeg", "size": len(jpeg), "url": f"http://{host}/files/fil_1?sig=x"}
        for host in ("market.test", "other.test", "market.test")
    ] + [{"contentType": "video/mp4", "size": 9, "url": "http://market.test/files/fil_2"}]

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/files/"):
            return httpx.Response(200, content=jpeg)
        return httpx.Response(200, json={"success": True, "submission": {"files": files}})

    service = Recorder(answer)
    result = call(service, config(tmp_path), "get_submission", bountyId="bty_1", submissionId="sub_1")

    assert [part["type"] for part in result["content"]] == ["text", "image", "image"]
    assert [request.url.host for request in service.requests] == ["market.test"] * 3
    assert all("X-API-Key" not in request.headers for request in service.requests[1:])
