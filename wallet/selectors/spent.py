"""What left a wallet, for its caps. In cents; read under the lock of the controls row."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from marketplace.core import clock
from wallet.rules import CAP_WINDOW

_ID = "(select id from ledger_account where code = %s)"


def in_window(code: str) -> int:
    """Gross spends of the last 24 hours: a return gives no headroom back, else create-and-cancel walks round the cap."""
    return _sum(
        f"select coalesce(sum(cents), 0) from ledger_move where spend and source_id = {_ID} and created_at > %s",  # noqa: S608
        [code, clock.now() - CAP_WINDOW],
    )


def fits_again_at(code: str, *, cents: int) -> datetime | None:
    """When spends of at least `cents` will have left the window, oldest first."""
    query = f"""
        select created_at from (
            select created_at, sum(cents) over (order by created_at, id) as gone from ledger_move
             where spend and source_id = {_ID} and created_at > %s) oldest
         where gone >= %s order by created_at limit 1
    """  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(query, [code, clock.now() - CAP_WINDOW, cents])
        row = cursor.fetchone()
    return row[0] + CAP_WINDOW if row else None


def on_bounty(code: str, bounty_id: UUID) -> int:
    """Net: what this wallet put into the bounty, fee and tips included, less what came back."""
    return _sum(
        f"""select coalesce(sum(case when source_id = {_ID} then cents else 0 end), 0)
                 - coalesce(sum(case when destination_id = {_ID} then cents else 0 end), 0)
              from ledger_move where bounty_id = %s""",  # noqa: S608
        [code, code, bounty_id],
    )


def _sum(query: str, parameters: list[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        (total,) = cursor.fetchone()
    return int(total)
