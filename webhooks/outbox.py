"""`publish()`: write a fact down in the transaction of its cause. Sending comes after the commit, and again if need be."""

import json
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from marketplace.core import context
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from webhooks.models import Endpoint, Event
from webhooks.rules.catalog import CATALOG, unlisted

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
    "only_endpoint_id": "uuid",
}
_INSERT: Final = f"""
insert into webhooks_event ({", ".join(_TYPES)}, key)
select {", ".join(_TYPES)}, type || ':' || entity || case occurrence when 1 then '' else '.' || occurrence end
from (
    select new.*, new.nth + (
        select count(*) from webhooks_event e
        where e.entity = new.entity and e.type = new.type and e.account_id is not distinct from new.account_id
    ) as occurrence
    from jsonb_to_recordset(%s::jsonb) as new ({", ".join(f"{name} {kind}" for name, kind in _TYPES.items())}, nth bigint)
) counted
returning id, key
"""  # noqa: S608


def publish(
    *,
    type: str,
    entity: str,
    account_id: UUID | None,
    data: dict[str, Any],
    subject_id: UUID | None = None,
    actor: Actor | None = None,
    note: str = "",
    public: bool = True,
    only_endpoint: Endpoint | None = None,
) -> Event:
    """One fact for one recipient. `entity` is the public id of the row it is about. The facts of a transaction are written
    together (`marketplace.core.transactions.unit`), before its money moves and at the latest before it ends.

    The event's id is `<type>:<entity>`, and `<type>:<entity>.<n>` from the second occurrence on. The caller holds the
    lock of that row, so occurrences are counted exactly; should two callers count at once all the same, the database
    refuses the second one's whole verb. Internal facts (`public=False`) need no catalogue entry and go to no endpoint;
    `only_endpoint` addresses a fact to one endpoint, whatever it is subscribed to.

    Raises RuntimeError outside a transaction, ValueError for an event or field that is not in the catalogue.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a fact is written in the transaction of its cause")
    if public and type not in CATALOG:
        raise ValueError(
            f"{type} is no public event: add it to webhooks/rules/catalog.py, or publish with public=False"
        )
    if public and (strange := unlisted(type, data)):
        raise ValueError(f"{type} may not carry {sorted(strange)}: add it to webhooks/rules/catalog.py first")
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
        only_endpoint=only_endpoint,
    )
    if only_endpoint is None:
        connection.gather(_write, event)  # type: ignore[attr-defined]  # of config/postgres
    else:  # its delivery is made beside it, and repeats its key
        _write([event])
    if public:
        enqueue("webhooks.deliver")
    return event


def _write(events: list[Event]) -> None:
    """One statement, which also counts how often each fact occurred before, and gives it its key."""
    seen: dict[tuple[UUID | None, str, str], int] = {}
    rows = []
    for event in events:
        what = (event.account_id, event.type, event.entity)
        seen[what] = seen.get(what, 0) + 1
        row = {name: getattr(event, name) for name in _TYPES} | {"nth": seen[what]}
        rows.append({name: str(value) if isinstance(value, UUID | datetime) else value for name, value in row.items()})
    with connection.prepared() as cursor:  # type: ignore[attr-defined]
        cursor.execute(_INSERT, [json.dumps(rows)])
        keys = dict(cursor.fetchall())
    for event in events:
        event.key, event._state.adding = keys[event.pk], False
