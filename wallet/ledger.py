"""The only writer of money, around the database function `ledger_post` (docs/money.md).

A post is a list of moves between accounts under a unique key, which can be posted only once. It locks the owned accounts among
the moves in order of their ids, so it comes last in every service function.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import QuerySet

from marketplace.core import clock, context, dry_runs, ids
from marketplace.core.open_mappings import JsonValue
from marketplace.core.transactions import write_gathered_events
from wallet.errors import InsufficientFunds, LedgerConflict
from wallet.models import ledger as rows

log = logging.getLogger(__name__)

Tags: TypeAlias = Mapping[str, JsonValue]  # what a post is about, each caller's own names; no sum reads them
FEES: Final = "fees"
TRANSIT: Final = "transit"
LOSSES: Final = "losses"
WORLD: Final = {rail: f"world.{rail}" for rail in ("card", "mpp", "x402", "payout")}
WALLET: Final = "wallet:"
POOL: Final = "pool:"
HOLD: Final = "hold:"
HOUSE: Final = (FEES, TRANSIT, LOSSES, *WORLD.values())
# Account codes contain no comma; a move without a bounty has an empty element, which becomes null.
_POST: Final = (
    "select ledger_post(%s, %s, %s, %s, string_to_array(%s, ','), string_to_array(%s, ','), "
    "string_to_array(%s, ',')::bigint[], string_to_array(%s, ',', '')::uuid[], string_to_array(%s, ',')::bigint[], %s, %s)"
)


class Move(NamedTuple):
    """`cents` (> 0; zero moves are dropped) from one account to another, for a bounty or none; `capped` of them count towards
    the spending caps of the wallet that they leave."""

    source: str
    destination: str
    cents: int
    bounty: UUID | None = None
    capped: int = 0


@dataclass(frozen=True, slots=True)
class Posted:
    """The result of a post. `balances`: cents of the owned accounts afterwards, by code; empty for a replay or without moves.
    `id` is None without moves."""

    id: UUID | None
    replayed: bool
    balances: Mapping[str, int]


def wallet(account_id: UUID) -> str:
    """The code of an account's wallet."""
    return f"{WALLET}{account_id}"


def earnings(account_id: UUID) -> str:
    """The code of an account's earnings."""
    return f"earnings:{account_id}"


def pool(escrow_id: UUID) -> str:
    """The code of a pool's account."""
    return f"{POOL}{escrow_id}"


def hold(escrow_id: UUID) -> str:
    """The code of a seat's account."""
    return f"{HOLD}{escrow_id}"


def post(
    *,
    key: str,
    kind: str,
    moves: Iterable[Move],
    tags: Tags | None = None,
    spender: str | None = None,
) -> Posted:
    """Post moves under a key, in the caller's transaction. The same key with the same moves is a replay and writes nothing.

    Args: `key` is unique for ever, such as `end:<escrow>`; `kind` is the statement's type (rules.STATEMENT); `tags` (JSON) are
    informational and never used in sums; `spender` (`Actor.spender`) is who spends it. Zero moves are dropped; without any
    left nothing is posted.
    Locks the owned accounts, by id, until the caller commits. Raises InsufficientFunds (402) when an owned account would
    become negative, LedgerConflict (409) when the key was posted with other moves; neither writes anything, and the
    transaction can go on. RuntimeError outside a transaction and ValueError for negative cents are programming errors.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("money moves only inside the transaction of the state it belongs to")
    real = [move for move in moves if move.cents]
    if any(move.cents < 0 for move in real):
        raise ValueError("a move takes cents from its source: turn it round instead of negating it")
    if not real:
        return Posted(None, False, {})
    write_gathered_events()  # before the post: otherwise events would be written while the wallet is locked
    with connection.cursor() as cursor:
        # All values are passed as text, lists joined: adapting Python lists would cost more than the rest of the call.
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
                orjson.dumps(_with_cause(tags)).decode(),
                spender,
            ],
        )
        answer = orjson.loads(cursor.fetchone()[0])
    match answer["outcome"]:
        case "posted":
            for move in real:
                if move.source.startswith(WALLET):
                    context.add_spent(move.source.removeprefix(WALLET), move.cents)
            if (dry := dry_runs.current()) is not None:
                dry.posted.append(UUID(answer["id"]))
            return Posted(UUID(answer["id"]), False, answer["balances"])
        case "replayed":
            return Posted(UUID(answer["id"]), True, {})
        case "refused":
            raise InsufficientFunds(required_cents=answer["needed"], balance_cents=answer["balance"])
    log.error("ledger key was posted before with other moves", extra={"key": key, "earlier": answer["id"]})
    raise LedgerConflict()


def _with_cause(tags: Tags | None) -> dict[str, JsonValue]:
    """The tags, and the request that moves the money, which no sum and no comparison of a replay reads."""
    cause = context.request_id()
    return dict(tags or {}) | ({"request": cause} if cause else {})


def balance(code: str) -> int:
    """The balance of an owned account, in cents; 0 if it was never used. Locks nothing."""
    found: int | None = rows.LedgerAccount.objects.filter(code=code).values_list("balance", flat=True).first()
    return found or 0


def balances(codes: Iterable[str]) -> dict[str, int]:
    """The balances of several owned accounts, in cents, by code; accounts never used are left out. Locks nothing."""
    found = rows.LedgerAccount.objects.filter(code__in=list(codes)).values_list("code", "balance")
    return {code: balance for code, balance in found if balance is not None}


def lock_balances(codes: Iterable[str]) -> dict[str, int]:
    """The balances of owned accounts, in cents, by code; 0 for one that was never used. Locks them by id, as `post` does, until the
    caller commits: for a post whose moves follow from what is there. It comes right before that post."""
    wanted = list(codes)
    with connection.cursor() as cursor:
        cursor.execute(
            "select code, balance from ledger_account where code = any (string_to_array(%s, ',')) and balance is not null"
            " order by id for no key update",
            [",".join(wanted)],
        )
        found = dict(cursor.fetchall())
    return {code: int(found.get(code, 0)) for code in wanted}


def lines(code: str) -> QuerySet[rows.LedgerLine]:
    """An account's statement with the balance after each line; `move_id` is the posting order.

    The account is looked up first, because with its id both halves of the view can use an index without a sort.
    """
    account_id = rows.LedgerAccount.objects.filter(code=code).values_list("id", flat=True).first()
    return rows.LedgerLine.objects.filter(account_id=account_id or 0)


def house_balance(code: str) -> int:
    """The balance of a house account, in cents: the sum of its moves since the last checkpoint, which may be slow. For staff and
    audits."""
    with connection.cursor() as cursor:
        cursor.execute("select balance from ledger_house where code = %s", [code])
        found = cursor.fetchone()
    return int(found[0]) if found else 0


def close_month(month: date) -> None:
    """Let nothing be written any more that is dated before the end of this month (its first day), from the caller's commit on.

    Waits for all posts that are under way, and holds up others until that commit: the caller does nothing else in its
    transaction, and bounds the wait by `lock_timeout`. A month that is closed already stays as it is.
    """
    with connection.cursor() as cursor:
        cursor.execute("select ledger_close(%s, %s)", [month, clock.now()])


def seal_month(month: date, *, through: int, moves: int, cents: int, digest: bytes) -> None:
    """Write the checkpoint of a closed month: the state of each account after the move `through`, and the `digest` of its `moves`
    moves of `cents` together. The caller has its row locked. The database refuses one that is sealed, or not the next."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select ledger_seal(%s, %s, %s, %s, %s, %s)", [month, through, moves, cents, digest, clock.now()]
        )
