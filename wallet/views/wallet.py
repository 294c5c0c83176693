"""/api/wallet: the balance, the statement, deposits."""

from typing import cast

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.payments import MppPaymentOut, mpp_payment
from marketplace.api.permissions import KeyOrSession, NoConnector
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.services.idempotency import fingerprint
from wallet.selectors import balances, mpp
from wallet.serializers.wallet import (
    BalanceOut,
    ControlsIn,
    ControlsOut,
    DepositIn,
    DepositOut,
    LineOut,
)
from wallet.services import checkouts, controls

_CURRENCY = {"currency": serializers.CharField()}


class WalletView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        return [NoConnector() if self.action == "set_controls" else KeyOrSession()]

    @operation(
        "getWalletBalance",
        tag="Wallet",
        summary="Your wallet",
        description="What can be spent, and the lifetime totals behind it: balance = totalDeposited - totalSent (to work and "
        "to people) + totalReturned (unused, cancelled) - totalWithdrawn. All in cents.",
        gives=dict(BalanceOut().fields.items()) | _CURRENCY,
    )
    def balance(self, request: Request) -> Response:
        return no_store(self.answer(**BalanceOut.render(balances.wallet(self.actor.id)), currency="usd"))

    @operation(
        "listWalletTransactions",
        tag="Wallet",
        summary="Your wallet's statement, newest first",
        description="Every line has positive cents, a direction, and the balance after it. `bountyId` is the bounty that the "
        "money went to or came from, also of a deposit that was paid for one.",
        page_of=("transactions", LineOut),
        errors={400: "invalid_cursor invalid_limit"},
    )
    def transactions(self, request: Request) -> Response:
        found = self.paged(balances.lines(self.actor.id), scope=f"wallet:{self.actor.id}", order=("-move_id",))
        return no_store(self.listed("transactions", found, LineOut))

    @operation(
        "depositToWallet",
        tag="Wallet",
        summary="Put money into your wallet",
        description="Answers the address of a payment page; the wallet is credited when it is paid. An idempotency key belongs "
        "to the deposit for as long as it lives: a replay answers its present state. `mppPayment`, where this installation takes "
        "it, pays the same by a card token, within 30 minutes: pay that or the page, not both. A second payment goes back by "
        "itself.",
        takes=DepositIn,
        gives=dict(DepositOut().fields.items()) | _CURRENCY | {"mppPayment": MppPaymentOut(required=False)},
        errors={400: "validation_error", 409: "idempotency_key_reused", 503: "payments_unavailable"},
        example={"amount": 25},
    )
    def deposit(self, request: Request) -> Response:
        data = self.read(DepositIn)
        checkout, replayed = checkouts.start_deposit(
            self.actor,
            cents=data["amount_cents"],
            key=self.idempotency_key(),
            fingerprint=fingerprint("POST", request.path, request.data, unread=self.unread),
            save_method=data["save_payment_method"],
        )
        response = self.answer(
            **DepositOut.render(checkout), currency="usd", **mpp_payment(mpp.payment_offer(checkout))
        )
        if replayed:
            response["Idempotency-Replayed"] = "true"
        return no_store(response)

    @operation(
        "getWalletControls",
        tag="Wallet",
        summary="Your caps, the low-balance mark and the automatic top-up",
        gives={"controls": ControlsOut()},
    )
    def controls(self, request: Request) -> Response:
        return no_store(self.answer(controls=ControlsOut.render(balances.controls(self.actor.id))))

    @operation(
        "setWalletControls",
        tag="Wallet",
        summary="Change them",
        description="Send only what changes; null unsets. A spend that would pass a cap is refused with 403 "
        "`spending_cap_exceeded` and reported as `wallet.spending_cap_hit`; money that a payment page brought for a bounty "
        "does not count. The automatic top-up charges the card that was kept on a payment page.",
        takes=ControlsIn,
        gives={"controls": ControlsOut()},
        errors={400: "validation_error", 403: "api_key_required"},
        example={"lowBalanceThresholdCents": 2000, "spendingCapRolling24hCents": 50_000},
    )
    def set_controls(self, request: Request) -> Response:
        changes = cast("controls.ControlsChange", self.read(ControlsIn, strict=True))
        return no_store(
            self.once("wallet.controls", lambda: {"controls": ControlsOut.render(controls.change(self.actor, changes))})
        )
