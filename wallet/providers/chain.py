"""What a chain says became of a signed payment (EIP-3009), by plain JSON-RPC: it needs no transaction hash and trusts no
facilitator. The chain is asked at one block, so that its answers belong together.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

import orjson
from django.conf import settings

from marketplace.core import http
from wallet.errors import ProviderUnavailable
from wallet.rules import EVM_HASH, X402_CLOCK_SLACK, X402_LATE_BLOCK, X402_VALID_SECONDS

log = logging.getLogger(__name__)

# The first bytes of Keccak-256 of authorizationState(address,bytes32), and of what the token writes when one is used.
AUTHORIZATION_STATE: Final = "0xe94a0102"
AUTHORIZATION_USED: Final = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
AUTHORIZATION_CANCELED: Final = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81"
TRANSFER: Final = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

_SECONDS = 10.0
_LONGEST = 4 * 1024 * 1024  # a block names all its transactions, a receipt all its logs
_BLOCKS = 1000  # searched at a time
_SEARCHES = 200


@dataclass(frozen=True, slots=True)
class Authorization:
    """One authorization: `payer` lets `atoms` of `asset` go to `pay_to`, once, before `valid_before`. In lower case."""

    network: str
    asset: str
    payer: str
    nonce: str
    pay_to: str
    atoms: int
    valid_before: int


@dataclass(frozen=True, slots=True)
class ChainStatus:
    """`paid` by `tx_hash`, in the transfer at `place` among the logs of its block; `open`: not used, and still may be;
    `expired`: never used, and never can be; `elsewhere`: used or cancelled without paying us."""

    state: Literal["paid", "open", "expired", "elsewhere"]
    tx_hash: str = ""
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """A token transfer to us, whoever had it made. In lower case."""

    tx_hash: str
    payer: str
    atoms: int


def poll(signed: Authorization, tx_hash: str = "") -> ChainStatus:
    """Ask the chain. Raises ProviderUnavailable (502) when it does not answer, or is another chain than it should be.

    `tx_hash` is where somebody says that it was used: looked into first, because a node may keep no logs of that time.
    """
    with _asking():
        return _poll(signed, tx_hash)


def received(*, network: str, asset: str, pay_to: str, since: datetime, until: datetime) -> list[Transfer]:
    """Every transfer of the token to this address in blocks of that time, by the chain's own clock, a thousand blocks at a
    time. Raises ProviderUnavailable (502) as `look`."""
    with _asking():
        head = _head(network)
        newest, first = _number(head["number"]), _first_block(since, head)
        last = newest if _number(head["timestamp"]) < until.timestamp() else _first_block(until, head) - 1
        found = []
        for start in range(first, last + 1, _BLOCKS):
            found += _ask(
                "eth_getLogs",
                {
                    "address": asset,
                    "fromBlock": hex(start),
                    "toBlock": hex(min(start + _BLOCKS - 1, last)),
                    "topics": [TRANSFER, None, "0x" + _word(pay_to)],
                },
            )
        return [_transfer(log_) for log_ in found]


@contextmanager
def _asking() -> Iterator[None]:
    """Whatever goes wrong with a node says nothing about payments: ProviderUnavailable (502)."""
    try:
        yield
    except ProviderUnavailable:
        raise
    except (http.Blocked, http.CallFailed, ValueError, TypeError, KeyError, LookupError) as error:
        log.warning("the chain could not be asked", extra={"cause": f"{type(error).__name__}: {str(error)[:200]}"})
        raise ProviderUnavailable() from error


def _head(network: str) -> dict[str, Any]:
    if f"eip155:{_number(_ask('eth_chainId'))}" != network:
        raise ValueError("X402_RPC_URL leads to another chain")
    return dict(_ask("eth_getBlockByNumber", "latest", False))


def _first_block(moment: datetime, head: dict[str, Any]) -> int:
    """The first block that is not older than this moment; one past the newest when there is none. A chain's time only
    grows, so halving finds it."""
    low, high = 0, _number(head["number"]) + 1
    while low < high:
        middle = (low + high) // 2
        block = _ask("eth_getBlockByNumber", hex(middle), False)
        if _number(block["timestamp"]) < moment.timestamp():
            low = middle + 1
        else:
            high = middle
    return low


def _transfer(log_: dict[str, Any]) -> Transfer:
    payer = "0x" + str(log_["topics"][1]).lower()[-40:]
    return Transfer(str(log_["transactionHash"]).lower(), payer, _number(log_["data"]))


def _poll(signed: Authorization, tx_hash: str) -> ChainStatus:
    head = _head(signed.network)
    newest = _number(head["number"])
    state = {"to": signed.asset, "data": AUTHORIZATION_STATE + _word(signed.payer) + signed.nonce.removeprefix("0x")}
    if not _number(_ask("eth_call", state, hex(newest))):
        # The token compares with the time of the block it is in, and a chain's time only grows.
        dead = _number(head["timestamp"]) >= signed.valid_before + X402_LATE_BLOCK
        return ChainStatus("expired" if dead else "open")
    use = (_use_in(signed, tx_hash) if tx_hash else None) or _find_use(signed, newest)
    if str(use["topics"][0]).lower() == AUTHORIZATION_CANCELED:
        return ChainStatus("elsewhere")
    tx_hash = str(use["transactionHash"]).lower()
    if not EVM_HASH.fullmatch(tx_hash):
        raise ValueError("no transaction hash")
    place = _payment(signed, use)
    return ChainStatus("elsewhere") if place is None else ChainStatus("paid", tx_hash, place)


def _use_in(signed: Authorization, tx_hash: str) -> dict[str, Any] | None:
    """The log of its use or its cancelling in this transaction; None for any other, which proves nothing."""
    try:
        receipt = _ask("eth_getTransactionReceipt", tx_hash)
    except ValueError:  # no such transaction, or none that is executed
        return None
    for log_ in receipt["logs"]:
        what = [str(topic).lower() for topic in log_["topics"]]
        if str(log_["address"]).lower() == signed.asset and what in (
            [AUTHORIZATION_USED, "0x" + _word(signed.payer), signed.nonce],
            [AUTHORIZATION_CANCELED, "0x" + _word(signed.payer), signed.nonce],
        ):
            return dict(log_)
    return None


def _find_use(signed: Authorization, newest: int) -> dict[str, Any]:
    """The log of its use or its cancelling, searched backwards until before we can have got the signature. Without one
    nothing is concluded: the node that was asked may be behind the one that knew of the use."""
    since = signed.valid_before - X402_VALID_SECONDS - 2 * X402_CLOCK_SLACK
    last = newest
    for _ in range(_SEARCHES):
        first = max(last - _BLOCKS + 1, 0)
        found = _ask(
            "eth_getLogs",
            {
                "address": signed.asset,
                "fromBlock": hex(first),
                "toBlock": hex(last),
                "topics": [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], "0x" + _word(signed.payer), signed.nonce],
            },
        )
        if found:
            return dict(found[0])
        if first == 0 or _number(_ask("eth_getBlockByNumber", hex(first), False)["timestamp"]) < since:
            break
        last = first - 1
    raise ValueError("an authorization is used, and no log says by what")


def _payment(signed: Authorization, use: dict[str, Any]) -> int | None:
    """Where the transfer to us stands that this use has made; None when it made another. The same nonce may have been signed
    for another payment, and one transaction may use several authorizations: so what follows right upon its use is the
    one that counts, and no other use may stand between."""
    receipt = _ask("eth_getTransactionReceipt", use["transactionHash"])
    place = _number(use["logIndex"])
    after = [
        log_
        for log_ in receipt["logs"]
        if str(log_["address"]).lower() == signed.asset
        and str(log_["topics"][0]).lower() in (TRANSFER, AUTHORIZATION_USED, AUTHORIZATION_CANCELED)
        and _number(log_["logIndex"]) > place
    ]
    if not after:
        return None
    transfer = min(after, key=lambda log_: _number(log_["logIndex"]))
    what, source, destination = (str(topic).lower() for topic in transfer["topics"])
    if what != TRANSFER:
        return None
    ours = ("0x" + _word(signed.payer), "0x" + _word(signed.pay_to), signed.atoms)
    return _number(transfer["logIndex"]) if (source, destination, _number(transfer["data"])) == ours else None


def _ask(method: str, *params: Any) -> Any:
    reply = http.post(
        settings.X402_RPC_URL,
        body=orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}),
        headers={"Content-Type": "application/json", "Accept": "application/json"},
        rules=http.operators(timeout=_SECONDS, longest=_LONGEST),
    )
    answer = orjson.loads(reply.body) if reply.status == 200 else {}
    if answer.get("result") is None:
        raise ValueError(f"{method}: {reply.status} {answer.get('error')}")
    return answer["result"]


def _number(text: str) -> int:
    return int(text, 16)


def _word(address: str) -> str:
    """An address as the chain's 32 bytes."""
    return address.removeprefix("0x").rjust(64, "0")
