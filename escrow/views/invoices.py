"""/api/wallet/invoices: the invoices of our fee."""

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from escrow.selectors import invoices
from escrow.serializers.invoices import InvoiceOut
from escrow.web.invoices import download
from marketplace.api.filters import read_choice
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import reader


class InvoiceView(ApiViewSet):
    @operation(
        "listInvoices",
        tag="Wallet",
        summary="Your invoices of our fee, newest first",
        description="One for each month (UTC) in which a fee was earned or given back, issued six hours after its end.",
        page_of=("invoices", InvoiceOut),
        errors={400: "invalid_cursor invalid_limit"},
    )
    def list(self, request: Request) -> Response:
        found = self.paged(invoices.own(self.actor.id), scope=f"invoices:{self.actor.id}")
        return no_store(self.listed("invoices", found, InvoiceOut))

    @operation(
        "getInvoice",
        tag="Wallet",
        summary="One invoice of our fee",
        description="As JSON, or with `format=pdf` as the paper for your books, in the language of your account.",
        query=[("format", "string", "json (default) or pdf.")],
        gives={"invoice": InvoiceOut()},
        errors={400: "validation_error", 404: "not_found"},
        also="application/pdf",
    )
    def retrieve(self, request: Request, invoice_id: str) -> HttpResponseBase:
        wanted = read_choice(request, "format", ("json", "pdf"))
        found = invoices.own_invoice(self.actor.id, invoice_id)
        if wanted == "json":
            return no_store(self.answer(invoice=InvoiceOut.render(found)))
        with reader.written_to(self.actor.me):
            response = download(found)
        response["Cache-Control"] = "private, no-store"
        return response
