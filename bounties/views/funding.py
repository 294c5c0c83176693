"""Pay for a bounty: /api/bounties/deposit, …/funding-quote, …/enterprise-payment."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Bounty
from bounties.selectors import access, unpaid
from bounties.serializers.bounties import BountyDepositIn, EnterprisePaymentIn, QuoteOut, UnpaidOut
from bounties.services import funding
from marketplace.api.fields import DollarsField
from marketplace.api.openapi import operation
from marketplace.api.payments import MppPaymentOut, mpp_payment
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import money
from marketplace.services.idempotency import Answer
from wallet.models import Checkout
from wallet.selectors import mpp


class FundingView(ApiViewSet):
    reads = "browse"

    @operation(
        "depositForBounty",
        asks=True,
        tag="Bounties",
        summary="Fund a bounty that waits for its deposit",
        description="From the wallet when it covers the sum, else `deposit_url` is the page for the shortfall, and `mppPayment` "
        "the same by a card token, for 30 minutes: pay one of them, not both. On a funded bounty it answers `funded` and changes "
        "nothing.",
        takes=BountyDepositIn,
        gives={
            "status": serializers.ChoiceField(funding.FUNDING_STATUSES),
            "bountyId": serializers.CharField(),
            "escrowId": serializers.CharField(required=False),
            "deposit_url": serializers.URLField(required=False),
            "mppPayment": MppPaymentOut(required=False),
            "fundingTotal": DollarsField(),
            "unpaid": UnpaidOut(required=False),
        },
        errors={
            402: "insufficient_funds",
            403: "not_owner spending_cap_exceeded",
            404: "not_found",
            409: "invalid_state deadline_passed human_not_available",
        },
        example={"bountyId": "bty_01m7y41gw9e99bhhcyyf5tcp12"},
    )
    def deposit(self, request: Request) -> Response:
        data = self.read(BountyDepositIn)

        def perform() -> dict[str, Any] | Answer:
            bounty, checkout = funding.deposit(self.actor, data["bounty_id"])
            answer = {"status": funding.funding_status(bounty)} | funding_answer(bounty, checkout)
            return self.payment_started(bounty.public_id, answer) if checkout else answer

        def present(bounty_id: str) -> dict[str, Any]:
            bounty, checkout = funding.current_state(self.actor, bounty_id)
            return {"status": funding.funding_status(bounty)} | funding_answer(bounty, checkout)

        return no_store(self.once("bounty.deposit", perform, present=present))

    @operation(
        "quoteBountyFunding",
        tag="Bounties",
        summary="What funding this bounty takes",
        description="While it is unfunded, `warnings` name what the call that funds it would meet: a spending cap, a short wallet, "
        "an owner who wants to be asked first (`needs_approval`).",
        gives={
            "quote": QuoteOut(),
            "warnings": serializers.ListField(child=serializers.CharField(), required=False),
        },
        errors={403: "not_owner", 404: "not_found"},
    )
    def quote(self, request: Request, bounty_id: str) -> Response:
        bounty = access.owned_bounty(self.actor, bounty_id)
        if bounty.status == "pending_deposit":
            self.warnings = funding.warnings(self.actor, bounty)
        return self.answer(quote=QuoteOut.render(funding.quote(bounty)))

    @operation(
        "payEnterpriseBounty",
        asks=True,
        tag="Bounties",
        summary="Fund a bounty from the wallet, never by a page",
        description="For who keeps money in the wallet: a short wallet is 402 with the exact figures, and no page is opened. "
        "`conversationId`, where the payment was agreed upon, must be your own and about this bounty; it is only checked. On a "
        "funded bounty it answers `funded` and changes nothing.",
        takes=EnterprisePaymentIn,
        gives={
            "status": serializers.ChoiceField(funding.FUNDING_STATUSES),
            "bountyId": serializers.CharField(),
            "escrowId": serializers.CharField(),
            "fundingTotal": DollarsField(),
        },
        errors={
            402: "insufficient_funds",
            403: "not_owner spending_cap_exceeded",
            404: "not_found",
            409: "invalid_state deadline_passed human_not_available",
        },
        example={"conversationId": "cnv_01m7y41gw9e99bhhcyyf5tcp12"},
    )
    def pay_enterprise(self, request: Request, bounty_id: str) -> Response:
        data = self.read(EnterprisePaymentIn)

        def perform() -> dict[str, Any]:
            bounty = funding.pay_from_wallet(self.actor, bounty_id, **data)
            return {"status": funding.funding_status(bounty)} | funding_answer(bounty, None)

        return self.once("bounty.enterprise_payment", perform)


def funding_answer(bounty: Bounty, checkout: Checkout | None) -> dict[str, Any]:
    """The total, and either the escrow that holds the money or, while unpaid, the checkout url."""
    answer: dict[str, Any] = {
        "bountyId": bounty.public_id,
        "fundingTotal": money.dollars_from_cents(funding.total(bounty)),
    }
    answer |= unpaid_answer(bounty, checkout)
    if checkout is not None:
        return answer | {"deposit_url": checkout.url} | mpp_payment(mpp.payment_offer(checkout))
    if bounty.status == "pending_deposit":
        return answer | {"warnings": ["the payment page is over: POST /api/bounties/deposit opens another one"]}
    return answer | ({"escrowId": bounty.pool.public_id} if bounty.pool else {})


def unpaid_answer(bounty: Bounty, checkout: Checkout | None) -> dict[str, Any]:
    """What a bounty that waits for money needs, for its owner; nothing of any other."""
    found = unpaid.of(bounty, checkout)
    return {"unpaid": UnpaidOut.render(found)} if found is not None else {}
