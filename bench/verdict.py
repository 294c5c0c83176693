"""What a year of an instance (`bench.year`) has come to: the table, and whether anything was wrong."""

import statistics
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bench.bytes_of_a_hire import PASSING
from bench.callers import Caller

if TYPE_CHECKING:
    from bench.nights import Month
    from bench.year import Year

# Of the proof of the last month to that of the month half-way: as many hires, twice the history. The first months are no measure:
# their tables are so small that a look into them is the whole table, a block or two.
RATIO = 1.5
SHOWN = 20  # bytes a hire of a table, at least
_SIZES: Final = """
select relname, pg_total_relation_size(oid) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
"""
_MADE: Final = "select coalesce(sum(n_tup_ins), 0) from pg_stat_user_tables where relname = %s"


def line(month: "Month", moves: Sequence[float]) -> str:
    delivered, repeated, late, failed, open_ = month.webhooks
    return (
        f"{month.first:%Y-%m}: {month.hires:,} hires; check_ledger {month.ledger.ms:.0f} ms, {month.ledger.blocks:,} blocks; "
        f"webhooks {delivered:,}, {repeated} again, {late} late, {failed} failed, {open_} open; the clock "
        f"{statistics.median(moves) * 1000:.0f} ms a move; doctor: {'; '.join(month.findings) or 'sound'}"
    )


def sql(statement: str, *values: Any) -> list[Any]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def sizes() -> dict[str, int]:
    return dict(sql(_SIZES))


def judge(year: "Year", number: int, before: dict[str, int]) -> int:
    """Print the table; 1 if anything was wrong."""
    operator, done = year.operator, year.market.done
    papers = year.timed("the end", lambda: operator.papers(number))
    restored = year.timed("the end", lambda: operator.last_night(year.served.data_dir.parent / "restored"))
    whole = operator.check(whole=True)
    print("jobs: " + ", ".join(f"{count:,} {what}" for what, count in sorted(done.items())))
    print(f"transactions of the ledger: {sql('select count(*) from ledger_transaction')[0][0]:,}")
    sealed = sql("select count(*) from ledger_checkpoint where through is not null")[0][0]
    print(f"months sealed: {sealed}. Nothing is partitioned; what is kept for too long is named below")
    print(*papers, restored, sep="\n")
    _proofs(year, whole.blocks)
    _webhooks(year)
    _bytes(before, done["hires"])
    _times(year)
    for finding, times in Counter(finding for month in year.months for finding in month.findings).items():
        print(f"doctor, {times} times: {finding}")
    for one in operator.wrong:
        print(f"WRONG  {one}")
    return 1 if operator.wrong else 0


def _proofs(year: "Year", whole: int) -> None:
    half, last = year.months[max(len(year.months) // 2 - 1, 0)], year.months[-1].ledger
    ratio = last.blocks / max(half.ledger.blocks, 1)
    print(
        f"check_ledger: the last month / {half.first:%B} {ratio:.2f}, the last month / --whole {last.blocks / whole:.2f}, by blocks"
    )
    for month in year.months:
        if month.whole:
            print(
                f"  {month.first:%Y-%m}: {month.ledger.ms:,.0f} ms, {month.ledger.blocks:,} blocks; "
                f"--whole {month.whole.ms:,.0f} ms, {month.whole.blocks:,} blocks"
            )
    if ratio > RATIO:
        year.operator.wrong.append(f"check_ledger: the last month costs {ratio:.2f} of the one half-way")


def _webhooks(year: "Year") -> None:
    mails, deliveries = (sql(_MADE, table)[0][0] for table in ("marketplace_mail", "webhooks_delivery"))
    delivered, repeated, late, failed, open_ = (
        sum(column) for column in zip(*(month.webhooks for month in year.months), strict=True)
    )
    counts = Caller(year.hooks)("GET", "/counts")
    print(f"mails: {mails:,}; deliveries: {deliveries:,}, {failed} failed, {open_} open at the end of their month")
    latest = max(month.latest for month in year.months)
    print(
        f"  delivered {delivered:,}, of these at a second call or later {repeated:,}; at the first, but a minute late {late}"
    )
    print(f"  the latest {latest / 3600:,.1f} hours by the sandbox's clock, which moves on while they are sent")
    print(f"  the receiver took {counts['taken']:,}, refused {counts['refused']:,}, and had {counts['again']} twice")
    if counts["again"]:
        year.operator.wrong.append(f"{counts['again']} webhooks came twice")


def _bytes(before: dict[str, int], hires: int) -> None:
    after = sizes()
    sql("vacuum full")
    packed = sizes()
    print(f"{'bytes a hire':36}{'as it lies':>12}{'packed':>10}")
    sums: dict[str, list[float]] = {}
    for table in sorted(after, key=lambda table: before.get(table, 0) - after[table]):
        kept = PASSING.get(table, "for good")
        lies, tight = ((found[table] - before.get(table, 0)) / hires for found in (after, packed))
        both = sums.setdefault(kept, [0.0, 0.0])
        both[:] = [both[0] + lies, both[1] + tight]
        if kept == "for good" and lies >= SHOWN:
            print(f"  {table:34}{lies:>12,.0f}{tight:>10,.0f}")
    for kept, (lies, tight) in sums.items():
        print(f"{kept:36}{lies:>12,.0f}{tight:>10,.0f}")


def _times(year: "Year") -> None:
    from bench.year import TIMED

    print("ms of pages at the end of months " + ", ".join(map(str, TIMED)))
    for name, found in year.speed.items():
        print(f"  {name:42}" + "".join(f"{found.get(month, 0):>8.0f}" for month in TIMED))
    print("seconds of the operator's commands: how often, the median, the last")
    for name, taken in year.operator.seconds.items():
        print(f"  {name:42}{len(taken):>4}{statistics.median(taken):>8.1f}{taken[-1]:>8.1f}")
    print("seconds in all: " + ", ".join(f"{what} {number:,.0f}" for what, number in year.spent.items()))
