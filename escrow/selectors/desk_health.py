"""Health and money for the operators' first page: what stands still, and where the money is. Three queries, and Redis once."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from celery import current_app
from django.db import connection
from django.db.models import DateTimeField, ExpressionWrapper, F, Value
from django.urls import reverse

from marketplace.core import clock, redis_clients
from marketplace.core.money import format_usd
from marketplace.ports import Due, due_rows
from marketplace.selectors import health

DAYS: Final = 30  # of fees and losses
SLACK: Final = 5  # a timer is late when a row is due since so many of its intervals
LEAST: Final = timedelta(minutes=2)  # or since then
MAIL_WAITS: Final = timedelta(minutes=10)
BACKLOG: Final = timedelta(minutes=10)
QUEUE_LONG: Final = 1000

_ROWS: Final = """
select (select count(*) from marketplace_mail where next_attempt_at is not null),
       (select min(created_at) from marketplace_mail where next_attempt_at is not null),
       (select count(*) from webhooks_endpoint where disabled_at is null and deleted_at is null and consecutive_failures > 0),
       (select count(*) from webhooks_endpoint where disabled_at >= %(day)s and deleted_at is null
           and disabled_reason = 'too_many_failures'),
       (select count(*) from webhooks_delivery where status in ('pending', 'retrying')),
       (select min(next_attempt_at) from webhooks_delivery where status in ('pending', 'retrying')
           and next_attempt_at <= %(now)s and leased_until is null),
       (select count(*) from wallet_outflow where status = 'attention')
     + (select count(*) from wallet_topup where status = 'attention')
     + (select count(*) from wallet_mppcharge where status = 'attention')
     + (select count(*) from wallet_x402payment where status = 'attention'),
       (select max(created_at) from wallet_providernotice),
       (select count(*) from escrow_case where closed_at is null and stage <> 'appeal'),
       (select min(created_at) from escrow_case where closed_at is null and stage <> 'appeal'),
       (select count(*) from escrow_case where closed_at is null and with_lead_at is not null),
       (select count(*) from marketplace_supportreport where status = 'open'),
       (select min(created_at) from marketplace_supportreport where status = 'open')
"""
_MONEY: Final = """
select coalesce((select sum(balance) from ledger_account where kind in ('pool', 'hold')), 0),
       coalesce((select sum(balance) from ledger_account where kind = 'wallet'), 0),
       coalesce((select sum(balance) from ledger_account where kind = 'earnings'), 0),
       (select coalesce(sum(cents) filter (where m.destination_id = a.id), 0)
             - coalesce(sum(cents) filter (where m.source_id = a.id), 0)
          from ledger_account a left join ledger_move m on a.id in (m.source_id, m.destination_id) and m.created_at >= %(since)s
         where a.code = 'fees'),
       (select coalesce(sum(cents) filter (where m.source_id = a.id), 0)
             - coalesce(sum(cents) filter (where m.destination_id = a.id), 0)
          from ledger_account a left join ledger_move m on a.id in (m.source_id, m.destination_id) and m.created_at >= %(since)s
         where a.code = 'losses'),
       coalesce((select sum(owed_cents) from wallet_chargeback where owed_cents > 0), 0)
"""


class Glance(NamedTuple):
    """A figure of the service's health or money, for operators."""

    part: str  # below which heading: `Health`, `Money`
    label: str
    value: str
    address: str  # of the page that says more; may be empty
    is_bad: bool


def glance() -> list[Glance]:
    """All figures, health first. Bad ones say so; each leads to the list behind it. Locks nothing."""
    return [*_health(), *_money()]


def _health() -> list[Glance]:
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, {"now": now, "day": now - timedelta(days=1)})
        found = cursor.fetchone()
    mails, mail, failing, dead, open_, oldest, unknown, answer, cases, case, leads, reports, report = found
    return [
        _figure("Cases", f"{cases} open{_since(case, now)}", "escrow_case", bad=False),
        _figure("Cases with a lead", str(leads), "escrow_case", "clock=lead", bad=leads > 0),
        _figure("Support reports", f"{reports} open{_since(report, now)}", "marketplace_supportreport", bad=False),
        *_queues(),
        _figure("Mails unsent", f"{mails}{_since(mail, now)}", "marketplace_mail", bad=_older(mail, now, MAIL_WAITS)),
        _figure(
            "Webhooks failing", f"{failing} endpoints, {dead} disabled in a day", "webhooks_endpoint", bad=dead > 0
        ),
        _figure(
            "Webhook backlog", f"{open_}{_since(oldest, now)}", "webhooks_delivery", bad=_older(oldest, now, BACKLOG)
        ),
        *_late(now),
        _figure(
            "Payments unknown to a provider", str(unknown), "wallet_outflow", "status__exact=attention", bad=unknown > 0
        ),
        _figure("Last word of a provider", _ago(answer, now) or "none yet", "wallet_providerwebhook", bad=False),
    ]


def _money() -> list[Glance]:
    with connection.cursor() as cursor:
        cursor.execute(_MONEY, {"since": clock.now() - timedelta(days=DAYS)})
        escrowed, wallets, earned, fees, losses, owed = (int(cents) for cents in cursor.fetchone())
    shown: list[tuple[str, int, str, bool]] = [
        ("In escrow", escrowed, "escrow_escrow", False),
        ("In wallets", wallets, "wallet_ledgeraccount", False),
        ("Earned, not withdrawn", earned, "wallet_ledgeraccount", False),
        (f"Fees of {DAYS} days", fees, "wallet_ledgermove", False),
        (f"Losses of {DAYS} days", losses, "wallet_ledgermove", losses > 0),
        ("Owed to us after chargebacks", owed, "wallet_chargeback", owed > 0),
    ]
    return [Glance("Money", label, format_usd(cents), _page(page), bad) for label, cents, page, bad in shown]


def timers() -> list[Due]:
    """What all timers take."""
    return [due for plug in due_rows.all() for due in plug()]


def late(now: datetime) -> list[tuple[str, datetime]]:
    """The timers of which a row is due for longer than their beat allows, and since when. One query, over the partial indexes of
    the due times. What a timer takes again and again is left out: nobody is late there."""
    parts = []
    for due in timers():
        if due.stays:
            continue
        limit = (clock.wall() if due.by_wall else now) - due.after - allowed(due.task)
        rows = due.rows.filter(**{f"{due.by}__lt": limit}).order_by(due.by)
        since = ExpressionWrapper(F(due.by) + due.after, output_field=DateTimeField())
        parts.append(rows.annotate(task=Value(due.task), since=since).values_list("task", "since")[:1])
    first, *others = parts
    found: dict[str, datetime] = {}
    for task, since in sorted(first.union(*others, all=True), key=lambda row: row[1]):
        found.setdefault(task, since)
    return list(found.items())


def allowed(task: str) -> timedelta:
    """How long a row of this timer may be due: some of its intervals, by the beat table."""
    every = timedelta(seconds=(current_app.conf.timer_seconds or {}).get(task, 0))
    return max(SLACK * every, LEAST)


def _late(now: datetime) -> list[Glance]:
    found = late(now)
    if not found:
        return [Glance("Health", "Timers late", "none", "", False)]
    return [Glance("Health", f"Late: {task}", f"since {_span(now - since)}", "", True) for task, since in found]


def _queues() -> Iterable[Glance]:
    """How many tasks wait in each queue, and whether the worker reports."""
    names = sorted({"celery", *(route["queue"] for route in (current_app.conf.task_routes or {}).values())})
    try:
        with redis_clients.of_queue(seconds=0.5) as client:
            pipe = client.pipeline(transaction=False)
            for name in names:
                pipe.llen(name)
            pipe.get(health.HEARTBEAT)
            *lengths, beat = pipe.execute()
    except redis_clients.FAILURES:
        return [Glance("Health", "Task queues", "Redis is not reachable", "", True)]
    words = ", ".join(f"{name} {length}" for name, length in zip(names, lengths, strict=True))
    worker = health.worker_state(beat)
    return [
        Glance("Health", "Task queues", words, "", max(lengths) > QUEUE_LONG),
        Glance("Health", "Worker", worker, "", worker != "ok"),
    ]


def _figure(label: str, value: str, page: str, query: str = "", *, bad: bool) -> Glance:
    return Glance("Health", label, value, _page(page) + (f"?{query}" if query else ""), bad)


def _page(name: str) -> str:
    return reverse(f"admin:{name}_changelist")


def _older(moment: datetime | None, now: datetime, than: timedelta) -> bool:
    return moment is not None and now - moment > than


def _since(moment: datetime | None, now: datetime) -> str:
    return f", the oldest {_span(now - moment)}" if moment is not None else ""


def _ago(moment: datetime | None, now: datetime) -> str:
    return f"{_span(now - moment)} ago" if moment is not None else ""


def _span(span: timedelta) -> str:
    seconds = max(int(span.total_seconds()), 0)
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
