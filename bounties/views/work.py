"""/api/work: what a person has applied to and is hired for; contest a verdict about it."""

from typing import Any, cast

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application
from bounties.selectors import overview
from bounties.selectors.contests import shown
from bounties.serializers.applications import ApplicationOut, TermsIn
from bounties.serializers.contests import ContestIn, ContestOut
from bounties.serializers.work import WorkOut
from bounties.services import contests, terms
from bounties.services.contests import ContestForm
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.core import rights
from marketplace.models import File


class WorkQuery(Query):
    status = ChoiceFilter(values=["pending", "accepted", "rejected", "withdrawn", "expired"], field_name="status")

    class Meta:
        model = Application
        fields: list[str] = []


class WorkView(ApiViewSet):
    parser_classes = [JsonParser, FormParser]

    def get_permissions(self) -> list[BasePermission]:
        # An unsupported method is a 405, not a 403, for a key.
        return [Session()] if self.action in ("list", "answer_terms", "contest") else [KeyOrSession()]

    @operation(
        "listWork",
        tag="Applications",
        summary="Your applications, seats and next deadlines",
        description="Newest first. What concerns a seat is null until you are hired.",
        query=[("status", "string", "Only this status.")],
        page_of=("applications", WorkOut),
        errors={403: "session_required"},
        least=rights.SELF,
    )
    def list(self, request: Request) -> Response:
        found = self.paged(overview.work_of(self.actor), scope=f"work:{self.actor.id}", query=WorkQuery)
        found.rows = overview.for_worker(found.rows)
        return no_store(self.listed("applications", found, WorkOut))

    @operation(
        "answerTerms",
        tag="Applications",
        summary="Accept changed terms, or leave because of them",
        description="When the owner changes the task, its place, schedule, evidence or criteria under you, `termsChanged` shows "
        "the difference. Accept it (with its `changedAt`), or leave within 48 hours: no mark stays on your record, and attendance "
        "that you reported is paid as the owner agrees. Without an answer the terms that you agreed to count.",
        takes=TermsIn,
        gives={"application": ApplicationOut()},
        errors={
            400: "validation_error",
            403: "session_required",
            404: "not_found",
            409: "no_terms_changed terms_changed_again terms_window_closed evidence_exists invalid_state",
        },
        example={"accept": True, "changedAt": "2026-11-21T10:00:00.000Z"},
        least=rights.SELF,
    )
    def answer_terms(self, request: Request, application_id: str) -> Response:
        data = self.read(TermsIn)

        def perform() -> dict[str, Any]:
            return {"application": ApplicationOut.render(terms.answer(self.actor, application_id, **data))}

        return no_store(self.once("terms.answer", perform))

    @operation(
        "contestWork",
        tag="Applications",
        summary="Contest what was decided about your work",
        description="A rejection or redo within 7 days of it, while your seat is open; or work that nobody has looked at for "
        "72 hours and that no clock will accept. Our staff decide by `dueAt`; until then no clock ends your seat. You and the "
        "owner see the case, in GET /api/work and in the application's jobOverview. Sending new evidence takes it back.",
        takes=ContestIn,
        takes_files=True,
        gives={"contest": ContestOut()},
        errors={
            403: "session_required",
            404: "not_found",
            409: "nothing_to_contest already_contested",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        example={"reason": "The shelf you asked for is on the second photo."},
        least=rights.SELF,
    )
    def contest(self, request: Request, application_id: str) -> Response:
        data = cast(ContestForm, self.read(ContestIn, body=read_form(request, many={"files"})))

        def keep() -> list[File]:
            return contests.keep(self.actor, application_id, data)

        def perform(kept: list[File]) -> dict[str, Any]:
            return {"contest": ContestOut.render(shown(contests.contest(self.actor, application_id, data, kept)))}

        return no_store(self.once_with_files("work.contest", keep, perform))
