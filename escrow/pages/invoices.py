"""An owner's invoices of our fee: each as a PDF, as it was issued."""

from django.http import HttpResponse

from escrow.selectors import invoices
from escrow.web.invoices import download
from marketplace.web.drafts import Refused
from marketplace.web.page import Page


class InvoiceFile(Page):
    def render(self, ids: dict[str, str], *, refused: Refused | None = None, status: int = 200) -> HttpResponse:
        return download(invoices.own_invoice(self.actor.id, ids["invoice_id"]))
