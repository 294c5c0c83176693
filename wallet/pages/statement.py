"""/owner/wallet/statement: every line of the wallet, by kind, job and time, and the same as a file."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from marketplace.api.pagination import page as keyset_page
from marketplace.core.errors import Invalid
from marketplace.web import periods, tables
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from wallet.selectors import statement
from wallet.selectors.statement import Asked
from wallet.serializers.wallet import LineOut
from wallet.web.statement import GROUPS, job, kind, names, shown

PER_PAGE = 25
BLOCK = 500  # lines that are read at once for the file
MOST = 100_000  # lines of one file
_ALL, _EVER = gettext_lazy("Everything"), gettext_lazy("All time")
HEAD = ("date", "what", "type", "job", "job_id", "usd", "cents", "balance_after_usd", "balance_after_cents", "id")


class Statement(Page):
    """Where a filter is faulty, it is named, and no lines are shown."""

    template = "wallet/statement.html"

    def asked(self) -> tuple[Asked, dict[str, Any]]:
        """The filters of the address, and what the form shows of them."""
        query = self.request.GET
        period, faults = periods.read(query, default="")
        group = query.get("kind", "")
        kinds = GROUPS[group][1] if group in GROUPS else ()
        bounty, named = job(self.actor.id, query["job"]) if query.get("job") else (None, None)
        typed = {name: [query[name].strip()[:40]] for name in ("kind", "job", "from", "to") if name in query}
        refused = Refused(act="find", message="", fields={key: [said] for key, said in faults.items()}, typed=typed)
        asked = Asked(kinds, bounty, *((period.start, period.end) if period else ()))
        context = {"refused": refused} if faults else {}
        return asked, context | {
            "kind": group if group in GROUPS else "",
            "job": named,
            "job_id": query.get("job", "")[:64] if bounty else "",
            "period": periods.chosen(query, default=""),
            "first": query.get("from", "").strip()[:40],
            "last": query.get("to", "").strip()[:40],
            "is_filtered": bool(kinds or bounty or period),
        }

    def show(self) -> dict[str, Any]:
        asked, context = self.asked()
        rows = statement.lines(self.actor.id, asked)
        if "refused" in context:
            rows = rows.none()
        filters = {"kind": asked.kinds, "job": asked.bounty_id, "from": asked.start, "to": asked.end}
        found = keyset_page(
            rows,
            Request(self.request),
            scope=f"pages:statement:{self.actor.id}",
            default=PER_PAGE,
            order=("-move_id",),
            filters=filters,
        )
        is_first = not self.request.GET.get("cursor")
        query = self.request.GET.copy()
        query.pop("cursor", None)
        return context | {
            "lines": shown(self.actor.id, found.rows),
            "next_url": self.next_url(found.next_cursor),
            "is_first_page": is_first,
            "sums": statement.sums(rows) if is_first else None,
            "kinds": [("", _ALL), *((name, words) for name, (words, _) in GROUPS.items())],
            "periods": [*([] if periods.is_typed(query) else [("", _EVER)]), *periods.choices(query)],
            "file": f"/owner/wallet/statement.csv?{query.urlencode()}",
        }


class StatementFile(Statement):
    """The lines that the filters leave, as a table for a spreadsheet, sent block by block."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        asked, context = self.asked()
        if "refused" in context:
            raise Invalid(context["refused"].fields)
        blocks = _blocks(self.actor.id, asked, translation.get_language(), timezone.get_current_timezone())
        return tables.download("statement.csv", HEAD, blocks)


def _blocks(owner_id: UUID, asked: Asked, language: str, zone: Any) -> Iterator[list[list[str]]]:
    """The rows of the file, the latest first. It runs after the page has answered, so it sets its own language and zone."""
    lines = statement.lines(owner_id, asked).order_by("-move_id")
    rows, left = list(lines[:BLOCK]), MOST
    while rows:
        with translation.override(language), timezone.override(zone):
            named = names(owner_id, rows)
            block = [_cells(row, named.get(row.about_bounty_id)) for row in rows]
        yield block
        left -= len(rows)
        full = len(rows) == BLOCK and left > 0
        rows = list(lines.filter(move_id__lt=rows[-1].move_id)[:BLOCK]) if full else []


def _cells(row: Any, about: Any) -> list[str]:
    line, after = LineOut.render(row), row.balance_after or 0
    return [
        tables.moment(timezone.localtime(row.created_at)),
        tables.text(kind(row)),
        line["type"],
        tables.text(about.title) if about else "",
        line["bountyId"] or "",
        tables.dollars(row.cents),
        str(row.cents),
        tables.dollars(after),
        str(after),
        line["id"],
    ]
