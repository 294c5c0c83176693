"""/api/escrow/checkout: pay for a seat, by application or by conversation."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.serializers.hiring import SeatCheckoutIn
from bounties.services import checkout, funding, hiring
from bounties.views.hiring import HIRED, hired_answer
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.services.idempotency import Answer

_BOOKING = "bookingId is not used: service bookings are paused"


class SeatCheckoutView(ApiViewSet):
    @operation(
        "payForSeat",
        asks=True,
        tag="Escrow",
        summary="Pay for a person's seat",
        description="Give `bountyId` and `applicationId`, or the `conversationId` of that application. A pending application "
        "is accepted, with the same gates, and its seat taken from the bounty's pool; an accepted one answers its escrow; a "
        "direct hire that waits for its money is funded by the wallet, or `checkoutUrl` is the page that pays and hires. "
        "`amount`, and the latest payment offer of the conversation, must be the seat's price or its total with the fee. In a "
        "conversation about no application its latest payment offer is taken up: the person is hired by name for that pay, "
        "as by `rentHuman`, once for each offer.",
        takes=SeatCheckoutIn,
        gives=HIRED | {"status": serializers.ChoiceField(funding.FUNDING_STATUSES)},
        errors={
            400: "validation_error",
            402: "insufficient_funds",
            403: "not_owner not_poster not_for_oneself spending_cap_exceeded",
            404: "not_found",
            409: "amount_mismatch conversation_not_payable language_proficiency_unsatisfied overlapping_shift "
            "no_spots_left invalid_state deadline_passed human_not_available managed_bounty",
        },
        example={"bountyId": "bty_…", "applicationId": "app_…", "amount": 25},
    )
    def pay(self, request: Request) -> Response:
        data = self.read(SeatCheckoutIn)
        if data.pop("booking_id"):
            self.warnings.append(_BOOKING)
        payment = checkout.SeatPayment(**data)

        def perform() -> dict[str, Any] | Answer:
            done = checkout.pay_for_seat(self.actor, payment)
            return (
                self.payment_started(done.bounty.public_id, hired_answer(done)) if done.checkout else hired_answer(done)
            )

        def present(bounty_id: str) -> dict[str, Any]:
            return hired_answer(hiring.current_state(self.actor, bounty_id))

        return no_store(self.once("escrow.checkout", perform, present=present))
