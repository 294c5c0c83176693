"""Macros that hold now. Of the rows of a name and language the latest that has begun holds; an empty one has ended."""

from django.db.models import Q, QuerySet

from escrow.models import Macro
from marketplace.core import clock


def holding(language: str = "en") -> list[Macro]:
    """What can be applied now, by name: one row a macro, in this language where there is one. One query."""
    found: dict[str, Macro] = {}
    for row in _latest():
        if row.language == language or row.name not in found:
            found[row.name] = row
    return sorted(found.values(), key=lambda row: row.name)


def holding_row(macro_id: int) -> Macro | None:
    """The row that holds now in place of this one; None when the macro has ended. Two queries."""
    asked = Macro.objects.filter(pk=macro_id).first()
    if asked is None:
        return None
    return next((row for row in _latest(name=asked.name) if row.language == asked.language), None)


def in_language(macro: Macro, language: str) -> Macro:
    """The macro's row in this language (`es`, also for `es-mx`), else itself. One query."""
    rows = {row.language: row for row in _latest(name=macro.name)}
    return rows.get(language) or rows.get(language.partition("-")[0]) or macro


def _latest(**of: str) -> list[Macro]:
    rows: QuerySet[Macro] = Macro.objects.filter(Q(holds_from__lte=clock.now()), **of)
    latest = rows.order_by("name", "language", "-holds_from").distinct("name", "language")
    return [row for row in latest if row.text or row.steps]
