"""/api/mpp: pay a quote with a card token (MPP, the "Payment" scheme of HTTP authentication).

There is no idempotency key and no other credential: the quote is both.
"""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import Public
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import ids
from wallet.errors import PaidTwice
from wallet.models import Checkout, MppCharge
from wallet.providers.mpp import RECEIPT, pending_receipt, receipt
from wallet.rules.mpp import MPP_BOUNTY_OUTCOMES
from wallet.selectors import mpp as quotes
from wallet.serializers.mpp import QuoteIn
from wallet.services import mpp


class MppDepositView(ApiViewSet):
    permission_classes = [Public]

    @operation(
        "mppDeposit",
        limits=("deposit.public",),
        tag="Wallet",
        summary="Pay a quote by a card token",
        description="Send `mppPayment.body` unchanged; the quote is the credential, and belongs in no address. First 402: "
        "`WWW-Authenticate: Payment` holds an MPP challenge (method `stripe`, intent `charge`) for the quoted amount, good for "
        "minutes. Send the same body again with `Authorization: Payment …`, in which an MPP client puts a shared payment token "
        "of a card or of Link. 402 again: nothing was charged, `reason` says why, and there is a fresh challenge. 200 with "
        "`Payment-Receipt`: the wallet is credited; sent again, the same answer. `bounty.status` is `funded`, `left_in_wallet` "
        "(the money is there, but did not fund it) or `pending` (not finished: do not pay again). 202: nobody knows yet whether "
        "the card was charged, and `Payment-Receipt` has the status pending, which proves nothing. Do not pay again: the same call "
        "answers 200 later with the same ids, or 402 or 410 when it never was. In a sandbox "
        "a token is `spt_<number of a test card>_<anything>`.",
        takes=QuoteIn,
        gives={
            "status": serializers.ChoiceField(["credited"]),
            "paymentIntentId": serializers.CharField(),
            "amountCents": serializers.IntegerField(),
            "currency": serializers.ChoiceField(["usd"]),
            "bounty": serializers.DictField(
                required=False,
                help_text=f"When it was for one: bountyId, status ({', '.join(MPP_BOUNTY_OUTCOMES)}), escrowId if funded.",
            ),
        },
        accepted={
            "status": serializers.ChoiceField(["pending_credit"]),
            "paymentIntentId": serializers.CharField(help_text="The same while it is pending and when it is credited."),
        },
        keyed=False,
        errors={
            400: "validation_error",
            402: "payment_required",
            404: "not_found",
            409: "quote_closed paid_twice",
            410: "quote_expired",
            503: "payments_unavailable",
        },
        example={"quote": "mtq1_ThisQuoteIsOnlyAnExampleAndPaysNothingAtAll"},
    )
    def deposit(self, request: Request) -> Response:
        body = request.body  # raw, because the challenge is bound to it
        quote = self.read(QuoteIn, strict=True, accepted=())["quote"]
        charge = mpp.pay(quote=quote, body=body, authorization=request.headers.get("Authorization"))
        if charge.status != "paid":
            pending = {"success": True, "status": "pending_credit", "paymentIntentId": charge.public_id}
            return _receipted(charge, Response(pending, status=202))
        if quotes.is_surplus(charge):
            raise PaidTwice(paymentIntentId=charge.public_id, headers={RECEIPT: _receipt(charge)})
        checkout = charge.quote.checkout
        answer = self.answer(
            status="credited",
            paymentIntentId=charge.public_id,
            amountCents=checkout.amount_cents,
            currency="usd",
            **_bounty(checkout),
        )
        return _receipted(charge, answer)


def _bounty(checkout: Checkout) -> dict[str, Any]:
    if checkout.purpose != "bounty" or checkout.subject_id is None:
        return {}
    bounty = {"bountyId": ids.encode("bty", checkout.subject_id), "status": checkout.outcome}
    return {"bounty": bounty | ({"escrowId": ids.encode("esc", checkout.escrow_id)} if checkout.escrow_id else {})}


def _receipt(charge: MppCharge) -> str:
    build = receipt if charge.status == "paid" else pending_receipt
    return build(
        deposit=charge.quote.checkout.public_id,
        reference=charge.public_id,
        at=charge.ended_at or charge.created_at,
    )


def _receipted(charge: MppCharge, response: Response) -> Response:
    response[RECEIPT] = _receipt(charge)
    return no_store(response)
