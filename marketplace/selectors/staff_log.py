"""The staff log is proven: its rows say what was hashed, and are linked one to the next, up to the head."""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC
from typing import Any, Final

from django.db import connection

from marketplace.core.batches import in_batches
from marketplace.models import StaffEntry, StaffLogHead

# The guards in the database: without one of them rows could have been written or changed in silence.
_TRIGGERS: Final = {
    "marketplace_staffentry": (
        "staff_entry_begins",
        "staff_entry_chained",
        "staff_entry_immutable",
        "staff_entry_kept",
    ),
    "marketplace_staffloghead": ("staff_log_head_moved", "staff_log_head_kept"),
    "marketplace_settingchange": ("setting_change_immutable",),
}


def content_of(entry: StaffEntry) -> str:
    """What is hashed of an entry: the columns that say what happened, as JSON."""
    return json.dumps(_said(entry), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def link(previous: str, number: int, content: str) -> str:
    """The hash of an entry, as the database makes it."""
    return hashlib.sha256(f"{previous}\n{number}\n{content}".encode()).hexdigest()


def head() -> StaffLogHead:
    """The chain's end: the number and hash of the last entry."""
    found: StaffLogHead = StaffLogHead.objects.get(pk=1)
    return found


def violations() -> Iterator[str]:
    """What is wrong with the staff log and its guards, one line each; nothing while it is as it was written. Reads every entry.
    Locks nothing: entries that are committed meanwhile are left to the next run.
    """
    last = head()
    previous, expected = "", 1
    for entry in in_batches(StaffEntry.objects.filter(number__lte=last.number), by="number", size=2000):
        number = entry.number or 0
        if number != expected:
            yield f"entries {expected} to {number - 1} are missing"
        elif entry.previous != previous:
            yield f"entry {number} is not linked to the one before it"
        if entry.hash != link(entry.previous, number, entry.content):
            yield f"entry {number} does not have the hash of its content"
        if json.loads(entry.content) != _said(entry):
            yield f"the columns of entry {number} say something else than what was hashed"
        previous, expected = entry.hash, number + 1
    if expected <= last.number:
        yield f"entries {expected} to {last.number} are missing at the end"
    elif previous != last.hash:
        yield f"the last entry, {last.number}, is not the one that the log ended with"
    beyond = StaffEntry.objects.filter(number__gt=last.number).count() if head().number == last.number else 0
    if beyond:
        yield f"{beyond} entries are numbered beyond the log's end"
    if loose := StaffEntry.objects.filter(number=None).count():
        yield f"{loose} entries are not in the chain"
    yield from _missing_guards()


def is_in_chain(number: int, digest: str) -> bool:
    """Was this the hash of the entry with this number? For a head that was kept elsewhere: a log that was rewritten as a whole
    has other hashes."""
    return StaffEntry.objects.filter(number=number, hash=digest).exists()


def _said(entry: StaffEntry) -> dict[str, Any]:
    return {
        "at": entry.at.astimezone(UTC).isoformat(),
        "actor": str(entry.actor_id) if entry.actor_id else None,
        "act": entry.act,
        "objectType": entry.object_type,
        "objectId": entry.object_id,
        "objectName": entry.object_name,
        "words": entry.words,
        "data": entry.data,
    }


def _missing_guards() -> Iterator[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select c.relname, t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid "
            "where not t.tgisinternal and t.tgenabled <> 'D' and c.relname = any(%s)",
            [list(_TRIGGERS)],
        )
        there = set(cursor.fetchall())
        cursor.execute(
            "select c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid "
            "where t.tgname = 'setting_history' and t.tgenabled = 'D'"
        )
        silent = [name for (name,) in cursor.fetchall()]
    for table, names in _TRIGGERS.items():
        for name in names:
            if (table, name) not in there:
                yield f"the guard {name} of {table} is missing or switched off"
    for table in silent:
        yield f"the history of {table} is switched off"
