"""Bytes of a whole hire by table: heap, TOAST and indexes, packed as tightly as after VACUUM FULL."""

import time
from typing import Any, Final

import orjson

WARM = 20  # hires before the first size is taken: pages that are begun
# What is deleted after its keeping time (docs/operations.md), or by its own expiry. All other bytes are there for good.
PASSING: Final = {
    "webhooks_attempt": "deliveries",
    "webhooks_delivery": "deliveries",
    "webhooks_event": "events",
    "marketplace_call": "calls",
    "marketplace_mail": "mails",
    "marketplace_push": "pushes",
    "marketplace_idempotencyrecord": "idempotency_keys",
}
_SIZES: Final = """
    select relname, pg_table_size(oid), pg_indexes_size(oid) from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
"""
_WORKS: Final = ("commits", "kB of WAL", "events", "deliveries", "mails")
_WORK: Final = """
    select (select xact_commit from pg_stat_database where datname = current_database()),
           pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') / 1000,
           (select count(*) from webhooks_event), (select count(*) from webhooks_delivery),
           (select count(*) from marketplace_mail)
"""
_HOT: Final = """
    select relname, n_tup_ins, n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where n_tup_upd > 0
"""


def make(hires: int) -> None:
    """Make so many whole hires, with their webhooks."""
    from bench.hire import TASK
    from bench.webhooks import receiver
    from webhooks.models import Delivery

    with receiver() as port:
        pairs = [_pair(port) for _ in range(4)]
        for number in range(hires):
            _hire(pairs[number % 4], TASK)
        assert Delivery.objects.filter(status="delivered").count() >= hires, "webhooks were sent"


def report(hires: int, server: int) -> None:
    """Make hires and print what one of them takes. `server`: the main process of PostgreSQL."""
    make(WARM)
    _settle()
    first = _sizes()
    work = _work(server)
    make(hires)
    done = _work(server)
    hot = _hot()
    _settle()
    last = _sizes()
    one = {
        table: ((heap - first[table][0]) / hires, (indexes - first[table][1]) / hires)
        for table, (heap, indexes) in last.items()
    }
    passing: dict[str, float] = {}
    print(f"{'table':36} {'bytes':>8} {'indexes':>8} {'of them HOT':>12}")
    for table, (heap, indexes) in sorted(one.items(), key=lambda pair: -sum(pair[1])):
        if heap + indexes < 1:
            continue
        kept = PASSING.get(table, "for good")
        passing[kept] = passing.get(kept, 0) + heap + indexes
        print(f"{table:36} {heap:>8,.0f} {indexes:>8,.0f} {hot.get(table, ''):>12}  {kept}")
    for kept, size in sorted(passing.items(), key=lambda pair: -pair[1]):
        print(f"{kept:36} {size:>8,.0f} bytes a hire, {size / 1000:,.1f} GB a million")
    print(f"{'in all':36} {sum(passing.values()):>8,.0f}")
    print("of one hire, without a web server: " + ", ".join(f"{(done[n] - work[n]) / hires:,.1f} {n}" for n in done))


def _pair(port: int) -> Any:
    """An agent and a worker, with an endpoint of the agent for every event."""
    from bench.hire import pair

    made = pair()
    _ask(made.agent, "POST", "/api/webhooks/endpoints", {"url": f"http://127.0.0.1:{port}/hook", "events": ["*"]})
    return made


def _ask(headers: dict[str, str], method: str, path: str, body: Any = None) -> Any:
    from django.test import Client

    from marketplace.core import ids

    key = {} if method == "PATCH" and "submissions" in path else {"Idempotency-Key": str(ids.new())}
    sent = orjson.dumps(body if body is not None else {})
    answer = Client().generic(method, path, sent, content_type="application/json", headers=headers | key)
    if answer.status_code not in (200, 201):
        raise RuntimeError(f"{path}: {answer.status_code} {answer.content!r}")
    return orjson.loads(answer.content)


def _hire(pair: Any, task: dict[str, Any]) -> None:
    """Seven calls, each with an idempotency key as good programs send one, and the webhooks that follow."""
    from marketplace.services import mails
    from webhooks.services import attempts

    agent, worker = pair.agent, pair.worker
    bounty = _ask(agent, "POST", "/api/bounties", task)["bountyId"]
    path = f"/api/bounties/{bounty}"
    seat = _ask(worker, "POST", f"{path}/applications", {"coverLetter": "On my way."})["application"]["id"]
    seat = f"{path}/applications/{seat}"
    escrow = _ask(agent, "PATCH", seat, {"action": "accept"})["escrowId"]
    _ask(worker, "POST", f"{seat}/confirm")
    sent = _ask(worker, "POST", f"{path}/submissions", {"textEvidence": "Open 9 to 18."})["submission"]["id"]
    _ask(agent, "PATCH", f"{path}/submissions/{sent}", {"action": "approve"})
    _ask(agent, "POST", f"/api/escrow/{escrow}/release", {"acknowledgeRelease": True})
    attempts.sweep()
    attempts.deliver_due()
    mails.send_due()


def _settle() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("vacuum full")


def _sizes() -> dict[str, tuple[int, int]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        return {name: (int(table), int(indexes)) for name, table, indexes in cursor.fetchall()}


def _work(server: int) -> dict[str, float]:
    """So far: what the machine does, whatever else runs on it. CPU in ms, of this process (which is client, web server, worker
    and receiver in one) and of PostgreSQL."""
    from django.db import connection

    from bench.load import cpu_seconds

    with connection.cursor() as cursor:
        cursor.execute("select pg_stat_force_next_flush()")
        cursor.execute(_WORK)
        found = dict(zip(_WORKS, map(float, cursor.fetchone()), strict=True))
    return found | {"ms of Python": time.process_time() * 1000, "ms of PostgreSQL": cpu_seconds(server) * 1000}


def _hot() -> dict[str, str]:
    """By table: updates a row, and how many of them were HOT."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("select pg_stat_force_next_flush()")
        cursor.execute(_HOT)
        return {name: f"{hot * 100 // upd} % of {upd}" for name, _, upd, hot in cursor.fetchall()}
