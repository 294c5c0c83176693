"""/owner/events: what was done in the owner's name, by which key or program, what it cost, and where its events were sent."""

import csv
import io
from collections.abc import Iterator
from copy import copy
from datetime import UTC, date, datetime, time
from typing import Any, Final, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from marketplace.api.pagination import page as keyset_page
from marketplace.models import ApiKey, Call
from marketplace.models.calls import SERVICE
from marketplace.selectors import calls
from marketplace.serializers.activity import CallQuery
from marketplace.web import acts
from marketplace.web.act_lines import line, lines
from marketplace.web.drafts import Refused
from marketplace.web.page import Page
from webhooks.pages.endpoints import delivery_line
from webhooks.selectors import access

PER_PAGE: Final = 25
BLOCK: Final = 500  # lines that are read at once for the file
FILTERS: Final = ("keyId", "connectorId", "via", "operation", "outcome", "costOnly", "start", "end")
VIA: Final = (
    ("", gettext_lazy("Everybody")),
    ("key", gettext_lazy("Keys")),
    ("oauth", gettext_lazy("Connected programs")),
    ("session", gettext_lazy("People, signed in")),
    (SERVICE, gettext_lazy("Nobody: automatic")),
)
OUTCOMES: Final = (
    ("", gettext_lazy("Done or refused")),
    ("done", gettext_lazy("Done")),
    ("refused", gettext_lazy("Refused")),
)


def parse_day(text: str) -> date | None:
    """`2026-11-28`; None for what is no day, which the filter judges by itself."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


class Activity(Page):
    template = "webhooks/activity.html"

    def show(self) -> dict[str, Any]:
        rows, sent = self.rows()
        found = keyset_page(
            rows, Request(self.request), scope=f"pages:activity:{self.actor.id}", order=calls.ORDER, default=PER_PAGE,
            filters=sent,
        )  # fmt: skip
        query = self.request.GET.copy()
        query.pop("cursor", None)
        names = ApiKey.objects.filter(account=self.actor.id).order_by("-id").values_list("pk", "name", "shown_prefix")
        return {
            "calls": lines(found.rows, self.actor, self.person.pk),
            "next_url": self.next_url(found.next_cursor),
            "filters": {name: self.request.GET.get(name, "") for name in FILTERS},
            "is_filtered": bool(sent),
            "operation": acts.named(self.request.GET.get("operation", "")),
            "keys": [
                ("", gettext_lazy("All")),
                *((ApiKey(pk=pk).public_id, f"{name} ({shown}…)") for pk, name, shown in names),
            ],
            "via": VIA,
            "outcomes": OUTCOMES,
            "csv_url": f"/owner/events.csv?{query.urlencode()}",
        }

    def rows(self) -> tuple[QuerySet[Call], dict[str, Any]]:
        """The lines that the filters of the address ask for, whose days are those of the reader's zone. Raises Invalid (400)."""
        asked, query = copy(self.request), self.request.GET.copy()
        for name in ("start", "end"):
            if (day := parse_day(query.get(name, ""))) is not None:
                query[name] = datetime.combine(day, time.min, timezone.get_current_timezone()).isoformat()
        asked.GET = cast(Any, query)
        return CallQuery(Request(asked), calls.visible(self.actor).select_related("person")).apply()


class ActivityTable(Activity):
    """The same lines as a table for a spreadsheet, sent block by block."""

    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        rows, _ = self.rows()
        response = StreamingHttpResponse(
            _table(rows, translation.get_language(), self.person.pk), content_type="text/csv; charset=utf-8"
        )
        response["Content-Disposition"] = 'attachment; filename="activity.csv"'
        return cast(HttpResponse, response)


class ActivityDetail(Page):
    template = "webhooks/activity_detail.html"

    def show(self, call_id: str) -> dict[str, Any]:
        call = calls.call(self.actor, call_id)
        return {
            "call": line(call, self.actor, self.person.pk) | {"key_prefix": call.key.shown_prefix if call.key else ""},
            "deliveries": [delivery_line(row) for row in access.deliveries_of(self.actor, call)],
        }


def _table(rows: QuerySet[Call], language: str, reader: UUID) -> Iterator[str]:
    """It runs after the page has answered, so it sets its own language."""
    head = ["time_utc", "who", "via", "what", "operation", "status", "error", "times", "cost_usd", "object", "path"]
    yield "\ufeff" + _csv([[*head, "request_id", "idempotency_key", "id"]])
    ordered = rows.order_by(*calls.ORDER)
    last: tuple[Any, UUID] | None = None
    while True:
        part = (
            ordered
            if last is None
            else ordered.filter(created_at__lte=last[0]).exclude(created_at=last[0], pk__gte=last[1])
        )
        block = list(part[:BLOCK])
        if block:
            with translation.override(language):
                text = _csv([_cells(row, reader) for row in block])
            yield text
        if len(block) < BLOCK:
            return
        last = (block[-1].created_at, block[-1].pk)


def _cells(row: Call, reader: UUID) -> list[str]:
    texts = (
        acts.who(row, reader),
        row.via,
        " – ".join(filter(None, (acts.words(row), acts.said(row)))),
        row.operation,
        str(row.status),
        row.error_code,
        str(row.repeats),
    )
    told = (f"{row.cents / 100:.2f}", row.object_id, row.path, row.request_id, row.idempotency_key, row.public_id)
    return [row.created_at.astimezone(UTC).isoformat(), *(_as_cell(text) for text in (*texts, *told))]


def _csv(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _as_cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    text = " ".join(text.split())
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
