"""/api/transfers: send, send to many, list, read."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from escrow.models import Transfer
from escrow.rules.transfers import TRANSFER
from escrow.selectors import transfers as reads
from escrow.serializers.transfers import BulkIn, TransferIn, TransferOut
from escrow.services import pending_transfers, transfers
from marketplace.api.filters import ChoiceFilter, Query, read_choice
from marketplace.api.openapi import operation
from marketplace.api.pagination import page
from marketplace.api.viewsets import ApiViewSet
from marketplace.services.idempotency import Answer

_ERRORS = {
    400: "validation_error bounty_required",
    402: "insufficient_funds",
    403: "bounty_not_owned not_for_oneself work_not_released tip_cap_exceeded spending_cap_exceeded recipient_blocked",
    404: "not_found recipient_not_found",
}


class TransferQuery(Query):
    status = ChoiceFilter(values=sorted(TRANSFER.states))

    class Meta:
        model = Transfer
        fields: list[str] = []


class TransferView(ApiViewSet):
    @operation(
        "sendTransfer",
        asks=True,
        tag="Transfers",
        summary="Pay a tip or a reimbursement",
        description="To a worker whose seat on one of your bounties was released; all transfers for one bounty may come to the "
        "seat's price. No fee. From your wallet; when that is short, the transfer is pending and `checkoutUrl` pays the rest, "
        "within a day: the same call with its key answers a new page when that was cancelled, and what is not paid does not "
        "count to the seat's price. Somebody whom you have blocked is refused without `override`. What is sent is final.",
        takes=TransferIn,
        gives={
            "status": serializers.ChoiceField(sorted(TRANSFER.states)),
            "transfer": TransferOut(),
            "checkoutUrl": serializers.URLField(required=False),
        },
        errors=_ERRORS | {409: "idempotency_key_reused idempotency_in_progress"},
        example={"recipientId": "prf_…", "amount": 2.5, "bountyId": "bty_…", "description": "For the bus ticket."},
    )
    def send(self, request: Request) -> Response:
        data = self.read(TransferIn)
        line = transfers.Line(data["amount_cents"], data["recipient_id"], data["recipient_email"], data["bounty_id"])

        def perform() -> dict[str, Any] | Answer:
            row, page_due = transfers.send(
                self.actor,
                line,
                description=data["description"],
                conversation_id=data["conversation_id"],
                override=data["override"],
            )
            body = self._present_state(row.public_id)
            return self.payment_started(row.public_id, body) if page_due else body

        return self.once("transfer.send", perform, present=self._present_state)

    @operation(
        "sendManyTransfers",
        asks=True,
        tag="Transfers",
        summary="Pay up to 100 people at once",
        description="From the wallet, all or nothing. A line without a bounty counts for the worker's latest released seat on "
        "your bounties. A line that can't be paid refuses all of them and is named by its index.",
        takes=BulkIn,
        gives={
            "transfers": TransferOut(many=True),
            "count": serializers.IntegerField(),
            "totalCents": serializers.IntegerField(),
        },
        errors=_ERRORS,
        example={"recipients": [{"recipientId": "prf_…", "amount": 1}], "description": "Thank you."},
    )
    def bulk(self, request: Request) -> Response:
        data = self.read(BulkIn)
        lines = [
            transfers.Line(
                line["amount_cents"],
                line["recipient_id"],
                line["recipient_email"],
                line["bounty_id"],
                f"recipients[{place}]: ",
            )
            for place, line in enumerate(data["recipients"])
        ]

        def perform() -> dict[str, Any]:
            made = transfers.bulk_send(self.actor, lines, description=data["description"], override=data["override"])
            shown = TransferOut.render_many(made)
            return {"transfers": shown, "count": len(shown), "totalCents": sum(row.amount_cents for row in made)}

        return self.once("transfer.bulk", perform)

    @operation(
        "listTransfers",
        tag="Transfers",
        summary="What you sent and received, newest first",
        filters=TransferQuery,
        query=[
            ("direction", ("sent", "received", "all"), "all when left out."),
            ("status", "string", "Only of this status."),
        ],
        page_of=("transfers", TransferOut),
        errors={400: "validation_error invalid_limit invalid_cursor"},
    )
    def mine(self, request: Request) -> Response:
        direction = read_choice(request, "direction", ("all", "sent", "received"))
        filtered = [TransferQuery(request, part).apply() for part in reads.mine(self.actor, direction)]
        found = page(
            [rows for rows, _ in filtered],
            request,
            scope=f"transfers:{self.actor.id}:{direction}",
            filters=filtered[0][1],
        )
        for row in found.rows:
            reads.with_direction(self.actor, row)
        return self.listed("transfers", found, TransferOut)

    @operation(
        "getTransfer",
        tag="Transfers",
        summary="One transfer",
        gives={"transfer": TransferOut()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, transfer_id: str) -> Response:
        return self.answer(transfer=TransferOut.render(reads.get(self.actor, transfer_id)))

    @operation(
        "cancelTransfer",
        tag="Transfers",
        summary="Cancel a pending transfer",
        description="One of yours whose page was not paid yet. Nothing is sent; its page can't be paid any more, and what is "
        "paid there at the same moment stays in your wallet. Repeated, it answers the same.",
        gives={"transfer": TransferOut()},
        errors={403: "not_sender", 404: "not_found", 409: "invalid_state"},
    )
    def cancel(self, request: Request, transfer_id: str) -> Response:
        def perform() -> dict[str, Any]:
            return {"transfer": TransferOut.render(pending_transfers.cancel(self.actor, transfer_id))}

        return self.once("transfer.cancel", perform)

    def _present_state(self, transfer_id: str) -> dict[str, Any]:
        """The transfer's present state, with the address of the page that pays it while it is pending. In a transaction."""
        row = reads.get(self.actor, transfer_id)
        page_due = pending_transfers.payable_page(self.actor, row.pk) if row.status == "pending" else None
        return {"status": row.status, "transfer": TransferOut.render(row)} | (
            {"checkoutUrl": page_due.url} if page_due else {}
        )
