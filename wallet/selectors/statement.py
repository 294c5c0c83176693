"""A wallet's statement, by kind, job and time, and its sums."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import TruncDate, TruncMonth

from marketplace.models import ApiKey, Connector
from wallet import ledger
from wallet.models.ledger import LedgerLine, LedgerMove
from wallet.rules.checkpoints import OUT_OF_ORDER
from wallet.selectors import balances


@dataclass(frozen=True, slots=True)
class Asked:
    """Which lines: of these kinds of transactions, of this bounty, from `start` up to `end` (UTC, not part of it). What is left out
    bounds nothing."""

    kinds: Collection[str] = field(default=())
    bounty_id: UUID | None = None
    start: datetime | None = None
    end: datetime | None = None


# Transactions that add money to a wallet; whatever else comes in is one's own money coming back.
ADDED: Final = ("deposit", "surplus_failed", "surplus_returned")


class Sums(NamedTuple):
    """In cents, all positive. `back`: of what came in, one's own money coming back."""

    came: int
    left: int
    lines: int
    back: int = 0

    @property
    def added(self) -> int:
        return self.came - self.back


class Spent(NamedTuple):
    """`spender` as `Actor.spender` names it, empty from before it was written down; of a key or program also its name and public
    id. In cents."""

    spender: str
    name: str
    public_id: str
    cents: int


class Month(NamedTuple):
    """As `Sums`, of a month."""

    first: date
    came: int
    left: int
    lines: int
    back: int = 0

    @property
    def added(self) -> int:
        return self.came - self.back


def lines(account_id: UUID, asked: Asked) -> QuerySet[LedgerLine]:
    """The lines that were asked for, with their transactions; to be ordered by `move_id`. A deposit that was paid for a bounty
    counts as one of that bounty."""
    rows = balances.lines(account_id)
    if asked.kinds:
        rows = rows.filter(transaction__kind__in=asked.kinds)
    if asked.bounty_id is not None:
        rows = rows.filter(
            Q(bounty_id=asked.bounty_id)
            | Q(transaction__kind="deposit", transaction__tags__bounty=str(asked.bounty_id))
        )
    if asked.start is not None:
        rows = rows.filter(created_at__gte=asked.start)
    if asked.end is not None:
        rows = rows.filter(created_at__lt=asked.end)
    return rows


def sums(rows: QuerySet[LedgerLine]) -> Sums:
    """What came in and what left by these lines. Not from the totals that the ledger keeps, even for all lines: those are net of
    what came back from outside (a withdrawal that failed adds nothing to them), and count no lines."""
    found = rows.order_by().aggregate(**_sums())
    return Sums(int(found["came"] or 0), -int(found["left"] or 0), found["lines"], int(found["back"] or 0))


def _sums() -> dict[str, Any]:
    came = Q(cents__gt=0)
    return {
        "came": Sum("cents", filter=came),
        "left": Sum("cents", filter=Q(cents__lt=0)),
        "back": Sum("cents", filter=came & ~Q(transaction__kind__in=ADDED)),
        "lines": Count("move_id"),
    }


def balance_at(account_id: UUID, at: datetime) -> int:
    """The balance, in cents, after everything before this moment."""
    before = balances.lines(account_id).filter(created_at__lt=at).order_by("-move_id")
    found = before.values_list("balance_after", flat=True).first()
    return int(found or 0)


def months(account_id: UUID, zone: tzinfo, *, limit: int) -> list[Month]:
    """The latest months of this zone in which something moved, the latest first.

    Reads back from the latest line, `limit` months at a time and never more lines than those of these months; the months before are
    read only when too few of them had a line, as of an account that was idle for years.
    """
    rows, found = balances.lines(account_id).select_related(None).order_by("-move_id"), list[Month]()
    left = rows
    while len(found) < limit and (latest := left.values_list("created_at", flat=True).first()) is not None:
        start = _months_before(latest.astimezone(zone), limit - 1)
        older = rows.filter(created_at__lt=start - OUT_OF_ORDER).values_list("move_id", flat=True).first()
        since = left.filter(created_at__gte=start, **({} if older is None else {"move_id__gt": older}))
        sums = since.order_by().annotate(month=TruncMonth("created_at", tzinfo=zone)).values("month")
        found += [
            Month(
                row["month"].date(), int(row["came"] or 0), -int(row["left"] or 0), row["lines"], int(row["back"] or 0)
            )
            for row in sums.annotate(**_sums()).order_by("-month")
        ]
        left = rows.filter(created_at__lt=start)
    return found[:limit]


def _months_before(moment: datetime, months: int) -> datetime:
    """The beginning of the month that lies so many before that of this moment, in its zone."""
    number = moment.year * 12 + moment.month - 1 - months
    return datetime(number // 12, number % 12 + 1, 1, tzinfo=moment.tzinfo)


def by_spender(account_id: UUID, start: datetime, end: datetime) -> list[Spent]:
    """What was set aside for work and sent to people by whom, from `start` up to `end`, the highest sum first: the sums of `daily`,
    in at most three queries."""
    sums = _spent(account_id, start, end).order_by().values_list("spender").annotate(all=Sum("cents"))
    found = {spender: int(cents) for spender, cents in sums}
    models: dict[str, type[ApiKey] | type[Connector]] = {"key": ApiKey, "oauth": Connector}
    named: dict[str, tuple[str, str]] = {}
    for kind, model in models.items():
        keys = [UUID(text.partition(":")[2]) for text in found if text and text.startswith(f"{kind}:")]
        rows: Iterable[Any] = model.objects.filter(pk__in=keys, account_id=account_id) if keys else []
        named |= {f"{kind}:{row.pk}": (row.name, row.public_id) for row in rows}
    spent = [Spent(spender or "", *named.get(spender or "", ("", "")), cents) for spender, cents in found.items()]
    return sorted(spent, key=lambda row: (-row.cents, row.spender))


def daily(account_id: UUID, start: datetime, end: datetime, zone: tzinfo) -> dict[date, int]:
    """What was set aside for work and sent to people, in cents, by day of this zone, from `start` up to `end`. Nothing is taken
    off for what came back."""
    by_day = _spent(account_id, start, end).order_by().annotate(day=TruncDate("created_at", tzinfo=zone)).values("day")
    return {row["day"]: int(row["all"]) for row in by_day.annotate(all=Sum("cents"))}


def _spent(account_id: UUID, start: datetime, end: datetime) -> QuerySet[LedgerMove]:
    """A correction after an appeal is nobody's spend."""
    return LedgerMove.objects.exclude(transaction__kind="correction").filter(
        source__code=ledger.wallet(account_id),
        destination__kind__in=("pool", "hold", "earnings"),
        created_at__gte=start,
        created_at__lt=end,
    )
