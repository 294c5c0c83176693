"""/api/work: what a person has applied to and is hired for."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application
from bounties.selectors import overview
from bounties.serializers.work import WorkOut
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
        return [Session()] if self.action == "list" else [KeyOrSession()]

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
