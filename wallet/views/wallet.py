"""/api/wallet: the balance, the statement, deposits."""

from collections.abc import Callable
from typing import Any, cast
from uuid import UUID

from rest_framework import serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.fields import TimestampField, timestamp
from marketplace.api.openapi import operation
from marketplace.api.payments import MppPaymentOut, mpp_payment
from marketplace.api.permissions import KeyOrSession, NoConnector, Session
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import clock, dry_runs, ids, rights
from marketplace.core.errors import Invalid
from marketplace.services.idempotency import fingerprint
from wallet.models import Controls
from wallet.selectors import balances, headroom, mpp
from wallet.serializers.wallet import (
    BalanceOut,
    ControlsIn,
    ControlsOut,
    DepositIn,
    DepositOut,
    FreezeIn,
    HeadroomOut,
    LineOut,
    cap_warnings,
)
from wallet.services import checkouts, controls

_CURRENCY = {"currency": serializers.CharField()}


class WalletView(ApiViewSet):
    def get_permissions(self) -> list[BasePermission]:
        if self.action in ("freeze", "unfreeze"):
            return [Session()]
        return [NoConnector() if self.action == "set_controls" else KeyOrSession()]

    @operation(
        "getWalletBalance",
        tag="Wallet",
        summary="Your wallet",
        description="What can be spent, and the lifetime totals behind it: balance = totalDeposited - totalSent (to work and "
        "to people) + totalReturned (unused, cancelled) - totalWithdrawn. All in cents.",
        gives=dict(BalanceOut().fields.items())
        | _CURRENCY
        | {"now": TimestampField(help_text="What time it is here.")},
    )
    def balance(self, request: Request) -> Response:
        found = BalanceOut.render(balances.wallet(self.actor.id))
        return no_store(self.answer(**found, currency="usd", now=timestamp(clock.now())))

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
            key=dry_runs.unspent(self.idempotency_key()),
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
        description="Send only what changes; null unsets. The limits are their owner's decision: an agent asks them before it "
        "changes any, and what a key changed is mailed to them. A spend that would pass a cap is refused with 403 "
        "`spending_cap_exceeded` and reported as `wallet.spending_cap_hit`; money that a payment page brought for a bounty "
        "does not count. A cap below that of a shorter time is taken, with a warning: the lower one rules. The automatic top-up "
        "charges the card that was kept on a payment page. While spending is stopped it charges nothing, and no key changes any of "
        "this.",
        takes=ControlsIn,
        gives={"controls": ControlsOut()},
        errors={400: "validation_error", 403: "api_key_required wallet_frozen"},
        example={"lowBalanceThresholdCents": 2000, "spendingCapRolling24hCents": 50_000},
        least=rights.OWNER,
    )
    def set_controls(self, request: Request) -> Response:
        changes = cast("controls.ControlsChange", self.read(ControlsIn, strict=True))

        def perform() -> dict[str, Any]:
            changed = controls.change(self.actor, changes)
            return {"controls": ControlsOut.render(changed), **cap_warnings(changed.rolling_caps)}

        return no_store(self.once("wallet.controls", perform))

    @operation(
        "getWalletHeadroom",
        tag="Wallet",
        summary="What you may spend now",
        description="Balance, debt, freeze, and what each cap leaves, the account's and then those of the key or connector that "
        "asks, so that you plan instead of being refused; `boundBy` names what binds. A promise for nothing: another spend of the "
        "same wallet may come first.",
        query=[("bountyId", "string", "Measures the cap per bounty for this one.")],
        gives={"headroom": HeadroomOut()},
        errors={400: "validation_error"},
    )
    def show_headroom(self, request: Request) -> Response:
        named = request.query_params.get("bountyId")
        found = headroom.headroom(self.actor, bounty_id=_bounty(named) if named else None)
        return no_store(self.answer(headroom=HeadroomOut.render(found)))

    @operation(
        "freezeWallet",
        tag="Wallet",
        summary="Stop all spending",
        description="From the answer on nothing leaves the wallet by an API key, a connected program, a running template or a "
        "subscription: such spends are 403 `wallet_frozen`. What is funded already is paid or refunded as agreed. You yourself, "
        "signed in, may still spend. A frozen wallet stays as it is. Undone by POST /api/wallet/unfreeze.",
        takes=FreezeIn,
        gives={"controls": ControlsOut()},
        errors={400: "validation_error", 403: "session_required"},
        example={"reason": "A key may have leaked."},
    )
    def freeze(self, request: Request) -> Response:
        reason = self.read(FreezeIn, strict=True)["reason"]
        return self._controls("wallet.freeze", lambda: controls.freeze(self.actor, reason=reason))

    @operation(
        "unfreezeWallet",
        tag="Wallet",
        summary="Allow spending again",
        gives={"controls": ControlsOut()},
        errors={403: "session_required"},
        least=rights.OWNER,
    )
    def unfreeze(self, request: Request) -> Response:
        return self._controls("wallet.unfreeze", lambda: controls.unfreeze(self.actor))

    def _controls(self, operation_name: str, change: Callable[[], Controls]) -> Response:
        return no_store(self.once(operation_name, lambda: {"controls": ControlsOut.render(change())}))


def _bounty(public_id: str) -> UUID:
    try:
        return ids.decode("bty", public_id)
    except ValueError:
        raise Invalid({"bountyId": ["Give the id of a bounty (bty_…)."]})
