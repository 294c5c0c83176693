"""`once()`: a verb with an idempotency key runs once; every repetition gets the first answer.

The key row is inserted in the transaction of the work, before every other lock: only the same caller with the same key
ever meets it. A refusal rolls the row back with everything else, so it leaves the key free.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import orjson
from django.core.files.uploadedfile import UploadedFile
from django.db import OperationalError, connection
from django.utils.datastructures import MultiValueDict

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.core.transactions import unit
from marketplace.models import IdempotencyRecord

LIFETIME = timedelta(hours=24)
INTENT_LIFETIME = timedelta(days=30)  # of a call that started a payment: longer than any of them waits for its money
REPLAYED = {"Idempotency-Replayed": "true"}
WAIT = "2s"  # a second caller waits this long for the first
LOCK_TIMEOUT = "5s"  # everything after the key row waits this long (settings.database)
# Waits for whoever has the key, and locks the row that is there already by writing what it has. The first select is done before
# anything waits, what is returned after it.
_CLAIM = f"""
with patience as materialized (select set_config('lock_timeout', %s, true))
insert into {IdempotencyRecord._meta.db_table} as record
  (account_id, operation, key, fingerprint, status, body, secrets, intent, created_at)
select %s, %s, %s, %s, 0, '', '[]'::jsonb, '', %s from patience
on conflict (account_id, operation, key) do update set key = excluded.key
returning record.id, record.fingerprint, record.status, record.body, record.secrets, record.intent, record.created_at,
  set_config('lock_timeout', %s, true)
"""  # noqa: S608


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This idempotency key was used with another input. Use a new key for a new request."


class IdempotencyInProgress(Conflict):
    code = "idempotency_in_progress"
    message = "The first request with this idempotency key is still running. Ask again with the same key."


@dataclass(slots=True)
class Answer:
    """What a verb answers. `secrets` names body fields that are shown once: a replay has them null.

    `intent` is the public id of what now waits for a payment; it changes while it waits, so a replay doesn't answer
    this body but how it stands then (`present` of `once`).
    """

    body: dict[str, Any]
    status: int = 200
    secrets: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    intent: str = ""


def fingerprint(method: str, path: str, body: Any) -> bytes:
    """Hash of what was asked: method, path and body, less the key itself and the signature over it."""
    if isinstance(body, UploadedFile):
        body = _content(body)
    if isinstance(body, MultiValueDict):
        body = {name: [_content(item) for item in items] for name, items in body.lists()}
    if isinstance(body, dict):
        body = {k: v for k, v in body.items() if k not in ("idempotencyKey", "agentVerification")}
    text = orjson.dumps([method, path, body], option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).digest()


def _content(item: Any) -> Any:
    """A field of a form as it is, a file by what is in it."""
    if not isinstance(item, UploadedFile):
        return item
    digest = hashlib.sha256()
    for chunk in item.chunks():
        digest.update(chunk)
    item.seek(0)
    return [item.name, digest.hexdigest()]


def is_used(actor: Actor, operation: str, key: str | None) -> bool:
    """Would `once` find this key used? Asked, without a lock, before costly preparations: files that would be stored for
    a replay."""
    if not key:
        return False
    since = clock.now() - LIFETIME
    mine = IdempotencyRecord.objects.filter(account_id=actor.id, operation=operation, key=key, created_at__gt=since)
    return mine.exists()


def once(
    *,
    actor: Actor,
    operation: str,
    key: str | None,
    fingerprint: bytes,
    perform: Callable[[], Answer],
    present: Callable[[str], Answer] | None = None,
) -> Answer:
    """Run `perform` in one transaction, at most once for this account, operation and key within 24 hours.

    Without a key it just runs, in one transaction. `present` reads how an intent stands, for replays of a call that
    started a payment; its key lives for 30 days. Raises IdempotencyKeyReused for another input, and
    IdempotencyInProgress when the first call takes longer than two seconds (contract, section 1).
    """
    if not key:
        return unit(perform)

    def work() -> Answer:
        record, is_new = _claim(actor, operation, key, fingerprint)
        if not is_new:
            return _replay(record, fingerprint, present)
        answer = perform()
        record.status, record.secrets, record.intent = answer.status, list(answer.secrets), answer.intent
        # An intent is never answered from here, and what it answered may hold what nobody else is to see (a quote).
        kept = {} if answer.intent else {k: (None if k in answer.secrets else v) for k, v in answer.body.items()}
        record.body = orjson.dumps(kept).decode()
        record.save(update_fields=["status", "body", "secrets", "intent"])
        return answer

    try:
        return unit(work)
    except OperationalError as error:
        if (
            getattr(error.__cause__, "sqlstate", None) == "55P03"
            and not connection.in_atomic_block
            and _held(actor, operation, key)
        ):
            raise IdempotencyInProgress(headers={"Retry-After": "2"})
        raise


def _claim(actor: Actor, operation: str, key: str, print_: bytes) -> tuple[IdempotencyRecord, bool]:
    """The row of this key, new or locked."""
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [WAIT, actor.id, operation, key, print_, now, LOCK_TIMEOUT])
        pk, kept, status, body, secrets, intent, created_at, _ = cursor.fetchone()
    record = IdempotencyRecord(
        pk=pk,
        account_id=actor.id,
        operation=operation,
        key=key,
        fingerprint=kept,
        status=status,
        body=body,
        secrets=orjson.loads(secrets),
        intent=intent,
        created_at=created_at,
    )
    record._state.adding = False
    if status == 0:
        return record, True
    if created_at <= now - (INTENT_LIFETIME if intent else LIFETIME):
        record.fingerprint, record.created_at, record.status, record.intent = print_, now, 0, ""
        record.save(update_fields=["fingerprint", "created_at", "status", "intent"])
        return record, True
    return record, False


def _replay(record: IdempotencyRecord, print_: bytes, present: Callable[[str], Answer] | None) -> Answer:
    if bytes(record.fingerprint) != print_:
        raise IdempotencyKeyReused()
    if record.intent and present is not None:
        answer = present(record.intent)
        answer.headers |= REPLAYED
        return answer
    body = orjson.loads(record.body)
    if record.secrets:
        body["warnings"] = [*body.get("warnings", []), "secret_shown_once"]
    return Answer(body=body, status=record.status, headers=dict(REPLAYED))


def _held(actor: Actor, operation: str, key: str) -> bool:
    """The lock that ran out was the key's: nobody committed a row under it. (Any other lock has its own answer, 503.)"""
    return not IdempotencyRecord.objects.filter(account_id=actor.id, operation=operation, key=key).exists()
