"""`publish()` writes an event in the transaction of its cause (transactional outbox). Delivery starts after the commit and is
retried.
"""

import json
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection

from marketplace.core import clock, context, ids
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.core.queue import announce, enqueue
from webhooks.models import Endpoint, Event
from webhooks.rules.catalog import CATALOG, unlisted
from webhooks.rules.waiting import CHANNEL

_TYPES: Final = {
    "id": "uuid",
    "created_at": "timestamptz",
    "account_id": "uuid",
    "type": "text",
    "entity": "text",
    "data": "jsonb",
    "public": "bool",
    "subject_id": "uuid",
    "actor": "text",
    "note": "text",
    "request_id": "text",
    "trace_id": "text",
    "only_endpoint_id": "uuid",
}
# Of an entity whose first events may have been deleted (services/keeping.py) nobody knows the count: it goes on at the microsecond.
_INSERT: Final = f"""
insert into webhooks_event ({", ".join(_TYPES)}, key)
select {", ".join(_TYPES)}, type || ':' || entity || case occurrence when 1 then '' else '.' || occurrence end
from (
    select new.*, new.nth + (
        select count(*) from webhooks_event e
        where e.entity = new.entity and e.type = new.type and e.account_id is not distinct from new.account_id
    ) + coalesce((
        select %s::bigint from webhooks_inboxstart start
        where start.account_id = new.account_id and (new.born is null or new.born <= start.until)
    ), 0) as occurrence
    from jsonb_to_recordset(%s::jsonb) as new
    ({", ".join(f"{name} {kind}" for name, kind in _TYPES.items())}, nth bigint, born timestamptz)
) counted
returning id, key
"""  # noqa: S608


def publish(
    *,
    type: str,
    entity: str,
    account_id: UUID | None,
    data: JsonObject,
    subject_id: UUID | None = None,
    actor: Actor | None = None,
    note: str = "",
    public: bool = True,
    only_endpoint: Endpoint | None = None,
) -> Event:
    """Publish one event for one account. Spec: Events; Delivery.

    type: a name of webhooks/rules/catalog.py, or any name with `public=False` (audit trail only, never delivered).
    entity: public id of the row that the event is about. account_id: the recipient; None for internal events only.
    data: the event's fields, JSON values, as the catalogue allows for this type. note: free text for the audit trail, cut at 300
    characters.
    only_endpoint: deliver to this endpoint alone, whatever it is subscribed to.

    The event's id is `<type>:<entity>`, and `<type>:<entity>.<n>` from the second occurrence on; no id is given out twice, not even
    after its event was deleted. The caller holds the lock of
    the entity's row, so that occurrences are counted exactly; if two transactions count at once nevertheless, a unique
    constraint fails the second one. The events of a transaction are inserted together, before its money moves and at the latest
    before it commits (`marketplace.core.transactions.unit`); with `only_endpoint` at once.

    Locks nothing. Raises RuntimeError outside a transaction, ValueError for a type or field that is not in the catalogue.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an event is published in the transaction of its cause")
    if public and type not in CATALOG:
        raise ValueError(
            f"{type} is no public event: add it to webhooks/rules/catalog.py, or publish with public=False"
        )
    if public and (unknown := unlisted(type, data)):
        raise ValueError(f"{type} may not carry {sorted(unknown)}: add it to webhooks/rules/catalog.py first")
    event = Event(
        account_id=account_id,
        type=type,
        entity=entity,
        data=data,
        public=public,
        subject_id=subject_id,
        actor=actor.label if actor else "",
        note=note[:300],
        request_id=context.request_id(),
        trace_id=context.offered_trace() or None,
        only_endpoint=only_endpoint,
    )
    if only_endpoint is None:
        connection.gather(_write, event)  # type: ignore[attr-defined]  # of config/postgres
    else:  # its delivery is created right away, and contains the event's key
        _write([event])
    if public:
        enqueue("webhooks.deliver")
        announce(CHANNEL, str(account_id))
    return event


def _write(events: list[Event]) -> None:
    """One INSERT for all; it also counts how often each event occurred before, and sets its key."""
    seen: dict[tuple[UUID | None, str, str], int] = {}
    rows = []
    for event in events:
        identity = (event.account_id, event.type, event.entity)
        seen[identity] = seen.get(identity, 0) + 1
        row = {name: getattr(event, name) for name in _TYPES}
        row |= {"nth": seen[identity], "born": ids.made_at(event.entity)}
        rows.append({name: str(value) if isinstance(value, UUID | datetime) else value for name, value in row.items()})
    with connection.prepared() as cursor:  # type: ignore[attr-defined]
        parameters = [int(clock.wall().timestamp() * 1_000_000), json.dumps(rows)]
        cursor.execute(*connection.with_waiting_rows(_INSERT, parameters))  # type: ignore[attr-defined]
        keys = dict(cursor.fetchall())
    for event in events:
        event.key, event._state.adding = keys[event.pk], False
