"""`publish()`: write a fact down in the transaction of its cause. Sending comes after the commit, and again if need be."""

from typing import Any
from uuid import UUID

from django.db import connection

from marketplace.core import context
from marketplace.core.actor import Actor
from marketplace.core.later import enqueue
from webhooks.models import Endpoint, Event
from webhooks.rules.catalog import CATALOG, unlisted


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
    """One fact for one recipient. `entity` is the public id of the row it is about.

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
    base = f"{type}:{entity}"
    earlier = Event.objects.filter(account=account_id, type=type, entity=entity).count()
    event = Event.objects.create(
        account_id=account_id,
        type=type,
        entity=entity,
        key=base if earlier == 0 else f"{base}.{earlier + 1}",
        data=data,
        public=public,
        subject_id=subject_id,
        actor=actor.label if actor else "",
        note=note[:300],
        request_id=context.request_id(),
        only_endpoint=only_endpoint,
    )
    if public:
        enqueue("webhooks.deliver")
    return event
