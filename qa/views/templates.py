"""/api/v1/qa/templates: create, list and change templates, and set the credentials for testers."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.parameters import limit_parameter
from marketplace.api.permissions import Key
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import clock, dry_runs
from marketplace.core.money import format_usd
from qa.models import Template
from qa.rules.templates import LIST_MAX, WRITE_LIMITS
from qa.selectors import runs as reads
from qa.serializers.templates import (
    CredentialsIn,
    CredentialsSet,
    QaPlanOut,
    TemplateIn,
    TemplateOut,
    TemplatePatch,
    TemplateWarning,
)
from qa.services import credentials, schedule, templates

_EXAMPLE = {
    "name": "Checkout smoke test",
    "targetUrl": "https://shop.example.com",
    "instructions": "Buy the cheapest thing as a new customer, on a phone. Report everything that is in your way.",
    "checklist": ["Did the order mail arrive?"],
    "cadence": "daily",
    "payPerTesterCents": 1500,
    "testerCount": 2,
    "budgetPerRunCents": 3540,
    "periodCapCents": 120_000,
    "submissionMode": "photo",
}


_SHOWN = {
    "data": TemplateOut(),
    "preview": QaPlanOut(required=False),
    "warning": TemplateWarning(required=False),
    "warnings": serializers.ListField(child=serializers.CharField(), required=False),
}


_WITHIN = "within a minute"
_NO_END = (
    "This schedule has no end: it reserves a run's money again and again until you pause it. Set endsAt or maxRuns to end it by "
    "itself."
)


def _warnings(template: Template) -> dict[str, list[str]]:
    """Names a schedule without an end, and in a dry run what it will cost, which is shown as figures, too."""
    dry_runs.show(lambda: {"preview": QaPlanOut.render(template)})
    if _opens_now(template):
        dry_runs.follow(lambda: schedule.start_if_due(template.pk), when=_WITHIN)
    endless = [_NO_END] if template.upcoming_run_at and templates.goes_on_for_good(template) else []
    told = [*endless, *(_cost(template) if dry_runs.is_on() else [])]
    return {"warnings": told} if told else {}


def _opens_now(template: Template) -> bool:
    return template.upcoming_run_at is not None and template.upcoming_run_at <= clock.now()


def _cost(template: Template) -> list[str]:
    """What a dry run says of money, since none moves in the call itself: it is reserved when a run opens."""
    runs, total = template.runs_to_come, template.to_come_cents
    each, most = format_usd(template.run_cents), format_usd(template.period_cap_cents)
    if runs == 0:
        why = "Paused" if template.status == "paused" else "Over"
        return [
            f"{why}: no run starts, and none reserves money. A run under way goes on, and can be stopped by itself."
        ]
    if _opens_now(template):
        first = f"This call moves no money itself. {_WITHIN.capitalize()} after it a run opens, and reserves {each}."
    else:
        first = f"This call moves no money: a run reserves {each} when it opens."
    if runs == 1:
        which = "the last" if template.runs_started else "the only"
        return [f"{first} It is {which} run, so {each} is all that it can take."]
    month = f"Each run reserves {each}; in a calendar month runs reserve at most {most}."
    still = "that can still start" if template.runs_started else "together"
    return [first, month] + ([f"All {runs} runs {still} reserve at most {format_usd(total)}."] if total else [])


class TemplateView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "createQaTemplate",
        asks=True,
        limits=WRITE_LIMITS,
        tag="QA",
        summary="Test something by people, once or again and again",
        description="The first run starts at once, the others every so many days at the same time of day (UTC). Each run "
        "reserves testerCount x (pay + fee, `feeBps`) of your wallet: `reservesPerRunCents`, and all runs together at most "
        "`maxTotalCents`. What isn't used returns when it closes. The call itself moves no money; its dry run answers these "
        "figures in `preview`. A wallet that is too low now is no refusal but a `warning`.",
        takes=TemplateIn,
        gives=_SHOWN,
        errors={400: "validation_error", 403: "api_key_required", 503: "product_unavailable"},
        example=_EXAMPLE,
    )
    def create(self, request: Request) -> Response:
        data = cast(templates.TemplateFields, self.read(TemplateIn))
        templates.check_target(data["target_url"])

        def perform() -> dict[str, Any]:
            made = templates.create(self.actor, data)
            short = templates.warning(made)
            warning = {"warning": TemplateWarning.render(short)} if short else {}
            return {"data": TemplateOut.render(made)} | warning | _warnings(made)

        return no_store(self.once("qa.template.create", perform))

    @operation(
        "listQaTemplates",
        tag="QA",
        summary="Your templates, newest first",
        query=[limit_parameter(LIST_MAX, LIST_MAX)],
        page_of=("templates", TemplateOut),
        errors={403: "api_key_required"},
    )
    def list(self, request: Request) -> Response:
        rows = reads.templates_of(self.actor)
        found = self.paged(rows, scope=f"qa.templates:{self.actor.id}", default=LIST_MAX, maximum=LIST_MAX)
        return no_store(self.listed("templates", found, TemplateOut))

    @operation(
        "changeQaTemplate",
        asks=True,
        limits=WRITE_LIMITS,
        tag="QA",
        summary="Change, pause or resume a template",
        description="Any field of create, and `status`. What runs keeps its terms; the next run has the new ones. A paused "
        "template starts no run; resumed, it goes on with its next time.",
        takes=TemplatePatch,
        gives=_SHOWN,
        errors={400: "validation_error", 403: "api_key_required", 404: "not_found"},
        example={"status": "paused"},
    )
    def partial_update(self, request: Request, template_id: str) -> Response:
        data = cast(templates.TemplateFields, self.read(TemplatePatch))
        if "target_url" in data:
            templates.check_target(data["target_url"])

        def perform() -> dict[str, Any]:
            changed = templates.change(self.actor, template_id, data)
            short = templates.warning(changed) if changed.upcoming_run_at else None
            warning = {"warning": TemplateWarning.render(short)} if short else {}
            return {"data": TemplateOut.render(changed)} | warning | _warnings(changed)

        return no_store(self.once("qa.template.change", perform))

    @operation(
        "runQaTemplate",
        asks=True,
        limits=WRITE_LIMITS,
        tag="QA",
        summary="Start a template's next run now",
        description="Instead of at its time; the runs after it follow at this time of day (UTC). The run starts within a minute, "
        "and reserves testerCount x (pay + fee) of your wallet. A template has one run a day: 409 when it had today's, when one is "
        "going on, or when it is paused or over.",
        gives=_SHOWN,
        errors={403: "api_key_required", 404: "not_found", 409: "invalid_state"},
    )
    def run(self, request: Request, template_id: str) -> Response:
        def perform() -> dict[str, Any]:
            due = templates.run_now(self.actor, template_id)
            short = templates.warning(due)
            warning = {"warning": TemplateWarning.render(short)} if short else {}
            return {"data": TemplateOut.render(due)} | warning | _warnings(due)

        return no_store(self.once("qa.template.run", perform))

    @operation(
        "setQaCredentials",
        limits=WRITE_LIMITS,
        tag="QA",
        summary="Set the logins that testers need",
        description="Values for names of `requiredCredentials`: those named are set, the others stay. They are encrypted and "
        "never shown again, except to a hired tester while the seat is open.",
        takes=CredentialsIn,
        gives={"data": CredentialsSet()},
        errors={400: "validation_error", 403: "api_key_required", 404: "not_found"},
        example={"credentials": {"test user": "tester@example.com", "password": "see-it-work"}},
    )
    def set_credentials(self, request: Request, template_id: str) -> Response:
        data = self.read(CredentialsIn)

        def perform() -> dict[str, Any]:
            return {"data": CredentialsSet.render(credentials.put(self.actor, template_id, data["credentials"]))}

        return no_store(self.once("qa.credentials.set", perform))
