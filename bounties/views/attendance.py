"""/api/bounties/{id}/attendance: a worker's reports, and the owner's list of them."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.selectors import access, listing
from bounties.serializers.attendance import AttendanceIn, AttendanceOut
from bounties.services import attendance
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights


class AttendanceView(ApiViewSet):
    reads = "browse"

    def get_permissions(self) -> list[BasePermission]:
        return [Session()] if self.action == "report" else [KeyOrSession()]

    @operation(
        "reportAttendance",
        tag="Applications",
        summary="Say that you are on your way, there, or gone again",
        description="In this order, on_the_way being optional; repeating the present state changes nothing. Arriving counts "
        "as starting the work. Your position is used for the distance to the task's place and is never stored or shown.",
        takes=AttendanceIn,
        gives={"attendance": AttendanceOut()},
        errors={
            403: "session_required",
            404: "not_found",
            409: "seat_not_confirmed start_window_closed invalid_state",
        },
        example={"state": "arrived", "lat": 38.71, "lng": -9.14, "accuracyM": 12, "capturedAt": "2026-12-01T18:00:00Z"},
        least=rights.SELF,
    )
    def report(self, request: Request, bounty_id: str) -> Response:
        data = self.read(AttendanceIn)

        def perform() -> dict[str, Any]:
            return {"attendance": AttendanceOut.render(attendance.report(self.actor, bounty_id, **data))}

        return no_store(self.once("attendance.report", perform))

    @operation(
        "listAttendance",
        tag="Applications",
        summary="Who is on the way, there, or gone again",
        description="One session for each hired worker who reported, newest first. `distanceMeters` is known for tasks whose "
        "place an operator has set (`trackingMode: measured`); coordinates of workers are never shown.",
        page_of=("sessions", AttendanceOut),
        errors={403: "not_owner", 404: "not_found"},
    )
    def list(self, request: Request, bounty_id: str) -> Response:
        bounty = access.readable_below(self.actor, bounty_id)
        found = self.paged(listing.attendance(bounty), scope=f"attendance:{bounty.pk}")
        return no_store(self.listed("sessions", found, AttendanceOut))
