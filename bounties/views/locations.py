"""/api/bounties/location-minimum: the minimum hourly pay on site."""

from dataclasses import asdict

from rest_framework.request import Request
from rest_framework.response import Response

from bounties.selectors import policies
from bounties.serializers.locations import LocationOut, LocationQuery, MinimumOut
from marketplace.api.openapi import operation
from marketplace.api.permissions import Public
from marketplace.api.viewsets import ApiViewSet


class LocationView(ApiViewSet):
    reads = "browse"
    permission_classes = [Public]

    @operation(
        "getLocationMinimum",
        tag="Bounties",
        summary="The least an hour on site must pay",
        description="As operators have set it for the city, else the state, else the country; `minimum` is null where no "
        "area applies, and without a country.",
        query=[
            ("city", "string", "In any case."),
            ("state", "string", "In any case."),
            ("country", "string", "By code or name."),
            ("currency", "string", "Three letters; USD when left out."),
        ],
        gives={"minimum": MinimumOut(allow_null=True), "location": LocationOut()},
        errors={400: "validation_error"},
    )
    def minimum(self, request: Request) -> Response:
        place = LocationQuery.read(request.query_params)
        found = policies.pay_minimum(**asdict(place))
        return self.answer(minimum=MinimumOut.render(found) if found else None, location=LocationOut.render(place))
