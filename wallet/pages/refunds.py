"""/owner/wallet/refunds: deposits that can go back to where they came from, and those that did."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from marketplace.web import formats
from marketplace.web.drafts import FORM
from marketplace.web.page import Page
from wallet.models import Outflow
from wallet.rules.outflows import failure_text
from wallet.selectors import refunds as reads
from wallet.serializers.outflows import RefundableOut, RefundIn, RefundOut
from wallet.services import refunds
from wallet.web import money_out

# As the words of pages have the states of a refund.
_STATES = {"pending": "processing", "attention": "processing", "succeeded": "refunded", "failed": "failed"}


class Refunds(Page):
    template = "wallet/refunds.html"
    operations = {"refund": "refundFunding"}

    def show(self) -> dict[str, Any]:
        mine = self.actor.id
        return {
            "refundable": [_offered(quote) for quote in reads.quotes(mine)],
            "ways": money_out.ways(),
            "refunds": [_shown(row) for row in reads.recent(mine)],
        }

    def act_refund(self) -> HttpResponse:
        data = self.read(RefundIn, _body(self.request.POST))

        def perform() -> Outflow:
            return refunds.refund(
                self.actor,
                funding_id=data["funding_transaction_id"],
                request_id=data["request_id"],
                principal_cents=data["expected_principal_cents"],
                refund_cents=data["expected_refund_amount_cents"],
            )

        return self.once(
            perform,
            to="/owner/wallet/refunds",
            said=lambda row: (
                _("%(sum)s is on its way back to %(where)s. It can take some days until you see it there.")
                % {"sum": formats.cents_words(row.refund_cents), "where": formats.told_as(row.destination_label)}
            ),
        )


def _offered(quote: reads.Quote) -> dict[str, Any]:
    """A quote, and of which payment it is: of one card there may be several."""
    return RefundableOut.render(quote) | {"paid_cents": quote.paid_cents, "paid_at": quote.paid_at}


def _body(typed: Any) -> dict[str, Any]:
    """The figures that the form has shown; the form's own id names the refund."""
    body: dict[str, Any] = {
        "fundingTransactionId": typed.get("fundingTransactionId", ""),
        "requestId": f"page-{typed.get(FORM, '')}",
        "confirm": True,
    }
    for name in ("expectedPrincipalCents", "expectedRefundAmountCents"):
        text = typed.get(name, "")
        body[name] = int(text) if text.isascii() and text.isdigit() and len(text) < 14 else text
    return body


def _shown(row: Outflow) -> dict[str, Any]:
    out = RefundOut.render(row)
    return out | {"state": _STATES[out["status"]], "why": failure_text(row.why_failed) if row.why_failed else ""}
