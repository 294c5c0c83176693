"""Spends of a wallet that count towards its caps, in cents; read under the lock of the controls row.

Caps limit the wallet's own money. Money that a page or quote brought for a purpose passes through the wallet without counting;
the counting part of a move is its `capped_cents`.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from marketplace.core import clock

_ID = "(select id from ledger_account where code = %s)"
_LATELY = f"from ledger_move where capped_cents > 0 and source_id = {_ID} and created_at > %s"


_BY_SPENDER = f"{_LATELY} and spender = %s"


def in_windows(code: str, windows: Mapping[str, timedelta], spender: str | None = None) -> dict[str, int]:
    """Gross spends of the last 24 hours, 7 days and so on, by the windows' names, in one query; only those of `spender`
    (`Actor.spender`), if given. Refunds are not deducted: otherwise create-and-cancel would circumvent a cap."""
    if not windows:
        return {}
    now = clock.now()
    sums = ", ".join(["coalesce(sum(capped_cents) filter (where created_at > %s), 0)"] * len(windows))
    since = [now - span for span in windows.values()]
    with connection.cursor() as cursor:
        if spender is None:
            cursor.execute(f"select {sums} {_LATELY}", [*since, code, min(since)])
        else:
            cursor.execute(f"select {sums} {_BY_SPENDER}", [*since, code, min(since), spender])
        return dict(zip(windows, (int(cents) for cents in cursor.fetchone()), strict=True))


def fits_again_at(code: str, *, cents: int, window: timedelta, spender: str | None = None) -> datetime | None:
    """The time (UTC) when spends of at least `cents`, of everybody or of one spender, will have left the window; None if
    never."""
    rows = _LATELY if spender is None else _BY_SPENDER
    query = f"""
        select created_at from (
            select created_at, sum(capped_cents) over (order by created_at, id) as gone {rows}) oldest
         where gone >= %s order by created_at limit 1
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, [code, clock.now() - window, *([] if spender is None else [spender]), cents])
        row = cursor.fetchone()
    return row[0] + window if row else None


def on_bounty(code: str, bounty_id: UUID, spender: str | None = None) -> int:
    """Net spends of the wallet's own money on a bounty, fee and tips included. Refunds count as money that pages brought
    first, and are deducted only beyond it; for one spender they count as what others spent next."""
    net = _sum(
        f"""select coalesce(sum(capped_cents) filter (where source_id = {_ID}), 0)
                 - greatest(0, coalesce(sum(cents) filter (where destination_id = {_ID}), 0)
                             - coalesce(sum(cents - capped_cents) filter (where source_id = {_ID}), 0))
              from ledger_move where bounty_id = %s""",  # noqa: S608
        [code, code, code, bounty_id],
    )
    if spender is None:
        return net
    own = f"select coalesce(sum(capped_cents), 0) from ledger_move where bounty_id = %s and spender = %s and source_id = {_ID}"  # noqa: S608
    return min(net, _sum(own, [bounty_id, spender, code]))


def _sum(query: str, parameters: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        (total,) = cursor.fetchone()
    return max(0, int(total))
