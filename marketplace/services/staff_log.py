"""The staff log: who of the staff did what, to what, with which words. Append-only and chained (marketplace/migrations/sql/
staff_log.sql); `selectors/staff_log.py` proves it."""

import json
from collections.abc import Mapping
from typing import TypeAlias

from django.db import models

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account, StaffEntry
from marketplace.selectors.staff_log import content_of

Details: TypeAlias = Mapping[str, object]  # made JSON, in which what JSON does not know is text


def write(
    actor: Actor | Account | None,
    act: str,
    row: models.Model | None,
    words: str = "",
    data: Details | None = None,
) -> StaffEntry:
    """Append an entry, in the caller's transaction: it is there exactly when the act is. The database chains it at the commit.

    actor: who acted; None for a timer or the command line. act: what, in a few letters (`signed_in`, `release`, `reveal`). row:
    what it was about. words: what was said, such as the reason. data: anything else worth keeping, as JSON; no personal data,
    since entries are never deleted. Locks nothing before the commit, then the head of the chain.
    """
    account = actor.account if isinstance(actor, Actor) else actor

    def work() -> StaffEntry:
        entry = StaffEntry(
            at=clock.now(),
            actor=account,
            act=act[:60],
            object_type=row._meta.label_lower if row is not None else "",
            object_id=str(row.pk) if row is not None else "",
            object_name=name_of(row)[:200] if row is not None else "",
            words=words,
            data=json.loads(json.dumps(data or {}, default=str)),
        )
        entry.content = content_of(entry)
        entry.save(force_insert=True)
        return entry

    return join_or_begin(work)


def name_of(row: models.Model) -> str:
    """A row's public id, else how it describes itself. Never a name or an address of a person."""
    return str(getattr(row, "public_id", "") or row)
