"""Macros: a text with fields, and steps, that staff apply to a case in one press. Never money (desk, section 4).

A macro is a name with a row for each language, each holding from a moment on. What is sent to somebody is in their language, where
there is such a row; else in the language of the row that was chosen.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone, translation

from escrow import events
from escrow.errors import CaseClosed, MacroEnded, OwnDispute, StaffOnly
from escrow.models import Case, Macro
from escrow.rules import macros as rules
from escrow.rules.cases import OPEN_STAGES
from escrow.selectors import clocks
from escrow.selectors import macros as reads
from escrow.services import case_messages, desk, disputes, escrows, requests
from marketplace.core import clock, reader
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account

# Steps that take locks of a dispute come first, whatever their order in the macro; then what locks the case alone.
_ORDER = ("send", "ask", "tag", "assign", "snooze")


def check(text: str, steps: Any) -> None:
    """Raises Invalid (400) for a text with an unknown field, or steps that are none. Locks nothing."""
    wrong: dict[str, list[str]] = {}
    for problem in rules.problems(text, steps):
        wrong.setdefault(problem.where, []).append(problem.words)
    if wrong:
        raise Invalid(wrong)


def apply(actor: Actor, case_id: UUID, macro_id: int) -> Case:
    """Carry out all steps of a macro on an open case, or none.

    Locks what its dispute locks, from the seat down to the case. Raises StaffOnly, OwnDispute (403), NotFound (404), CaseClosed,
    CaseTaken, MacroEnded (409), and what a step raises. Spec: desk, section 4.
    """
    if not actor.is_staff:
        raise StaffOnly()
    macro = reads.holding_row(macro_id)
    seen = Case.objects.select_related("dispute__escrow", "escrow", "owner", "worker").filter(pk=case_id).first()
    if seen is None:
        raise NotFound("There is no such case. The queue lists them: /admin/escrow/case/.")
    if actor.id in (seen.owner_id, seen.worker_id):
        raise OwnDispute()
    if macro is None:
        raise MacroEnded()

    def work(*_: Any) -> Case:
        case: Case = Case.objects.locked().select_related("owner", "worker").get(pk=case_id)
        if case.stage not in OPEN_STAGES:
            raise CaseClosed(currentState=case.stage, allowedActions=["note"])
        for step in sorted(macro.steps, key=lambda step: _ORDER.index(step["do"])):
            _STEPS[step["do"]](actor, case, macro, step)
        events.case_noted(case, "macro_applied", actor, macro=macro.name)
        return Case.objects.get(pk=case_id)

    return join_or_begin(lambda: _under_locks(seen, work))


def _under_locks(seen: Case, work: Callable[..., Case]) -> Case:
    """From the top step down to the escrow and its dispute; `work` locks the case."""
    if seen.dispute is not None:
        return disputes.under_locks(seen.dispute, work)
    return escrows.under_locks(seen.escrow, work)


def _send(actor: Actor, case: Case, macro: Macro, step: dict[str, Any]) -> None:
    sides = ("funder", "worker") if step["to"] == "both" else (step["to"],)
    texts = {side: text_for(side, actor, case, macro) for side in sides}
    if step["to"] == "both" and texts["funder"] == texts["worker"]:
        texts = {"both": texts["funder"]}
    for to, words in texts.items():
        case_messages.write(actor, case.pk, to=to, words=words)


def _ask(actor: Actor, case: Case, macro: Macro, step: dict[str, Any]) -> None:
    sends = any(other["do"] == "send" for other in macro.steps)
    words = "" if sends else text_for(step["of"], actor, case, macro)
    requests.ask(actor, case.pk, of=step["of"], items=step["items"], words=words, hours=step.get("hours"))


def _tag(actor: Actor, case: Case, macro: Macro, step: dict[str, Any]) -> None:
    desk.tag(actor, case.pk, step["tag"])


def _snooze(actor: Actor, case: Case, macro: Macro, step: dict[str, Any]) -> None:
    why = step.get("why") or f"macro {macro.name}"
    desk.snooze(actor, case.pk, clock.now() + timedelta(hours=step["hours"]), why)


def _assign(actor: Actor, case: Case, macro: Macro, step: dict[str, Any]) -> None:
    if step["to"] == "me":
        desk.assign(actor, case.pk, actor.id)
    else:
        desk.release(actor, case.pk)


_STEPS: dict[str, Callable[[Actor, Case, Macro, dict[str, Any]], None]] = {
    "send": _send,
    "ask": _ask,
    "tag": _tag,
    "snooze": _snooze,
    "assign": _assign,
}


def text_for(side: str, actor: Actor, case: Case, macro: Macro) -> str:
    """The macro's text as this side reads it: in their language, moments in their zone. Three queries at most."""
    to: Account = case.owner if side == "funder" else case.worker
    with reader.written_to(to):
        row = reads.in_language(macro, translation.get_language() or "en")
        values = {
            "title": case.title,
            "funder": case.owner.display_name,
            "worker": case.worker.display_name,
            "due": _moment(_due(side, case, macro)),
            "me": actor.me.display_name,
        }
        return rules.fill(row.text, values)


def _due(side: str, case: Case, macro: Macro) -> datetime | None:
    """When what the macro asks of this side is due, else what it asks of the other one; without such a step the case's clock."""
    asks = sorted((step for step in macro.steps if step["do"] == "ask"), key=lambda step: step["of"] != side)
    if not asks:
        return case.due_at
    hours = asks[0].get("hours")
    return clock.now() + (timedelta(hours=hours) if hours else clocks.holding().evidence)


def _moment(at: datetime | None) -> str:
    if at is None:
        return "-"
    zone = timezone.get_current_timezone()
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M} {zone}"
