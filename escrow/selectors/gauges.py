"""Gauges of the business for `/metrics`, measured when they are asked for: a few statements, each with a time limit, whose answers
are kept for a while. A group that could not be read is left out and counted, so that an alert sees its absence.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

import orjson
from celery import current_app
from django.db import Error, connection, transaction

from escrow.selectors import desk_health
from marketplace.core import clock, redis_clients
from marketplace.selectors import health

log = logging.getLogger(__name__)
STATEMENT_MS: Final = 2000  # one statement of a scrape; a gauge that takes longer is left out
_SOON: Final = 10.0  # seconds for which an answer is kept
_LATER: Final = 60.0  # of sums over accounts


class Gauge(NamedTuple):
    """One family: its samples by the values of its labels."""

    name: str
    help: str
    labels: tuple[str, ...]
    samples: Mapping[Any, float]


_WAITING: Final = """
select (select count(*) from (select from marketplace_mail where next_attempt_at is not null limit %(most)s) m),
       (select min(next_attempt_at) from marketplace_mail where next_attempt_at is not null),
       (select count(*) from (
           select from webhooks_delivery where status = 'pending' and next_attempt_at <= %(now)s limit %(most)s
       ) p),
       (select count(*) from (select from webhooks_delivery where status = 'retrying' limit %(most)s) r),
       (select min(next_attempt_at) from webhooks_delivery where status in ('pending', 'retrying')
           and next_attempt_at <= %(now)s and leased_until is null),
       (select count(*) from (select from webhooks_event where public and fanned_out_at is null limit %(most)s) e),
       (select count(*) from webhooks_endpoint where disabled_at is null and deleted_at is null and consecutive_failures > 0),
       (select count(*) from wallet_outflow where status = 'attention')
     + (select count(*) from wallet_topup where status = 'attention')
     + (select count(*) from wallet_mppcharge where status = 'attention')
     + (select count(*) from wallet_x402payment where status = 'attention')
"""
MOST: Final = 100_000  # rows that are counted; more are shown as so many
_FAULTS: Final = """
select count(*) filter (where provider = 'ledger'), count(*) filter (where provider <> 'ledger')
from wallet_discrepancy where over_at is null
"""
_AT_REST: Final = """
select coalesce(sum(balance) filter (where kind in ('pool', 'hold')), 0),
       coalesce(sum(balance) filter (where kind = 'wallet'), 0),
       coalesce(sum(balance) filter (where kind = 'earnings'), 0)
from ledger_account where balance is not null
"""
_OWED: Final = "select coalesce(sum(owed_cents), 0) from wallet_chargeback where owed_cents > 0"
_TRANSIT: Final = "select balance from ledger_house where code = 'transit'"


def measured() -> list[Gauge]:
    """All gauges, from what was read lately or anew. Locks nothing and raises nothing; waits at most STATEMENT_MS a statement."""
    failed: dict[tuple[str, ...], float] = {}
    found: list[Gauge] = []
    for name, (keep, read) in _GROUPS.items():
        try:
            found += _kept(name, keep, read)
            failed[(name,)] = 0
        except (Error, *redis_clients.FAILURES, ValueError) as error:
            log.warning("a group of metrics could not be read", extra={"group": name, "cause": repr(error)[:300]})
            failed[(name,)] = 1
    return [*found, Gauge("ahm_scrape_failed", "1: this group of gauges could not be read.", ("group",), failed)]


def forget() -> None:
    """What was read is read anew (for tests)."""
    _last.clear()


_last: dict[str, tuple[float, list[Gauge]]] = {}
_lock = threading.Lock()


def _kept(name: str, keep: float, read: Callable[[], Iterable[Gauge]]) -> list[Gauge]:
    """One thread reads; others wait for it rather than asking the same."""
    with _lock:
        at, gauges = _last.get(name, (0.0, []))
        if not gauges or time.monotonic() - at > keep:
            gauges = list(read())
            _last[name] = time.monotonic(), gauges
        return gauges


def _row(statement: str, **parameters: Any) -> tuple[Any, ...]:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select set_config('statement_timeout', %s, true)", [str(STATEMENT_MS)])
        cursor.execute(statement, parameters)
        found: tuple[Any, ...] = cursor.fetchone() or (None,)
        return found


def _waiting() -> Iterator[Gauge]:
    now = clock.now()
    mails, mail, due, retrying, oldest, events, failing, unknown = _row(_WAITING, now=now, most=MOST)
    yield _one("ahm_mails_waiting", "Mails that are not sent yet.", mails)
    yield _one("ahm_mails_oldest_seconds", "Since when the first of them is due.", _age(mail, now))
    states = {("due",): float(due), ("retrying",): float(retrying), ("not_fanned_out",): float(events)}
    yield Gauge("ahm_deliveries_waiting", "Webhooks not delivered yet, and events without them.", ("state",), states)
    yield _one("ahm_deliveries_oldest_seconds", "Since when the first webhook is due.", _age(oldest, now))
    yield _one("ahm_endpoints_failing", "Receivers of webhooks whose last call failed.", failing)
    yield _one("ahm_payments_unknown", "Payments whose outcome the provider did not tell for a day.", unknown)


def _timers() -> Iterator[Gauge]:
    """Lateness beyond what each timer's interval allows."""
    now = clock.now()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select set_config('statement_timeout', %s, true)", [str(STATEMENT_MS)])
        late = desk_health.late(now)
    found = {(due.task,): 0.0 for due in desk_health.timers()} | {(task,): _age(since, now) for task, since in late}
    yield Gauge("ahm_timer_late_seconds", "Since when a row of this timer is due; 0 in time.", ("task",), found)


def _faults() -> Iterator[Gauge]:
    ledger, providers = _row(_FAULTS)
    found = {("ledger",): float(ledger), ("provider",): float(providers)}
    yield Gauge("ahm_book_faults", "Violations that the nightly checks of the books left open.", ("source",), found)


def _at_rest() -> Iterator[Gauge]:
    escrow, wallets, earnings = _row(_AT_REST)
    found = {("escrow",): float(escrow), ("wallet",): float(wallets), ("earnings",): float(earnings)}
    found[("owed",)] = float(_row(_OWED)[0])
    yield Gauge("ahm_money_cents", "Money at rest, in cents; owed: to us, after chargebacks.", ("kind",), found)


def _transit() -> Iterator[Gauge]:
    yield _one("ahm_transit_cents", "Money between our books and a provider, in cents.", _row(_TRANSIT)[0] or 0)


def _queues() -> Iterator[Gauge]:
    names = sorted({"celery", *(route["queue"] for route in (current_app.conf.task_routes or {}).values())})
    with redis_clients.of_queue(seconds=0.5) as client:
        pipe = client.pipeline(transaction=False)
        for name in names:
            pipe.llen(name)
            pipe.lindex(name, -1)  # the next one to be taken
        pipe.get(health.HEARTBEAT)
        *answers, beat = pipe.execute()
    now = clock.wall().timestamp()
    depth = {(name,): float(length) for name, length in zip(names, answers[::2], strict=True)}
    ages = {(name,): _message_age(first, now) for name, first in zip(names, answers[1::2], strict=True)}
    yield Gauge("ahm_queue_depth", "Tasks that wait in a queue.", ("queue",), depth)
    yield Gauge("ahm_queue_oldest_seconds", "Age of the task that is taken next.", ("queue",), ages)
    # Emptied, or never written: as old as can be, so that an alert on the age sees it.
    yield _one("ahm_heartbeat_age_seconds", "Since the worker ran beat's last heartbeat.", now - float(beat or 0))


def _message_age(message: bytes | None, now: float) -> float:
    """By the header of our own messages; beat's have none, and expire by themselves."""
    if message is None:
        return 0.0
    queued = orjson.loads(message).get("headers", {}).get("queued_at")
    return max(0.0, now - float(queued)) if queued else 0.0


def _one(name: str, what: str, value: float) -> Gauge:
    return Gauge(name, what, (), {(): float(value)})


def _age(moment: datetime | None, now: datetime) -> float:
    return max(0.0, (now - moment).total_seconds()) if moment is not None else 0.0


_GROUPS: Final[dict[str, tuple[float, Callable[[], Iterable[Gauge]]]]] = {
    "waiting": (_SOON, _waiting),
    "timers": (_SOON, _timers),
    "queues": (_SOON, _queues),
    "faults": (_LATER, _faults),
    "money": (_LATER, _at_rest),
    "transit": (_LATER, _transit),
}
