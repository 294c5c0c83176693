"""Retired routes that clients may still call: each answers an error that says what to use instead, before reading anything.

These are completely retired paths. `POST /api/conversations` shares its path with a current route (humans).
"""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import URLPattern, path
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.deprecation import Deprecated
from marketplace.api.openapi import operation
from marketplace.api.permissions import Public
from marketplace.api.viewsets import ApiViewSet
from marketplace.core.errors import Problem
from marketplace.errors import BookingsPaused, PairingRetired

_GONE = Deprecated(since=date(2026, 11, 1), sunset=date(2026, 11, 1))  # none ever worked in this program


@dataclass(frozen=True, slots=True)
class Retired:
    """A retired route and its error, whose message names the replacement."""

    method: str
    address: str
    operation_id: str
    refusal: type[Problem] = PairingRetired
    tag: str = "Accounts"

    def view(self) -> Any:
        @operation(
            self.operation_id,
            tag=self.tag,
            summary="Not to be used any more",
            description=self.refusal.message,
            errors={self.refusal.status: self.refusal.code},
            keyed=False,
            retired=True,
            deprecated=_GONE,
        )
        def refuse(view: ApiViewSet, request: Request) -> Response:
            raise self.refusal()

        name = f"{self.operation_id[0].upper()}{self.operation_id[1:]}View"
        made: Any = type(name, (ApiViewSet,), {"permission_classes": [Public], "refuse": refuse})
        return made.as_view({self.method: "refuse"})


RETIRED = (
    Retired("post", "api/agents/register", "registerAgent"),
    Retired("post", "api/agents/pairing-code", "makePairingCode"),
    Retired("get", "api/agents/pairing-status", "getPairingStatus"),
    Retired("post", "api/agents/redeem-pairing-code", "redeemPairingCode"),
    Retired("post", "api/services/book", "bookService", BookingsPaused, "Humans"),
)

urlpatterns: list[URLPattern] = [path(retired.address, retired.view()) for retired in RETIRED]
