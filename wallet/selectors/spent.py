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


def in_windows(code: str, windows: Mapping[str, timedelta]) -> dict[str, int]:
    """Gross spends of the last 24 hours, 7 days and so on, by the windows' names, in one query. Refunds are not deducted:
    otherwise create-and-cancel would circumvent a cap."""
    if not windows:
        return {}
    now = clock.now()
    sums = ", ".join(["coalesce(sum(capped_cents) filter (where created_at > %s), 0)"] * len(windows))
    since = [now - span for span in windows.values()]
    with connection.cursor() as cursor:
        cursor.execute(f"select {sums} {_LATELY}", [*since, code, min(since)])
        return dict(zip(windows, (int(cents) for cents in cursor.fetchone()), strict=True))


def fits_again_at(code: str, *, cents: int, window: timedelta) -> datetime | None:
    """The time (UTC) when spends of at least `cents` will have left the window; None if never."""
    query = f"""
        select created_at from (
            select created_at, sum(capped_cents) over (order by created_at, id) as gone {_LATELY}) oldest
         where gone >= %s order by created_at limit 1
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, [code, clock.now() - window, cents])
        row = cursor.fetchone()
    return row[0] + window if row else None


def on_bounty(code: str, bounty_id: UUID) -> int:
    """Net spends of the wallet's own money on a bounty, fee and tips included. Refunds count as money that pages brought
    first, and are deducted only beyond it."""
    return _sum(
        f"""select coalesce(sum(capped_cents) filter (where source_id = {_ID}), 0)
                 - greatest(0, coalesce(sum(cents) filter (where destination_id = {_ID}), 0)
                             - coalesce(sum(cents - capped_cents) filter (where source_id = {_ID}), 0))
              from ledger_move where bounty_id = %s""",  # noqa: S608
        [code, code, code, bounty_id],
    )


def _sum(query: str, parameters: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        (total,) = cursor.fetchone()
    return max(0, int(total))
