"""The two baselines. Both run without middleware and set Content-Length as the product does: otherwise granian sends chunks,
which costs more.

`bare`: hand-written Django views. They call the product's selectors (same SQL), build each dictionary field by field, render it
with orjson and send the same bytes as the product. They use its models, selectors, signed cursor and formatting of ids and
timestamps, but no DRF, `Shape`, filters, credentials, limits, request id or headers.

`plain`: DRF as in its tutorial: a ModelSerializer with the same fields over the same rows, its own query (with the owner
joined, to avoid a query per row), generic views and DRF's JSON renderer; no credentials, permissions, throttles, pagination
(a slice) or envelope.
"""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework import generics, renderers, serializers

from bounties.models import Bounty
from bounties.selectors import access, listing
from marketplace.api.fields import timestamp
from marketplace.api.pagination import page
from marketplace.core import ids


def bare_list(request: HttpRequest) -> HttpResponse:
    asked: Any = SimpleNamespace(query_params=request.GET)
    found = page(listing.with_status(listing.public(), "open"), asked, scope="bounties", default=20, maximum=100)
    return send(found.envelope("bounties", [as_dict(bounty) for bounty in found.rows]))


def bare_one(request: HttpRequest, bounty_id: str) -> HttpResponse:
    return send({"success": True, "bounty": as_dict(access.visible_bounty(None, bounty_id))})


def send(body: dict[str, Any]) -> HttpResponse:
    return HttpResponse(orjson.dumps(body), content_type="application/json")


def as_dict(b: Bounty) -> dict[str, Any]:
    hours, (dollars, cents) = float(b.estimated_hours), divmod(b.price_cents, 100)
    public_id = ids.encode("bty", b.id)
    return {
        "id": public_id,
        "status": b.status,
        "title": b.title,
        "description": b.description,
        "price": b.price_cents / 100 if cents else dollars,
        "priceType": b.price_type,
        "currency": "USD",
        "estimatedHours": int(hours) if hours.is_integer() else hours,
        "completionCriteria": b.completion_criteria,
        "evidenceTypes": b.evidence_types,
        "category": b.category,
        "skillsNeeded": b.skills_needed,
        "location": {
            "city": b.city,
            "state": b.state,
            "country": b.country,
            "isRemoteAllowed": b.is_remote_allowed,
        },
        "deadline": timestamp(b.deadline),
        "supportedCountries": b.supported_countries,
        "visibleCountries": b.supported_countries,
        "intakeClosedCountries": b.intake_closed_countries,
        "identityRequired": b.identity_required,
        "linkedinVerifiedRequired": b.linkedin_verified_required,
        "micCheckRequired": b.mic_check_required,
        "languageProficiencyRequirement": b.language_requirement,
        "completionQuestions": b.completion_questions,
        "requiredLinks": b.required_links,
        "applicationDetails": b.application_details,
        "submissionMode": b.submission_mode,
        "photoSubmission": b.upload_settings if b.submission_mode == "photo_upload" else None,
        "videoSubmission": b.upload_settings if b.submission_mode == "video_upload" else None,
        "documentSubmission": b.upload_settings if b.submission_mode == "document_upload" else None,
        "keepApplicantsOnFill": b.keep_applicants_on_fill,
        "liveCaptureRequirement": b.live_capture or None,
        "checkIns": b.check_ins,
        "scheduledStartAt": b.scheduled_start_at and timestamp(b.scheduled_start_at),
        "scheduledStartTimeZone": b.scheduled_start_time_zone or None,
        "startWindowMinutes": b.start_window_minutes,
        "completionWindowHours": b.completion_window_hours,
        "responseWindowHours": b.response_window_hours,
        "signage": b.signage or None,
        "attendanceRadiusMeters": b.attendance_radius_meters,
        "spotsAvailable": b.spots_available,
        "spotsFilled": b.spots_filled,
        "spotsRemaining": b.spots_available - b.spots_filled,
        "applicationCount": b.application_count,
        "agentId": b.agent_id,
        "agentName": b.agent_name,
        "agentType": b.agent_type,
        "publicUrl": b.public_url,
        "createdAt": timestamp(b.created_at),
        "updatedAt": timestamp(b.updated_at),
        "wentLiveAt": timestamp(b.went_live_at),
    }


class PlainBounty(serializers.ModelSerializer[Bounty]):
    """The fields of the product's answer. Ids are plain UUIDs and the place is not nested, which both cost less."""

    currency = serializers.CharField()
    visible_countries = serializers.ListField(child=serializers.CharField(), source="supported_countries")
    photo_submission = serializers.DictField()
    video_submission = serializers.DictField()
    document_submission = serializers.DictField()
    live_capture_or_none = serializers.CharField()
    schedule_zone_or_none = serializers.CharField()
    signage_or_none = serializers.CharField()
    spots_remaining = serializers.IntegerField()
    agent_id = serializers.CharField()
    public_url = serializers.CharField()

    class Meta:
        model = Bounty
        fields = [
            *("id", "status", "title", "description", "price_cents", "price_type", "currency", "estimated_hours"),
            *("completion_criteria", "evidence_types", "category", "skills_needed", "city", "state", "country"),
            *("is_remote_allowed", "deadline", "supported_countries", "visible_countries", "intake_closed_countries"),
            *("identity_required", "linkedin_verified_required", "mic_check_required", "language_requirement"),
            *("completion_questions", "required_links", "application_details", "submission_mode", "photo_submission"),
            *(
                "video_submission",
                "document_submission",
                "keep_applicants_on_fill",
                "live_capture_or_none",
                "check_ins",
            ),
            *("scheduled_start_at", "schedule_zone_or_none", "start_window_minutes", "completion_window_hours"),
            *("response_window_hours", "signage_or_none", "attendance_radius_meters"),
            *("spots_available", "spots_filled", "spots_remaining"),
            *("application_count", "agent_id", "agent_name", "agent_type", "public_url"),
            *("created_at", "updated_at", "went_live_at"),
        ]


class Plain:
    serializer_class = PlainBounty
    renderer_classes = [renderers.JSONRenderer]
    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []


class PlainList(Plain, generics.ListAPIView[Bounty]):
    def get_queryset(self) -> Any:
        rows = Bounty.objects.select_related("owner").filter(is_private=False, status__in=["open", "partially_filled"])
        return rows.order_by("-id")[:20]


class PlainOne(Plain, generics.RetrieveAPIView[Bounty]):
    queryset = Bounty.objects.select_related("owner")


def sized(view: Callable[..., Any]) -> Callable[..., HttpResponse]:
    def answer(request: HttpRequest, **how: Any) -> HttpResponse:
        response: Any = view(request, **how)
        if hasattr(response, "render"):  # DRF's responses are rendered lazily
            response.render()
        response["Content-Length"] = str(len(response.content))
        return response

    return answer


urlpatterns = [
    path("bare/bounties", sized(bare_list)),
    path("bare/bounties/<str:bounty_id>", sized(bare_one)),
    path("plain/bounties", sized(PlainList.as_view())),
    path("plain/bounties/<uuid:pk>", sized(PlainOne.as_view())),
]
