"""/api/services: what people offer, and which of their hours are taken."""

import re
from datetime import date
from typing import Any, cast

from django.core.exceptions import ValidationError
from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from humans.rules.services import SERVICE_PAGE, SERVICE_PAGE_MAX, SERVICE_SORTS
from humans.selectors import listings as reads
from humans.selectors import search, slots
from humans.serializers.services import OwnService, ServiceIn, ServiceOut, ServicePatch, SlotOut
from humans.services import listings
from marketplace.api.filters import BooleanField, read_choice
from marketplace.api.openapi import operation
from marketplace.api.pagination import read_limit
from marketplace.api.parameters import limit_parameter
from marketplace.api.permissions import KeyOrSession, Public, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.core.errors import Invalid

_PAGES_MAX = 10_000
_WORDS_MAX = 100
_YYYY_MM_DD = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class ServiceView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        if self.action is None:  # a method that does not exist is a 405 for a key, too
            return [KeyOrSession()]
        return [Public()] if self.action in ("browse", "bookings") else [Session()]

    @operation(
        "browseServices",
        limits=("browse",),
        tag="Services",
        summary="Services on offer",
        description="Of people who can be found: complete, available, with a confirmed address.",
        query=[
            ("category", "string", "Only this category."),
            ("search", "string", "Words of the title or the category; all of them must be there."),
            ("sort", SERVICE_SORTS, "newest unless said otherwise."),
            ("verifiedOnly", "boolean", "Only people whose identity document was checked."),
            limit_parameter(SERVICE_PAGE_MAX, SERVICE_PAGE),
            ("page", {"type": "integer", "minimum": 1, "maximum": _PAGES_MAX}, "From 1."),
        ],
        gives={
            "services": ServiceOut(many=True),
            "count": serializers.IntegerField(),
            "totalCount": serializers.IntegerField(),
            "page": serializers.IntegerField(),
            "limit": serializers.IntegerField(),
            "hasMore": serializers.BooleanField(),
        },
        errors={400: "validation_error invalid_limit"},
    )
    def browse(self, request: Request) -> Response:
        limit, page = read_limit(request, default=SERVICE_PAGE, maximum=SERVICE_PAGE_MAX), _page(request)
        found = reads.browse(
            category=_words(request, "category"),
            search=_words(request, "search"),
            sort=read_choice(request, "sort", SERVICE_SORTS),
            verified_only=_flag(request, "verifiedOnly"),
            limit=limit,
            page=page,
        )
        rows = ServiceOut.render_many(found.rows)
        return self.answer(
            services=rows, count=len(rows), totalCount=found.total, page=page, limit=limit, hasMore=found.has_more
        )

    @operation(
        "getServiceAvailability",
        tag="Services",
        summary="Hours of a person that are taken",
        description="By appointments that are booked and by those that running subscriptions will bring; times are those of "
        "`timezone`, where the person is.",
        query=[
            ("humanId", "string", "A person's profile id (prf_…) or username."),
            ("date", "string", "YYYY-MM-DD, in the provider's time zone."),
        ],
        gives={
            "humanId": serializers.CharField(),
            "date": serializers.DateField(),
            "timezone": serializers.CharField(),
            "slots": SlotOut(many=True),
        },
        errors={400: "validation_error", 404: "not_found"},
    )
    def bookings(self, request: Request) -> Response:
        who, day = request.query_params.get("humanId"), _date(request)
        wrong = {} if who else {"humanId": ["Name the person: ?humanId=prf_…"]}
        if day is None:
            wrong["date"] = ["Give a date as YYYY-MM-DD."]
        if not who or day is None:
            raise Invalid(wrong)
        profile = search.get_public(who)
        return self.answer(
            humanId=profile.account.public_profile_id,
            date=day.isoformat(),
            timezone=profile.timezone or "UTC",
            slots=SlotOut.render_many(slots.booked(profile, day)),
        )

    @operation(
        "listOwnServices",
        tag="Services",
        summary="Services that you offer, newest first",
        page_of=("services", OwnService),
        errors={400: "invalid_limit invalid_cursor", 403: "session_required"},
        least=rights.SELF,
    )
    def list(self, request: Request) -> Response:
        found = self.paged(reads.own(self.actor), scope=f"services:{self.actor.id}")
        return no_store(self.listed("services", found, OwnService))

    @operation(
        "offerService",
        tag="Services",
        summary="Offer a service at a fixed price",
        description="`price` is what you get for one appointment; who books pays the fee on top. At most 50 a person.",
        takes=ServiceIn,
        gives={"service": OwnService()},
        errors={403: "session_required profile_incomplete", 409: "service_limit_reached", 503: "product_unavailable"},
        example={
            "title": "An hour of Portuguese",
            "description": "Conversation by video, at your level.",
            "category": "language-lessons",
            "price": 20,
            "durationMinutes": 60,
        },
        least=rights.SELF,
    )
    def create(self, request: Request) -> Response:
        data = cast(listings.ServiceFields, self.read(ServiceIn))
        return self.once("service.offer", lambda: {"service": OwnService.render(listings.offer(self.actor, data))})

    @operation(
        "editService",
        tag="Services",
        summary="Change a service of yours",
        description="Running subscriptions keep the terms that they were made with.",
        takes=ServicePatch,
        gives={"service": OwnService()},
        errors={403: "session_required", 404: "not_found"},
        example={"price": 22, "isActive": True},
        least=rights.SELF,
    )
    def partial_update(self, request: Request, service_id: str) -> Response:
        data = cast(listings.ServiceFields, self.read(ServicePatch))
        return self.once(
            "service.edit", lambda: {"service": OwnService.render(listings.edit(self.actor, service_id, data))}
        )

    @operation(
        "removeService",
        tag="Services",
        summary="Take a service of yours off the list for good",
        description="Its subscriptions run on until one of the two sides cancels them.",
        gives={"removed": serializers.BooleanField()},
        errors={403: "session_required", 404: "not_found"},
        least=rights.SELF,
    )
    def destroy(self, request: Request, service_id: str) -> Response:
        def perform() -> dict[str, Any]:
            listings.remove(self.actor, service_id)
            return {"removed": True}

        return self.once("service.remove", perform)


def _words(request: Request, name: str) -> str:
    text: str = request.query_params.get(name) or ""
    if len(text) > _WORDS_MAX or not text.isprintable():
        raise Invalid({name: [f"Give at most {_WORDS_MAX} printable characters."]})
    return text


def _page(request: Request) -> int:
    raw = request.query_params.get("page") or "1"
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 5 and 1 <= int(raw) <= _PAGES_MAX):
        raise Invalid({"page": [f"Give a whole number from 1 to {_PAGES_MAX:,}."]})
    return int(raw)


def _flag(request: Request, name: str) -> bool:
    try:
        return bool(BooleanField(required=False).to_python(request.query_params.get(name)))
    except ValidationError as error:
        raise Invalid({name: error.messages})


def _date(request: Request) -> date | None:
    """None when it is missing or malformed, or outside the years 2000 to 2199, in which every time zone can be computed."""
    raw = request.query_params.get("date") or ""
    try:
        day = date.fromisoformat(raw) if _YYYY_MM_DD.fullmatch(raw) else None
    except ValueError:
        day = None
    return day if day is not None and 2000 <= day.year < 2200 else None
