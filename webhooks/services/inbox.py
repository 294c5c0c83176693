"""The inbox of an account: its public events in a stable order, for agents that can't receive webhooks.

Ids are no stable order: an id is made while its transaction still runs, so an event with a smaller id can become visible after
one with a larger id was read, and a reader that continues after the larger one would miss it. So events are numbered once they
have committed, by one process at a time per account: a numbered event never gets a new predecessor.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast
from uuid import UUID

from django.db import connection, transaction

from marketplace.errors import InvalidCursor
from webhooks.errors import InboxExpired, InboxRestored
from webhooks.models import Event
from webhooks.rules.readings import Choice, Seen
from webhooks.selectors import events
from webhooks.services import restorations

BATCH = 5000  # events numbered per call
NUMBERING = 0x77686E  # class of the advisory locks for numbering; one lock per account
_NUMBER = """
    with last as (
        select greatest(
            coalesce(max(position), 0), (select coalesce(max(epoch), 0) * %(span)s from webhooks_restoration),
            coalesce((select position from webhooks_inboxstart where account_id = %(account)s), 0)
        ) as position from webhooks_event where account_id = %(account)s
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
    """A page of the inbox. `position`: up to where it was looked through, in `epoch`; `seen`: what its reader has read with it."""

    events: list[Event]
    position: int
    has_more: bool
    epoch: int
    seen: Seen


@dataclass(frozen=True, slots=True)
class Place:
    """How the reader named the place. `epoch`: that of its cursor, None for anything else. `encode`: a cursor of what was read and
    an epoch, for a refusal."""

    epoch: int | None
    encode: Callable[[Seen, int], str]


def page_after(
    account_id: UUID,
    *,
    after: Seen | int | str | datetime | None,
    types: Collection[str],
    limit: int,
    bounty_id: str = "",
    place: Place | None = None,
) -> InboxPage:
    """Up to `limit` events that the reader has not read, oldest first. Spec: Events; contract, section 5.

    account_id: whose inbox. after: what was read, or everything up to a position, or up to the event with an id, or before a
    moment; None for its end: then there are none yet. types: event types; empty for all. limit: number of events. bounty_id: only
    those about this bounty; empty for all. place: the epoch of a cursor, and how a cursor is written for a refusal; without it
    neither is checked.

    First numbers the events that have committed since the last call, under an advisory lock of the account. Raises InvalidCursor
    (400) for an event that this account doesn't have, InboxRestored (409) for a place that a restored database does not know,
    InboxExpired (409) for one behind which events were deleted.
    """
    more_to_number = number(account_id)
    while after is None and more_to_number:
        more_to_number = number(account_id)
    # Read before the page: events numbered in between belong to the next page.
    last, epoch, whole_after = events.end(account_id)
    if after is None:
        return InboxPage([], last, False, epoch, Seen(last, known=whole_after))
    if isinstance(after, str):
        seen = Seen(_position_of(account_id, after, place, last, epoch, whole_after))
    elif isinstance(after, datetime):
        first = events.first_since(account_id, after)
        seen = Seen(last if first is None else first - 1)
    else:
        seen = Seen(after) if isinstance(after, int) else after
    choice = Choice(bounty_id, frozenset(types))
    start = seen.start(choice)
    if place is not None and place.epoch is not None and (place.epoch != epoch or seen.last > last):
        raise _restored(account_id, seen, place, epoch, whole_after)
    _check_whole(seen, start, place, after, epoch, whole_after)
    found = events.inbox(account_id, seen=seen, choice=choice, until=last, limit=limit + 1) if last > start else []
    if last > start and (not found or found[0].position != start + 1):
        # Something may have been deleted while the page was read.
        _check_whole(seen, start, place, after, epoch, events.end(account_id)[2])
    if (place is not None and place.epoch is None) or seen.whole >= whole_after:
        # Not for whoever has read this choice without a gap: of one in the others they are told when they read those.
        seen = replace(seen, known=max(seen.known, whole_after))
    if len(found) > limit:
        reached = cast("int", found[limit - 1].position)
        return InboxPage(found[:limit], reached, True, epoch, seen.reading(choice, reached))
    reached = max(last, start)
    return InboxPage(found, reached, more_to_number, epoch, seen.reading(choice, reached))


def number(account_id: UUID) -> bool:
    """Assign positions to the account's committed events, at most `BATCH`. Returns whether some may be left.

    In a transaction of its own, under an advisory lock of the account: in the caller's it would block other readers for longer,
    and could be rolled back.
    """
    waiting = Event.objects.filter(account=account_id, public=True, position=None)
    if not waiting.exists():
        return False
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", [NUMBERING, str(account_id)])
        cursor.execute(_NUMBER, {"account": account_id, "batch": BATCH, "span": restorations.SPAN})
        return bool(cursor.rowcount == BATCH)


def _restored(account_id: UUID, seen: Seen, place: Place, epoch: int, whole_after: int) -> InboxRestored:
    kept = replace(seen.until(restorations.surviving(account_id, seen.last, place.epoch)), known=whole_after)
    return InboxRestored(readAfter=place.encode(kept, epoch), restoredAt=restorations.begun(epoch) or None)


def _check_whole(
    seen: Seen, start: int, place: Place | None, after: Seen | int | str | datetime, epoch: int, whole_after: int
) -> None:
    """Raises InboxExpired (409) for a place behind which events were deleted, unless its cursor says that the reader knows."""
    if place is None or start >= whole_after or seen.known >= whole_after:
        return
    if place.epoch is not None or isinstance(after, str):  # not for whoever reads from the start, or from a moment
        raise InboxExpired(readAfter=place.encode(replace(seen, known=whole_after), epoch))


def _position_of(account_id: UUID, key: str, place: Place | None, last: int, epoch: int, whole_after: int) -> int:
    found = Event.objects.filter(account=account_id, key=key, public=True).values_list("position", flat=True).first()
    if found is None and whole_after and place is not None:  # it has been there, as far as anybody knows
        raise InboxExpired(readAfter=place.encode(Seen(0, known=whole_after), epoch))
    if found is None and epoch and place is not None:
        raise _restored(account_id, Seen(last), place, epoch, 0)  # it has been there, before the restoration
    if found is None:
        raise InvalidCursor(
            "This account has no event with this id. Send the nextCursor of an answer, or leave it out."
        )
    return int(found)
