"""/api/bounties/{id}/applications/{appId}/…: confirm, start, extension, expire."""

from collections.abc import Callable
from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Application
from bounties.serializers.applications import (
    ApplicationOut,
    AttendancePayIn,
    ExpireIn,
    ExtensionDecisionIn,
    ExtensionIn,
)
from bounties.services import extensions, seat_ends, seats, terms
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import rights


class SeatView(ApiViewSet):
    reads = "browse"

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action in ("confirm", "start", "extend") else [KeyOrSession()]

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
        least=rights.SELF,
    )
    def confirm(self, request: Request, bounty_id: str, application_id: str) -> Response:
        return self._once("seat.confirm", lambda: seats.confirm(self.actor, bounty_id, application_id))

    @operation(
        "startWork",
        tag="Applications",
        summary="Say that you have begun",
        description="Needed in time where the bounty has a start window; an upload counts, too.",
        gives={"application": ApplicationOut()},
        errors={
            403: "session_required not_your_seat",
            404: "not_found",
            409: "seat_not_confirmed start_window_closed invalid_state",
        },
        least=rights.SELF,
    )
    def start(self, request: Request, bounty_id: str, application_id: str) -> Response:
        return self._once("seat.start", lambda: seats.start(self.actor, bounty_id, application_id))

    @operation(
        "requestExtension",
        tag="Applications",
        summary="Ask for more time",
        description="A pending request holds the release of your seat back, for at most 24 hours.",
        takes=ExtensionIn,
        gives={"application": ApplicationOut()},
        errors={
            403: "session_required not_your_seat",
            404: "not_found",
            409: "seat_not_confirmed extension_pending completion_window_closed invalid_state",
        },
        example={"hours": 12, "reason": "The shop opens at nine only."},
        least=rights.SELF,
    )
    def extend(self, request: Request, bounty_id: str, application_id: str) -> Response:
        data = self.read(ExtensionIn)
        return self._once("seat.extend", lambda: extensions.request(self.actor, bounty_id, application_id, **data))

    @operation(
        "decideExtension",
        tag="Applications",
        summary="Give more time, or not",
        description="`approve` gives the hours asked for (or those you name), `grant` gives hours without a request.",
        takes=ExtensionDecisionIn,
        gives={"application": ApplicationOut()},
        errors={
            403: "not_owner not_for_oneself",
            404: "not_found",
            409: "no_extension_pending seat_not_confirmed invalid_state",
        },
        example={"action": "approve"},
    )
    def decide_extension(self, request: Request, bounty_id: str, application_id: str) -> Response:
        data = self.read(ExtensionDecisionIn)
        return self._once("seat.decide", lambda: extensions.decide(self.actor, bounty_id, application_id, **data))

    @operation(
        "expireApplication",
        tag="Applications",
        summary="Give up on a hired person who has not delivered",
        description="The application expires, the listing reopens, the seat's money returns to the pool.",
        takes=ExpireIn,
        gives={"application": ApplicationOut()},
        errors={403: "not_owner not_for_oneself", 404: "not_found", 409: "evidence_exists invalid_state"},
        example={"reason": "No answer for two days."},
    )
    def expire(self, request: Request, bounty_id: str, application_id: str) -> Response:
        data = self.read(ExpireIn)
        return self._once("application.expire", lambda: seat_ends.expire(self.actor, bounty_id, application_id, **data))

    @operation(
        "payAttendance",
        tag="Applications",
        summary="Settle the attendance of somebody who left because you changed the terms",
        description="`workerCents` of 0 to what the seat pays. The fee is on that part, the rest returns to your wallet, and the "
        "seat counts as paid; with 0 the seat reopens as one that was given back. It can't be taken back. After 72 hours without "
        "an answer our staff decide.",
        takes=AttendancePayIn,
        gives={"application": ApplicationOut()},
        errors={400: "validation_error", 403: "not_owner not_for_oneself", 404: "not_found", 409: "invalid_state"},
        example={"workerCents": 250, "response": "Thank you for coming."},
    )
    def pay_attendance(self, request: Request, bounty_id: str, application_id: str) -> Response:
        data = self.read(AttendancePayIn)
        return self._once(
            "terms.settle", lambda: terms.settle_attendance(self.actor, bounty_id, application_id, **data)
        )

    def _once(self, operation_: str, action: Callable[[], Application]) -> Response:
        def perform() -> dict[str, Any]:
            return {"application": ApplicationOut.render(action())}

        return self.once(operation_, perform)
