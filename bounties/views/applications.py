"""/api/bounties/{id}/applications: apply, list, decide."""

from collections.abc import Mapping
from typing import Any, cast

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application
from bounties.selectors import access, listing, overview
from bounties.serializers.applications import ApplicationOut, ApplyIn, DecisionIn, read_position
from bounties.serializers.overview import ApplicationDetail, OwnerApplicationOut
from bounties.services import admissions, applications
from bounties.services.forms import ApplicationForm
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.signatures import Signed
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.core import rights

_ORDER = {"newest": ("-id",), "oldest": ("id",), "recommended": ("-rank", "-id")}


class ApplicationQuery(Query):
    status = ChoiceFilter(values=["pending", "accepted", "rejected", "withdrawn", "expired"], field_name="status")
    sort = ChoiceFilter(values=list(_ORDER), method="ordered")

    class Meta:
        model = Application
        fields: list[str] = []

    def ordered(self, rows: Any, name: str, value: str) -> Any:
        return rows


_REPEATED = {"files", "kinds", "capturedLive", "capturedAt"}  # form fields that may be repeated
# Action -> service; withdraw is open to the applicant, too.
_VERBS = {
    "accept": applications.accept,
    "reject": applications.reject,
    "unreject": applications.unreject,
    "withdraw": applications.withdraw,
}


def _decision(body: Mapping[str, Any], bounty_id: str, application_id: str) -> list[str]:
    """What a signature covers: accept and reject are signed actions."""
    verb = body.get("action")
    return [f"{verb}_application:{bounty_id}:{application_id}"] if verb in ("accept", "reject") else []


class ApplicationView(ApiViewSet):
    reads = "browse"
    parser_classes = [JsonParser, FormParser]

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action == "apply" else [KeyOrSession()]

    @operation(
        "listApplications",
        tag="Applications",
        summary="Who applied to your bounty",
        description="With what you need to decide: your relation to each person, reviews and record, uploads, the automatic "
        "review, and for hired seats `jobOverview`.",
        filters=ApplicationQuery,
        query=[
            ("status", "string", "Only of this status."),
            ("sort", "string", "newest unless said otherwise; recommended: hired first."),
        ],
        page_of=("applications", OwnerApplicationOut),
        signed="get_applications:{bounty_id}",
        errors={403: "not_owner", 404: "not_found"},
    )
    def list(self, request: Request, bounty_id: str) -> Response:
        bounty = access.readable_below(self.actor, bounty_id)
        rows, sent = ApplicationQuery(request, listing.applications(bounty)).apply()
        sort = sent.get("sort") or "newest"
        # All rows of one status have the same rank: without it, the index by status gives the order.
        order = _ORDER["newest"] if sort == "recommended" and sent.get("status") else _ORDER[sort]
        found = self.paged(rows, scope=f"applications:{bounty.pk}", order=order, filters=sent | {"sort": sort})
        found.rows = overview.for_owner(bounty, found.rows)
        return no_store(self.listed("applications", found, OwnerApplicationOut))

    @operation(
        "getApplication",
        tag="Applications",
        summary="One application",
        description="For the bounty's owner, as in the list. Its applicant reads their own, without what is the owner's.",
        gives={"application": ApplicationDetail()},
        errors={403: "not_owner", 404: "not_found"},
    )
    def retrieve(self, request: Request, bounty_id: str, application_id: str) -> Response:
        application = access.readable_application(self.actor, bounty_id, application_id)
        if access.sees_all(self.actor, application.bounty):
            [row] = overview.for_owner(application.bounty, [application])
            return no_store(self.answer(application=OwnerApplicationOut.render(row)))
        return no_store(self.answer(application=ApplicationOut.render(application)))

    @operation(
        "apply",
        tag="Applications",
        summary="Apply to a bounty, as a person",
        description="Every gate of the bounty is asked first, each with its own code. Where people of certain countries only "
        "may apply, send the device's position in the `X-Application-Location` header, unless your verified identity is of "
        "such a country. Multipart with `files` and `kinds` where the bounty asks for files; a live video is recorded now, and "
        "`capturedLive` and `capturedAt` say so for each file.",
        takes=ApplyIn,
        takes_files=True,
        gives={"application": ApplicationOut()},
        errors={
            400: "validation_error",
            403: "session_required own_bounty profile_incomplete not_eligible identity_required linkedin_required "
            "location_required country_not_allowed intake_closed mic_check_required language_proficiency_required",
            404: "not_found",
            409: "already_applied bounty_not_open deadline_passed",
            503: "storage_unavailable",
        },
        example={"coverLetter": "I live around the corner and can do this today."},
        least=rights.SELF,
    )
    def apply(self, request: Request, bounty_id: str) -> Response:
        body = read_form(request, many=_REPEATED, json={"links", "answers", "consent"})
        data = cast(ApplicationForm, self.read(ApplyIn, body=body))
        position = read_position(request.headers.get("X-Application-Location"))

        def keep() -> admissions.Admitted | None:
            return admissions.admit(self.actor, bounty_id, data, position=position) if data["files"] else None

        def perform(admitted: admissions.Admitted | None) -> dict[str, Any]:
            made = applications.apply(self.actor, bounty_id, data, position=position, admitted=admitted)
            return {"application": ApplicationOut.render(made)}

        return self.once_with_files("application.submit", keep, perform)

    @operation(
        "decideApplication",
        tag="Applications",
        summary="Accept, reject or take back",
        description="Accepting opens the seat and locks its share of the pool in an escrow; the worker has two hours to confirm. "
        "Nothing is charged unless all of it succeeds. `unreject` makes a rejected application pending again while the bounty is "
        "open. `withdraw` is the applicant's until they have delivered, and the owner's for a seat that is not confirmed yet.",
        takes=DecisionIn,
        gives={
            "application": ApplicationOut(),
            "escrowId": serializers.CharField(required=False),
            "conversationId": serializers.CharField(required=False),
        },
        errors={
            403: "not_owner not_your_seat not_for_oneself",
            404: "not_found",
            409: "invalid_state no_spots_left overlapping_shift language_proficiency_unsatisfied evidence_exists "
            "managed_bounty idempotency_key_reused",
        },
        signed=Signed("{accept or reject}_application:{bounty_id}:{application_id}", _decision),
        example={"action": "accept", "response": "Welcome aboard."},
    )
    def decide(self, request: Request, bounty_id: str, application_id: str) -> Response:
        data = self.read(DecisionIn)

        def perform() -> dict[str, Any]:
            decided = _VERBS[data["action"]](self.actor, bounty_id, application_id, response=data["response"])
            shown = ApplicationOut.render(decided)
            answer: dict[str, Any] = {"application": shown}
            if decided.escrow and decided.conversation_id:
                answer |= {"escrowId": decided.escrow.public_id, "conversationId": shown["conversationId"]}
            return answer

        return self.once("application.decide", perform)
