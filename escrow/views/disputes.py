"""/api/escrow/{id}/dispute and /api/disputes: open, list, read, add evidence, withdraw."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from escrow.models import Dispute
from escrow.rules.disputes import DISPUTE
from escrow.selectors import disputes as reads
from escrow.selectors import stakes
from escrow.serializers.disputes import DisputeIn, DisputeRecord, EvidenceDetail, EvidenceIn, render, render_one
from escrow.services import disputes
from marketplace.api.filters import ChoiceFilter, IdFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.pagination import page
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.models import File

_FROZEN = (
    "No clock and no call moves it until our staff have decided, both sides have settled, or you withdraw: then the worker gets "
    "nothing, the whole pay or a part, our fee is on that, and the rest returns to your wallet."
)


class DisputeQuery(Query):
    status = ChoiceFilter(values=sorted(DISPUTE.states))
    escrowId = IdFilter(field_name="escrow_id", prefix="esc")

    class Meta:
        model = Dispute
        fields: list[str] = []


class DisputeView(ApiViewSet):
    parser_classes = [JsonParser, FormParser]

    @operation(
        "openDispute",
        tag="Disputes",
        summary="Object to the work of a seat that you fund",
        description="Freezes the seat's money: no clock and no verb moves it until our staff have decided or you withdraw. The "
        "worker is told, and both have a conversation about it. A completed seat can be disputed until `disputeWindowEndsAt`. "
        "The hired person can't open one.",
        takes=DisputeIn,
        gives={"dispute": DisputeRecord()},
        errors={
            403: "not_poster not_for_oneself",
            404: "not_found",
            409: "invalid_state escrow_is_pool dispute_window_closed dispute_exists",
        },
        example={"category": "not_as_described", "description": "The photos show another shop.", "urls": []},
    )
    def dispute(self, request: Request, escrow_id: str) -> Response:
        data = self.read(DisputeIn)

        def perform() -> dict[str, Any]:
            opened = disputes.open_dispute(self.actor, escrow_id, **data)
            told = stakes.foretell(opened.escrow, lambda: _FROZEN)
            return {"dispute": render_one(opened, self.actor)} | told

        return no_store(self.once("escrow.dispute", perform))

    @operation(
        "listDisputes",
        tag="Disputes",
        summary="Disputes that you opened or that are about your work, newest first",
        filters=DisputeQuery,
        query=[
            ("status", "string", "Only of this status."),
            ("escrowId", "string", "Only about this escrow (esc_…)."),
        ],
        page_of=("disputes", DisputeRecord),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def list(self, request: Request) -> Response:
        filtered = [DisputeQuery(request, part).apply() for part in reads.visible(self.actor)]
        found = page([rows for rows, _ in filtered], request, scope=f"disputes:{self.actor.id}", filters=filtered[0][1])
        return no_store(Response(found.envelope("disputes", [render(row, self.actor) for row in found.rows])))

    @operation(
        "getDispute",
        tag="Disputes",
        summary="One dispute with its evidence, what is asked and offered, and what you may do now",
        description="For the funder and the worker of the escrow. `stage` says whose turn it is: opened (the worker answers the "
        "objection), settlement (an offer waits), evidence (staff have asked for something), decision and approval (staff), appeal "
        "(decided; who lost may appeal), closed. `dueAt` is when its clock ends; then it goes on by itself. `asked` has what our "
        "staff ask, `offers` the proposals of both sides to settle, `messages` what our staff wrote to you, `allowedActions` what "
        "you may do. Files open by addresses that work for an hour.",
        gives={"dispute": DisputeRecord()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, dispute_id: str) -> Response:
        return no_store(self.answer(dispute=render_one(reads.get(self.actor, dispute_id), self.actor)))

    @operation(
        "addDisputeEvidence",
        tag="Disputes",
        summary="Add words, addresses or files to an open dispute",
        description="Both parties, as JSON or as multipart with `text`, `urls` (repeated) and `files` (repeated, up to 20 of "
        "100 MB). Both see everything, and so do our staff. At stage opened what the worker adds is their answer to the objection. "
        "What our staff asked for is answered by POST /api/disputes/{id}/answer.",
        takes=EvidenceIn,
        takes_files=True,
        gives={"added": EvidenceDetail(), "dispute": DisputeRecord()},
        errors={
            403: "not_party not_for_oneself",
            404: "not_found",
            409: "invalid_state too_much_evidence",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        example={"text": "The sign in the photo has another name.", "urls": ["https://example.com/sign"]},
    )
    def evidence(self, request: Request, dispute_id: str) -> Response:
        data = self.read(EvidenceIn, body=read_form(request, many={"urls", "files"}))

        def keep() -> list[File]:
            return disputes.store_files(self.actor, dispute_id, data["files"])

        def perform(kept: list[File]) -> dict[str, Any]:
            added = disputes.add_evidence(
                self.actor, dispute_id, text=data["text"], urls=data["urls"], stored_files=kept
            )
            shown = render_one(added, self.actor)
            return {"added": shown["evidence"][-1], "dispute": shown}

        return no_store(self.once_with_files("dispute.evidence", keep, perform))

    @operation(
        "withdrawDispute",
        tag="Disputes",
        summary="Take your dispute back",
        description="The escrow goes back to what it was, and its clocks go on: every date is later by the time that the money "
        "was frozen. Not while a decision of our staff waits for its second person.",
        gives={"dispute": DisputeRecord()},
        errors={403: "not_poster not_for_oneself", 404: "not_found", 409: "invalid_state"},
    )
    def withdraw(self, request: Request, dispute_id: str) -> Response:
        return no_store(
            self.once(
                "dispute.withdraw",
                lambda: {"dispute": render_one(disputes.withdraw(self.actor, dispute_id), self.actor)},
            )
        )
