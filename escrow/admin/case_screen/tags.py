"""Template tags of a case's page (`{% load desk %}`). Everything that a party wrote is escaped by the templates themselves."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from escrow.admin.case_screen.box import Box
from escrow.admin.case_screen.opened import Opened
from escrow.models import Case, DecisionPreview, DisputeDecision, Macro
from escrow.rules import macros
from escrow.selectors.case_contract import Line, Sheet
from marketplace.api.backoffice import cells
from marketplace.core import ids
from marketplace.core.links import is_web
from marketplace.core.money import format_usd
from marketplace.web.drafts import Refused

register = template.Library()
_NEW = mark_safe('<strong class="new">new</strong> ')
_OUTCOMES = {"release": "pay the worker", "refund": "return everything", "split": "split"}


@register.filter
def usd(cents: int) -> str:
    return format_usd(cents)


@register.filter
def moment(at: datetime | None) -> SafeString | str:
    return cells.moment(at)


@register.filter
def words(code: str) -> str:
    """`not_delivered` -> `not delivered`."""
    return str(code).replace("_", " ").replace("-", " ")


@register.filter
def outcome(decision: str) -> str:
    return _OUTCOMES.get(decision, decision)


@register.filter
def gets(made: DecisionPreview | DisputeDecision) -> str:
    """What a button does, by the side that gets something."""
    if made.worker_cents:
        return f"{format_usd(made.worker_cents)} for the worker"
    return f"{format_usd(made.refund_cents)} back to the funder"


@register.filter
def percent(share: float) -> str:
    return f"{share:.0%}"


@register.filter(name="split")
def split_words(text: str) -> list[str]:
    return text.split()


@register.filter
def choices(text: str) -> list[tuple[str, str]]:
    """`a:One,b:Two` -> [(a, One), (b, Two)]."""
    return [(value, label) for value, _, label in (part.partition(":") for part in text.split(","))]


@register.filter
def steps(macro: Macro) -> list[str]:
    return [macros.in_words(step) for step in macro.steps]


@register.filter
def pair(first: Any, second: Any) -> list[Any]:
    return [one for one in (first, second) if one]


@register.filter
def sides(sheet: Sheet) -> list[tuple[str, Any]]:
    return [("funder", sheet.funder), ("worker", sheet.worker), *([("rule", sheet.rule)] if sheet.rule else [])]


@register.filter
def web_links(links: Sequence[str]) -> list[str]:
    """Those that may be followed."""
    return [link for link in links if is_web(link)]


@register.filter
def finding(line: Line, typed: dict[str, str]) -> str:
    """What was chosen in a form that comes back, else what is kept."""
    kept = line.found.finding if line.found else ""
    return typed.get(f"finding:{line.agreed.key}", kept)


@register.filter
def finding_words(line: Line, typed: dict[str, str]) -> str:
    kept = line.found.words if line.found else ""
    return typed.get(f"words:{line.agreed.key}", kept)


@register.simple_tag
def record(prefix: str, key: UUID | None) -> SafeString | str:
    """A public id that leads to the row's page."""
    return cells.row_link(prefix, key)


@register.simple_tag
def record_as(prefix: str, key: UUID, name: str) -> SafeString | str:
    """The same by a word, with the id as its title."""
    model = cells.pages().get(prefix)
    if model is None:
        return name
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[key])
    return format_html('<a href="{}" title="{}">{}</a>', address, ids.encode(prefix, key), name)


@register.simple_tag
def record_of(row: Any) -> SafeString | str:
    return cells.link(row, full=True)


@register.simple_tag
def value(box: Box, name: str, side: str) -> str:
    return box.values.get(f"{name}_{side}", "")


@register.simple_tag
def ago(at: datetime, opened: Opened) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', at.isoformat(), opened.age(at))


@register.simple_tag
def new(opened: Opened, at: datetime, by: UUID | str | None = None) -> SafeString | str:
    """The mark of what came since a preview that it outdated."""
    return _NEW if opened.is_new(at, by) else ""


@register.simple_tag
def clock(case: Case, now: datetime) -> SafeString | str:
    """The due date, and how long until then or since; staff's own clock stands still while a party is asked."""
    if case.stage == "closed" or case.due_at is None:
        return cells.moment(case.closed_at)
    left = case.due_at - now
    is_late = left < timedelta(0)
    word = f"{_span(-left)} late" if is_late else f"in {_span(left)}"
    kind = "late" if is_late else "soon" if left < timedelta(hours=4) else "fine"
    return format_html('{} <span class="clock clock-{}">{}</span>', cells.moment(case.due_at), kind, word)


def _span(left: timedelta) -> str:
    hours, minutes = divmod(int(left.total_seconds()) // 60, 60)
    days, rest = divmod(hours, 24)
    return f"{days} d {rest} h" if days else f"{hours} h {minutes} min" if hours else f"{minutes} min"


def _reasons(reasons: list[str]) -> SafeString:
    return format_html_join("", '<span class="fault" role="alert">{}</span>', ((reason,) for reason in reasons))


@register.simple_tag
def faults(box: Box, name: str) -> SafeString:
    """What is wrong with a field of the decision."""
    return _reasons(box.faults.get(name, []))


@register.simple_tag
def act_faults(refused: Refused | None, act: str, name: str) -> SafeString:
    return _reasons(refused.fields.get(name, []) if refused is not None and refused.act == act else [])


@register.simple_tag
def line_faults(refused: Refused | None, key: str) -> SafeString:
    return act_faults(refused, "findings", key)
