"""The timeline of an account: one line for each call that changed something, and for each write that was refused or waits for
the owner's approval.

The line of a change is written in the transaction of the change: there is none without the other. That of a refusal is written
after everything was rolled back; the same refusal within a minute is one line, which counts and tells of the last. Refusals of
401 and 429, failures of ours, reads, dry runs and repetitions under one idempotency key leave none.
"""

import hashlib
import logging
import re
from datetime import timedelta
from typing import Final

from django.db import connection

from marketplace.core import clock, context, ids, texts
from marketplace.core.actor import Actor
from marketplace.core.context import Call as Asked
from marketplace.core.open_mappings import JsonObject
from marketplace.core.transactions import insert_later
from marketplace.models import Account, Call
from marketplace.models.calls import SERVICE
from marketplace.services import refusals

log = logging.getLogger(__name__)

KEPT: Final = timedelta(days=90)
KINDS: Final = ("key", "oauth", "session")  # staff have a record of their own
# Writes that answer without `once`, and so without a transaction in which the line could be.
_LATER: Final = frozenset({"depositToWallet", "x402Deposit", "sandboxAdvanceClock", "sandboxVerifyHuman"})
_ID: Final = re.compile(rf"\b{ids.FORM}\b")
_COLUMNS: Final = (
    *("id", "created_at", "account_id", "via", "key_id", "connector_id", "program", "person_id", "request_id"),
    *("idempotency_key", "operation", "verb", "note", "method", "path", "status", "error_code", "cents", "object_id"),
    *("repeats", "last_at", "slot"),
)
_INSERT: Final = (
    f"insert into {Call._meta.db_table} ({', '.join(_COLUMNS)}) values ({', '.join(['%s'] * len(_COLUMNS))})"  # noqa: S608
)
_COUNT_REFUSAL: Final = (
    f"{_INSERT} on conflict (slot) do update set repeats = {Call._meta.db_table}.repeats + 1,"
    " last_at = excluded.created_at, request_id = excluded.request_id, path = excluded.path, object_id = excluded.object_id,"
    " note = excluded.note"
)


def line(actor: Actor, *, verb: str, key: str | None, status: int, body: JsonObject) -> Call | None:
    """The line of a change that the caller's transaction makes; the caller writes it there (`write`). None outside of a call, and
    for staff and timers.

    verb: name of the act. key: the idempotency key. body: of the answer, of which only the id of a new object is kept, and what
    a page said.
    """
    asked = context.call()
    if asked is None or asked.changes_nothing or actor.account is None or actor.via not in KINDS:
        return None
    asked.is_written = True
    row = _row(actor, asked, status=status)
    row.verb, row.idempotency_key = ("" if verb == row.operation else verb[:100]), key or ""
    row.operation = row.operation or verb[:100]
    row.object_id = row.object_id or object_of(body)
    if row.operation.startswith("page."):  # its key is the id of a form, which says nothing
        row.idempotency_key, row.note = "", str(body.get("said", ""))[:200]
        row.object_id = row.object_id or _last_id(str(body.get("to", "")))
    row.note = asked.note[:200] or row.note
    row.cents = asked.spent[str(actor.id)]
    return row


def write(row: Call) -> None:
    """Insert a line, in the caller's transaction, with its events. Locks nothing."""
    insert_later(row)


def write_for_service(account: Account, *, operation: str, note: str, object_id: str = "") -> None:
    """The line of what happened without a call of the account: the kept card was charged, a bank account was given on a page that
    anybody may open. In the caller's transaction. Locks nothing.

    operation: a name of its own in `marketplace/web/acts.py`. note: what happened, in the account's language. object_id: public id
    of what it concerned, where that has a page.
    """
    write(
        Call(
            account_id=account.pk,
            via=SERVICE,
            request_id=context.request_id(),
            operation=operation,
            status=200,
            note=note[:200],
            object_id=object_id,
        )
    )


def finish(actor: Actor | None, asked: Asked, *, status: int, body: JsonObject | None, replayed: bool) -> None:
    """After the answer of an operation that writes: the line of a refusal, and that of a change which was made without `once`.

    In a transaction of its own. What fails here is logged: the answer is given in any case.
    """
    if (
        actor is None
        or actor.account is None
        or actor.via not in KINDS
        or asked.is_written
        or not asked.operation
        or asked.is_dry
    ):
        return
    refused = 400 <= status < 500 and status not in (401, 405, 429)
    waits = (
        status == 202 and asked.operation not in _LATER
    )  # for the owner's approval: it was rolled back, as a refusal is
    if not refused and not waits and (status >= 400 or replayed or asked.operation not in _LATER):
        return
    try:
        row = _row(actor, asked, status=status)
        row.idempotency_key = texts.CONTROL.sub("", asked.idempotency_key)  # the database has no NUL
        if refused or waits:
            row.error_code = str((body or {}).get("error_code", ""))[:60]
            row.object_id = str((body or {}).get("approvalId", "")) or row.object_id
            row.last_at, row.slot = row.created_at, _slot(row)
            row.note = refusals.tried(actor.me, asked.sent, body or {})[:200] if refused else ""
        else:
            row.object_id = row.object_id or object_of(body or {})
            row.note = asked.note[:200]
            row.cents = asked.spent[str(actor.id)]
        with connection.cursor() as cursor:
            cursor.execute(_COUNT_REFUSAL, [getattr(row, name) for name in _COLUMNS])
    except Exception:
        log.exception("a line of the timeline could not be written")


def _row(actor: Actor, asked: Asked, *, status: int) -> Call:
    connector = actor.connector
    named = actor.key if actor.key is not None else connector
    return Call(
        account_id=actor.id,
        via=actor.via,
        key_id=actor.key.pk if actor.key is not None else None,
        connector_id=connector.pk if connector is not None else None,
        program=named.name[:100] if named is not None else "",
        person_id=(actor.member or actor.me).pk if actor.via == "session" else None,
        request_id=context.request_id(),
        operation=asked.operation[:100],
        method=asked.method[:7],
        path=asked.path[:300],
        status=status,
        object_id=_last_id(asked.path),
    )


def _slot(row: Call) -> bytes:
    """What makes refusals the same: who, what, why, and the minute; for what waits for an approval, which one."""
    minute = int(clock.wall().timestamp()) // 60
    who = row.key_id or row.connector_id or f"{row.account_id}.{row.via}.{row.person_id}"
    approval = row.object_id if row.status == 202 else ""
    same = f"{who} {row.operation} {row.error_code} {approval} {minute}"
    return hashlib.md5(same.encode(), usedforsecurity=False).digest()


def _last_id(text: str) -> str:
    found = _ID.findall(text)
    return found[-1] if found else ""


def object_of(body: JsonObject) -> str:
    """The first id in an answer: of a new object."""
    for value in body.values():
        inner = value.get("id") if isinstance(value, dict) else value
        if isinstance(inner, str) and _ID.fullmatch(inner):
            return inner
    return ""
