"""/api/cake-orders: quote, order, status."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from bounties.models import CakeOrder
from bounties.rules.cakes import STATUSES
from bounties.selectors import access
from bounties.serializers.cakes import CakeOrderOut, CakeQuoteIn, CakeQuoteOut, CakeSendIn
from bounties.services import cakes
from bounties.services.cakes import CakeForm
from marketplace.api.filters import ChoiceFilter, Query
from marketplace.api.openapi import operation
from marketplace.api.viewsets import ApiViewSet, no_store


class CakeQuery(Query):
    status = ChoiceFilter(values=list(STATUSES))

    class Meta:
        model = CakeOrder
        fields: list[str] = []


class CakeView(ApiViewSet):
    @operation(
        "quoteCakeOrder",
        tag="Cakes",
        summary="What a cake costs, brought to somebody's door",
        description="Moves no money. The quote holds for 30 minutes; POST /api/cake-orders pays it. All sums in cents. `warnings` "
        "say when the wallet's owner wants to be asked for it first.",
        takes=CakeQuoteIn,
        gives={
            **CakeQuoteOut().fields,
            "warnings": serializers.ListField(child=serializers.CharField(), required=False),
        },
        errors={503: "product_unavailable"},
        example={
            "recipientName": "Ana Silva",
            "address": "Rua Augusta 100, 3rd floor",
            "city": "Lisbon",
            "country": "PT",
            "deliverAt": "2030-01-01T15:00:00.000Z",
            "message": "Happy birthday!",
            "size": "small",
        },
    )
    def quote(self, request: Request) -> Response:
        data = cast(CakeForm, self.read(CakeQuoteIn))

        def perform() -> dict[str, Any]:
            made = cakes.quote(self.actor, data)
            warnings = cakes.warnings(self.actor, made)
            return CakeQuoteOut.render(made) | ({"warnings": warnings} if warnings else {})

        return no_store(self.once("cake.quote", perform))

    @operation(
        "sendCakeOrder",
        asks=True,
        tag="Cakes",
        summary="Pay for a quote and send the cake",
        description="The wallet pays `totalCents` at once, and people in that city whose profile lists `delivery` are asked one "
        "after the other. Without anybody until `deliverAt` the money comes back whole. A quote buys one cake: sent again, it "
        "answers the order as it stands.",
        takes=CakeSendIn,
        gives={"order": CakeOrderOut()},
        errors={
            402: "insufficient_funds",
            403: "spending_cap_exceeded",
            404: "not_found",
            410: "quote_expired",
            503: "product_unavailable",
        },
        example={"quoteId": "cak_01jd8x1v2n3p4q5r6s7t8v9w0x"},
    )
    def send(self, request: Request) -> Response:
        quote_id = self.read(CakeSendIn)["quote_id"]

        def perform() -> dict[str, Any]:
            return {"order": CakeOrderOut.render(cakes.send(self.actor, quote_id))}

        return no_store(self.once("cake.send", perform))

    @operation(
        "listCakeOrders",
        tag="Cakes",
        summary="Your quotes and orders, newest first",
        filters=CakeQuery,
        query=[("status", "string", "quoted, funded, assigned, delivered, completed or refunded.")],
        page_of=("orders", CakeOrderOut),
    )
    def list(self, request: Request) -> Response:
        mine = cakes.up_to_date(self.actor)
        return no_store(
            self.listed("orders", self.paged(mine, scope=f"cakes:{self.actor.id}", query=CakeQuery), CakeOrderOut)
        )

    @operation(
        "getCakeOrder",
        tag="Cakes",
        summary="How a cake order stands",
        description="`quoted`, `funded` (a courier is looked for), `assigned`, `delivered` (a photo of it waits for your review at "
        "the bounty), `completed` or `refunded`.",
        gives={"order": CakeOrderOut()},
        errors={404: "not_found"},
    )
    def retrieve(self, request: Request, order_id: str) -> Response:
        cakes.up_to_date(self.actor)
        return no_store(self.answer(order=CakeOrderOut.render(access.own_cake(self.actor, order_id))))
