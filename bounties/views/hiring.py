"""/api/escrow/agent-checkout, personal-bounty, agent-rentals: hire one person by name, and what to do next."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.selectors import listing
from bounties.serializers.hiring import PersonalIn, RentalIn, RentalOut
from bounties.services import funding, hiring
from marketplace.api.fields import DollarsField
from marketplace.api.openapi import operation
from marketplace.api.permissions import Key
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import money

_GIVES = {
    "status": serializers.ChoiceField(["funded", "requires_payment"]),
    "bountyId": serializers.CharField(),
    "applicationId": serializers.CharField(),
    "escrowId": serializers.CharField(required=False),
    "conversationId": serializers.CharField(),
    "checkoutUrl": serializers.URLField(required=False),
    "deposit_url": serializers.URLField(required=False),
    "fundingTotal": DollarsField(),
}
_ERRORS = {
    400: "validation_error own_hire",
    402: "insufficient_funds",
    403: "api_key_required spending_cap_exceeded",
    404: "not_found",
    409: "human_not_available idempotency_key_reused idempotency_in_progress",
}


class HiringView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "rentHuman",
        tag="Escrow",
        summary="Hire a person by name, in one step",
        description="Makes a private bounty of one spot and, with the money, hires the person, who has two hours to confirm; "
        "otherwise the money returns to the wallet. When the wallet is short, `checkoutUrl` is the page that pays and hires.",
        takes=RentalIn,
        gives=_GIVES,
        errors=_ERRORS,
        example={
            "humanId": "prf_…",
            "taskTitle": "Queue for an hour",
            "taskDescription": "At Rua Augusta 100.",
            "price": 25,
        },
    )
    def rent(self, request: Request) -> Response:
        data = self.read(RentalIn)
        return self.once("hiring.rent", lambda: self._hire(dict(data), kind="rental"))

    @operation(
        "createPersonalBounty",
        tag="Escrow",
        summary="A bounty for one person, with a deadline",
        description="As a rental, and two days after the deadline it settles by itself: released if delivered or completed, "
        "refunded if nothing was delivered. `conversationId` must be your own conversation with this person.",
        takes=PersonalIn,
        gives=_GIVES,
        errors=_ERRORS,
        example={
            "humanId": "prf_…",
            "title": "Translate a menu",
            "description": "Two pages, Portuguese to English.",
            "completionCriteria": "Every dish has an English name.",
            "price": 40,
            "deadline": "2030-01-01T12:00:00.000Z",
        },
    )
    def personal(self, request: Request) -> Response:
        data = self.read(PersonalIn)
        return self.once("hiring.personal", lambda: self._hire(dict(data), kind="personal"))

    @operation(
        "listRentals",
        tag="Escrow",
        summary="Your direct hires and what to do next",
        query=[("limit", "integer", "1 to 100, default 50."), ("cursor", "string", "nextCursor of the page before.")],
        page_of=("rentals", RentalOut),
        errors={400: "invalid_limit invalid_cursor", 403: "api_key_required"},
    )
    def list(self, request: Request) -> Response:
        found = self.paged(listing.direct_hires(self.actor), scope=f"rentals:{self.actor.id}")
        return self.listed("rentals", found, RentalOut)

    def _hire(self, data: dict[str, Any], *, kind: str) -> dict[str, Any]:
        human_id, method = data.pop("human_id"), data.pop("funding_method")
        talk = data.pop("conversation_id", None)
        done = hiring.hire_by_name(
            self.actor,
            human_id,
            {**data, "price_type": "fixed"},
            kind=kind,
            wallet_only=method == "wallet",
            conversation_id=talk,
        )
        application = done.application
        answer: dict[str, Any] = {
            "status": "requires_payment" if done.checkout else "funded",
            "bountyId": done.bounty.public_id,
            "applicationId": application.public_id,
            "fundingTotal": money.dollars_from_cents(funding.quote(done.bounty).funding_total),
        }
        if application.conversation:
            answer["conversationId"] = application.conversation.public_id
        if application.escrow:
            answer["escrowId"] = application.escrow.public_id
        return answer | ({"checkoutUrl": done.checkout.url, "deposit_url": done.checkout.url} if done.checkout else {})
