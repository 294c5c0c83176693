"""The inbox of an account: its public facts in one order that never changes, for agents that can't be called.

The order is not that of the ids. An id is made while its transaction still runs, so a fact with a smaller id can show up
after one with a larger id has been read, and a reader that goes on behind the larger one would never see it. Facts are
therefore numbered once they have committed, one numbering of an account at a time: what has a number can never get one
before it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.db import connection, transaction

from marketplace.errors import InvalidCursor
from webhooks.models import Event
from webhooks.selectors import events

BATCH = 5000  # numbered in one look
_NUMBERING = 0x77686E  # the class of advisory locks under which facts are numbered, one for each account
_NUMBER = """
    with last as (
        select coalesce(max(position), 0) as position from webhooks_event where account_id = %(account)s
    ), waiting as (
        select id, row_number() over (order by id) as place from (
            select id from webhooks_event where account_id = %(account)s and public and position is null
            order by id limit %(batch)s
        ) as oldest
    )
    update webhooks_event event set position = last.position + waiting.place
    from last, waiting where event.id = waiting.id
"""


@dataclass(frozen=True, slots=True)
class InboxPage:
    """What lies behind a place of the inbox; `position` is where the next look goes on."""

    events: list[Event]
    position: int
    has_more: bool


def page_after(account_id: UUID, *, after: int | str, types: Collection[str], limit: int) -> InboxPage:
    """Up to `limit` facts behind `after` (a place, or the id of a fact), oldest first; all types when none is named.

    Numbers what has committed since the last look. Raises InvalidCursor (400) for a fact that this account does not have.
    """
    rest = number(account_id)
    behind = _place_of(account_id, after) if isinstance(after, str) else after
    # Read before the page: what is numbered between the two belongs to the next look.
    last = events.last_position(account_id)
    found = events.inbox(account_id, after=behind, until=last, types=types, limit=limit + 1) if last > behind else []
    if len(found) > limit:
        return InboxPage(found[:limit], cast("int", found[limit - 1].position), True)
    return InboxPage(found, max(last, behind), rest)


def number(account_id: UUID) -> bool:
    """Give the committed facts of this account their places. Says whether some are left for the next time.

    A transaction of its own: the caller's would keep the others waiting, and might be rolled back.
    """
    waiting = Event.objects.filter(account=account_id, public=True, position=None)
    if not waiting.exists():
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", [_NUMBERING, str(account_id)])
        cursor.execute(_NUMBER, {"account": account_id, "batch": BATCH})
        return bool(cursor.rowcount == BATCH)


def _place_of(account_id: UUID, key: str) -> int:
    found = Event.objects.filter(account=account_id, key=key, public=True).values_list("position", flat=True).first()
    if found is None:
        raise InvalidCursor(
            "This account has no event with this id. Send the nextCursor of an answer, or leave it out."
        )
    return int(found)
