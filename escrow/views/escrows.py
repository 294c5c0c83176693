"""/api/escrow: read, confirm delivery, release, cancel."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escrow.models import Escrow
from escrow.ports import reviewed
from escrow.rules.escrows import STATUSES
from escrow.selectors import access, audit
from escrow.serializers.escrows import EscrowDetail, EscrowOut, EscrowRecord, ReleaseIn
from escrow.services import escrows, releases
from marketplace.api.fields import IdField
from marketplace.api.filters import ChoiceFilter, IdFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid

_AT_THE_TOP = {"id": IdField("esc"), "status": serializers.CharField()}  # where some clients read them
_ERRORS = {403: "not_poster not_for_oneself", 404: "not_found", 409: "invalid_state escrow_is_pool"}


class EscrowQuery(Query):
    applicationId = IdFilter(field_name="subject_id", prefix="app")
    bookingId = IdFilter(field_name="subject_id", prefix="sbk")
    bountyId = IdFilter(field_name="bounty_id", prefix="bty")
    humanId = IdFilter(field_name="worker__profile_id", prefix="prf")
    status = ChoiceFilter(values=STATUSES)
    kind = ChoiceFilter(values=["pool", "seat"])
    role = ChoiceFilter(values=["poster", "worker"], method="in_role")

    class Meta:
        model = Escrow
        fields: list[str] = []

    def in_role(self, rows: QuerySet[Escrow], name: str, value: str) -> QuerySet[Escrow]:
        return rows.filter(**{"owner_id" if value == "poster" else "worker_id": self.request.auth.id})


class EscrowView(ApiViewSet):
    @operation(
        "listEscrows",
        tag="Escrow",
        summary="Escrows that you pay or earn, newest first",
        filters=EscrowQuery,
        query=[
            ("applicationId", "string", "Only of this application (app_…)."),
            ("bookingId", "string", "Only the escrow of this service booking."),
            ("bountyId", "string", "Only of this bounty (bty_…)."),
            ("humanId", "string", "Only of this worker (prf_…); with bountyId."),
            ("status", "string", "Only of this status."),
            ("kind", "string", "Only this kind."),
            ("role", "string", "poster: only what you pay. worker: only what you earn."),
        ],
        page_of=("escrows", EscrowRecord),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        if request.query_params.get("humanId") and not request.query_params.get("bountyId"):
            raise Invalid({"humanId": ["Give bountyId, too: a worker's seats are looked up within one bounty."]})
        found = self.paged(access.visible(self.actor), scope=f"escrow:{self.actor.id}", query=EscrowQuery)
        held = audit.held_cents([row for row in found.rows if row.is_pool])
        return Response(found.envelope("escrows", [_record(row, held) for row in found.rows]))

    @operation(
        "getEscrow",
        tag="Escrow",
        summary="One escrow with its audit log",
        gives=_AT_THE_TOP | {"escrow": EscrowDetail()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, escrow_id: str) -> Response:
        escrow = _detail(access.as_participant(self.actor, escrow_id), self.actor)
        return self.answer(id=escrow["id"], status=escrow["status"], escrow=escrow)

    @operation(
        "confirmDelivery",
        tag="Escrow",
        summary="Confirm that the work was delivered",
        description="Moves no money: it starts the dispute window and the clock of the automatic release.",
        gives={"escrow": EscrowDetail()},
        errors=_ERRORS,
    )
    def complete(self, request: Request, escrow_id: str) -> Response:
        return self.once(
            "escrow.complete", lambda: {"escrow": _detail(escrows.confirm_delivery(self.actor, escrow_id), self.actor)}
        )

    @operation(
        "releaseEscrow",
        tag="Escrow",
        summary="Pay the worker",
        description="Pays the worker's price to the worker and the fee to the platform, and approves the pending submission. "
        "It can't be undone, so it wants `acknowledgeRelease: true`; without it a 409 names the exact amounts (`amountCents`, "
        "`workerPayoutCents`), the `worker` and how the work stands (`escrowStatus`; `latestSubmissionStatus`, null when no "
        "evidence was sent), and nothing moves.",
        takes=ReleaseIn,
        gives={"escrow": EscrowDetail(), "payoutStatus": serializers.CharField()},
        errors=_ERRORS
        | {
            409: "invalid_state escrow_is_pool release_acknowledgement_required escrow_application_mismatch "
            "escrow_recipient_mismatch"
        },
        example={"acknowledgeRelease": True},
    )
    def release(self, request: Request, escrow_id: str) -> Response:
        data = self.read(ReleaseIn)

        def perform() -> dict[str, Any]:
            done = releases.release(
                self.actor, escrow_id, acknowledged=data["acknowledge_release"], application_id=data["application_id"]
            )
            return {"escrow": _detail(done, self.actor), "payoutStatus": done.payout_status}

        return self.once("escrow.release", perform)

    @operation(
        "cancelEscrow",
        tag="Escrow",
        summary="Take an undelivered seat's money back",
        description="The seat's share returns to your wallet, the application expires and the bounty has one spot less. On a "
        "pool it closes the bounty. A seat that ever delivered evidence can't be cancelled.",
        gives={"escrow": EscrowDetail()},
        errors=_ERRORS | {409: "invalid_state evidence_exists workers_hired managed_bounty"},
    )
    def cancel(self, request: Request, escrow_id: str) -> Response:
        return self.once(
            "escrow.cancel", lambda: {"escrow": _detail(escrows.cancel(self.actor, escrow_id), self.actor)}
        )


def _record(escrow: Escrow, held: dict[str, int]) -> dict[str, Any]:
    """The record of one escrow; a pool has `remainingCents` (from `held`)."""
    record = EscrowOut.render(escrow) | {"currency": "usd"}
    if escrow.is_pool:
        record["remainingCents"] = held.get(escrow.public_id, 0)
    return record


def _detail(escrow: Escrow, reader: Actor) -> dict[str, Any]:
    held = audit.held_cents([escrow] if escrow.is_pool else [])
    return _record(escrow, held) | {"reviewId": _review(escrow), "auditLog": audit.log(escrow, reader)}


def _review(escrow: Escrow) -> str | None:
    """Of work that was paid in full or in part, which alone is reviewed."""
    if escrow.bounty_id is None or escrow.worker_id is None or escrow.released_at is None:
        return None
    return reviewed.get()(bounty_id=escrow.bounty_id, worker_id=escrow.worker_id)
