"""The on-chain state of a signed payment (EIP-3009), by JSON-RPC. It needs no transaction hash and does not trust the
facilitator. All queries refer to one block, so that the answers are consistent.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import orjson
from django.conf import settings

from marketplace.core import dry_runs, http
from wallet.errors import ProviderUnavailable
from wallet.rules.x402 import (
    AUTHORIZATION_CANCELED,
    AUTHORIZATION_STATE,
    AUTHORIZATION_USED,
    EVM_HASH,
    TRANSFER,
    X402_CLOCK_SLACK,
    X402_LATE_BLOCK,
    X402_VALID_SECONDS,
)

log = logging.getLogger(__name__)

_SECONDS = 10.0
_MAX_BYTES = 4 * 1024 * 1024  # a block lists all its transactions, a receipt all its logs
_BLOCKS = 1000  # per eth_getLogs query
_MAX_SEARCHES = 200


@dataclass(frozen=True, slots=True)
class Authorization:
    """A signed authorization: `payer` transfers `atoms` of `asset` to `pay_to`, once, before `valid_before` (Unix seconds).
    Addresses and hashes are in lower case."""

    network: str
    asset: str
    payer: str
    nonce: str
    pay_to: str
    atoms: int
    valid_before: int


@dataclass(frozen=True, slots=True)
class ChainStatus:
    """The state of an authorization. `paid`: by the transfer at log index `place` of `tx_hash`; `open`: unused and still
    valid; `expired`: unused and invalid; `elsewhere`: used or cancelled without paying us."""

    state: Literal["paid", "open", "expired", "elsewhere"]
    tx_hash: str = ""
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """A token transfer to us, whoever submitted it. In lower case."""

    tx_hash: str
    payer: str
    atoms: int


def poll(signed: Authorization, tx_hash: str = "") -> ChainStatus:
    """Ask the chain for the state of an authorization.

    `tx_hash` is the transaction that presumably used it; it is checked first, because the node may have pruned old logs.
    Raises ProviderUnavailable (502) if the node does not answer or serves another chain.
    """
    with _node_errors():
        return _poll(signed, tx_hash)


def received(*, network: str, asset: str, pay_to: str, since: datetime, until: datetime) -> list[Transfer]:
    """All transfers of the token to this address in the blocks from `since` to `until` (by the chain's time). Raises
    ProviderUnavailable (502) as `poll`."""
    with _node_errors():
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
def _node_errors() -> Iterator[None]:
    """Turn every error of the node into ProviderUnavailable (502): it allows no conclusion about payments."""
    try:
        yield
    except ProviderUnavailable:
        raise
    except (http.Blocked, http.CallFailed, ValueError, TypeError, KeyError, LookupError) as error:
        log.warning("chain node unavailable", extra={"cause": f"{type(error).__name__}: {str(error)[:200]}"})
        raise ProviderUnavailable() from error


def _head(network: str) -> dict[str, Any]:
    if f"eip155:{_number(_ask('eth_chainId'))}" != network:
        raise ValueError("X402_RPC_URL leads to another chain")
    return dict(_ask("eth_getBlockByNumber", "latest", False))


def _first_block(moment: datetime, head: dict[str, Any]) -> int:
    """The first block not older than this moment, by binary search; one past the newest if there is none."""
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
        # The token checks validity against the time of the block, which only grows.
        expired = _number(head["timestamp"]) >= signed.valid_before + X402_LATE_BLOCK
        return ChainStatus("expired" if expired else "open")
    use = (_use_in(signed, tx_hash) if tx_hash else None) or _find_use(signed, newest)
    if str(use["topics"][0]).lower() == AUTHORIZATION_CANCELED:
        return ChainStatus("elsewhere")
    tx_hash = str(use["transactionHash"]).lower()
    if not EVM_HASH.fullmatch(tx_hash):
        raise ValueError("no transaction hash")
    place = _payment(signed, use)
    return ChainStatus("elsewhere") if place is None else ChainStatus("paid", tx_hash, place)


def _use_in(signed: Authorization, tx_hash: str) -> dict[str, Any] | None:
    """The log of the authorization's use or cancellation in this transaction; None if there is none."""
    try:
        receipt = _ask("eth_getTransactionReceipt", tx_hash)
    except ValueError:  # no such transaction, or not executed yet
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
    """The log of the authorization's use or cancellation, searched backwards to before it can have been signed.

    Raises ValueError without one: the node's logs may lag behind its state, so that allows no conclusion.
    """
    since = signed.valid_before - X402_VALID_SECONDS - 2 * X402_CLOCK_SLACK
    last = newest
    for _ in range(_MAX_SEARCHES):
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
    raise ValueError("authorization is used, but its log was not found")


def _payment(signed: Authorization, use: dict[str, Any]) -> int | None:
    """The log index of the transfer to us that this use caused; None if it caused another transfer.

    The same nonce may have been signed for another payment, and one transaction may use several authorizations. So only the
    first token event after the use counts, and it must be the transfer to us.
    """
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
    dry_runs.end_before("the chain")
    if settings.X402_CHAIN == "sandbox":
        return _ask_here(method, *params)
    reply = http.post(
        settings.X402_RPC_URL,
        body=orjson.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": list(params)}),
        headers={"Content-Type": "application/json", "Accept": "application/json"},
        rules=http.operator_policy(timeout=_SECONDS, longest=_MAX_BYTES),
    )
    answer = orjson.loads(reply.body) if reply.status == 200 else {}
    if answer.get("result") is None:
        raise ValueError(f"{method}: {reply.status} {answer.get('error')}")
    return answer["result"]


def _ask_here(method: str, *params: Any) -> Any:
    """The same of the sandbox's own chain, in this process."""
    from wallet.providers import sandbox_chain  # in a sandbox only

    found = sandbox_chain.answer(method, *params)
    if found is None:
        raise ValueError(f"{method}: not found")
    return found


def _number(text: str) -> int:
    return int(text, 16)


def _word(address: str) -> str:
    """An address as the chain's 32 bytes."""
    return address.removeprefix("0x").rjust(64, "0")
