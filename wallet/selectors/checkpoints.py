"""Checkpoints of the ledger: which month is the next to be sealed, the hash of its moves, and whether all are what the moves say.

The hash is SHA-256 over the hash before it (32 zero bytes at first), then a line of ASCII for the cut (`[month, end, last move]`),
then a line for each move in posting order, all JSON arrays. So whoever keeps one hash elsewhere can prove all moves until then.
"""

import hashlib
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from typing import Final, NamedTuple

import orjson
from django.db import connection
from django.db.models import QuerySet

from wallet.models.ledger import LedgerCheckpoint, LedgerMove
from wallet.rules.checkpoints import month_of, sealable_from

_FIRST: Final = bytes(32)
_START: Final = -(2**63)  # the move before the first one, as `ledger_start()` has it
_BATCH: Final = 5_000  # moves a statement
_MOVES: Final = """
select m.id, m.cents, jsonb_build_array(
           m.id, m.source_id, s.code, m.destination_id, d.code, m.cents, m.source_balance, m.destination_balance, m.bounty_id,
           m.capped_cents, m.spender, (extract(epoch from m.created_at) * 1000000)::bigint,
           t.id, t.key, t.kind, t.tags, (extract(epoch from t.created_at) * 1000000)::bigint)::text
  from ledger_move m join ledger_transaction t on t.id = m.transaction_id
  left join ledger_account s on s.id = m.source_id left join ledger_account d on d.id = m.destination_id
 where m.id > %s and m.id <= %s order by m.id limit %s
"""


class Sealed(NamedTuple):
    """What a checkpoint says of the moves since the one before; cents are the sum of them all."""

    through: int
    moves: int
    cents: int
    digest: bytes


def last() -> LedgerCheckpoint | None:
    """The latest sealed month."""
    return _sealed().order_by("-month").first()


def proven_until() -> datetime | None:
    """Until when (UTC) the books are sealed; None without a checkpoint."""
    found = last()
    return found.ends_at if found else None


def next_month(now: datetime) -> date | None:
    """The first day of the next month to be sealed: one that is closed already, else that of the first move after the last
    checkpoint. None while it is not over for long enough, or nothing has moved."""
    closed = LedgerCheckpoint.objects.filter(through=None).order_by("month").first()
    if closed is not None:
        return closed.month
    before = last()
    moves = LedgerMove.objects.filter(pk__gt=before.through if before else _START)
    first = moves.order_by("pk").values_list("created_at", flat=True).first()
    if first is None:
        return None
    month = month_of(first)
    return month if sealable_from(month) <= now else None


def unsealed(month: date) -> LedgerCheckpoint | None:
    """The row of a closed month, locked; None while another process has it, or when it is sealed."""
    rows = LedgerCheckpoint.objects.select_for_update(skip_locked=True)
    return rows.filter(month=month, through=None).first()


def to_be_sealed(row: LedgerCheckpoint) -> Sealed:
    """What its checkpoint has to say. Reads the moves of the month."""
    before = _sealed().filter(month__lt=row.month).order_by("-month").first()
    after = before.through if before and before.through is not None else _START
    moves = LedgerMove.objects.filter(created_at__lt=row.ends_at, pk__gt=after).order_by("-pk")
    through = moves.values_list("pk", flat=True).first()
    through = (after if before else 0) if through is None else through
    return _digest(bytes(before.hash or b"") if before else _FIRST, row, after, through)


def violations() -> Iterator[tuple[str, str, str]]:
    """(violation, subject, detail) of every checkpoint that is not what its moves say. Reads the whole ledger."""
    with connection.cursor() as cursor:
        cursor.execute("select * from ledger_checkpoint_faults()")
        yield from cursor.fetchall()
    before, after = _FIRST, _START
    for row in _sealed().order_by("month"):
        found = _digest(before, row, after, row.through or 0)
        before, after = bytes(row.hash or b""), row.through or 0
        if found != Sealed(after, row.moves or 0, row.cents or 0, before):
            detail = f"{row.moves} moves of {row.cents} cents sealed, {found.moves} of {found.cents} there"
            yield "sealed month was changed", str(row), detail


def _sealed() -> QuerySet[LedgerCheckpoint]:
    return LedgerCheckpoint.objects.exclude(through=None)


def _digest(before: bytes, row: LedgerCheckpoint, after: int, through: int) -> Sealed:
    digest = hashlib.sha256(before)
    digest.update(orjson.dumps([row.month.isoformat(), row.ends_at.isoformat(), through]) + b"\n")
    moves = total = 0
    for cents, text in _texts(after, through):
        digest.update(text.encode() + b"\n")
        moves, total = moves + 1, total + cents
    return Sealed(through, moves, total, digest.digest())


def _texts(after: int, through: int) -> Iterable[tuple[int, str]]:
    """Cents and text of each move, in posting order."""
    while True:
        with connection.cursor() as cursor:
            cursor.execute(_MOVES, [after, through, _BATCH])
            found = cursor.fetchall()
        if not found:
            return
        yield from ((cents, text) for _, cents, text in found)
        after = found[-1][0]
