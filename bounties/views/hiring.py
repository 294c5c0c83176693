"""/api/escrow/agent-checkout, personal-bounty, agent-rentals: hire one person by name, and list direct hires."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import Bounty
from bounties.rules.bounties import DIRECT, STATUSES
from bounties.selectors import hiring as selector
from bounties.serializers.hiring import PersonalIn, RentalIn, RentalOut, RentalSummaryOut
from bounties.services import funding, hiring
from bounties.services.hiring import HireForm
from marketplace.api.fields import DollarsField, TimestampField, timestamp
from marketplace.api.filters import ChoiceFilter, IdFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.permissions import Key
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import money
from marketplace.services.idempotency import Answer

HIRED = {
    "status": serializers.ChoiceField(funding.FUNDING_STATUSES),
    "bountyId": serializers.CharField(),
    "applicationId": serializers.CharField(),
    "conversationId": serializers.CharField(),
    "escrowId": serializers.CharField(
        required=False,
        help_text="The seat's; while the money is missing the bounty's own, which is in the state funding.",
    ),
    "confirmBy": TimestampField(
        required=False, help_text="Until when the person confirms; then the money returns by itself."
    ),
    "checkoutUrl": serializers.URLField(required=False),
    "url": serializers.URLField(required=False, help_text="The same page, under its old name."),
    "checkoutTotal": DollarsField(required=False, help_text="What the page asks for."),
}
_GIVES = HIRED | {
    "id": serializers.CharField(help_text="The same as bountyId."),
    "fundingTotal": DollarsField(help_text="The whole cost, with the fee."),
}
_ERRORS = {
    400: "validation_error own_hire",
    402: "insufficient_funds",
    403: "api_key_required spending_cap_exceeded",
    404: "not_found",
    409: "human_not_available idempotency_key_reused idempotency_in_progress",
    503: "payments_unavailable",
}


class RentalQuery(Query):
    kind = ChoiceFilter(values=list(DIRECT))
    status = ChoiceFilter(values=STATUSES)
    humanId = IdFilter(field_name="applications__human__profile_id", prefix="prf")
    bountyId = IdFilter(field_name="id", prefix="bty")

    class Meta:
        model = Bounty
        fields: list[str] = []


class HiringView(ApiViewSet):
    permission_classes = [Key]

    @operation(
        "rentHuman",
        asks=True,
        limits=("write", "key.bounties"),
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
        return self._hire(RentalIn, "rental")

    @operation(
        "createPersonalBounty",
        asks=True,
        limits=("write", "key.bounties"),
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
        return self._hire(PersonalIn, "personal")

    @operation(
        "listRentals",
        tag="Escrow",
        summary="Your direct hires and what to do next",
        description="Rentals and personal bounties, newest first. `nextAction` says what is to be done, and whether it is you "
        "who does it.",
        filters=RentalQuery,
        query=[
            ("kind", "string", "Only this kind."),
            ("status", "string", "Only bounties of this status."),
            ("humanId", "string", "Only this person (prf_…)."),
            ("bountyId", "string", "Only this bounty (bty_…)."),
        ],
        page_of=("rentals", RentalOut),
        gives={"summary": RentalSummaryOut(help_text="All of them, whatever this page or its filters show.")},
        errors={400: "validation_error invalid_limit invalid_cursor", 403: "api_key_required"},
    )
    def list(self, request: Request) -> Response:
        found = self.paged(selector.of_owner(self.actor), scope=f"rentals:{self.actor.id}", query=RentalQuery)
        found.rows = selector.rentals(found.rows)
        listed = found.envelope("rentals", RentalOut.render_many(found.rows))
        return no_store(Response(listed | {"summary": selector.summary(self.actor)}))

    def _hire(self, shape: type[RentalIn | PersonalIn], kind: str) -> Response:
        data = self.read(shape)
        human_id, method = data.pop("human_id"), data.pop("funding_method")
        conversation_id = data.pop("conversation_id", None)
        fields = cast(HireForm, data | {"price_type": "fixed"})

        def perform() -> dict[str, Any] | Answer:
            done = hiring.hire_by_name(
                self.actor, human_id, fields, kind=kind, method=method, conversation_id=conversation_id
            )
            answer = _answer(done)
            self.preview = {"fundingTotal": answer["fundingTotal"]}
            return self.payment_started(done.bounty.public_id, answer) if done.checkout else answer

        return self.once(
            f"hiring.{kind}", perform, present=lambda bounty: _answer(hiring.current_state(self.actor, bounty))
        )


def _answer(done: hiring.Hired) -> dict[str, Any]:
    total = {"fundingTotal": money.dollars_from_cents(funding.total(done.bounty))}
    return {"id": done.bounty.public_id} | hired_answer(done) | total


def hired_answer(done: hiring.Hired) -> dict[str, Any]:
    """The hire's ids with the seat's escrow or, while unpaid, the bounty's own and the checkout url."""
    application, page = done.application, done.checkout
    assert application.conversation is not None
    answer: dict[str, Any] = {
        "status": funding.funding_status(done.bounty),
        "bountyId": done.bounty.public_id,
        "applicationId": application.public_id,
        "conversationId": application.conversation.public_id,
    }
    if application.escrow:
        answer["escrowId"] = application.escrow.public_id
        if application.status == "accepted" and application.confirmed_at is None and application.confirm_by is not None:
            answer["confirmBy"] = timestamp(application.confirm_by)
    elif done.bounty.status == "pending_deposit" and done.bounty.pool:
        answer["escrowId"] = done.bounty.pool.public_id
    if page is not None:
        total = money.dollars_from_cents(page.amount_cents)
        return answer | {"checkoutUrl": page.url, "url": page.url, "checkoutTotal": total}
    if done.bounty.status == "pending_deposit":
        answer["warnings"] = ["the payment page is over: POST /api/bounties/deposit opens another one"]
    return answer
