"""/api/v1/qa/runs: list, read and stop runs, and decide their escalations."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.filters import IdFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import Key
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import dry_runs
from qa.models import Run
from qa.rules.templates import WRITE_LIMITS
from qa.selectors import access
from qa.selectors import runs as reads
from qa.serializers.runs import QaDecisionIn, QaDecisionOut, QaEscalationOut, RunDetail, RunOut, with_files
from qa.services import escalations, runs

_WITHIN = "within a minute"


class RunQuery(Query):
    templateId = IdFilter(field_name="template", prefix="qat")

    class Meta:
        model = Run
        fields: list[str] = []


class RunView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "listQaRuns",
        tag="QA",
        summary="Your runs, newest first",
        description="Without their reports: `hasReport` says where there is one. A run that could not start is here, too, with "
        "its `reason`.",
        query=[("templateId", "string", "Only of this template (qat_…).")],
        page_of=("runs", RunOut),
        errors={403: "api_key_required"},
    )
    def list(self, request: Request) -> Response:
        runs.catch_up(self.actor)
        found = self.paged(reads.runs_of(self.actor), scope=f"qa.runs:{self.actor.id}", query=RunQuery)
        found.rows = reads.summaries(found.rows)
        return no_store(self.listed("runs", found, RunOut))

    @operation(
        "getQaRun",
        tag="QA",
        summary="One run with its report and what was escalated",
        description="Findings keep their ids in all runs of a template: the diff says which are new, which are still open and "
        "which are gone since the last run that found out something.",
        gives={"data": RunDetail()},
        errors={403: "api_key_required", 404: "not_found"},
    )
    def retrieve(self, request: Request, run_id: str) -> Response:
        runs.catch_up(self.actor)
        run = access.own_run(self.actor, run_id)
        more = {
            "report": with_files(run),
            "escalations": QaEscalationOut.render_many(reads.escalations_of(run)),
            "escalationTotal": run.escalations.count(),
        }
        return no_store(self.answer(data=RunOut.render(reads.summaries([run])[0]) | more))

    @operation(
        "stopQaRun",
        limits=WRITE_LIMITS,
        tag="QA",
        summary="Take no more testers",
        description="At once and for good. Hired testers keep their deadlines and their pay; what is left over returns when the "
        "run closes. The template goes on with its next run. Repeating it changes nothing.",
        gives={"data": RunOut()},
        errors={403: "api_key_required", 404: "not_found"},
    )
    def stop(self, request: Request, run_id: str) -> Response:
        def perform() -> dict[str, Any]:
            run = runs.stop(self.actor, run_id)
            dry_runs.follow(lambda: runs.settle(run.pk), when=_WITHIN)
            return {"data": RunOut.render(reads.summaries([run])[0])}

        return self.once("qa.run.stop", perform)


class EscalationView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "decideQaEscalation",
        limits=WRITE_LIMITS,
        tag="QA",
        summary="Decide what a run left to you",
        description="accept: the applicant is hired, the report is approved and paid, the dispute is withdrawn and then paid. "
        "revise: the applicant is turned down, the tester is asked for new evidence and has at least 24 hours for it. A report "
        "that you don't decide on within 72 hours counts as accepted, as everywhere. Repeating a decision changes nothing.",
        takes=QaDecisionIn,
        gives={"data": QaDecisionOut()},
        errors={
            403: "api_key_required",
            404: "not_found",
            409: "escalation_decided invalid_state no_spots_left overlapping_shift",
        },
        example={"action": "accept"},
    )
    def decide(self, request: Request, run_id: str, application_id: str) -> Response:
        data = self.read(QaDecisionIn)

        def perform() -> dict[str, Any]:
            decided = escalations.decide(self.actor, run_id, application_id, **data)
            dry_runs.follow(lambda: runs.settle(decided.run_id), when=_WITHIN)
            return {"data": QaDecisionOut.render(decided)}

        return self.once("qa.escalation.decide", perform)
