"""`once()`: a verb with an idempotency key runs once; every repetition gets the first answer.

The key row is inserted in the transaction of the work, before any other lock is taken, so only requests of the same caller with
the same key wait for each other. A failed request rolls the row back with everything else, which leaves the key unused.

While the verb runs, `current_call()` says which call it is, so that a lower service can make the whole call wait for somebody's
consent (`Deferred`).
"""

import hashlib
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar

import orjson
from django.core.files.uploadedfile import UploadedFile
from django.db import OperationalError, connection
from django.utils.datastructures import MultiValueDict

from marketplace.core import clock, context, dry_runs, strict_json
from marketplace.core.actor import Actor
from marketplace.core.errors import Conflict
from marketplace.core.open_mappings import JsonObject
from marketplace.core.transactions import unit
from marketplace.models import IdempotencyRecord
from marketplace.services import calls

T = TypeVar("T")
LIFETIME = timedelta(hours=24)
INTENT_LIFETIME = timedelta(days=30)  # for a call that started a payment: longer than any of them waits for its money
REPLAYED = {"Idempotency-Replayed": "true"}
WAIT = "2s"  # lock timeout for the key row
LOCK_TIMEOUT = "5s"  # lock timeout for everything after it (settings.database)
# Inserts the key row, or waits for the transaction that holds it and locks the existing row by a no-op update. The CTE sets the
# lock timeout before anything waits; the RETURNING clause restores it.
_CLAIM = f"""
with shorter_timeout as materialized (select set_config('lock_timeout', %s, true))
insert into {IdempotencyRecord._meta.db_table} as record
  (account_id, operation, key, fingerprint, status, body, secrets, intent, created_at)
select %s, %s, %s, %s, 0, '', '[]'::jsonb, '', %s from shorter_timeout
on conflict (account_id, operation, key) do update set key = excluded.key
returning record.id, record.fingerprint, record.status, record.body, record.secrets, record.intent, record.created_at,
  set_config('lock_timeout', %s, true)
"""  # noqa: S608
_SETTLE = f"""
update {IdempotencyRecord._meta.db_table} set status = %s, body = %s, secrets = %s::jsonb, intent = %s where id = %s
"""  # noqa: S608


class IdempotencyKeyReused(Conflict):
    code = "idempotency_key_reused"
    message = "This idempotency key was used with another input. Use a new key for a new request."


class IdempotencyInProgress(Conflict):
    code = "idempotency_in_progress"
    message = "The first request with this idempotency key is still running. Ask again with the same key."


@dataclass(slots=True)
class Answer:
    """The answer of a verb. `secrets` names body fields that are shown once; a replay has them null.

    `intent` is the public id of something that now waits for a payment. Its state changes, so a replay doesn't repeat this body
    but shows the current state (`present` of `once`).
    """

    body: dict[str, Any]
    status: int = 200
    secrets: tuple[str, ...] = ()
    headers: dict[str, str] = field(default_factory=dict)
    intent: str = ""


@dataclass(frozen=True, slots=True)
class Sent:
    """What the caller sent, for people who are to consent to it: the operation's id and words, its path, and the body."""

    operation_id: str
    words: str
    path: str
    body: JsonObject


@dataclass(frozen=True, slots=True)
class CallUnderWay:
    """The call that is being carried out. `key` is None for one without an idempotency key, `sent` for a form of a page."""

    actor: Actor
    operation: str
    key: str | None
    fingerprint: bytes
    sent: Sent | None = None


class Deferred(Exception):
    """Raised by a verb: the call waits for somebody's consent. It is rolled back and its key stays unused; then `record` runs in a
    transaction of its own and gives the answer. No Problem: nothing was refused.
    """

    def __init__(self, record: Callable[[], Answer]) -> None:
        super().__init__()
        self.record = record


_call: ContextVar[CallUnderWay | None] = ContextVar("call", default=None)


def current_call() -> CallUnderWay | None:
    """The call that is being carried out; None in a timer, on an admin page, and outside of `once`."""
    return _call.get()


def carry_out(call: CallUnderWay, work: Callable[[], T]) -> T | Answer:
    """Run `work` as this call: its result, or the answer to a call that is `Deferred`. `once` does it by itself; this is for verbs
    with idempotency of their own."""
    token = _call.set(call)
    try:
        return work()
    except Deferred as deferred:
        return unit(deferred.record)
    finally:
        _call.reset(token)


_NOT_INPUT = frozenset({"idempotencyKey", "agentVerification", "dryRun"})


def fingerprint(method: str, path: str, body: Any, *, unread: frozenset[str] = frozenset()) -> bytes:
    """SHA-256 of a request: method, path and body, without the idempotency key, the signature over it, and fields of the body
    that the call ignores (`unread`).
    """
    if isinstance(body, UploadedFile):
        body = _content(body)
    if isinstance(body, MultiValueDict):
        body = {name: [_content(item) for item in items] for name, items in body.lists()}
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name not in _NOT_INPUT | unread}
    text = orjson.dumps([method, path, body], option=orjson.OPT_SORT_KEYS, default=str)
    return hashlib.sha256(text).digest()


def _content(item: Any) -> Any:
    """A form field as it is, a file by name and hash."""
    if not isinstance(item, UploadedFile):
        return item
    digest = hashlib.sha256()
    for chunk in item.chunks():
        digest.update(chunk)
    item.seek(0)
    return [item.name, digest.hexdigest()]


def is_used(actor: Actor, operation: str, key: str | None) -> bool:
    """Has this key been used for this operation within 24 hours? Asked without a lock, before costly preparations such as
    storing files that a replay would not need.
    """
    if not key or dry_runs.is_on():
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
    sent: Sent | None = None,
) -> Answer:
    """Run `perform` in one transaction, at most once per account, operation and key within 24 hours. Contract, section 1.

    operation: name of the verb. key: the caller's idempotency key; without one `perform` just runs in a transaction.
    fingerprint: of the request. present: renders the current state of an intent (by public id), for replays of a call that
    started a payment; its key is stored for 30 days. sent: what the caller sent, for those who may have to consent.

    Locks the key row before anything else. Raises IdempotencyKeyReused (409) for another fingerprint, IdempotencyInProgress
    (409) when the first request takes longer than two seconds; anything that `perform` raises. A call that is `Deferred` is
    answered by its `record`. In a dry run the key is neither looked up nor used.
    """
    return carry_out(
        CallUnderWay(actor, operation, key or None, fingerprint, sent),
        lambda: _once(actor, operation, key, fingerprint, perform, present),
    )


def _once(
    actor: Actor,
    operation: str,
    key: str | None,
    fingerprint: bytes,
    perform: Callable[[], Answer],
    present: Callable[[str], Answer] | None,
) -> Answer:
    if (dry := dry_runs.current()) is not None:
        answer = unit(perform)
        dry.answer = answer.body
        return answer
    if not key:
        return unit(lambda: _kept(actor, operation, perform))

    def work() -> Answer:
        record, is_new = _claim(actor, operation, key, fingerprint)
        if not is_new:
            return _replay(record, fingerprint, present)
        _begin_work()
        answer = perform()
        _keep_line(actor, operation, key, answer)
        _settle(record, answer)
        return answer

    try:
        return unit(work)
    except OperationalError as error:
        if (
            getattr(error.__cause__, "sqlstate", None) == "55P03"
            and not connection.in_atomic_block
            and _is_key_locked(actor, operation, key)
        ):
            raise IdempotencyInProgress(headers={"Retry-After": "2"})
        raise


def _begin_work() -> None:
    if (asked := context.call()) is not None:
        asked.begin_work()


def _kept(actor: Actor, operation: str, perform: Callable[[], Answer]) -> Answer:
    """Perform, and write the line of the timeline."""
    _begin_work()
    answer = perform()
    _keep_line(actor, operation, None, answer)
    return answer


def _keep_line(actor: Actor, operation: str, key: str | None, answer: Answer) -> None:
    if (line := calls.line(actor, verb=operation, key=key, status=answer.status, body=answer.body)) is not None:
        calls.write(line)


def _settle(record: IdempotencyRecord, answer: Answer) -> None:
    """Store the answer under its key, and with it the line of the timeline."""
    # An intent's body is never replayed, and may hold what only this answer may show (a quote).
    stored = {} if answer.intent else {k: (None if k in answer.secrets else v) for k, v in answer.body.items()}
    parameters: list[Any] = [
        answer.status,
        strict_json.dumps(stored).decode(),
        orjson.dumps(list(answer.secrets)).decode(),
        answer.intent,
        record.pk,
    ]
    with connection.cursor() as cursor:
        cursor.execute(*connection.with_waiting_rows(_SETTLE, parameters))  # type: ignore[attr-defined]  # of config/postgres


def _claim(actor: Actor, operation: str, key: str, request_hash: bytes) -> tuple[IdempotencyRecord, bool]:
    """The row of this key, and whether it is new. The row is locked."""
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [WAIT, actor.id, operation, key, request_hash, now, LOCK_TIMEOUT])
        pk, stored, status, body, secrets, intent, created_at, _ = cursor.fetchone()
    record = IdempotencyRecord(
        pk=pk,
        account_id=actor.id,
        operation=operation,
        key=key,
        fingerprint=stored,
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
        record.fingerprint, record.created_at, record.status, record.intent = request_hash, now, 0, ""
        record.save(update_fields=["fingerprint", "created_at", "status", "intent"])
        return record, True
    return record, False


def _replay(record: IdempotencyRecord, request_hash: bytes, present: Callable[[str], Answer] | None) -> Answer:
    if bytes(record.fingerprint) != request_hash:
        made = record.intent or calls.object_of(orjson.loads(record.body))
        about: dict[str, Any] = {"madeId": made} if made else {}
        raise IdempotencyKeyReused(**about)
    if record.intent and present is not None:
        answer = present(record.intent)
        answer.headers |= REPLAYED
        return answer
    body = orjson.loads(record.body)
    if record.secrets:
        body["warnings"] = [*body.get("warnings", []), "secret_shown_once"]
    return Answer(body=body, status=record.status, headers=dict(REPLAYED))


def _is_key_locked(actor: Actor, operation: str, key: str) -> bool:
    """Was it the key row's lock that timed out? Then no row is committed under the key. (Any other lock timeout is a 503.)"""
    return not IdempotencyRecord.objects.filter(account_id=actor.id, operation=operation, key=key).exists()
