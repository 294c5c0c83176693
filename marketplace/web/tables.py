"""Lists as files for a spreadsheet (CSV): sent block by block, so that a long one is never in memory as a whole."""

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, cast

from django.http import HttpResponse, StreamingHttpResponse

from marketplace.core import texts


def download(name: str, head: Sequence[str], blocks: Iterable[Sequence[Sequence[str]]]) -> HttpResponse:
    """The answer: a heading, and the rows of each block. `blocks` is read after the page has answered, so it sets its own language
    and zone. Texts that people wrote have to come through `text`."""

    def lines() -> Any:
        yield "\ufeff" + _csv([head])
        for rows in blocks:
            yield _csv(rows)

    response = StreamingHttpResponse(lines(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return cast(HttpResponse, response)


def text(words: str) -> str:
    """A text that a spreadsheet does not take for a formula, in one line."""
    return texts.for_spreadsheet(words)


def dollars(cents: int) -> str:
    """1250 -> 12.50: exactly, as every spreadsheet in English reads it."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def moment(at: datetime | None) -> str:
    """ISO 8601, with its offset."""
    return at.isoformat() if at is not None else ""


def _csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    return out.getvalue()
