#!/usr/bin/env python3
"""What reads of money cost when somebody's history grows: blocks, milliseconds and bytes.

    .venv/bin/python -m bench.history [--sizes 1000,5000]

Starts its own PostgreSQL and Redis. One owner hires again and again, one worker is paid each time: whole hires as rows of bounties,
escrows and applications, their money posted by `ledger_post`, month after month. At each size all months but the last are sealed;
the last one always has the same 200 hires. Each read stands beside its baseline of the same run: the balance and the report's moves
as they were summed before totals were kept, `check_ledger` beside `--whole`, an answer of the report beside all of its groups.
Exit code 1 if a read that should not grow takes more than 1.5 times its first blocks. Nothing leaves 127.0.0.1.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import stage  # noqa: E402
from bench.growth import FEW, RATIO, read  # noqa: E402

BEGUN = datetime(2024, 1, 1, tzinfo=UTC)
MONTH = timedelta(days=30.5)
SPREAD = 6  # months of each size, beside the last
LAST = 200  # hires of the last month
OWNER, WORKER = UUID(int=1), UUID(int=2)

# As the balance was read until totals were kept: from every move of the wallet.
SUMMED = """
select a.balance, came.deposited, went.sent, came.returned, went.withdrawn - came.back
  from ledger_account a,
       lateral (select coalesce(sum(m.cents) filter (where s.owner_id is not null or k.corrects), 0) as returned,
                       coalesce(sum(m.cents) filter (where s.owner_id is null and k.is_deposit), 0) as deposited,
                       coalesce(sum(m.cents) filter (where s.owner_id is null and not k.is_deposit and not k.corrects), 0) as back
                  from ledger_move m join ledger_account s on s.id = m.source_id
                  join ledger_transaction t on t.id = m.transaction_id
                 cross join lateral (select t.kind in ('deposit', 'surplus_failed', 'surplus_returned') as is_deposit,
                                         t.kind = 'correction' as corrects) k
                 where m.destination_id = a.id) came,
       lateral (select coalesce(sum(m.cents) filter (where d.owner_id is not null or d.code = 'fees'), 0) as sent,
                       coalesce(sum(m.cents) filter (where d.owner_id is null and d.code <> 'fees'), 0) as withdrawn
                  from ledger_move m join ledger_account d on d.id = m.destination_id where m.source_id = a.id) went
 where a.code = %s
"""
# As the report read its moves: both accounts and the transaction of each.
JOINED = """
select m.bounty_id,
       coalesce(sum(m.cents) filter (where m.source_id = mine.id and (d.kind in ('pool', 'hold') or t.kind = 'correction')), 0),
       coalesce(sum(m.cents) filter (
           where m.destination_id = mine.id and (s.kind in ('pool', 'hold') or t.kind = 'correction')), 0)
  from ledger_account mine
  join ledger_move m on mine.id in (m.source_id, m.destination_id)
  join ledger_account s on s.id = m.source_id
  join ledger_account d on d.id = m.destination_id
  join ledger_transaction t on t.id = m.transaction_id
 where mine.code = %s and m.created_at >= %s and m.created_at <= %s
 group by m.bounty_id
"""


class Cost(NamedTuple):
    blocks: int
    ms: float
    size: int  # bytes of the answer, where it has some


class Asked(NamedTuple):
    """`grows`: with the history, which is what it is for."""

    name: str
    baseline: str
    work: Callable[[], Any]
    grows: bool = False


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--sizes", default="1000,5000", help="hires, and so lines of the owner's wallet")
    given = options.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    with stage.servers():
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        people()
        done, month, found = 0, 0, []
        for size in sizes:
            month, done = fill(month, done, size)
            found.append({asked.name: cost(asked.work) for asked in reads(month)})
        return judge(found, sizes, reads(month))


def people() -> None:
    from marketplace.models import Account

    for key, name in ((OWNER, "owner"), (WORKER, "worker")):
        Account.objects.create_user(f"{name}@bench.example", id=key, name=name)


def fill(month: int, done: int, size: int) -> tuple[int, int]:
    """Hires until there are `size`, whose last 200 have the last month to themselves; all months before are sealed. Returns the
    next month, and how many hires there are."""
    from marketplace.core import clock
    from wallet.services import checkpoints

    each = max(1, (size - done - LAST) // SPREAD)
    for number in (*[each] * SPREAD, LAST):
        if number is LAST:
            clock.freeze(BEGUN + MONTH * month + timedelta(days=4))
            begun = time.monotonic()
            sealed = checkpoints.seal_due()
            print(f"  {sealed} months sealed in {time.monotonic() - begun:.1f} s", flush=True)
        hire(done, number, BEGUN + MONTH * month + timedelta(days=5))
        done, month = done + number, month + 1
    clock.freeze(BEGUN + MONTH * month)
    print(f"{done:,} hires", flush=True)
    return month, done


def hire(done: int, number: int, begin: datetime) -> None:
    """So many hires, one after the other, within 20 days from `begin`."""
    from django.db import connection

    from bench.office import copy
    from bounties.models import Application, Bounty
    from escrow.models import Escrow

    at = f"timestamptz '{begin.isoformat()}' + n * interval '{20 * 86_400 / number} seconds'"

    def key(kind: int) -> str:
        return f"('0190000{kind}-0000-7000-8000-' || lpad(to_hex(n + {done}), 12, '0'))::uuid"

    bounty, pool, seat, application = key(1), key(2), key(3), key(4)
    money = {"unit_price_cents": 500, "fee_bps": 1800, "owner_id": OWNER}
    money |= {"human_payout_cents": 500, "platform_fee_cents": 90, "amount_cents": 590}
    copy(
        Bounty(
            owner_id=OWNER, title="Photograph a shop front", description="x" * 200, status="paid", price_cents=500, seat_cents=500,
            fee_bps=1800, estimated_hours="0.5", deadline=begin, category="creative-gigs", spots_filled=1,
        ),
        {"id": bounty, "pool_id": pool, "created_at": at},
        number,
    )  # fmt: skip
    copy(
        Escrow(kind="pool", status="refunded", refunded_to="wallet", subject_kind="bounty", **money),
        {"id": pool, "bounty_id": bounty, "subject_id": bounty, "ended_at": at, "funded_at": at, "created_at": at},
        number,
    )
    copy(
        Escrow(kind="seat", status="released", worker_id=WORKER, subject_kind="application", earned_cents=500, **money),
        {
            "id": seat,
            "parent_id": pool,
            "bounty_id": bounty,
            "subject_id": application,
            **dict.fromkeys(("created_at", "funded_at", "completed_at", "released_at", "ended_at"), at),
        },
        number,
    )
    copy(
        Application(status="accepted", cover_letter="Around the corner.", human_id=WORKER),
        {
            "id": application,
            "bounty_id": bounty,
            "escrow_id": seat,
            **dict.fromkeys(("confirmed_at", "decided_at"), at),
        },
        number,
    )
    with connection.cursor() as cursor:
        posts = {
            "wallet": (f"'fill:' || {seat}", "'fill'", "'world.card'", f"'wallet:{OWNER}'", 590),
            "fund": (f"'fund:' || {pool}", "'fund'", f"'wallet:{OWNER}'", f"'pool:' || {pool}", 590),
            "hold": (f"'fund:' || {seat}", "'hold'", f"'pool:' || {pool}", f"'hold:' || {seat}", 590),
        }
        calls = [
            f"ledger_post(gen_random_uuid(), {name}, {kind}, {at}, array[{source}], array[{to}], array[{cents}::bigint], "
            f"array[{bounty}])"
            for name, kind, source, to, cents in posts.values()
        ]
        ends = (
            f"ledger_post(gen_random_uuid(), 'end:' || {seat}, 'release', {at}, array['hold:' || {seat}, 'hold:' || {seat}], "
            f"array['earnings:{WORKER}', 'fees'], array[500::bigint, 90::bigint], array[{bounty}, {bounty}])"
        )
        for n in range(number):  # each its own commit, as it is
            cursor.execute(f"select {', '.join([*calls, ends])} from (select {n + 1} as n) n")
        cursor.execute("vacuum analyze")


def reads(month: int) -> list[Asked]:
    """Every read that is measured, beside its baseline."""
    from django.db import connection

    from escrow.selectors import reports
    from escrow.serializers.reports import ReportOut
    from wallet import ledger
    from wallet.ports import audits
    from wallet.selectors import balances, checkpoints
    from wallet.services import books

    end = BEGUN + MONTH * month
    wallet = ledger.wallet(OWNER)

    def sql(statement: str, *values: Any) -> Callable[[], None]:
        def work() -> None:
            with connection.cursor() as cursor:
                cursor.execute(statement, values)
                cursor.fetchall()

        return work

    def report(days: int, limit: int) -> Callable[[], bytes]:
        def work() -> bytes:
            whole = reports.spending(OWNER, OWNER, end - timedelta(days=days), end)
            return json.dumps(ReportOut.render(reports.part(whole, 0, limit)), default=str).encode()

        return work

    def page() -> None:
        list(balances.lines(OWNER).order_by("-move_id")[:50])

    since = checkpoints.proven_until()
    found = [
        Asked("balance, summed from the ledger", "", sql(SUMMED, wallet), grows=True),
        Asked("balance", "balance, summed from the ledger", lambda: balances.wallet(OWNER)),
        Asked("earnings", "", lambda: reports.earnings(WORKER)),
        Asked("held now", "", lambda: reports.held(OWNER)),
        Asked("a page of the statement", "", page),
        Asked(
            "report of 366 days, its moves joined", "", sql(JOINED, wallet, end - timedelta(days=366), end), grows=True
        ),
        Asked(
            "report of 366 days, its moves",
            "report of 366 days, its moves joined",
            lambda: balances.moved(OWNER, end - timedelta(days=366), end),
            grows=True,
        ),
        Asked("report of 366 days, all groups", "", report(366, 10**9), grows=True),
        Asked("report of 366 days", "report of 366 days, all groups", report(366, 200), grows=True),
        Asked("report of 30 days", "report of 366 days", report(30, 200), grows=True),
        Asked("balance of fees", "", lambda: ledger.house_balance(ledger.FEES)),
        Asked("check_ledger --whole", "", lambda: books.violations(whole=True), grows=True),
        Asked("check_ledger", "check_ledger --whole", books.violations, grows=True),
        Asked("the ledger's proof, --whole", "", sql("select * from ledger_faults(true)"), grows=True),
        # Small tables are read whole, until looking up what the last month moved takes less.
        Asked("the ledger's proof", "the ledger's proof, --whole", sql("select * from ledger_faults()"), grows=True),
    ]
    for name in sorted(audits._plugs):
        audit = audits.get(name)
        # The wallet's has the ledger's own proof in it; bounties are read whole until looking up those of a month takes less.
        found += [
            Asked(f"audit of {name}, --whole", "", lambda audit=audit: list(audit(None)), grows=True),  # type: ignore[misc]
            Asked(
                f"audit of {name}",
                f"audit of {name}, --whole",
                lambda audit=audit: list(audit(since)),  # type: ignore[misc]
                grows=name in ("wallet", "bounties"),
            ),
        ]
    return found


def cost(work: Callable[[], Any]) -> Cost:
    work()
    begun = time.perf_counter()
    answer = work()
    taken = (time.perf_counter() - begun) * 1000
    return Cost(read(work, set()).blocks, taken, len(answer) if isinstance(answer, bytes) else 0)


def judge(found: list[dict[str, Cost]], sizes: list[int], asked: list[Asked]) -> int:
    """Print what each costs at each size; 1 if something grows that should not."""
    failures = 0
    print(f"{'':40}" + "".join(f"{size:>14,} hires: blocks, ms, bytes" for size in sizes) + "   of its baseline")
    for one in asked:
        costs = [costs[one.name] for costs in found]
        cells = "".join(f"{cost.blocks:>18,} {cost.ms:>9,.1f} {cost.size or '':>12}" for cost in costs)
        share = costs[-1].blocks / max(1, found[-1][one.baseline].blocks) if one.baseline else None
        ratio = costs[-1].blocks / max(1, costs[0].blocks)
        grown = not one.grows and costs[-1].blocks > FEW and ratio > RATIO
        failures += grown
        print(f"{one.name:40}{cells}   {f'{share:.4f}' if share is not None else '':>8}{'  GROWS' if grown else ''}")
    hires = sizes[-1] - sizes[0]
    for name in ("check_ledger --whole", "check_ledger"):
        more = found[-1][name].blocks - found[0][name].blocks
        print(f"{name}: {more / hires:.2f} blocks more for each hire more")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
