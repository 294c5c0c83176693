"""Lines of the timeline as pages show them, and the page of what each concerned."""

import re
from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.urls import Resolver404, resolve

from marketplace.api.activity import CallOut
from marketplace.core import rights
from marketplace.core.actor import Actor
from marketplace.models import Call
from marketplace.web import acts

# The page of what an act concerned, by the prefix of its id.
_PAGES: Final = {
    "bty": "/owner/jobs/{}",
    "whe": "/owner/webhooks/{}",
    "whd": "/owner/webhooks/deliveries/{}",
    "key": "/owner/keys/{}",
    "dsp": "/owner/disputes/{}",
    "cnv": "/owner/messages/{}",
    "qat": "/owner/runs/templates/{}",
    "apv": "/owner/approvals/{}",
}
_JOB: Final = re.compile(r"/api/bounties/(bty_[0-9a-z]{26})")
# What people who are hired do: their pages are others.
_BY_WORKERS: Final = frozenset(
    {
        *("apply", "confirmSeat", "startWork", "requestExtension", "reportAttendance", "submitEvidence", "sendReceipt"),
        *("answerTerms", "contestWork", "claimCompletion", "applyForHumanization", "submitHumanization"),
        *("recordMicSample", "recordLanguageProficiency"),
    }
)


def line(call: Call, actor: Actor, reader: UUID) -> dict[str, Any]:
    """A line as the API has it, with words for the person who reads it (`reader`), and the page of what it concerns where they may
    open that one."""
    page = href(call)
    return CallOut.render(call) | {
        "words": acts.words(call),
        "said": acts.said(call),
        "who": acts.who(call, reader),
        "cents": call.cents,
        "href": page if _may_open(actor, page) else "",
        "refused": call.status >= 400,
        "waits": is_asked(call),
    }


def lines(rows: Iterable[Call], actor: Actor, reader: UUID) -> list[dict[str, Any]]:
    return [line(row, actor, reader) for row in rows]


def _may_open(actor: Actor, page: str) -> bool:
    """A page that is nothing but its form refuses members who may only look."""
    try:
        view = resolve(page).func
    except Resolver404:
        return bool(page)
    return rights.covers(actor.rights, getattr(getattr(view, "view_class", None), "least", rights.VIEWER))


def is_asked(call: Call) -> bool:
    """Nothing was done yet: the owner is asked."""
    return call.status == 202 and call.object_id.startswith("apv_")


def href(call: Call) -> str:
    """The page of what a call concerned; empty where there is none."""
    prefix = call.object_id.partition("_")[0]
    if is_asked(call):
        return _PAGES["apv"].format(call.object_id)
    if call.operation.startswith("page."):  # what was made there, or else the page itself
        is_owners = call.path.startswith("/owner") and prefix in _PAGES
        return _PAGES[prefix].format(call.object_id) if is_owners else call.path
    job = _JOB.match(call.path)
    if call.operation in _BY_WORKERS:
        return f"/work/{call.object_id}" if prefix == "app" else f"/jobs/{job[1]}" if job else ""
    if job:
        return f"/owner/jobs/{job[1]}"
    return _PAGES[prefix].format(call.object_id) if prefix in _PAGES else ""
