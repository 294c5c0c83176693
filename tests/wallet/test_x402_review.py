"""x402 when something dies, is slow, or says no: nothing is concluded from silence, and nothing is credited twice."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from marketplace.models import Account, ApiKey
from tests import sampling
from tests.api import Api
from tests.factories.accounts import given_agent
from tests.factories.market import untouched, violations
from tests.factories.x402 import authorization, deposit, look, proof, receipt, sign, sign_up, signed, submit
from tests.kills import DRAWN
from tests.wallet.conftest import wallet_of
from wallet import ledger as books
from wallet.models import Payment, X402Payment
from wallet.providers import chain as asked
from wallet.providers import x402 as rail

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]


def test_eight_at_once_are_credited_once(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))

    def post(_: int) -> int:
        try:
            return deposit(agent, 500, signature).status
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(post, range(8)))

    assert statuses.count(200) == 1 and set(statuses) <= {200, 202, 409}, statuses
    assert (wallet_of(agent), facilitator.settlements) == (500, 1)
    assert violations() == []


def test_a_transaction_that_is_not_mined_in_time_is_credited_later(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))
    with chain.stopped():
        answer = deposit(agent, 500, signature)
        again = deposit(agent, 500, signature)
        assert look() == 1 and wallet_of(agent) == 0

    assert (answer.status, answer["status"]) == (202, "settlement_under_review")
    assert not receipt(answer).success and receipt(answer).transaction == answer["txHash"]
    assert (again.status, again["txHash"]) == (202, answer["txHash"]), "and it was not sent again"

    assert look() == 1 and look() == 0
    assert wallet_of(agent) == 500
    assert X402Payment.objects.get().tx_hash == answer["txHash"]
    assert deposit(agent, 500, signature).code == "payment_already_processed"
    assert violations() == []


def test_a_facilitator_that_settles_and_says_nothing_is_found_out(facilitator: Any, chain: Any) -> None:
    agent, facilitator.silent = given_agent(), True

    answer = deposit(agent, 500, signed(agent, chain.payer(50)))

    assert (answer.status, answer["txHash"], wallet_of(agent)) == (202, None, 0)
    look()
    assert wallet_of(agent) == 500
    assert violations() == []


def test_an_account_whose_payment_ends_later_is_opened_and_belongs_to_the_wallet(facilitator: Any, chain: Any) -> None:
    wallet, facilitator.silent = chain.payer(50), True
    signature = sign(wallet, sign_up())
    first = sign_up(signature)
    early = sign_up(signature, **proof(wallet))
    assert (first.status, early.status, Account.objects.count()) == (202, 202, 0)

    look()

    assert (Account.objects.count(), ApiKey.objects.count()) == (1, 0)
    replay = sign_up(signature)
    assert (replay.status, replay.code) == (409, "payment_already_processed"), "it proves nothing: all can see it"
    answer = sign_up(signature, **proof(wallet))
    assert (answer.status, answer["status"], answer["balanceCents"]) == (200, "account_recovered", 1000)
    assert violations() == []


def test_a_facilitator_that_is_away_is_502_and_nothing_happened(facilitator: Any, chain: Any) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))
    facilitator.away = True
    with untouched():
        answer = deposit(agent, 500, signature)
    assert (answer.status, answer.code) == (502, "provider_unavailable")

    facilitator.away = False
    assert deposit(agent, 500, signature).status == 200


def test_a_facilitator_that_is_away_from_the_beginning_is_502(
    facilitator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:

    facilitator.away = True
    answers = [sign_up(), sign_up()]  # the second rests, and does not ask again
    assert [(answer.status, answer.code) for answer in answers] == [(502, "provider_unavailable")] * 2

    facilitator.away = False
    rail._retry_at = 0.0
    assert sign_up().status == 402


def test_a_settlement_that_fails_is_402_and_may_be_tried_again(facilitator: Any, chain: Any) -> None:
    agent, wallet = given_agent(), chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))

    refused = deposit(agent, 500, signature)

    assert (refused.status, refused.code, wallet_of(agent)) == (402, "payment_required", 0)
    assert not receipt(refused).success and refused["reason"] == receipt(refused).error_reason
    assert X402Payment.objects.get().status == "refused"
    facilitator.before_settling = lambda: None
    assert deposit(agent, 500, signature)["reason"] == "invalid_exact_evm_insufficient_balance"

    chain.mint(wallet.address, 5)
    assert deposit(agent, 500, signature).status == 200
    assert (wallet_of(agent), violations()) == (500, [])


def test_a_refused_payment_that_somebody_submits_later_is_credited_once(facilitator: Any, chain: Any) -> None:
    agent, wallet = given_agent(), chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))
    assert deposit(agent, 500, signature).status == 402
    look()
    assert X402Payment.objects.get().status == "refused", "still watched"

    chain.mint(wallet.address, 5)
    seen = authorization(signature)
    tx_hash = chain.submit(seen["authorization"], seen["signature"])
    look()
    look()

    assert (wallet_of(agent), X402Payment.objects.get().tx_hash, Payment.objects.count()) == (500, tx_hash, 1)
    assert violations() == []


def test_a_payment_that_is_submitted_by_another_before_the_facilitator_is_credited(
    facilitator: Any, chain: Any
) -> None:
    agent = given_agent()
    signature = signed(agent, chain.payer(50))
    seen = authorization(signature)
    facilitator.before_settling = lambda: chain.submit(seen["authorization"], seen["signature"])

    answer = deposit(agent, 500, signature)

    assert (answer.status, wallet_of(agent)) == (200, 500), answer.body
    assert receipt(answer).success and receipt(answer).transaction == answer["txHash"]
    assert violations() == []


def test_a_refused_payment_that_was_paid_meanwhile_is_credited_when_it_comes_again(
    facilitator: Any, chain: Any
) -> None:
    agent, wallet = given_agent(), chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))
    assert deposit(agent, 500, signature).status == 402
    chain.mint(wallet.address, 5)
    seen = authorization(signature)
    chain.submit(seen["authorization"], seen["signature"])

    answer = deposit(agent, 500, signature)

    assert (answer.status, wallet_of(agent), violations()) == (200, 500, [])


def test_a_signature_that_was_never_used_fails_when_it_is_over(facilitator: Any, chain: Any) -> None:
    agent, wallet = given_agent(), chain.payer(5)
    signature = signed(agent, wallet)
    facilitator.before_settling = lambda: chain.do(chain.token.functions.take(wallet.address))
    assert deposit(agent, 500, signature).status == 402

    with chain.own_time() as pass_time:
        pass_time(200)
        look()
        assert X402Payment.objects.get().status == "refused"
        pass_time(400)
        look()

    payment = X402Payment.objects.get()
    assert (payment.status, payment.next_attempt_at) == ("failed", None)
    answer = deposit(agent, 500, signature)
    assert (answer.status, answer["reason"]) == (402, payment.reason)
    assert (look(), wallet_of(agent), violations()) == (0, 0, [])


@pytest.mark.parametrize("used", ["cancelled", "for somebody else"])
def test_a_nonce_that_was_used_otherwise_fails(facilitator: Any, chain: Any, used: str) -> None:
    agent, wallet, friend = given_agent(), chain.payer(50), chain.payer()
    signature = signed(agent, wallet)
    nonce = authorization(signature)["authorization"]["nonce"]

    def use() -> None:
        if used == "cancelled":
            chain.do(chain.token.functions.cancel(wallet.address, bytes.fromhex(nonce[2:])))
        else:
            submit_another(chain, wallet, friend.address, nonce)

    facilitator.before_settling = use
    answer = deposit(agent, 500, signature)

    assert (answer.status, wallet_of(agent)) == (402, 0)
    assert X402Payment.objects.get().status == "failed"
    assert violations() == []


def submit_another(chain: Any, wallet: Any, to: str, nonce: str) -> None:
    """The payer signs the same nonce for another payment, and has that executed."""
    message = {"from": wallet.address, "to": to, "value": 5_000_000, "validAfter": 0, "validBefore": 2**40}
    name = ["from", "to", "value", "validAfter", "validBefore", "nonce"]
    kinds = ["address", "address", "uint256", "uint256", "uint256", "bytes32"]
    made = wallet.sign_typed_data(
        {"name": "USDC", "version": "2", "chainId": 84532, "verifyingContract": chain.token.address},
        {"TransferWithAuthorization": [{"name": n, "type": k} for n, k in zip(name, kinds, strict=True)]},
        message | {"nonce": bytes.fromhex(nonce[2:])},
    )
    chain.submit(message | {"nonce": nonce}, made.signature.to_0x_hex())


def test_a_node_of_another_chain_is_not_believed(facilitator: Any, chain: Any) -> None:
    agent, facilitator.silent = given_agent(), True
    deposit(agent, 500, signed(agent, chain.payer(50)))
    X402Payment.objects.update(network="eip155:8453")

    look()

    assert X402Payment.objects.get().status == "review"


# ------------------------------------------------------------------ dying


@pytest.mark.parametrize("submitted", [False, True], ids=["", "submitted by somebody else"])
@pytest.mark.parametrize("kind", ["deposit", "signup"])
def test_killed_at_any_statement_the_sweep_ends_it_like_an_undisturbed_run(
    facilitator: Any, chain: Any, kind: str, settings: Any, submitted: bool
) -> None:
    wallet = chain.payer(5000)

    def picture(agent: Api, signature: str) -> tuple[Any, ...]:
        payment = X402Payment.objects.filter(nonce=authorization(signature)["authorization"]["nonce"]).get()
        booked = Payment.objects.filter(rail="x402", reference=payment.reference)
        wallet_code = books.wallet(payment.account_id) if payment.account_id else ""
        return payment.status, booked.count(), books.balance(wallet_code) if kind == "signup" else None

    def run(agent: Api, signature: str, die_before: int | None) -> int:
        seen = 0

        def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal seen
            seen += 1
            if seen == die_before:
                context["connection"].connection.close()
                raise Killed
            return execute(sql, params, many, context)

        with connection.execute_wrapper(count):
            try:
                answer = deposit(agent, 100, signature) if kind == "deposit" else sign_up(signature)
                assert die_before is not None or answer.status == 200
            except Killed:
                connection.close()
                connection.needs_rollback = connection.in_atomic_block = False
                connection.savepoint_ids.clear()
                connection.atomic_blocks.clear()
        return seen

    def demanded(agent: Api) -> str:
        signature = sign(wallet, deposit(agent, 100) if kind == "deposit" else sign_up())
        if submitted:
            submit(chain, signature)
        return signature

    agent = given_agent()
    signature = demanded(agent)
    statements = run(agent, signature, None)
    undisturbed = picture(agent, signature)
    assert undisturbed[:2] == ("settled", 1)
    assert statements > 10

    steps = sampling.some(range(1, statements + 1), DRAWN, kind, submitted)
    for k in steps:
        signature, settled = demanded(agent), facilitator.settlements
        run(agent, signature, k)
        if facilitator.settlements == settled:  # died before: the payer comes again, if it was not even written down
            nonce = authorization(signature)["authorization"]["nonce"]
            if not X402Payment.objects.filter(nonce=nonce).exists():
                run(agent, signature, None)
            elif not submitted:
                submit(chain, signature)
        look()
        assert picture(agent, signature) == undisturbed, k
        assert violations() == [], k


class Killed(BaseException):
    """Nobody catches it on the way out, as nobody survives a kill."""


# ------------------------------------------------------------------ the books


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("update wallet_x402payment set amount_cents = 499", "settled x402 payment that is not booked"),
        ("update wallet_x402payment set amount_cents = 499", "whose cents are not its token amount"),
        ("update wallet_x402payment set tx_hash = '0x' || repeat('1', 64)", "settled x402 payment that is not booked"),
        ("update wallet_x402payment set tx_hash = '0x' || repeat('1', 64)", "payment by x402 that nobody signed"),
        ("delete from wallet_x402payment", "payment by x402 that nobody signed"),
    ],
)
def test_check_ledger_names_what_was_tampered_with(facilitator: Any, chain: Any, tampering: str, fault: str) -> None:
    agent = given_agent()
    assert deposit(agent, 500, signed(agent, chain.payer(50))).status == 200
    assert violations() == []

    with connection.cursor() as cursor:
        cursor.execute(tampering)

    assert any(fault in row[0] for row in violations())


def test_the_words_of_the_chain_are_what_the_program_asks_for() -> None:
    from eth_utils import keccak

    def word(text: str) -> str:
        return "0x" + keccak(text=text).hex()

    assert word("authorizationState(address,bytes32)").startswith(asked.AUTHORIZATION_STATE)
    assert word("AuthorizationUsed(address,bytes32)") == asked.AUTHORIZATION_USED
    assert word("AuthorizationCanceled(address,bytes32)") == asked.AUTHORIZATION_CANCELED
    assert word("Transfer(address,address,uint256)") == asked.TRANSFER
