"""/status: does everything work right now, and in the last 90 days? For people; probes ask /readyz, which is of one node."""

from typing import Any, Final

from django.utils.translation import gettext_lazy

from marketplace.core import clock
from marketplace.selectors import health, status
from marketplace.services.status import FILES, PAGES, WORK
from marketplace.services.status import PARTS as NOTED
from marketplace.web import charts, formats
from marketplace.web.page import Page

PARTS = {
    "database": gettext_lazy("Accounts, jobs and money"),
    "redis": gettext_lazy("Limits and the queue of work"),
    "worker": gettext_lazy("Mails, webhooks, timers and payouts"),
    "files": gettext_lazy("Photos and files"),
}
NAMES: Final = {
    PAGES: gettext_lazy("Pages and the interface for agents"),
    WORK: PARTS["worker"],
    FILES: PARTS["files"],
}
MOST: Final = 50  # interruptions that are listed


class Status(Page):
    template = "marketplace/status.html"
    needs_account = False

    def show(self) -> dict[str, Any]:
        parts, _ = health.parts()
        rows = [{"name": PARTS[name], "works": state == "ok"} for name, state in parts.items() if name in PARTS]
        return {"parts": rows, "all_work": all(row["works"] for row in rows)} | _history()


def _history() -> dict[str, Any]:
    found, now = status.history(NOTED), clock.wall()
    shown = [
        {"name": NAMES[part.part], "share": part.share, "days": charts.days([*_stripes(part)], str(NAMES[part.part]))}
        for part in found
    ]
    happened = sorted((one for part in found for one in part.interruptions), key=lambda one: one.begun_at, reverse=True)
    listed = []
    for one in happened[:MOST]:
        length = formats.length(one.length(now))
        shown_one = {"name": NAMES[one.part], "begun_at": one.begun_at, "goes_on": one.ended_at is None}
        listed.append(shown_one | {"length": length})
    table = [
        {"on": days[0].on, "cells": [words(day.known, day.missing) for day in days]}
        for days in zip(*(reversed(part.days) for part in found), strict=True)
        if any(day.known for day in days)
    ]
    ends = {"begins": found[0].days[0].on, "ends": found[0].days[-1].on} if found else {}
    more = len(happened) - len(listed)
    return {"history": shown, "interruptions": listed, "more": more, "table": table, "span": status.DAYS} | ends


def _stripes(part: status.PartHistory) -> Any:
    for day in part.days:
        yield charts.Stripe(day.on, day.tone, words(day.known, day.missing))


def words(known: int, missing: int) -> str:
    """One day of one part."""
    if not known:
        return str(_NOT_KNOWN)
    return str(_ALL_DAY) if not missing else str(_MINUTES) % {"number": missing}


_NOT_KNOWN: Final = gettext_lazy("Not measured")
_ALL_DAY: Final = gettext_lazy("No interruption")
_MINUTES: Final = gettext_lazy("%(number)d min interrupted")
