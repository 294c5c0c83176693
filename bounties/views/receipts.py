"""/api/bounties/{id}/receipt: the page, its data, and sending it by mail."""

from typing import Any

from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.serializers.receipts import ReceiptOut
from bounties.services import receipts
from marketplace.api.filters import read_choice
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.web.documents import document


class ReceiptView(ApiViewSet):
    reads = "browse"

    @operation(
        "getReceipt",
        tag="Bounties",
        summary="The receipt of what was released",
        description="A printable page (`text/html`), or with `format=json` its data and the same page in `html`. A receipt is "
        "frozen when it is first asked for; when more seats are released later, the next version lists all of them. Reading "
        "sends no mail.",
        query=[("format", "string", "html (default) or json.")],
        gives={"receipt": ReceiptOut(), "html": serializers.CharField()},
        errors={400: "validation_error", 403: "not_owner", 404: "not_found", 409: "no_receipt_yet"},
        also="text/html",
    )
    def retrieve(self, request: Request, bounty_id: str) -> HttpResponseBase:
        wanted = read_choice(request, "format", ("html", "json"))
        receipt = receipts.latest(self.actor, bounty_id)
        html = receipts.as_page(receipt)
        if wanted == "json":
            return no_store(self.answer(receipt=receipt.data, html=html))
        return document(html, receipts.NAME)

    @operation(
        "sendReceipt",
        tag="Bounties",
        summary="Mail the receipt to its billing address",
        description="The address is recorded with the receipt: the account's `billingEmail`, else its verified e-mail. The "
        "`Idempotency-Key` header is required: the same key sends no second mail.",
        gives={
            "status": serializers.ChoiceField(["queued"]),
            "sentTo": serializers.CharField(),
            "receipt": ReceiptOut(),
        },
        errors={
            400: "idempotency_key_required",
            403: "not_owner",
            404: "not_found",
            409: "no_receipt_yet billing_address_required idempotency_key_reused",
        },
    )
    def send(self, request: Request, bounty_id: str) -> Response:
        self.required_key(header_only=True)

        def perform() -> dict[str, Any]:
            receipt = receipts.send(self.actor, bounty_id)
            return {"status": "queued", "sentTo": receipt.billing_email, "receipt": receipt.data}

        return no_store(self.once("receipt.send", perform))
