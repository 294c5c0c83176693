"""The report of a taste run as one self-contained HTML document."""

import base64
import hashlib
from functools import cache
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from marketplace.core.money import format_usd
from qa.models import TasteRun
from wallet.selectors import flows

_STYLE = "qa/taste_report.css"


def as_page(run: TasteRun) -> str:
    """Render the page; the run must have a report. What people wrote is escaped; artifacts are shown as links only."""
    report = run.report
    assert report is not None
    money = flows.of_bounties([run.bounty_id]).get(run.bounty_id, flows.NOTHING)
    urls = {row["label"]: row["url"] for row in run.artifacts}
    quotes: dict[str, list[str]] = {}
    for quote in report["quotes"]:
        quotes.setdefault(quote["label"], []).append(quote["text"])
    return render_to_string(
        "qa/taste_report.html",
        {
            "service": settings.SERVICE_NAME,
            "run": run,
            "report": report,
            "rows": [_row(row, urls, winner=report["winner"]) for row in report["tally"]],
            "quotes": quotes.items(),
            "issued": report["generatedAt"][:10],
            "spent": format_usd(money.spent),
            "returned": format_usd(money.refunded),
            "style": _STYLE,
        },
    )


def _row(row: dict[str, Any], urls: dict[str, str], *, winner: str | None) -> dict[str, Any]:
    """One bar of the chart; `width` is the share of all votes in per cent."""
    percent = 100 * row["share"]
    return {
        "label": row["label"],
        "url": urls[row["label"]],
        "votes": row["votes"],
        "width": f"{percent:.2f}",
        "percent": f"{percent:.0f}",
        "won": row["label"] == winner,
    }


@cache
def style_hash() -> str:
    """The hash source of the page's inline style sheet, for its Content-Security-Policy."""
    digest = hashlib.sha256(render_to_string(_STYLE).encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
