"""The sandbox's own chain: a dollar token that costs nothing, with a faucet, so that x402 works without a network.

It keeps its own books (SandboxTransfer), as a real chain would, and is met as one: `answer` is its node, in the JSON-RPC that
`wallet.providers.chain` speaks, and `facilitator` is the SDK's, which checks signatures by itself. Only sandboxes have it
(`X402_CHAIN`); it takes the id of a test network and the address of a token there, so that every x402 client knows both. Nothing
of it leaves this machine, and no key belongs to it.

A block is two seconds of the machine's clock, whether something is in it or not: so a block is a number, and needs no row.
"""

import hashlib
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q, QuerySet, Sum

from marketplace.core import clock, ids
from wallet.models import SandboxTransfer
from wallet.rules.x402 import AUTHORIZATION_STATE, AUTHORIZATION_USED, TRANSFER, X402_TEST_NETWORKS, X402_TOKENS

_BLOCK_SECONDS: Final = 2
_NOBODY: Final = "0x" + "0" * 40  # whom minted tokens come from
_EVEN_V: Final = 27  # what wallets add to the last byte of a signature


class Reverted(Exception):
    """The token refuses a transfer, in the words of its contract."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"execution reverted: {reason}")


@dataclass(frozen=True, slots=True)
class Signed:
    """The arguments of transferWithAuthorization (EIP-3009); addresses and nonce in lower case."""

    payer: str
    pay_to: str
    atoms: int
    valid_after: int
    valid_before: int
    nonce: str
    signature: bytes


def check_configured() -> None:
    """Raises RuntimeError unless this is a sandbox with a chain of its own."""
    if not (settings.SANDBOX and settings.X402_CHAIN == "sandbox" and settings.X402_NETWORK in X402_TEST_NETWORKS):
        raise RuntimeError("the local chain exists in a sandbox only")


def token() -> tuple[str, str, str]:
    """(address in lower case, EIP-712 name, version) of the one token on it."""
    address, name, version = X402_TOKENS[settings.X402_NETWORK]
    return address.lower(), name, version


def chain_id() -> int:
    return int(settings.X402_NETWORK.removeprefix("eip155:"))


def balance(address: str) -> int:
    """The tokens of an address, in atoms."""
    rows = SandboxTransfer.objects
    into = rows.filter(pay_to=address.lower()).aggregate(sum=Sum("atoms"))["sum"] or 0
    out = rows.filter(payer=address.lower()).aggregate(sum=Sum("atoms"))["sum"] or 0
    return int(into - out)


def mint(address: str, atoms: int) -> str:
    """Give tokens away. Returns the transaction's hash."""
    check_configured()
    return _write(_NOBODY, address.lower(), atoms, nonce="")


def check(signed: Signed) -> None:
    """What the token's contract checks before a transfer. Raises Reverted."""
    now = clock.wall().timestamp()
    if now <= signed.valid_after:
        raise Reverted("FiatTokenV2: authorization is not yet valid")
    if now >= signed.valid_before:
        raise Reverted("FiatTokenV2: authorization is expired")
    if SandboxTransfer.objects.filter(payer=signed.payer, nonce=signed.nonce).exists():
        raise Reverted("FiatTokenV2: authorization is used or canceled")
    if not _is_signed(signed):
        raise Reverted("FiatTokenV2: invalid signature")
    if balance(signed.payer) < signed.atoms:
        raise Reverted("ERC20: transfer amount exceeds balance")


def transfer(signed: Signed) -> str:
    """Execute a signed transfer, once. Takes an advisory lock on the payer. Returns the transaction's hash. Raises Reverted."""
    check_configured()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("select pg_advisory_xact_lock(hashtextextended('chain:' || %s, 0))", [signed.payer])
        check(signed)
        return _write(signed.payer, signed.pay_to, signed.atoms, nonce=signed.nonce)


# ------------------------------------------------------------------ its node


def answer(method: str, *params: Any) -> Any:
    """The result of a JSON-RPC call; None for what is not there. Raises ValueError for a call that this node doesn't serve."""
    check_configured()
    match method, params:
        case "eth_chainId", _:
            return hex(chain_id())
        case "eth_getBlockByNumber", (number, *_):
            block = _newest() if number == "latest" else int(number, 16)
            return {"number": hex(block), "timestamp": hex(block * _BLOCK_SECONDS)}
        case "eth_call", ({"data": str(data)}, block) if data.startswith(AUTHORIZATION_STATE):
            words = data.removeprefix(AUTHORIZATION_STATE)
            payer, nonce = "0x" + words[24:64], "0x" + words[64:128]
            rows = SandboxTransfer.objects.filter(payer=payer, nonce=nonce, block__lte=int(block, 16))
            return hex(int(rows.exists()))
        case "eth_getLogs", ({"fromBlock": first, "toBlock": last, "topics": topics},):
            rows = SandboxTransfer.objects.filter(block__gte=int(first, 16), block__lte=int(last, 16))
            found = [log for row in _narrowed(rows, topics).order_by("pk") for log in logs(row)]
            return [log for log in found if _matches(log["topics"], topics)]
        case "eth_getTransactionReceipt", (tx_hash, *_):
            row = SandboxTransfer.objects.filter(tx_hash=str(tx_hash).lower()).first()
            return None if row is None else {"transactionHash": row.tx_hash, "status": "0x1", "logs": logs(row)}
    raise ValueError(f"the local chain does not serve {method}")


def logs(row: SandboxTransfer) -> list[dict[str, Any]]:
    """What the token's contract logs about a transfer: the use of an authorization, then the transfer."""
    topics = [[TRANSFER, _word(row.payer), _word(row.pay_to)]]
    if row.nonce:
        topics.insert(0, [AUTHORIZATION_USED, _word(row.payer), row.nonce])
    return [
        {
            "address": token()[0],
            "transactionHash": row.tx_hash,
            "blockNumber": hex(row.block),
            "logIndex": hex(place),
            "topics": each,
            "data": "0x" + (f"{row.atoms:064x}" if each[0] == TRANSFER else ""),
        }
        for place, each in enumerate(topics)
    ]


def _narrowed(rows: QuerySet[Any], topics: list[Any]) -> QuerySet[Any]:
    """Only those whose addresses can match, by the index."""
    named = [topic for topic in topics[1:] if isinstance(topic, str)]
    addresses = ["0x" + topic[-40:].lower() for topic in named]
    return rows.filter(Q(payer__in=addresses) | Q(pay_to__in=addresses)) if addresses else rows


def _matches(topics: list[str], wanted: list[Any]) -> bool:
    """By position: None is any, a list is one of them."""
    for topic, wish in zip(topics, wanted, strict=False):
        if wish is not None and topic not in [str(one).lower() for one in (wish if isinstance(wish, list) else [wish])]:
            return False
    return len(topics) >= len(wanted)


def _newest() -> int:
    return int(clock.wall().timestamp()) // _BLOCK_SECONDS


def _write(payer: str, pay_to: str, atoms: int, *, nonce: str) -> str:
    pk = ids.new()
    tx_hash = "0x" + hashlib.sha256(pk.bytes).hexdigest()
    SandboxTransfer.objects.create(
        pk=pk, tx_hash=tx_hash, block=_newest(), payer=payer, pay_to=pay_to, atoms=atoms, nonce=nonce
    )
    return tx_hash


def _is_signed(signed: Signed) -> bool:
    from x402.mechanisms.evm.eip712 import hash_eip3009_authorization
    from x402.mechanisms.evm.types import ExactEIP3009Authorization
    from x402.mechanisms.evm.verify import verify_eoa_signature

    address, name, version = token()
    parts = ExactEIP3009Authorization(
        from_address=signed.payer,
        to=signed.pay_to,
        value=str(signed.atoms),
        valid_after=str(signed.valid_after),
        valid_before=str(signed.valid_before),
        nonce=signed.nonce,
    )
    digest = hash_eip3009_authorization(parts, chain_id(), address, name, version)
    try:
        return bool(verify_eoa_signature(digest, signed.signature, signed.payer))
    except ValueError:
        return False


def _word(address: str) -> str:
    return "0x" + address.removeprefix("0x").rjust(64, "0")


# ------------------------------------------------------------------ its facilitator


def facilitator() -> Any:
    """The SDK's facilitator, settling here. In any number of processes: what was settled is in the books."""
    check_configured()
    from x402 import x402FacilitatorSync
    from x402.mechanisms.evm.exact import register_exact_evm_facilitator

    made = x402FacilitatorSync()
    register_exact_evm_facilitator(made, Signer(), networks=settings.X402_NETWORK)
    return made


class Signer:
    """The SDK's FacilitatorEvmSigner for this chain. It signs nothing: whoever is known to this process may submit."""

    def get_addresses(self) -> list[str]:
        return [_NOBODY]

    def get_chain_id(self) -> int:
        return chain_id()

    def get_code(self, address: str) -> bytes:
        return b"\x01" if address.lower() == token()[0] else b""  # payers are wallets, never contracts

    def get_balance(self, address: str, token_address: str) -> int:
        return balance(address)

    def verify_typed_data(self, *args: Any) -> bool:
        raise NotImplementedError("the SDK recovers signatures of wallets by itself")

    def send_transaction(self, to: str, data: bytes) -> str:
        raise Reverted("there is one contract here, and it is deployed")

    def read_contract(self, address: str, abi: Any, function_name: str, *args: Any) -> Any:
        _, name, version = token()
        match function_name:
            case "transferWithAuthorization":
                return check(_signed(args))
            case "balanceOf":
                return balance(args[0])
            case "name":
                return name
            case "version":
                return version
        raise Reverted(f"no such function: {function_name}")

    def write_contract(
        self, address: str, abi: Any, function_name: str, *args: Any, data_suffix: str | None = None
    ) -> str:
        if function_name != "transferWithAuthorization" or address.lower() != token()[0]:
            raise Reverted(f"no such function: {function_name}")
        return transfer(_signed(args))

    def wait_for_transaction_receipt(self, tx_hash: str) -> Any:
        from x402.mechanisms.evm.types import TransactionReceipt

        row = SandboxTransfer.objects.get(tx_hash=tx_hash)
        return TransactionReceipt(status=1, block_number=row.block, tx_hash=tx_hash, logs=logs(row))


def _signed(args: tuple[Any, ...]) -> Signed:
    payer, pay_to, atoms, after, before, nonce, v, r, s = args
    signature = r + s + bytes([v if v >= _EVEN_V else v + _EVEN_V])
    return Signed(payer.lower(), pay_to.lower(), int(atoms), int(after), int(before), "0x" + nonce.hex(), signature)
