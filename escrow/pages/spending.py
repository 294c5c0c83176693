"""/owner/wallet/spending: where the money went, as charts that are tables, and as files."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from escrow.selectors import reports
from marketplace.core import ids
from marketplace.core.errors import Invalid, NotFound
from marketplace.web import charts, periods, tables
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from wallet.selectors import statement

SHOWN = 15  # rows of a chart; a file has all


class Found(NamedTuple):
    """What charts are made from: the report, and who spent."""

    report: reports.Spending
    spenders: list[statement.Spent]


class Row(NamedTuple):
    """One bar: `sums` are the cents of the other columns, by the chart's heads."""

    label: str
    href: str
    cents: int
    sums: tuple[int, ...]
    cells: tuple[str, ...] = ()  # what a file has besides


class Chart(NamedTuple):
    """`cents` is what the bars show; `heads` name it and the other sums."""

    name: str
    title: Any
    first: Any
    heads: tuple[Any, ...]
    columns: tuple[str, ...]  # of the file
    rows: Callable[[Found], list[Row]]


def _people(found: Found) -> list[Row]:
    return [
        Row(row.name, f"/people/{ids.encode('prf', row.human_id)}", row.cents, (), (ids.encode("prf", row.human_id),))
        for row in found.report.by_human
    ]


def _jobs(found: Found) -> list[Row]:
    rows = []
    for row in found.report.by_bounty:
        key = ids.encode("bty", row.bounty_id) if row.bounty_id else ""
        label = row.title or (_("A job that is gone") if key else _("Appointments"))
        cells, href = (key, row.category or ""), f"/owner/jobs/{key}" if key else "/owner/appointments"
        rows.append(Row(label, href, row.funded, (row.refunded, row.settled, row.fee), cells))
    return sorted(rows, key=lambda row: -row.cents)


def _categories(found: Found) -> list[Row]:
    return [
        Row(
            row.category.replace("-", " ").capitalize() if row.category else _("Without a category"),
            "",
            row.funded,
            (row.refunded, row.settled, row.fee),
            (row.category or "",),
        )
        for row in found.report.by_category
    ]


# Who spends without being a key or a program.
_OTHERS = {
    "session": gettext_lazy("People, signed in"),
    "staff": gettext_lazy("Our staff"),
    "system": gettext_lazy("Automatically"),
    "": gettext_lazy("From before it was written down"),
}


def _spenders(found: Found) -> list[Row]:
    return [Row(*_spender(row), row.cents, (), (row.public_id or row.spender,)) for row in found.spenders]


def _spender(row: statement.Spent) -> tuple[str, str]:
    """Its name, and its page."""
    if row.public_id.startswith("key_"):
        return row.name, f"/owner/keys/{row.public_id}"
    if row.public_id:
        return row.name or _("An unnamed program"), f"/owner/programs/{row.public_id}"
    return str(_OTHERS.get(row.spender, row.spender)), ""


_HEADS = (gettext_lazy("Set aside"), gettext_lazy("Came back"), gettext_lazy("Paid for work"), gettext_lazy("Our fee"))
_SUMS = ("set_aside", "came_back", "paid", "fee")
CHARTS = (
    Chart(
        "people",
        gettext_lazy("By person"),
        gettext_lazy("Person"),
        (gettext_lazy("Paid for work, and tips"),),
        ("id", "paid"),
        _people,
    ),
    Chart("jobs", gettext_lazy("By job"), gettext_lazy("Job"), _HEADS, ("id", "category", *_SUMS), _jobs),
    Chart("categories", gettext_lazy("By category"), gettext_lazy("Category"), _HEADS, ("slug", *_SUMS), _categories),
    Chart(
        "keys",
        gettext_lazy("By key and program"),
        gettext_lazy("Key or program"),
        (gettext_lazy("Set aside and sent"),),
        ("id", "set_aside"),
        _spenders,
    ),
)


class Spending(Page):
    template = "escrow/spending.html"

    def period(self) -> tuple[periods.Period, dict[str, str]]:
        found, faults = periods.read(self.request.GET)
        assert found is not None
        return found, faults

    def report(self, period: periods.Period) -> reports.Spending:
        last = period.end - timedelta(microseconds=1)
        return reports.spending(self.actor.id, self.actor.me.profile_id, period.start, last, with_fees=True)

    def found(self, period: periods.Period) -> Found:
        return Found(self.report(period), statement.by_spender(self.actor.id, period.start, period.end))

    def days(self, period: periods.Period) -> list[charts.Day]:
        by_day = statement.daily(self.actor.id, period.start, period.end, timezone.get_current_timezone())
        return [charts.Day(day, by_day.get(day, 0)) for day in period.days]

    def show(self) -> dict[str, Any]:
        period, faults = self.period()
        query = self.request.GET
        typed = {name: [query[name].strip()[:40]] for name in ("from", "to") if name in query}
        refused = Refused(act="find", message="", fields={key: [said] for key, said in faults.items()}, typed=typed)
        found, days = self.found(period), self.days(period)
        total, report = sum(day.cents for day in days), found.report
        context: dict[str, Any] = {"refused": refused} if faults else {}
        return context | {
            "period": periods.chosen(query),
            "first": query.get("from", "").strip()[:40],
            "last": query.get("to", "").strip()[:40],
            "begins": period.first,
            "ends": period.last,
            "periods": periods.choices(query),
            "query": query.urlencode(),
            "found": report,
            "tips": report.paid - report.settled,
            # What was set aside before these days may have been paid in them, or be held yet.
            "adds_up": total == report.refunded + report.paid + report.fees + report.in_escrow,
            "days": days,
            "moved": [day for day in reversed(days) if day.cents],
            "total": total,
            "columns": charts.columns(
                days, _("What was set aside and sent, day by day. The table below says the same.")
            ),
            "charts": [_drawn(chart, chart.rows(found)) for chart in CHARTS],
        }


class SpendingFile(Spending):
    """One of the charts as a table for a spreadsheet, with all of its rows."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        period, faults = self.period()
        if faults:
            raise Invalid({name: [said] for name, said in faults.items()})
        name, _dot, kind = ids["name"].partition(".")
        if kind != "csv":
            raise NotFound("There is no such file.")
        if name == "days":
            cells = [[day.on.isoformat(), *_sums([day.cents])] for day in self.days(period)]
            head = ["day", "set_aside_usd", "set_aside_cents"]
        else:
            chart = next((chart for chart in CHARTS if chart.name == name), None)
            if chart is None:
                raise NotFound("There is no such file.")
            cells = [
                [tables.text(row.label), *row.cells, *_sums([row.cents, *row.sums])]
                for row in chart.rows(self.found(period))
            ]
            head = ["name", *_doubled(chart.columns)]
        about = f"{name}-{period.first.isoformat()}-{period.last.isoformat()}"
        return tables.download(f"spending-{about}.csv", head, [cells])


def _sums(cents: Sequence[int]) -> Iterator[str]:
    for sum_ in cents:
        yield tables.dollars(sum_)
        yield str(sum_)


def _doubled(columns: tuple[str, ...]) -> Iterator[str]:
    """Each sum is there in dollars and in cents."""
    for name in columns:
        yield from (f"{name}_usd", f"{name}_cents") if name in (*_SUMS, "paid") else (name,)


def _drawn(chart: Chart, rows: list[Row]) -> dict[str, Any]:
    most = max((row.cents for row in rows), default=0)
    return {
        "name": chart.name,
        "title": chart.title,
        "first": chart.first,
        "heads": chart.heads,
        "more": max(0, len(rows) - SHOWN),
        "rows": [
            {"label": row.label, "href": row.href, "bar": charts.bar(row.cents, most)}
            | {
                "all": [
                    {"head": head, "cents": sum_}
                    for head, sum_ in zip(chart.heads, (row.cents, *row.sums), strict=True)
                ]
            }
            for row in rows[:SHOWN]
        ],
    }
