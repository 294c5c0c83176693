"""/api/v1/qa/runs/{id}/report, the report as a page; /credentials, for the hired tester."""

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.filters import read_choice
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.web.documents import document
from qa.errors import NoReportYet
from qa.selectors import access
from qa.serializers.runs import QaReportOut, with_files
from qa.services import credentials, reports


class ReportView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action == "credentials" else [KeyOrSession()]

    @operation(
        "getQaReport",
        tag="QA",
        summary="The report of a run as a page",
        description="A printable page (`text/html`) with the findings and how many there are of each severity, or with "
        "`format=json` its data and the same page in `html`.",
        query=[("format", "string", "html (default) or json.")],
        gives={"report": QaReportOut(), "html": serializers.CharField()},
        errors={400: "validation_error", 404: "not_found", 409: "no_report_yet"},
        also="text/html",
    )
    def retrieve(self, request: Request, run_id: str) -> HttpResponseBase:
        wanted = read_choice(request, "format", ("html", "json"))
        run = access.own_run(self.actor, run_id)
        if run.report is None:
            raise NoReportYet(status=run.status)
        html = reports.as_page(run)
        if wanted == "json":
            return no_store(self.answer(report=with_files(run), html=html))
        return document(html, reports.NAME)

    @operation(
        "getQaCredentials",
        tag="QA",
        summary="The logins for the test that you were hired for",
        description="For a hired tester, while the seat is open. Keep them to yourself.",
        gives={"credentials": serializers.DictField(child=serializers.CharField())},
        errors={403: "session_required seat_not_open", 404: "not_found"},
        least=rights.SELF,
    )
    def credentials(self, request: Request, run_id: str) -> Response:
        return no_store(self.answer(credentials=credentials.read(self.actor, run_id)))
