"""/api/payment-links and /api/agent-checkouts: pages that others pay into the caller's wallet."""

from typing import Any, cast

import django_filters
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace.api.filters import Query
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.core import rights
from marketplace.services.idempotency import REPLAYED, Answer
from wallet.models import AgentCheckout
from wallet.selectors import agent_checkouts as orders
from wallet.selectors import payment_links as links
from wallet.serializers.links import AgentCheckoutIn, AgentCheckoutOut, PaymentLinkIn, PaymentLinkOut
from wallet.services import agent_checkouts, payment_links

_LIST_ERRORS = {400: "invalid_limit invalid_cursor"}


class PaymentLinkView(ApiViewSet):
    @operation(
        "createPaymentLink",
        tag="Wallet",
        summary="A page that anybody pays into your wallet",
        description="Open for 30 days, paid once. An idempotency key belongs to the link for as long as it lives: a replay "
        "answers its present state.",
        takes=PaymentLinkIn,
        gives=dict(PaymentLinkOut().fields.items()),
        errors={
            400: "validation_error",
            409: "idempotency_key_reused idempotency_in_progress",
            503: "payments_unavailable",
        },
        example={"amount": 40, "description": "Two hours of proofreading", "payerEmail": "payer@example.com"},
    )
    def create(self, request: Request) -> Response:
        data = self.read(PaymentLinkIn)

        def perform() -> Answer:
            link = payment_links.create(
                self.actor,
                cents=data["amount_cents"],
                description=data["description"],
                payer_email=data["payer_email"],
            )
            return self.payment_started(link.public_id, PaymentLinkOut.render(link))

        return no_store(self.once("payment_link.create", perform, present=self._present_state))

    @operation(
        "listPaymentLinks",
        tag="Wallet",
        summary="Your payment links, newest first",
        page_of=("paymentLinks", PaymentLinkOut),
        errors=_LIST_ERRORS,
    )
    def list(self, request: Request) -> Response:
        found = self.paged(links.mine(self.actor), scope=f"links:{self.actor.id}")
        return no_store(self.listed("paymentLinks", found, PaymentLinkOut))

    @operation(
        "getPaymentLink",
        tag="Wallet",
        summary="One of your payment links",
        gives=dict(PaymentLinkOut().fields.items()),
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, link_id: str) -> Response:
        return no_store(self.answer(**self._present_state(link_id)))

    def _present_state(self, link_id: str) -> dict[str, Any]:
        return PaymentLinkOut.render(links.own(self.actor, link_id))


class OrderQuery(Query):
    externalOrderId = django_filters.CharFilter(field_name="external_order_id")

    class Meta:
        model = AgentCheckout
        fields: list[str] = []


class AgentCheckoutView(ApiViewSet):
    @operation(
        "createAgentCheckout",
        tag="Wallet",
        summary="Charge a customer of your own",
        description="Answers the page that your customer pays into your wallet, open for a day. `externalOrderId` is the "
        "idempotency key, for ever: the same order answers its checkout as it stands, with other input it is 409.",
        takes=AgentCheckoutIn,
        gives={"checkout": AgentCheckoutOut()},
        errors={
            400: "validation_error",
            409: "idempotency_key_reused idempotency_in_progress",
            503: "payments_unavailable",
        },
        example={
            "externalOrderId": "order-1042",
            "amount": 18.5,
            "description": "Flowers, delivered tomorrow",
            "successUrl": "https://shop.example.com/thanks",
            "cancelUrl": "https://shop.example.com/cart",
        },
    )
    def create(self, request: Request) -> Response:
        data = cast("agent_checkouts.NewCheckout", self.read(AgentCheckoutIn))

        def perform() -> Answer:
            row, replayed = agent_checkouts.create(self.actor, data)
            answer = self.payment_started(row.public_id, {"checkout": AgentCheckoutOut.render(row)})
            answer.headers |= REPLAYED if replayed else {}
            return answer

        return no_store(self.once("agent_checkout.create", perform, present=self._present_state))

    @operation(
        "listAgentCheckouts",
        tag="Wallet",
        summary="What you charged your customers, newest first",
        query=[("externalOrderId", {"type": "string", "maxLength": 100}, "Only this order.")],
        page_of=("checkouts", AgentCheckoutOut),
        errors=_LIST_ERRORS,
    )
    def list(self, request: Request) -> Response:
        found = self.paged(orders.mine(self.actor), scope=f"agent-checkouts:{self.actor.id}", query=OrderQuery)
        return no_store(self.listed("checkouts", found, AgentCheckoutOut))

    @operation(
        "getAgentCheckout",
        tag="Wallet",
        summary="One of them",
        gives={"checkout": AgentCheckoutOut()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, agent_checkout_id: str) -> Response:
        return no_store(self.answer(**self._present_state(agent_checkout_id)))

    @operation(
        "refundAgentCheckout",
        tag="Wallet",
        summary="Give your customer everything back",
        description="In full, to where it came from; the rail's cost is ours. `refund.status` says how it goes: pending, "
        "succeeded, failed (the money is back in your wallet, and the checkout paid again) or attention (staff looks). Asked "
        "for twice, it is one refund.",
        gives={"checkout": AgentCheckoutOut()},
        errors={402: "insufficient_funds", 404: "not_found", 409: "not_refundable"},
        least=rights.OWNER,
    )
    def refund(self, request: Request, agent_checkout_id: str) -> Response:
        def perform() -> Answer:
            row = agent_checkouts.refund(self.actor, agent_checkout_id)
            return self.payment_started(row.public_id, {"checkout": AgentCheckoutOut.render(row)})

        return no_store(self.once("agent_checkout.refund", perform, present=self._present_state))

    def _present_state(self, agent_checkout_id: str) -> dict[str, Any]:
        return {"checkout": AgentCheckoutOut.render(orders.own(self.actor, agent_checkout_id))}
