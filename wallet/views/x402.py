"""/api/x402: open an account or fund a wallet with a stablecoin payment that the request carries (x402, version 2).

The routes take no idempotency key: the signed payment is one.
"""

from typing import cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.openapi import operation
from marketplace.api.permissions import Key, Public
from marketplace.api.viewsets import ApiViewSet, no_store
from wallet import ledger
from wallet.providers.x402 import RESPONSE, SIGNATURE
from wallet.serializers.x402 import X402DepositIn, X402SignupIn
from wallet.services import x402
from wallet.services.signed_payments import PaymentResult

_REVIEW = {
    "status": serializers.ChoiceField(["settlement_under_review"]),
    "message": serializers.CharField(),
    "txHash": serializers.CharField(allow_null=True, help_text="What was sent to the chain, when that is known."),
}
_FLOW = (
    "Without `PAYMENT-SIGNATURE`: 402 with the requirements in the `PAYMENT-REQUIRED` header and the body (`x402Version`, "
    "`resource`, `accepts`). Sign one with an x402 client of version 2 and send the call again. 402 with `PAYMENT-RESPONSE` is "
    "a settlement that failed; `reason` says why. 202: nobody knows yet whether the chain took it. Do not pay again: the same "
    "call answers 202, then 409 when it was settled or 402 when it never will be. "
)
_REFUSALS = {
    402: "payment_required",
    409: "payment_already_processed",
    502: "provider_unavailable",
    503: "payments_unavailable",
}
_MESSAGE = "The payment was sent, and nobody knows yet whether the chain took it. Do not pay again."


class X402SignupView(ApiViewSet):
    permission_classes = [Public]

    @operation(
        "x402Signup",
        limits=("x402.signup",),
        tag="Accounts",
        summary="Open an account by a stablecoin payment",
        description=_FLOW
        + "The whole price is credited to the new wallet, and the API key is shown once. The paying wallet is the "
        "account's recovery credential: send the same body with `X-Wallet-Signed-At` (ISO 8601, at most 5 minutes old) and "
        "`X-Wallet-Signature`, the wallet's signature (EIP-191, personal_sign) of the text `<base URL>\\n\\nGive me a new API key "
        "for the account that this wallet has paid for.\\n\\nSigned at: <X-Wallet-Signed-At>`, and the answer is "
        "`account_recovered` with a new key, for the account of `PAYMENT-SIGNATURE` if that is sent, too, else for the newest. "
        "That is also how to get the first key after a 202. (The signed payment alone proves nothing: the chain shows it to all.)",
        takes=X402SignupIn,
        gives={
            "status": serializers.ChoiceField(["account_created", "account_recovered"]),
            "apiKey": serializers.CharField(),
            "agentUserId": serializers.CharField(),
            "profileId": serializers.CharField(),
            "balanceCents": serializers.IntegerField(),
            "txHash": serializers.CharField(),
        },
        accepted=_REVIEW,
        errors={
            **_REFUSALS,
            400: "terms_not_accepted country_required invalid_country city_required invalid_payment_header invalid_wallet_proof",
            403: "country_blocked",
            409: "payment_already_processed key_limit_reached",
        },
        example={"acceptTerms": True, "country": "US", "city": "Boston", "agentName": "Scout"},
    )
    def sign_up(self, request: Request) -> Response:
        data = self.read(X402SignupIn, strict=True, accepted=())
        data.pop("accept_terms")
        proof, signature = request.headers.get("X-Wallet-Signature"), request.headers.get(SIGNATURE)
        if proof:
            signed_at = request.headers.get("X-Wallet-Signed-At", "")
            result = x402.recover(proof=proof, signed_at=signed_at, signature=signature)
        else:
            result = x402.sign_up(applicant=cast("x402.Applicant", data), signature=signature)
        account = result.payment.account
        if not result.api_key or account is None:
            return _under_review(result)
        return _receipted(
            result,
            self.answer(
                status="account_recovered" if proof else "account_created",
                apiKey=result.api_key,
                agentUserId=account.public_id,
                profileId=account.public_profile_id,
                balanceCents=ledger.balance(ledger.wallet(account.pk)),
                txHash=result.payment.tx_hash,
            ),
        )


class X402DepositView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "x402Deposit",
        limits=("deposit.public",),
        tag="Wallet",
        summary="Put money into your wallet by a stablecoin payment",
        description=_FLOW + "The wallet gets as many cents as the token's dollars, once per transaction on the chain.",
        takes=X402DepositIn,
        gives={
            "status": serializers.ChoiceField(["credited"]),
            "amountCents": serializers.IntegerField(),
            "balanceCents": serializers.IntegerField(),
            "currency": serializers.CharField(),
            "txHash": serializers.CharField(),
        },
        accepted=_REVIEW,
        keyed=False,
        errors={**_REFUSALS, 400: "validation_error invalid_payment_header", 403: "api_key_required"},
        example={"amountCents": 2500},
    )
    def deposit(self, request: Request) -> Response:
        data = self.read(X402DepositIn)
        result = x402.deposit(
            account_id=self.actor.id, cents=data["amount_cents"], signature=request.headers.get(SIGNATURE)
        )
        if not result.is_settled:
            return _under_review(result)
        return _receipted(
            result,
            self.answer(
                status="credited",
                amountCents=result.payment.amount_cents,
                balanceCents=ledger.balance(ledger.wallet(self.actor.id)),
                currency="usd",
                txHash=result.payment.tx_hash,
            ),
        )


def _under_review(result: PaymentResult) -> Response:
    body = {"success": True, "status": "settlement_under_review", "message": _MESSAGE}
    return _receipted(result, Response(body | {"txHash": result.payment.tx_hash or None}, status=202))


def _receipted(result: PaymentResult, response: Response) -> Response:
    if result.receipt:
        response[RESPONSE] = result.receipt
    return no_store(response)
