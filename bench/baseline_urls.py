"""The baselines. `bare`: a Django view that runs the product's query and renders with orjson; no middleware, no DRF, no
limits, no request id. `plain`: stock DRF as its tutorial has it, a ModelSerializer and the JSON renderer, no middleware."""

from typing import Any

import orjson
from django.http import HttpRequest, HttpResponse
from django.urls import path
from rest_framework import generics, renderers, serializers

from bounties.models import Bounty
from bounties.selectors import access, listing
from bounties.serializers.bounties import BountyOut
from marketplace.api.pagination import page


def bare_list(request: HttpRequest) -> HttpResponse:
    request.query_params = request.GET  # type: ignore[attr-defined]
    rows = listing.with_status(listing.public(), "open")
    found = page(rows, request, scope="bounties", default=20, maximum=100)  # type: ignore[arg-type]
    body = found.envelope("bounties", BountyOut.render_many(found.rows))
    return HttpResponse(orjson.dumps(body), content_type="application/json")


def bare_one(request: HttpRequest, bounty_id: str) -> HttpResponse:
    bounty = access.visible_bounty(None, bounty_id)
    return HttpResponse(
        orjson.dumps({"success": True, "bounty": BountyOut.render(bounty)}), content_type="application/json"
    )


class PlainBounty(serializers.ModelSerializer[Bounty]):
    """The same fields as the product's answer, declared as DRF's tutorial would."""

    owner_name = serializers.CharField(source="owner.name")
    spots_remaining = serializers.IntegerField()
    public_url = serializers.CharField()
    currency = serializers.CharField()

    class Meta:
        model = Bounty
        fields = [
            *("id", "status", "title", "description", "price_cents", "price_type", "currency", "estimated_hours"),
            *("completion_criteria", "evidence_types", "category", "skills_needed", "city", "state", "country"),
            *("is_remote_allowed", "deadline", "spots_available", "spots_filled", "spots_remaining"),
            *("application_count", "owner_name", "agent_name", "agent_type", "public_url"),
            *("created_at", "updated_at", "went_live_at"),
        ]


class Plain:
    serializer_class = PlainBounty
    renderer_classes = [renderers.JSONRenderer]
    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []


class PlainList(Plain, generics.ListAPIView[Bounty]):
    def get_queryset(self) -> Any:
        return listing.with_status(listing.public(), "open").order_by("-id")[:20]


class PlainOne(Plain, generics.RetrieveAPIView[Bounty]):
    queryset = Bounty.objects.select_related("owner")


urlpatterns = [
    path("bare/bounties", bare_list),
    path("bare/bounties/<str:bounty_id>", bare_one),
    path("plain/bounties", PlainList.as_view()),
    path("plain/bounties/<uuid:pk>", PlainOne.as_view()),
]
