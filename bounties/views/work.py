"""/api/work: what a person has applied to and is hired for."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application
from bounties.selectors import overview
from bounties.serializers.applications import ApplicationOut, TermsIn
from bounties.serializers.work import WorkOut
from bounties.services import terms
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store


class WorkQuery(Query):
    status = ChoiceFilter(values=["pending", "accepted", "rejected", "withdrawn", "expired"], field_name="status")

    class Meta:
        model = Application
        fields: list[str] = []


class WorkView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        # An unsupported method is a 405, not a 403, for a key.
        return [Session()] if self.action in ("list", "answer_terms") else [KeyOrSession()]

    @operation(
        "listWork",
        tag="Applications",
        summary="Your applications, seats and next deadlines",
        description="Newest first. What concerns a seat is null until you are hired.",
        query=[("status", "string", "Only this status.")],
        page_of=("applications", WorkOut),
        errors={403: "session_required"},
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
    )
    def answer_terms(self, request: Request, application_id: str) -> Response:
        data = self.read(TermsIn)

        def perform() -> dict[str, Any]:
            return {"application": ApplicationOut.render(terms.answer(self.actor, application_id, **data))}

        return no_store(self.once("terms.answer", perform))
