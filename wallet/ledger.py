"""The only writer of money, around the database function `ledger_post` (docs/money.md).

A post is a list of moves from one account to another, under a key that names the fact and can be posted once, for ever.
It locks the owned accounts among the moves in order of id, so it comes last in every verb.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import QuerySet

from marketplace.core import clock, ids
from marketplace.core.transactions import write_gathered_events
from wallet.errors import InsufficientFunds, LedgerConflict
from wallet.models import ledger as rows

log = logging.getLogger(__name__)

FEES: Final = "fees"
TRANSIT: Final = "transit"
LOSSES: Final = "losses"
WORLD: Final = {rail: f"world.{rail}" for rail in ("card", "mpp", "x402", "payout")}
WALLET: Final = "wallet:"
POOL: Final = "pool:"
HOLD: Final = "hold:"
HOUSE: Final = (FEES, TRANSIT, LOSSES, *WORLD.values())
# The codes of accounts hold no comma; a move without a bounty has an empty place, which is null.
_POST: Final = (
    "select ledger_post(%s, %s, %s, %s, string_to_array(%s, ','), string_to_array(%s, ','), "
    "string_to_array(%s, ',')::bigint[], string_to_array(%s, ',', '')::uuid[], string_to_array(%s, ',')::bigint[], %s)"
)


class Move(NamedTuple):
    """`cents` (> 0; a zero move is dropped) from one account to another, for a bounty or for none; `capped` of them count
    to the caps of the wallet they leave."""

    source: str
    destination: str
    cents: int
    bounty: UUID | None = None
    capped: int = 0


@dataclass(frozen=True, slots=True)
class Posted:
    """`balances` of the owned accounts after the post; empty when it was replayed or there was nothing to move."""

    id: UUID | None
    replayed: bool
    balances: Mapping[str, int]


def wallet(account_id: UUID) -> str:
    return f"{WALLET}{account_id}"


def earnings(account_id: UUID) -> str:
    return f"earnings:{account_id}"


def pool(escrow_id: UUID) -> str:
    return f"{POOL}{escrow_id}"


def hold(escrow_id: UUID) -> str:
    return f"{HOLD}{escrow_id}"


def post(*, key: str, kind: str, moves: Iterable[Move], tags: Mapping[str, Any] | None = None) -> Posted:
    """Book one fact, in the caller's transaction. The same key with the same moves is replayed: nothing is written.

    Zero moves are dropped, and nothing is posted when none is left. `tags` (JSON) are for people, never for sums. Locks
    the owned accounts until the caller commits.

    Raises InsufficientFunds (402) when an owned account would go below zero, and LedgerConflict (409) when the key
    names another fact; neither writes anything, and the transaction lives on. RuntimeError outside a transaction,
    ValueError for negative cents: faults of the caller's program.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("money moves only inside the transaction of the state it belongs to")
    real = [move for move in moves if move.cents]
    if any(move.cents < 0 for move in real):
        raise ValueError("a move takes cents from its source: turn it round instead of negating it")
    if not real:
        return Posted(None, False, {})
    write_gathered_events()  # the facts first, or they would be written while the wallet is locked
    with connection.cursor() as cursor:
        # Every value goes as plain text, the lists joined: adapting Python lists costs more than all the rest of the call.
        cursor.execute(
            _POST,
            [
                str(ids.new()),
                key,
                kind,
                clock.now().isoformat(),
                ",".join([move.source for move in real]),
                ",".join([move.destination for move in real]),
                ",".join([str(move.cents) for move in real]),
                ",".join([str(move.bounty or "") for move in real]),
                ",".join([str(move.capped) for move in real]),
                orjson.dumps(dict(tags)).decode() if tags else "{}",
            ],
        )
        answer = orjson.loads(cursor.fetchone()[0])
    match answer["outcome"]:
        case "posted":
            return Posted(UUID(answer["id"]), False, answer["balances"])
        case "replayed":
            return Posted(UUID(answer["id"]), True, {})
        case "refused":
            raise InsufficientFunds(required_cents=answer["needed"], balance_cents=answer["balance"])
    log.error("a fact was booked before with other moves", extra={"key": key, "earlier": answer["id"]})
    raise LedgerConflict()


def balance(code: str) -> int:
    """What an owned account holds now, in cents; 0 when it was never used."""
    found: int | None = rows.LedgerAccount.objects.filter(code=code).values_list("balance", flat=True).first()
    return found or 0


def balances(codes: Iterable[str]) -> dict[str, int]:
    """What several owned accounts hold now, by code; those never used are left out."""
    found = rows.LedgerAccount.objects.filter(code__in=list(codes)).values_list("code", "balance")
    return {code: balance for code, balance in found if balance is not None}


def lines(code: str) -> QuerySet[rows.LedgerLine]:
    """An account's statement with the balance after each line; `move_id` is the order of booking.

    The account is looked up first: by its id both halves of the view walk an index, newest first, without a sort.
    """
    account_id = rows.LedgerAccount.objects.filter(code=code).values_list("id", flat=True).first()
    return rows.LedgerLine.objects.filter(account_id=account_id or 0)


def house_balance(code: str) -> int:
    """What a house account stands at: the sum of its moves. For staff and checks."""
    with connection.cursor() as cursor:
        cursor.execute("select balance from ledger_house where code = %s", [code])
        found = cursor.fetchone()
    return int(found[0]) if found else 0
