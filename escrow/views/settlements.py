"""/api/disputes/{id}: answer what is asked, offer a settlement, accept or decline one."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from escrow.serializers.disputes import DisputeAnswerIn, DisputeRecord, OfferIn, render_one
from escrow.services import offers, requests
from marketplace.api.openapi import operation
from marketplace.api.uploads import FormParser, read_form
from marketplace.api.viewsets import ApiViewSet, no_store
from marketplace.api.wire import JsonParser
from marketplace.models import File

_ENDED = {404: "not_found", 409: "invalid_state"}


class AnswerView(ApiViewSet):
    parser_classes = [JsonParser, FormParser]

    @operation(
        "answerDispute",
        tag="Disputes",
        summary="Answer what our staff ask of you, or the objection to your work",
        description="While `allowedActions` has answer. With a request of our staff in `asked` that is open and of your side, this "
        "answers it: the one of `requestId`, else the one that is due first. Without one, at stage opened, it is the worker's "
        "answer to the objection. Then it is our staff's turn, unless something else is open. As JSON or as multipart, as evidence "
        "is; it stands in `evidence`, for both sides to see.",
        takes=DisputeAnswerIn,
        takes_files=True,
        gives={"dispute": DisputeRecord()},
        errors={
            403: "not_party not_for_oneself",
            404: "not_found",
            409: "nothing_asked invalid_state too_much_evidence",
            413: "body_too_large",
            503: "storage_unavailable",
        },
        example={"text": "The receipt is at this address.", "urls": ["https://example.com/receipt"]},
    )
    def answer_it(self, request: Request, dispute_id: str) -> Response:
        data = self.read(DisputeAnswerIn, body=read_form(request, many={"urls", "files"}))
        which = data["request_id"]

        def keep() -> list[File]:
            return requests.store_files(self.actor, dispute_id, data["files"], request_id=which)

        def perform(kept: list[File]) -> dict[str, Any]:
            answered = requests.answer(
                self.actor, dispute_id, text=data["text"], urls=data["urls"], stored_files=kept, request_id=which
            )
            return {"dispute": render_one(answered, self.actor)}

        return no_store(self.once_with_files("dispute.answer", keep, perform))


class OfferView(ApiViewSet):
    @operation(
        "offerSettlement",
        tag="Disputes",
        summary="Offer the other side how the money is divided",
        description="While `allowedActions` has offer. Both sides may, up to twenty times each; a new offer takes the place of "
        "your open one. Our fee is on the worker's part alone, and the rest returns to the funder: `offers` shows the exact cents. "
        "It can't be taken back: the other side may accept it until `dueAt`, and then the money moves at once. Moves no money "
        "by itself.",
        takes=OfferIn,
        gives={"dispute": DisputeRecord()},
        errors={403: "not_party not_for_oneself", 404: "not_found", 409: "invalid_state too_many_offers"},
        example={"workerCents": 300, "words": "Two of the three photos can be used."},
    )
    def offer(self, request: Request, dispute_id: str) -> Response:
        data = self.read(OfferIn)

        def perform() -> dict[str, Any]:
            return {"dispute": render_one(offers.make(self.actor, dispute_id, **data), self.actor)}

        return no_store(self.once("dispute.offer", perform))

    @operation(
        "acceptSettlement",
        tag="Disputes",
        summary="Accept an offer of the other side",
        description="Binding: the money of the seat is divided at once, exactly as `offers` says, and the dispute is over without "
        "an appeal. Also while a decision of our staff waits for its second person, which it ends.",
        gives={"dispute": DisputeRecord()},
        errors={403: "not_party not_for_oneself own_offer"} | _ENDED,
    )
    def accept(self, request: Request, dispute_id: str, offer_id: str) -> Response:
        def perform() -> dict[str, Any]:
            return {"dispute": render_one(offers.accept(self.actor, dispute_id, offer_id), self.actor)}

        return no_store(self.once("dispute.accept_offer", perform))

    @operation(
        "declineSettlement",
        tag="Disputes",
        summary="Decline an offer of the other side",
        description="Then it is our staff's turn, unless something else is open. You may make an offer of your own.",
        gives={"dispute": DisputeRecord()},
        errors={403: "not_party not_for_oneself own_offer"} | _ENDED,
    )
    def decline(self, request: Request, dispute_id: str, offer_id: str) -> Response:
        def perform() -> dict[str, Any]:
            return {"dispute": render_one(offers.decline(self.actor, dispute_id, offer_id), self.actor)}

        return no_store(self.once("dispute.decline_offer", perform))
