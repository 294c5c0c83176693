"""What is done on a case's page: each act is a form with its name, one service call, and where it leads."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.urls import reverse

from escrow.admin.case_screen.forms import AskForm, ContestForm, DecisionForm, NoteForm, SendBackForm, WriteForm
from escrow.admin.case_screen.opened import Opened
from escrow.admin.desk_acts import Which
from escrow.errors import NotYourCase
from escrow.models import Case, DecisionPreview, DisputeDecision
from escrow.selectors import desk as queue
from escrow.services import appeals, case_messages, contested, decisions, desk, findings, macros, requests
from marketplace.core import ids
from marketplace.core.errors import Invalid, NotFound
from marketplace.core.money import format_usd
from marketplace.core.transactions import unit


class Done(NamedTuple):
    """What is said, where the browser is led, what stands in the history of the page (may be empty), and another case it took."""

    said: str
    to: str
    logged: str = ""
    taken: Case | None = None


Act = Callable[[Opened], Done]


def _read(form: forms.Form) -> dict[str, Any]:
    """The form's values. Raises Invalid (400) with the reasons by field."""
    if not form.is_valid():
        raise Invalid({name: [str(error) for error in errors] for name, errors in form.errors.items()})
    return form.cleaned_data


def _back(opened: Opened, tab: str = "", **more: str) -> str:
    """The page again, on the tab where the form was."""
    query = {"tab": tab or opened.request.POST.get("tab") or opened.request.GET.get("tab") or ""} | more
    filled = {name: value for name, value in query.items() if value}
    return f"{opened.address}?{urlencode(filled)}" if filled else opened.address


def _assigned(opened: Opened) -> None:
    if not opened.is_mine:
        raise NotYourCase()


# ------------------------------------------------------------------ who works on it


def take(opened: Opened) -> Done:
    unit(lambda: desk.take(opened.actor, opened.case.pk))
    return Done("This case is yours.", _back(opened), "take")


def release(opened: Opened) -> Done:
    unit(lambda: desk.release(opened.actor, opened.case.pk))
    return Done("The case is back in the queue.", _back(opened), "release")


def next_case(opened: Opened) -> Done:
    found = unit(lambda: desk.take_next(opened.actor))
    if found is None:
        return Done(desk.NOTHING_WAITS, reverse("admin:escrow_case_changelist"))
    return Done(f"“{found.title}” is yours.", reverse("admin:escrow_case_change", args=[found.pk]), taken=found)


# ------------------------------------------------------------------ words


def found(opened: Opened) -> Done:
    """The findings of all lines that the form has."""
    _assigned(opened)
    posted = opened.request.POST
    keys = [name.removeprefix("finding:") for name in posted if name.startswith("finding:")]
    told = {key: (posted[f"finding:{key}"], posted.get(f"words:{key}", "").strip()) for key in keys}
    changed = unit(lambda: findings.record(opened.actor, opened.case.pk, told))
    words = f"{changed} finding{'s' if changed != 1 else ''} kept."
    return Done(words, _back(opened, "contract"), f"findings: {changed} changed" if changed else "")


def write(opened: Opened) -> Done:
    _assigned(opened)
    values = _read(WriteForm(opened.request.POST))
    unit(lambda: case_messages.write(opened.actor, opened.case.pk, to=values["to"], words=values["words"]))
    to = {"funder": "the funder", "worker": "the worker", "both": "both sides"}[values["to"]]
    return Done(f"Sent to {to}.", _back(opened, "dialogue"), f"wrote to {to}")


def note(opened: Opened) -> Done:
    values = _read(NoteForm(opened.request.POST))
    unit(lambda: desk.note(opened.actor, case_id=opened.case.pk, words=values["words"]))
    return Done("Noted, for colleagues only.", _back(opened, "dialogue"))


def ask(opened: Opened) -> Done:
    _assigned(opened)
    values = _read(AskForm(opened.request.POST))
    made = unit(
        lambda: requests.ask(
            opened.actor,
            opened.case.pk,
            of=values["of"],
            items=values["items"],
            words=values["words"],
            hours=values["hours"],
        )
    )
    said = (
        f"The {values['of']} is asked until {made.due_at:%Y-%m-%d %H:%M} UTC. Your own clock stands still until then."
    )
    return Done(said, _back(opened, "dialogue"), f"asked the {values['of']}: {'; '.join(values['items'])}"[:300])


def unask(opened: Opened) -> Done:
    _assigned(opened)
    key = _key("crq", opened.request.POST.get("request", ""))
    if not opened.case.requests.filter(pk=key).exists():
        raise NotFound("There is no such request in this case.")
    unit(lambda: requests.withdraw(opened.actor, key))
    return Done("What was asked is taken back.", _back(opened, "dialogue"), "took back a request")


def macro(opened: Opened) -> Done:
    """All steps of it, or none."""
    _assigned(opened)
    chosen = _read(Which(opened.request.POST))["macro"]
    unit(lambda: macros.apply(opened.actor, opened.case.pk, chosen.pk))
    return Done(f"{chosen.name} was applied.", _back(opened, "dialogue"), f"macro: {chosen.name}")


# ------------------------------------------------------------------ the decision


def contest(opened: Opened) -> Done:
    """Asks once more how a contested seat is decided, beside its evidence; what was typed is kept until then."""
    _assigned(opened)
    way = opened.way(opened.request.POST.get("way", ""))
    if way is None:
        raise NotFound("This can't be decided so any more. Load the page anew.")
    values = _read(ContestForm(opened.request.POST, hours_max=way.hours_max))
    opened.keep_contest(way, values)
    return Done("", _back(opened, way=way.name) + "#decision")


def preview(opened: Opened) -> Done:
    """Keeps what would be done and everything it rests on; the page then shows it, with the one button."""
    _assigned(opened)
    _check_dispute(opened)
    form = DecisionForm(opened.request.POST, payout_cents=opened.case.escrow.human_payout_cents, codes=opened.codes)
    values = _read(form)
    letters = {side: values[f"letter_{side}"] for side in ("funder", "worker") if values[f"letter_{side}"]}
    made = unit(
        lambda: _round(opened).preview(
            opened.actor,
            opened.dispute_id,
            worker_cents=values["worker_cents"],
            reason=values["reason"],
            reason_code=values["reason_code"],
            words=letters,
        )
    )
    since = values["read_at"]
    more = {"preview": made.public_id} | ({"since": since.isoformat()} if since else {})
    return Done("", _back(opened, **more) + "#decision")


def decide(opened: Opened) -> Done:
    made = _press(opened)
    return Done(_outcome(made), _back(opened), _outcome(made))


def decide_and_next(opened: Opened) -> Done:
    made = _press(opened)
    following = next_case(opened)
    return Done(f"{_outcome(made)} {following.said}", following.to, _outcome(made), following.taken)


def _press(opened: Opened) -> DisputeDecision:
    """The button of a preview: its id is all that it carries."""
    _assigned(opened)
    key = _key("dpv", opened.request.POST.get("preview", ""))
    if not DecisionPreview.objects.filter(pk=key, dispute_id=opened.dispute_id).exists():
        raise NotFound("There is no such preview of this case. Make a new one.")
    return unit(lambda: _round(opened).decide(opened.actor, key))


def _round(opened: Opened) -> Any:
    """The services that decide: about the dispute, or about its appeal."""
    return appeals if opened.case.round == 2 else decisions


def _outcome(made: DisputeDecision) -> str:
    parts = f"{format_usd(made.worker_cents)} for the worker, {format_usd(made.refund_cents)} back to the funder"
    if made.state == "proposed":
        return f"Proposed: {parts}. Nothing has moved; a colleague has to approve it."
    return f"Decided: {parts}."


def approve(opened: Opened) -> Done:
    key = _proposal(opened)
    made = unit(lambda: decisions.approve(opened.actor, key))
    return Done(f"Approved. {_outcome(made)}", _back(opened), f"approved: {_outcome(made)}")


def approve_and_next(opened: Opened) -> Done:
    done = approve(opened)
    found = queue.next_to_approve(opened.actor, but=opened.case.pk)
    if found is None:
        return done._replace(said=f"{done.said} Nothing else waits for your approval.")
    to = reverse("admin:escrow_case_change", args=[found.pk])
    return done._replace(said=f"{done.said} This one waits next: {found.public_id}.", to=to)


def send_back(opened: Opened) -> Done:
    _proposal(opened)
    values = _read(SendBackForm(opened.request.POST))
    if opened.case.dispute_id is None:
        unit(lambda: contested.send_back(opened.actor, opened.case.pk, reason=values["reason"]))
    else:
        unit(lambda: decisions.send_back(opened.actor, opened.dispute_id, reason=values["reason"]))
    return Done("The proposal was sent back; nothing has moved.", _back(opened), f"sent back: {values['reason']}")


def _proposal(opened: Opened) -> Any:
    """The key of the decision that the form names, of this case."""
    key = _key("ddc", opened.request.POST.get("decision", ""))
    if not any(row.pk == key for row in opened.decisions):
        raise NotFound("There is no such proposal in this case. Load the page anew.")
    return key


def _check_dispute(opened: Opened) -> None:
    if opened.case.dispute_id is None:
        raise NotFound("A contested seat is decided on its own page, which the decision's box leads to.")


def _key(prefix: str, text: str) -> Any:
    try:
        return ids.decode(prefix, text)
    except ValueError:
        raise NotFound("This form names nothing that is here. Load the page anew.")


ACTS: Final[dict[str, Act]] = {
    "take": take,
    "release": release,
    "next": next_case,
    "findings": found,
    "write": write,
    "note": note,
    "ask": ask,
    "unask": unask,
    "macro": macro,
    "contest": contest,
    "preview": preview,
    "decide": decide,
    "decide_and_next": decide_and_next,
    "approve": approve,
    "approve_and_next": approve_and_next,
    "send_back": send_back,
}
