"""The report of a taste run as one self-contained HTML document."""

from typing import Any, Final

from marketplace.core.money import format_usd
from marketplace.services import document_pages
from qa.models import TasteRun
from wallet.selectors import flows

NAME: Final = "qa/taste_report"  # of the document


def as_page(run: TasteRun, *, back: str = "") -> str:
    """Render the page; the run must have a report. What people wrote is escaped; artifacts are shown as links only. back: the
    address of the page from which somebody came."""
    report = run.report
    assert report is not None
    money = flows.of_bounties([run.bounty_id]).get(run.bounty_id, flows.NOTHING)
    urls = {row["label"]: row["url"] for row in run.artifacts}
    quotes: dict[str, list[str]] = {}
    for quote in report["quotes"]:
        quotes.setdefault(quote["label"], []).append(quote["text"])
    return document_pages.render(
        NAME,
        {
            "back": back,
            "run": run,
            "report": report,
            "rows": [_row(row, urls, winner=report["winner"]) for row in report["tally"]],
            "quotes": quotes.items(),
            "issued": report["generatedAt"][:10],
            "spent": format_usd(money.spent),
            "returned": format_usd(money.refunded),
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
