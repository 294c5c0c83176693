"""/owner/wallet/links: pages that anybody pays into the wallet."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from marketplace.api.pagination import page as keyset_page
from marketplace.web import formats, inputs, qr
from marketplace.web.page import Page
from wallet.models import PaymentLink
from wallet.rules.checkouts import DEPOSIT_MIN_CENTS
from wallet.selectors import payment_links as reads
from wallet.serializers.links import PaymentLinkIn, PaymentLinkOut
from wallet.services import payment_links

PER_PAGE = 20
_STATES = {"pending": "requires_payment", "paid": "paid", "expired": "expired"}  # as the words of pages have them


class Links(Page):
    template = "wallet/links.html"
    operations = {"create": "createPaymentLink"}

    def show(self) -> dict[str, Any]:
        found = keyset_page(
            reads.mine(self.actor), Request(self.request), scope=f"pages:links:{self.actor.id}", default=PER_PAGE
        )
        return {
            "links": [_shown(row) for row in found.rows],
            "next_url": self.next_url(found.next_cursor),
            "is_first_page": not self.request.GET.get("cursor"),
            "least": DEPOSIT_MIN_CENTS,
        }

    def act_create(self) -> HttpResponse:
        typed = self.posted("description", "payerEmail")
        data = self.read(PaymentLinkIn, typed | {"amount": inputs.dollars(self.request.POST.get("amount", ""))})

        def perform() -> PaymentLink:
            return payment_links.create(
                self.actor, cents=data["amount_cents"], description=data["description"], payer_email=data["payer_email"]
            )

        return self.once(
            perform,
            to=lambda row: f"/owner/wallet/links/{row.public_id}",
            said=lambda row: (
                _("The link is made. Whoever opens it can pay you %s, once.") % formats.cents_words(row.amount_cents)
            ),
        )


class Link(Page):
    """One of them, to be passed on or ended."""

    template = "wallet/link.html"
    operations = {"disable": "createPaymentLink"}

    def show(self, link_id: str) -> dict[str, Any]:
        row = reads.own(self.actor, link_id)
        shown = _shown(row)
        address = qr.address(f"/checkout/{shown['pays_at']}") if shown["state"] == "requires_payment" else ""
        return {"link": shown, "address": address, "code": qr.code(address) if address else ""}

    def act_disable(self, link_id: str) -> HttpResponse:
        reads.own(self.actor, link_id)
        return self.once(
            lambda: payment_links.disable(self.actor, link_id),
            to="/owner/wallet/links",
            said=_("The link is ended. Nobody can pay it any more."),
        )


def _shown(row: PaymentLink) -> dict[str, Any]:
    out = PaymentLinkOut.render(row)
    return out | {"state": _STATES[out["status"]], "pays_at": out["checkoutUrl"].rpartition("/")[2]}
