"""The report of the desk: charts that are tables, for any stretch of time, and each table as a file."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString

from escrow.models import CaseReview
from escrow.rules.quality import QUESTIONS
from escrow.selectors import desk_reports as reads
from escrow.selectors.desk_reports import Line, Report
from marketplace.api.backoffice import journal, reading
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd
from marketplace.core.roles import SUPPORT
from marketplace.web import charts, periods, tables

_TITLES = {
    "outcome": ("How cases end", "Outcome"),
    "category": ("By category", "Category"),
    "person": ("By person who decided", "Person"),
    "code": ("By reason code", "Code"),
}
_HEADS = (
    *("Cases", "At stake", "Split", "Appealed", "Overturned", "First look", "Staff's own time"),
    *("To the decision", "Nine of ten within"),
)
_OF_PEOPLE = ("Approved as the second", "Appeals decided")
_FILE = (
    *("name", "cases", "at_stake_usd", "split", "appealed", "overturned", "first_look_median_seconds"),
    *("staff_time_median_seconds", "decision_median_seconds", "decision_p90_seconds"),
)


def page(request: HttpRequest) -> HttpResponse:
    """All staff read it. Of their colleagues' figures support see none, only their own line."""
    period, faults = periods.read(request.GET)
    assert period is not None
    report = _read(request, period)
    query = request.GET.urlencode()
    context = admin.site.each_context(request) | {
        "title": "Report of the desk",
        "opts": CaseReview._meta,
        "period": periods.chosen(request.GET),
        "periods": periods.choices(request.GET),
        "first": request.GET.get("from", "").strip()[:10],
        "last": request.GET.get("to", "").strip()[:10],
        "begins": period.first,
        "ends": period.last,
        "faults": list(faults.values()),
        "whole": _shown(report.whole, max(report.whole.cases, 1)),
        "charts": [_chart(name, report.tables[name], query) for name in _TITLES],
        "heads": _HEADS,
        "stages": _stages(report),
        "scores": _scores(report),
        "stages_file": _address("stages", query),
        "scores_file": _address("scores", query),
        "is_own_only": _is_own_only(request),
    }
    return render(request, "admin/escrow/report.html", context)


def file(request: HttpRequest) -> HttpResponse:
    """One table as CSV. Who took it is written down."""
    period, faults = periods.read(request.GET)
    if faults:
        raise Invalid({name: [said] for name, said in faults.items()})
    assert period is not None
    name = request.GET.get("table", "")
    report = _read(request, period)
    head: Sequence[str]
    if name == "stages":
        head = ("stage", "times", "median_seconds", "p90_seconds")
        rows = [[row.name, str(row.times), _seconds(row.median), _seconds(row.most)] for row in report.stages]
    elif name == "scores":
        head = ("question", "sheets", "mean")
        rows = [[row.name, str(row.sheets), f"{row.mean:.2f}"] for row in report.scores]
    elif name in _TITLES:
        head, rows = _FILE, [_cells(line) for line in report.tables[name]]
        if name == "person":
            head = (*_FILE, "approved_as_second", "appeals_decided")
            lines = report.tables[name]
            rows = [[*row, str(line.approved), str(line.appeals)] for row, line in zip(rows, lines, strict=True)]
    else:
        raise Http404("There is no such table.")
    journal.write(request, "exported", CaseReview, f"report, {name}, {period.first} to {period.last}")
    return tables.download(f"desk-{name}-{period.first}-{period.last}.csv", head, [rows])


def _read(request: HttpRequest, period: periods.Period) -> Report:
    report = reading.read(request, partial(reads.read, period.start, period.end))
    if _is_own_only(request):
        report.tables["person"] = [line for line in report.tables["person"] if line.person_id == request.user.pk]
    return report


def _is_own_only(request: HttpRequest) -> bool:
    return getattr(request.user, "role", "") == SUPPORT


def _cells(line: Line) -> list[str]:
    return [
        tables.text(line.name.replace("_", " ")),
        str(line.cases),
        tables.dollars(line.cents),
        *(str(number) for number in (line.splits, line.appealed, line.overturned)),
        *(_seconds(seconds) for seconds in (line.looked, line.staffed, line.took, line.took_most)),
    ]


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.0f}"


def _chart(name: str, lines: Sequence[Line], query: str) -> dict[str, Any]:
    most = max((line.cases for line in lines), default=0)
    title, first = _TITLES[name]
    rows = [_shown(line, most) for line in lines]
    heads: tuple[str, ...] = _HEADS
    if name == "person":
        heads = (*_HEADS, *_OF_PEOPLE)
        rows = [
            row | {"cells": (*row["cells"], line.approved, line.appeals)} for row, line in zip(rows, lines, strict=True)
        ]
    return {"title": title, "first": first, "heads": heads, "rows": rows, "file": _address(name, query)}


def _shown(line: Line, most: int) -> dict[str, Any]:
    return {
        "name": line.name.replace("_", " "),
        "bar": charts.bar(line.cases, most),
        "cells": (
            line.cases,
            format_usd(line.cents),
            _share(line.splits, line.cases),
            _share(line.appealed, line.cases),
            _share(line.overturned, line.cases),
            *(span(seconds) for seconds in (line.looked, line.staffed, line.took, line.took_most)),
        ),
    }


def _share(number: int, of: int) -> str:
    return f"{number} ({number * 100 / of:.0f} %)" if of and number else str(number)


def span(seconds: float | None) -> str:
    """5400 -> 1.5 h; nothing for None."""
    if seconds is None:
        return "-"
    for size, unit in ((86_400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def _stages(report: Report) -> list[tuple[str, SafeString, int, str, str]]:
    most = max((round(row.median) for row in report.stages), default=0)
    return [
        (row.name, charts.bar(round(row.median), most), row.times, span(row.median), span(row.most))
        for row in report.stages
    ]


def _scores(report: Report) -> Iterable[tuple[str, SafeString, int, str]]:
    return [
        (QUESTIONS[row.name][0], charts.bar(round(row.mean * 100), 500), row.sheets, f"{row.mean:.1f}")
        for row in report.scores
    ]


def _address(name: str, query: str) -> str:
    return f"{reverse('admin:escrow_casereview_report_csv')}?table={name}{f'&{query}' if query else ''}"
