"""Lines of the timeline as pages show them, and the page of what each concerned."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final
from uuid import UUID

from django.urls import Resolver404, resolve
from django.utils.translation import gettext_lazy

from marketplace.api.activity import CallOut
from marketplace.core import ids, reader, rights
from marketplace.core.actor import Actor
from marketplace.models import Call
from marketplace.ports import called
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
    "ssb": "/owner/appointments",
    "sbk": "/owner/appointments/{}",
}
_JOB: Final = re.compile(r"/api/bounties/(bty_[0-9a-z]{26})")
# What an id stands for, where the thing itself has no name here.
_KINDS: Final = {
    "bty": gettext_lazy("Job"),
    "imp": gettext_lazy("Jobs from a file"),
    "hmz": gettext_lazy("Text to rewrite"),
    "pic": gettext_lazy("Picture"),
    "cak": gettext_lazy("Cake"),
    "app": gettext_lazy("Application"),
    "sub": gettext_lazy("Evidence"),
    "cnv": gettext_lazy("Conversation"),
    "apv": gettext_lazy("Question to you"),
    "key": gettext_lazy("Key"),
    "ctr": gettext_lazy("Program"),
    "mbr": gettext_lazy("Member"),
    "ivt": gettext_lazy("Invitation"),
    "whe": gettext_lazy("Webhook endpoint"),
    "whd": gettext_lazy("Delivery"),
    "esc": gettext_lazy("Held money"),
    "dsp": gettext_lazy("Dispute"),
    "trf": gettext_lazy("Transfer"),
    "lnk": gettext_lazy("Payment link"),
    "dep": gettext_lazy("Payment"),
    "pay": gettext_lazy("Payment"),
    "wdr": gettext_lazy("Withdrawal"),
    "qat": gettext_lazy("Test plan"),
    "tst": gettext_lazy("Panel"),
    "svc": gettext_lazy("Service on offer"),
    "ssb": gettext_lazy("Service"),
    "sbk": gettext_lazy("Appointment"),
    "rev": gettext_lazy("Review"),
    "rpt": gettext_lazy("Report"),
}
# Codes of what an owner has set: the way to change it is told beside them.
_LIMITS: Final = ("spending_cap_exceeded", "scope_not_allowed", "category_not_allowed", "country_not_allowed")
# What people who are hired do: their pages are others.
_BY_WORKERS: Final = frozenset(
    {
        *("apply", "confirmSeat", "startWork", "requestExtension", "reportAttendance", "submitEvidence", "sendReceipt"),
        *("answerTerms", "contestWork", "claimCompletion", "applyForHumanization", "submitHumanization"),
        *("recordMicSample", "recordLanguageProficiency"),
        *("approveSubscription", "declineSubscription", "confirmServiceBooking"),
    }
)


def line(call: Call, actor: Actor, reader: UUID) -> dict[str, Any]:
    """A line as the API has it, with words for the person who reads it (`reader`), the name of what it concerns, and its page where
    they may open that one."""
    return lines([call], actor, reader)[0]


def lines(rows: Iterable[Call], actor: Actor, reader: UUID) -> list[dict[str, Any]]:
    """Lines of one account, in their order; a query for each kind of thing that they concern."""
    found = list(rows)
    names = _names(actor.id, {_concerned(row) for row in found})
    return [_line(row, actor, reader, names) for row in found]


def _line(call: Call, actor: Actor, reader: UUID, names: Mapping[str, str]) -> dict[str, Any]:
    page, concerned = href(call), _concerned(call)
    about = names.get(concerned, "")
    return CallOut.render(call) | {
        "about": about,
        # Of a member who joins or leaves the name stands there already, as that of whoever acts.
        "is_about_them": concerned.startswith("mbr_") and call.person is not None and call.person.display_name == about,
        "kind": _KINDS.get(concerned.partition("_")[0], ""),
        "why": acts.why(call.error_code) if call.status >= 400 else "",
        "words": acts.words(call),
        "said": acts.said(call),
        "who": acts.who(call, reader),
        "cents": call.cents,
        "href": page if _may_open(actor, page) else "",
        "refused": call.status >= 400,
        "is_limit": call.error_code in _LIMITS,
        "waits": is_asked(call),
    }


def _concerned(call: Call) -> str:
    """The public id of what a call concerned: what it names, else the job in its address."""
    if call.object_id:
        return call.object_id
    job = _JOB.match(call.path)
    return job[1] if job else ""


def _names(account_id: UUID, concerned: Iterable[str]) -> dict[str, str]:
    """What things are called, by their public ids, as the apps know that keep them."""
    keys: dict[str, dict[UUID, str]] = {}
    for text in concerned:
        prefix = text.partition("_")[0]
        if called.find(prefix) is not None:
            with suppress(ValueError):
                keys.setdefault(prefix, {})[ids.decode(prefix, text)] = text
    return {
        known[key]: name
        for prefix, known in keys.items()
        for key, name in called.get(prefix)(account_id, list(known)).items()
    }


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
        is_owners = reader.is_owners(call.path) and prefix in _PAGES
        return _PAGES[prefix].format(call.object_id) if is_owners else call.path
    job = _JOB.match(call.path)
    if call.operation in _BY_WORKERS:
        return f"/work/{call.object_id}" if prefix == "app" else f"/jobs/{job[1]}" if job else ""
    if job:
        return f"/owner/jobs/{job[1]}"
    return _PAGES[prefix].format(call.object_id) if prefix in _PAGES else ""
