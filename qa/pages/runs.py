"""/owner/runs: test plans with their runs, what a run left to its owner, and panels that were asked."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, cast
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from escrow.rules.disputes import CATEGORY_WORDS
from marketplace.api.pagination import page as keyset_page
from marketplace.core import clock
from marketplace.web.inputs import dollars, number
from marketplace.web.page import Page
from qa.models import Run, Template
from qa.rules.templates import WRITE_LIMITS
from qa.selectors import access, taste
from qa.selectors import runs as reads
from qa.serializers.runs import QaDecisionIn, QaEscalationOut, RunOut
from qa.serializers.taste import TasteRunOut
from qa.serializers.templates import TemplateOut, TemplatePatch
from qa.services import escalations, runs, taste_panels, templates

PER_PAGE: Final = 20
SHOWN: Final = 50  # templates; panels
RUNS_OF_TEMPLATE: Final = 20
STATES: Final = {
    "funding": gettext_lazy("Waits for money"),
    "open": gettext_lazy("Running"),
    "draining": gettext_lazy("Running, takes no more testers"),
    "reviewing": gettext_lazy("Reports are looked at"),
    "closed": gettext_lazy("Finished"),
    "failed": gettext_lazy("Did not start, or ended early"),
    "expired": gettext_lazy("Nobody came"),
    "pending_funding": gettext_lazy("Waits for money"),
}
# Why a run waits, did not start, or ended without a report.
REASONS: Final = {
    "nobody_tested": gettext_lazy("Nobody came in time. All of its money is back."),
    "stopped": gettext_lazy("It was stopped before anybody had tested. All of its money is back."),
    "paused": gettext_lazy("Its plan was paused before it had its money."),
    "insufficient_funds": gettext_lazy("Your wallet holds too little for it."),
    "spending_cap_exceeded": gettext_lazy("A limit of your wallet is reached."),
    "period_cap_reached": gettext_lazy("What the plan may take in this month is used up."),
    "previous_run_active": gettext_lazy("The run before it had not ended."),
    "waits_for_approval": gettext_lazy("Our staff read the job first."),
    "product_unavailable": gettext_lazy("Tests were switched off by our staff."),
    "account_restricted": gettext_lazy("Our staff have restricted this account: it can begin no new jobs for now."),
}
# Why a panel ended without a report; whatever the reason, its money is back.
PANEL_REASONS: Final = {
    "not_funded_in_time": gettext_lazy("Your wallet held too little for it in the time it had."),
    "time_is_over": gettext_lazy("Nobody came in time."),
    "deadline": gettext_lazy("Nobody came in time."),
    "nobody_voted": gettext_lazy("Nobody voted."),
    "stopped": gettext_lazy("It was stopped by our staff."),
}
# Why no run can be asked for now.
NOT_NOW: Final = {
    "going_on": gettext_lazy(
        "A run is going on. The next can start once it has ended, on the next day at the earliest (in UTC)."
    ),
    "had_today": gettext_lazy("It had its run of today. The next can start tomorrow, from 00:00 UTC on."),
    "over": gettext_lazy(
        "No further run starts: its end has come, or all of its runs were made. Change the plan to set it going."
    ),
    # Where no further run is planned: only its owner would start one.
    "going_on_last": gettext_lazy(
        "A run is going on, and no other is planned. You can have it run again once this one has ended, on the next day at the "
        "earliest (in UTC)."
    ),
    "had_today_last": gettext_lazy(
        "It had its run of today, and no other is planned. You can have it run again from tomorrow, 00:00 UTC on."
    ),
    "starting": gettext_lazy("A run starts within a minute."),
}
CADENCES: Final = {
    "once": gettext_lazy("once"),
    "daily": gettext_lazy("every day"),
    "every_2_days": gettext_lazy("every other day"),
    "weekly": gettext_lazy("every week"),
    "custom": gettext_lazy("every so many days"),
}
DECISIONS: Final = (
    ("accept", gettext_lazy("Accept: hire the applicant, or approve and pay the report")),
    ("revise", gettext_lazy("Send back: turn the applicant down, or ask for new evidence")),
)
_SUMS: Final = ("payPerTesterCents", "budgetPerRunCents", "periodCapCents")


class Runs(Page):
    template = "qa/runs.html"

    def show(self) -> dict[str, Any]:
        runs.catch_up(self.actor)
        taste_panels.catch_up(self.actor)
        found = keyset_page(
            reads.runs_of(self.actor), Request(self.request), scope=f"pages:runs:{self.actor.id}", default=PER_PAGE
        )
        panels = taste.with_sums(taste.of_owner(self.actor).order_by("-id")[:SHOWN])
        votes = taste.vote_counts(one.run for one in panels)
        return {
            "templates": [_template(row) for row in reads.templates_of(self.actor).order_by("-id")[:SHOWN]],
            "runs": _runs(found.rows),
            "panels": [_panel(row, votes) for row in panels],
            "next_url": self.next_url(found.next_cursor),
        }


class TemplatePage(Page):
    template = "qa/template.html"
    operations = {
        "edit": "changeQaTemplate",
        "pause": "changeQaTemplate",
        "resume": "changeQaTemplate",
        "end": "changeQaTemplate",
        "run": "runQaTemplate",
    }
    limits = WRITE_LIMITS

    def show(self, template_id: str) -> dict[str, Any]:
        row = reads.templates_of(self.actor).get(pk=access.own_template(self.actor, template_id).pk)
        shown = _template(row)
        latest = list(reads.runs_of(self.actor).filter(template=row).order_by("-id")[:RUNS_OF_TEMPLATE])
        return {
            "plan": shown,
            "not_now": NOT_NOW.get(_why_not_now(row)),
            "sums": {name: f"{Decimal(shown[name]) / 100:.2f}" for name in _SUMS},
            # Pausing stops what is planned, and a run that has no money yet.
            "may_pause": row.next_run_at is not None or any(run.status == "funding" for run in latest),
            "runs": _runs(latest),
        }

    def act_edit(self, template_id: str) -> HttpResponse:
        body: dict[str, Any] = self.posted("name", "targetUrl", "instructions", "testerStartMessage")
        body["testerCount"] = number(self.request.POST.get("testerCount", ""))
        body["maxRuns"] = number(self.request.POST.get("maxRuns", ""))
        for name in _SUMS:
            typed = dollars(self.request.POST.get(name, ""))
            body[name] = int(typed * 100) if isinstance(typed, Decimal) else typed
        data = cast(templates.TemplateFields, self.read(TemplatePatch, body))
        if "target_url" in data:
            templates.check_target(data["target_url"])
        return self._change(template_id, data, _("Saved. What runs keeps its terms; the next run has the new ones."))

    def act_pause(self, template_id: str) -> HttpResponse:
        return self._change(template_id, {"status": "paused"}, _("Paused: no run starts. What runs goes on."))

    def act_resume(self, template_id: str) -> HttpResponse:
        return self._change(template_id, {"status": "active"}, _("It goes on with its next time."))

    def act_end(self, template_id: str) -> HttpResponse:
        said = _("Ended: no further run starts. What runs goes on.")
        return self.once(lambda: templates.end(self.actor, template_id).public_id, said=said)

    def act_run(self, template_id: str) -> HttpResponse:
        said = _("A run starts now. It is listed here within a minute.")
        return self.once(lambda: templates.run_now(self.actor, template_id).public_id, said=said)

    def _change(self, template_id: str, data: templates.TemplateFields, said: str) -> HttpResponse:
        return self.once(lambda: templates.change(self.actor, template_id, data).public_id, said=said)


class RunPage(Page):
    template = "qa/run.html"
    operations = {"stop": "stopQaRun", "decide": "decideQaEscalation"}
    limits = WRITE_LIMITS

    def show(self, run_id: str) -> dict[str, Any]:
        runs.catch_up(self.actor)
        run = access.own_run(self.actor, run_id)
        return {
            "run": _runs([run])[0],
            "plan": run.template.name,
            "escalations": [_escalation(row) for row in QaEscalationOut.render_many(reads.escalations_of(run))],
            "decisions": DECISIONS,
        }

    def act_stop(self, run_id: str) -> HttpResponse:
        said = _("It takes no more testers. Those who are hired keep their time and their pay.")
        return self.once(lambda: runs.stop(self.actor, run_id).public_id, said=said)

    def act_decide(self, run_id: str) -> HttpResponse:
        data = self.read(QaDecisionIn, self.posted("action", "response"))
        about = self.request.POST.get("applicationId", "")
        return self.once(
            lambda: escalations.decide(self.actor, run_id, about, **data).public_id,
            said=_("Decided. It is carried out within moments."),
        )


class PanelPage(Page):
    """One panel: what was asked about which works, how many voted, and its money."""

    template = "qa/panel.html"

    def show(self, run_id: str) -> dict[str, Any]:
        taste_panels.catch_up(self.actor)
        found = taste.with_sums([taste.own_run(self.actor, run_id)])
        return {"panel": _panel(found[0], taste.vote_counts(one.run for one in found))}


def _escalation(shown: dict[str, Any]) -> dict[str, Any]:
    return shown | {"why": shown["meaning"] or CATEGORY_WORDS.get(shown["reason"], "")}


def _template(row: Any) -> dict[str, Any]:
    shown = TemplateOut.render(row)
    often = CADENCES.get(shown["cadence"], shown["cadence"])
    return shown | {"often": often, "run_cents": row.run_cents, "may_end": row.next_run_at is not None}


def _runs(rows: list[Run]) -> list[dict[str, Any]]:
    return [
        RunOut.render(found)
        | {
            "plan": found.run.template.name,
            "state": STATES[found.run.status],
            "why": REASONS.get(found.run.why or "", found.run.why),
            "tone": _tone(found.run.status),
        }
        for found in reads.summaries(rows)
    ]


def _why_not_now(row: Template) -> str:
    """Also where the service would take it, but one was asked for a moment ago."""
    bar = reads.why_not_now(row)
    if row.next_run_at is None and f"{bar}_last" in NOT_NOW:
        return f"{bar}_last"
    return "starting" if not bar and row.next_run_at is not None and row.next_run_at <= clock.now() else bar


def _panel(row: taste.RunWithSums, votes: Mapping[UUID, int]) -> dict[str, Any]:
    shown = TasteRunOut.render(row)
    return shown | {
        "state": STATES[shown["status"]],
        "tone": _tone(shown["status"]),
        "votes": votes.get(row.run.bounty_id, 0),
        "why": "" if shown["report"] else PANEL_REASONS.get(shown["endReason"], ""),
        "seat_cents": row.run.bounty.unit.total,
    }


def _tone(status: str) -> str:
    return {"closed": "good", "failed": "bad", "expired": "bad"}.get(status, "wait")
