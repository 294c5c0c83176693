"""The sandbox's own chain: x402 works at once, with the protocol's own client and facilitator, and the chain's books are sound."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from eth_account import Account
from pytest_django import Settings

from marketplace.core import clock
from tests.api import Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.x402 import authorization, changed, client_of, deposit, receipt, sign, sign_up, signed
from wallet.apps import stablecoins_fit
from wallet.models import SandboxTransfer, X402Payment
from wallet.providers import chain, sandbox_chain
from wallet.providers import x402 as rail
from wallet.rules.x402 import X402_TOKENS
from wallet.services import faucet, reconciliation, signed_payments

pytestmark = pytest.mark.django_db
PAY_TO = "0x5a4db0c5" + "0" * 26 + "c0ffee"


@pytest.fixture(autouse=True)
def _own_chain(settings: Settings) -> Iterator[None]:
    settings.X402_CHAIN, settings.X402_PAY_TO, rail._retry_at = "sandbox", PAY_TO, 0.0
    yield
    assert violations() == []


@pytest.fixture
def here() -> Api:
    caller = Api()
    caller.address = "127.0.0.1"
    return caller


def given_payer(here: Api, dollars: float) -> Any:
    wallet = Account.create()
    answer = here.post("/api/sandbox/faucet", {"address": wallet.address, "amount": dollars})
    assert answer.status == 200, answer.body
    assert answer["funds"]["balance"] == dollars
    return wallet


def held(wallet: Any) -> int:
    return faucet.look(wallet.address).cents


def test_an_agent_opens_an_account_and_funds_it_from_the_faucet(here: Api) -> None:
    wallet = given_payer(here, 25)

    opened = sign_up(sign(wallet, sign_up()))
    assert (opened.status, opened["status"]) == (200, "account_created")
    agent = Api(headers={"X-API-Key": opened["apiKey"]})
    paid = deposit(agent, 700, sign(wallet, deposit(agent, 700)))

    assert paid.status == 200, paid.body
    assert agent.get("/api/wallet/balance")["balanceCents"] == 1700
    assert (held(wallet), faucet.look(PAY_TO).cents) == (800, 1700)
    assert receipt(paid).transaction == SandboxTransfer.objects.latest("pk").tx_hash
    assert reconciliation.compare(None, None) == []


def test_the_well_known_clients_need_no_settings_for_it(here: Api) -> None:
    """With the limits that the SDK's client has by itself: known tokens only."""
    wallet = given_payer(here, 25)
    careful = client_of(wallet)
    careful.set_spend_controls({"max_amount_per_payment": "$10.00"})
    from x402.http.utils import decode_payment_required_header, encode_payment_signature_header

    required = decode_payment_required_header(sign_up().headers["PAYMENT-REQUIRED"])
    opened = sign_up(encode_payment_signature_header(careful.create_payment_payload(required)))

    assert opened.status == 200, opened.body
    assert required.accepts[0].asset == X402_TOKENS["eip155:84532"][0]


def test_who_has_too_little_is_told_so_and_pays_nothing(here: Api) -> None:
    wallet, agent = given_payer(here, 4.99), given_agent()

    with untouched():
        refused = deposit(agent, 500, signed(agent, wallet))
        check_failure(refused, 402, "payment_required")

    assert refused["reason"] == "invalid_exact_evm_insufficient_balance"
    assert held(wallet) == 499


def test_a_payment_is_taken_once(here: Api) -> None:
    wallet, agent = given_payer(here, 25), given_agent()
    signature = signed(agent, wallet)
    assert deposit(agent, 500, signature).status == 200

    check_failure(deposit(agent, 500, signature), 409, "payment_already_processed")
    with pytest.raises(sandbox_chain.Reverted, match="used"):
        sandbox_chain.transfer(raw(signature))

    assert held(wallet) == 2000


def raw(header: str, **other: Any) -> sandbox_chain.Signed:
    seen = authorization(header)
    part, whole = seen["authorization"], bytes.fromhex(seen["signature"][2:])
    made = {
        "payer": part["from"].lower(), "pay_to": part["to"].lower(), "atoms": int(part["value"]),
        "valid_after": int(part["validAfter"]), "valid_before": int(part["validBefore"]),
        "nonce": part["nonce"].lower(), "signature": whole,
    }  # fmt: skip
    return sandbox_chain.Signed(**made | other)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"atoms": 4_000_000}, "invalid signature"),
        ({"pay_to": "0x" + "1" * 40}, "invalid signature"),
        ({"payer": "0x" + "2" * 40}, "invalid signature"),
        ({"nonce": "0x" + "3" * 64}, "invalid signature"),
        ({"signature": b"\x01" * 65}, "invalid signature"),
        ({"signature": b"\x01" * 3}, "invalid signature"),
        ({"valid_before": 1}, "expired"),
        ({"valid_after": 2**40}, "not yet valid"),
    ],
)
def test_the_token_transfers_only_what_its_owner_signed(here: Api, other: Any, why: str) -> None:
    wallet, agent = given_payer(here, 25), given_agent()
    signature = signed(agent, wallet)

    with untouched(), pytest.raises(sandbox_chain.Reverted, match=why):
        sandbox_chain.transfer(raw(signature, **other))


def test_a_forged_payment_is_refused_by_the_facilitator(here: Api) -> None:
    wallet, agent = given_payer(here, 25), given_agent()
    forged = changed(signed(agent, wallet), lambda payload: payload.update(signature="0x" + "11" * 65))

    with untouched():
        check_failure(deposit(agent, 500, forged), 402, "payment_required")


def test_what_somebody_else_submitted_is_found_on_the_chain_and_credited(here: Api) -> None:
    wallet, agent = given_payer(here, 25), given_agent()
    signature = signed(agent, wallet)
    tx_hash = sandbox_chain.transfer(raw(signature))

    assert deposit(agent, 500, signature).status == 200

    payment = X402Payment.objects.get()
    assert (payment.tx_hash, payment.status) == (tx_hash, "settled")
    status = chain.poll(signed_payments.authorization_of(payment))
    assert (status.state, status.tx_hash, status.place) == ("paid", tx_hash, 1)


def test_an_authorization_that_was_never_used_expires(here: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    wallet, agent = given_payer(here, 25), given_agent()
    header = rail.read(signed(agent, wallet))
    assert chain.poll(header.signed).state == "open"

    later = clock.wall() + timedelta(minutes=7)
    monkeypatch.setattr(clock, "wall", lambda: later)

    assert chain.poll(header.signed).state == "expired"


@pytest.mark.parametrize(
    "body",
    [{}, {"address": "0x1", "amount": 1}, {"address": "0x" + "1" * 40}, {"address": "0x" + "1" * 40, "amount": 0},
     {"address": "0x" + "1" * 40, "amount": 10_000.01}, {"address": "0x" + "g" * 40, "amount": 1},
     {"address": "0x" + "1" * 40, "amount": 1, "token": "EUR"}],
)  # fmt: skip
def test_the_faucet_refuses_what_it_cannot_read(here: Api, body: Any) -> None:
    with untouched():
        check_failure(here.post("/api/sandbox/faucet", body), 400, "validation_error")


def test_the_faucet_gives_again_and_says_what_a_wallet_holds(here: Api) -> None:
    address = "0x" + "aB" * 20
    for _ in range(2):
        given = here.post("/api/sandbox/faucet", {"address": address, "amount": 1.5})

    assert given["funds"]["balance"] == 3
    look = here.get(f"/api/sandbox/faucet?address={address.lower()}")["funds"]
    assert look == given["funds"] | {"address": address.lower()}
    assert (look["network"], look["payTo"]) == ("eip155:84532", PAY_TO)
    check_failure(here.get("/api/sandbox/faucet?address=me"), 400, "validation_error")


def test_elsewhere_there_is_no_faucet(here: Api, settings: Settings) -> None:
    body, address = {"address": "0x" + "1" * 40, "amount": 1}, "?address=0x" + "1" * 40
    settings.X402_CHAIN = "node"
    with untouched():
        check_failure(here.post("/api/sandbox/faucet", body), 409, "no_faucet")
        check_failure(here.get("/api/sandbox/faucet" + address), 409, "no_faucet")
    settings.X402_CHAIN, here.address = "sandbox", "192.0.2.1"
    with untouched():
        check_failure(here.post("/api/sandbox/faucet", body), 404, "not_found")
    settings.SANDBOX, here.address = False, "127.0.0.1"
    with untouched():
        check_failure(here.post("/api/sandbox/faucet", body), 404, "not_found")
        for forbidden in (
            lambda: sandbox_chain.mint("0x" + "1" * 40, 1),
            lambda: sandbox_chain.answer("eth_chainId"),
            sandbox_chain.facilitator,
            lambda: faucet.give("0x" + "1" * 40, 1),
        ):
            with pytest.raises(RuntimeError, match="sandbox only"):
                forbidden()


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({}, []),
        ({"SANDBOX": False}, ["wallet.E017"]),
        ({"X402_NETWORK": "eip155:8453"}, ["wallet.E018"]),
        ({"X402_NETWORK": "eip155:31337"}, ["wallet.E011", "wallet.E018"]),
        ({"X402_RPC_URL": "http://127.0.0.1:2"}, ["wallet.E019"]),
        ({"X402_FACILITATOR_KEY": "0x1"}, ["wallet.E019"]),
    ],
)
def test_it_is_configured_alone_and_in_a_sandbox_only(
    settings: Any, changes: dict[str, Any], faults: list[str]
) -> None:
    for name, value in changes.items():
        setattr(settings, name, value)

    assert [fault.id for fault in stablecoins_fit()] == faults


def test_the_sdk_names_what_a_token_of_its_own_would_say(here: Api) -> None:
    """The node answers no call that the program does not make: a new one must be served before it is used."""
    with pytest.raises(ValueError, match="eth_sendRawTransaction"):
        sandbox_chain.answer("eth_sendRawTransaction", "0x")
    assert sandbox_chain.answer("eth_getTransactionReceipt", "0x" + "0" * 64) is None
