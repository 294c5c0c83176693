"""/api/bounties/{id}/applications: apply, list, decide, confirm."""

from typing import Any

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application
from bounties.selectors import access, listing
from bounties.serializers.applications import ApplicationOut, ApplyIn, DecisionIn
from bounties.services import applications, seats
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet

_ORDER = {"newest": ("-id",), "oldest": ("id",)}


class ApplicationQuery(Query):
    status = ChoiceFilter(values=["pending", "accepted", "rejected", "withdrawn", "expired"], field_name="status")
    sort = ChoiceFilter(values=list(_ORDER), method="ordered")

    class Meta:
        model = Application
        fields: list[str] = []

    def ordered(self, rows: Any, name: str, value: str) -> Any:
        return rows


class ApplicationView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action in ("apply", "confirm") else [KeyOrSession()]

    @operation(
        "listApplications",
        tag="Applications",
        summary="Who applied to your bounty",
        query=[
            ("status", "string", "Only this status."),
            ("sort", "string", "newest (default) or oldest."),
            ("limit", "integer", "1 to 100, default 50."),
            ("cursor", "string", "nextCursor of the page before."),
        ],
        page_of=("applications", ApplicationOut),
        errors={403: "not_owner", 404: "not_found"},
    )
    def list(self, request: Request, bounty_id: str) -> Response:
        bounty = access.readable_below(self.actor, bounty_id)
        rows, sent = ApplicationQuery(request, listing.applications(bounty)).apply()
        order = _ORDER[sent.get("sort") or "newest"]
        found = self.paged(rows, scope=f"applications:{bounty.pk}", order=order, filters=sent)
        return self.listed("applications", found, ApplicationOut)

    @operation(
        "apply",
        tag="Applications",
        summary="Apply to a bounty, as a person",
        takes=ApplyIn,
        gives={"application": ApplicationOut()},
        errors={
            403: "session_required own_bounty profile_incomplete",
            404: "not_found",
            409: "already_applied bounty_not_open deadline_passed",
        },
        example={"coverLetter": "I live around the corner and can do this today."},
    )
    def apply(self, request: Request, bounty_id: str) -> Response:
        data = self.read(ApplyIn)

        def perform() -> dict[str, Any]:
            return {"application": ApplicationOut.render(applications.apply(self.actor, bounty_id, **data))}

        return self.once("application.submit", perform)

    @operation(
        "decideApplication",
        tag="Applications",
        summary="Accept or reject an applicant",
        description="Accepting opens the seat and locks its share of the pool in an escrow; the worker has two hours to confirm. "
        "Nothing is charged unless all of it succeeds.",
        takes=DecisionIn,
        gives={
            "application": ApplicationOut(),
            "escrowId": serializers.CharField(required=False),
            "conversationId": serializers.CharField(required=False),
        },
        errors={403: "not_owner", 404: "not_found", 409: "invalid_state no_spots_left idempotency_key_reused"},
        example={"action": "accept", "response": "Welcome aboard."},
    )
    def decide(self, request: Request, bounty_id: str, application_id: str) -> Response:
        data = self.read(DecisionIn)
        verb = applications.accept if data["action"] == "accept" else applications.reject

        def perform() -> dict[str, Any]:
            decided = verb(self.actor, bounty_id, application_id, response=data["response"])
            answer: dict[str, Any] = {"application": ApplicationOut.render(decided)}
            if decided.escrow and decided.conversation:
                answer |= {"escrowId": decided.escrow.public_id, "conversationId": decided.conversation.public_id}
            return answer

        return self.once("application.decide", perform)

    @operation(
        "confirmSeat",
        tag="Applications",
        summary="Confirm your seat, within two hours of being accepted",
        gives={"application": ApplicationOut()},
        errors={
            403: "session_required not_your_seat",
            404: "not_found",
            409: "confirmation_window_closed invalid_state",
        },
    )
    def confirm(self, request: Request, bounty_id: str, application_id: str) -> Response:
        def perform() -> dict[str, Any]:
            return {"application": ApplicationOut.render(seats.confirm(self.actor, bounty_id, application_id))}

        return self.once("seat.confirm", perform)
