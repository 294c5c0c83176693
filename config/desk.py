"""My desk: the first page of the back office. What waits, of all apps, each number a filter of a list; what is next; money that
stands still; the last thirty days; for operators, how the service is."""

from typing import Any, Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join

from escrow.models import StaffDigest
from escrow.models.desk import DIGESTS
from escrow.rules.desk import clock_words
from escrow.selectors import desk, desk_health
from marketplace.api.backoffice import is_decider, is_operator
from marketplace.core import clock
from marketplace.core.money import format_usd
from marketplace.models import Account
from marketplace.selectors import staff_work
from marketplace.web import charts

DAYS: Final = 30
NEXT: Final = 5
_PARTS: Final = {"cases": "Cases", "work": "Work", "money": "Money to look into", "records": "Deliveries"}


def page(request: HttpRequest) -> dict[str, Any]:
    """What the first page shows to this member of staff; at most seven queries."""
    staff: Account = request.user  # type: ignore[assignment]
    return {
        "parts": _numbers(staff),
        "stakes": _stakes(staff),
        "next_up": _next_up(staff) if is_decider(request) else [],
        "strip": _strip(),
        "glances": _glances() if is_operator(request) else [],
        "may_act": is_decider(request),
        "digest": _digest(staff) if is_decider(request) else None,
    }


def _numbers(staff: Account) -> list[dict[str, Any]]:
    parts: dict[str, list[dict[str, Any]]] = {}
    for item, count in staff_work.counted(staff):
        address = f"{reverse(f'admin:{item.page}_changelist')}?{item.query}"
        shown = {"label": item.label, "count": count, "address": address, "is_urgent": item.is_urgent and count > 0}
        parts.setdefault(item.part, []).append(shown)
    return [{"title": title, "shown": parts[name]} for name, title in _PARTS.items() if name in parts]


def _stakes(staff: Account) -> list[dict[str, str]]:
    sums, queue = desk.stakes(staff), reverse("admin:escrow_case_changelist")
    return [
        {"label": label, "value": format_usd(sums[name]), "address": f"{queue}?{query}"}
        for name, label, query in (
            ("open", "In all open cases", "tab=open&o=-5"),
            ("late", "Of it overdue", "clock=late"),
            ("mine", "In yours", "tab=mine"),
            ("approve", "Waiting for approval", "stage__exact=approval"),
        )
    ]


def _next_up(staff: Account) -> list[dict[str, Any]]:
    now = clock.now()
    return [
        {
            "case": case,
            "address": reverse("admin:escrow_case_change", args=[case.pk]),
            "amount": format_usd(case.amount_cents),
            "clock": (clocked := clock_words(case.due_at, now))[0],
            "is_late": clocked[1],
        }
        for case in desk.next_up(staff, most=NEXT)
    ]


def _strip() -> dict[str, Any]:
    """Opened and decided, day by day: drawn, and the same as a table."""
    days = desk.per_day(DAYS)
    drawn = charts.pairs(
        [charts.Pair(day, opened, ended) for day, (opened, ended) in days.items()],
        f"Cases of {DAYS} days: opened, and decided or closed",
        ("opened", "decided or closed"),
    )
    rows = format_html_join(
        "",
        "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td></tr>",
        ((f"{day:%Y-%m-%d}", opened, ended) for day, (opened, ended) in reversed(days.items())),
    )
    return {
        "drawn": drawn,
        "rows": rows,
        "opened": sum(opened for opened, _ in days.values()),
        "ended": sum(ended for _, ended in days.values()),
    }


def _glances() -> list[dict[str, Any]]:
    """Health and money, each below its heading."""
    parts: dict[str, list[desk_health.Glance]] = {}
    for figure in desk_health.glance():
        parts.setdefault(figure.part, []).append(figure)
    return [{"title": title, "figures": figures} for title, figures in parts.items()]


def _digest(staff: Account) -> dict[str, Any]:
    row = StaffDigest.objects.filter(staff=staff).first()
    return {"every": row.every if row is not None else "hourly", "choices": DIGESTS}
