"""Outgoing money: /api/wallet/withdraw, /api/earnings/withdraw, /api/payouts, /api/wallet/funding-refunds."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import ids, rights
from marketplace.services.idempotency import Answer
from wallet.selectors import access
from wallet.selectors import refunds as reads
from wallet.serializers.outflows import RefundableOut, RefundIn, RefundOut, WithdrawalOut, WithdrawIn
from wallet.services import payouts, refunds, withdrawals

_WITHDRAW: dict[str, Any] = {
    "takes": WithdrawIn,
    "gives": {"withdrawal": WithdrawalOut()},
    "errors": {
        400: "validation_error",
        402: "insufficient_funds",
        409: "payout_onboarding_required idempotency_key_reused",
        503: "payments_unavailable",
    },
    "example": {"amountCents": 2500},
}


class OutflowView(ApiViewSet):
    @operation(
        "withdrawFromWallet",
        tag="Wallet",
        summary="Take money out of your wallet",
        description="To the bank account that you gave on the page of `POST /api/payouts/onboarding`; without one 409 "
        "`payout_onboarding_required`. The money leaves the wallet at once; what can't be paid comes back, and you get a mail. "
        "Caps don't bound it. A replay with the same key answers the withdrawal as it stands.",
        **_WITHDRAW,
        least=rights.OWNER,
    )
    def withdraw(self, request: Request) -> Response:
        return self._withdraw("wallet")

    @operation(
        "withdrawEarnings",
        tag="Wallet",
        summary="Take out what you earned",
        description="As from the wallet; what is held in undecided seats can't be withdrawn yet.",
        **_WITHDRAW,
        least=rights.SELF,
    )
    def withdraw_earnings(self, request: Request) -> Response:
        return self._withdraw("earnings")

    @operation(
        "listWithdrawals",
        tag="Wallet",
        summary="Your withdrawals, newest first",
        description="Of the wallet and of the earnings.",
        page_of=("withdrawals", WithdrawalOut),
        errors={400: "invalid_cursor invalid_limit"},
    )
    def withdrawals(self, request: Request) -> Response:
        found = self.paged(access.own_withdrawals(self.actor), scope=f"withdrawals:{self.actor.id}")
        return no_store(self.listed("withdrawals", found, WithdrawalOut))

    @operation(
        "getWithdrawal",
        tag="Wallet",
        summary="One withdrawal",
        gives={"withdrawal": WithdrawalOut()},
        errors={404: "not_found"},
    )
    def withdrawal(self, request: Request, withdrawal_id: str) -> Response:
        return no_store(self.answer(**self._present_state(withdrawal_id)))

    @operation(
        "startPayoutOnboarding",
        tag="Wallet",
        summary="Say where you are paid",
        description="Answers the address of a page that asks for your bank account; open it in a browser. Ask again for a fresh "
        "address, or to change the account. `GET /api/account` shows when you can be paid.",
        gives={"onboarded": serializers.BooleanField(), "onboardingUrl": serializers.URLField()},
        errors={502: "provider_unavailable", 503: "payments_unavailable"},
        least=rights.OWNER,
    )
    def onboarding(self, request: Request) -> Response:
        onboarded = payouts.is_onboarded(self.actor)

        def perform() -> Answer:
            return self.payment_started(payouts.register(self.actor).public_id, {"onboarded": onboarded})

        response = self.once("payouts.onboarding", perform, present=lambda _: {"onboarded": onboarded})
        # After the commit: no transaction is open while the provider is called, and a replay gets a valid page, too.
        response.data["onboardingUrl"] = payouts.page(self.actor)
        return no_store(response)

    @operation(
        "listFundingRefunds",
        tag="Wallet",
        summary="Which deposits can go back, and which did",
        description="Quotes for the newest 50 deposits, each as if it were the only one, and the newest 50 refunds. A deposit goes "
        "back to where it came from, less the rail's fee, which its first refund keeps once; as much of it as the wallet still "
        "has. Deposits in stablecoins can't go back.",
        gives={"refundable": RefundableOut(many=True), "refunds": RefundOut(many=True)},
    )
    def funding_refunds(self, request: Request) -> Response:
        mine = self.actor.id
        return no_store(
            self.answer(
                refundable=RefundableOut.render_many(reads.quotes(mine)),
                refunds=RefundOut.render_many(reads.recent(mine)),
            )
        )

    @operation(
        "refundFunding",
        tag="Wallet",
        summary="Return a deposit to where it came from",
        description="Send the figures of the quote that you have seen: when they have changed, nothing moves and 409 "
        "`refund_quote_changed` has the present `quote`. `requestId` names the refund for ever: repeating the same request "
        "answers it as it stands, with other figures it is 409 `refund_request_reused`.",
        takes=RefundIn,
        gives={"refund": RefundOut()},
        errors={
            400: "validation_error",
            404: "not_found",
            409: "refund_quote_changed refund_request_reused idempotency_key_reused",
            503: "payments_unavailable",
        },
        example={
            "fundingTransactionId": "txn_…",
            "requestId": "refund-2026-11-21",
            "expectedPrincipalCents": 2500,
            "expectedRefundAmountCents": 2397,
            "confirm": True,
        },
        least=rights.OWNER,
    )
    def refund(self, request: Request) -> Response:
        data = self.read(RefundIn)

        def perform() -> Answer:
            row = refunds.refund(
                self.actor,
                funding_id=data["funding_transaction_id"],
                request_id=data["request_id"],
                principal_cents=data["expected_principal_cents"],
                refund_cents=data["expected_refund_amount_cents"],
            )
            return self.payment_started(row.public_id, self._refund(row.public_id))

        return no_store(self.once("wallet.refund", perform, present=self._refund))

    def _withdraw(self, source: str) -> Response:
        data = self.read(WithdrawIn)

        def perform() -> Answer:
            row = withdrawals.withdraw(self.actor, source=source, cents=data["amount_cents"])
            return self.payment_started(row.public_id, {"withdrawal": WithdrawalOut.render(row)})

        return no_store(self.once(f"{source}.withdraw", perform, present=self._present_state))

    def _present_state(self, withdrawal_id: str) -> dict[str, Any]:
        return {"withdrawal": WithdrawalOut.render(access.own_withdrawal(self.actor, withdrawal_id))}

    def _refund(self, refund_id: str) -> dict[str, Any]:
        return {"refund": RefundOut.render(reads.get(self.actor.id, ids.decode("ref", refund_id)))}
