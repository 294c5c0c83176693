"""/api/reviews: what owners said about people whose work they paid, and what these answered."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from humans.selectors import reviews as listing
from humans.serializers.reviews import ReviewAnswerIn, ReviewIn, ReviewOut
from humans.services import reviews
from marketplace.api.fields import IdField
from marketplace.api.openapi import operation
from marketplace.api.permissions import KeyOrSession, Public
from marketplace.api.viewsets import ApiViewSet
from marketplace.core import rights
from marketplace.core.errors import Invalid


class ReviewView(ApiViewSet):
    reads = "browse"

    def get_permissions(self) -> list[BasePermission]:
        return [Public()] if self.action == "list" else [KeyOrSession()]

    @operation(
        "listReviews",
        tag="Humans",
        summary="Reviews of a person, newest first",
        query=[("humanId", "string", "A person's profile id (prf_…) or username.")],
        page_of=("reviews", ReviewOut),
        errors={400: "validation_error invalid_limit invalid_cursor", 404: "not_found"},
    )
    def list(self, request: Request) -> Response:
        who = request.query_params.get("humanId")
        if not who:
            raise Invalid({"humanId": ["Name the person: ?humanId=prf_…"]})
        return self.listed("reviews", self.paged(listing.about(who), scope=f"reviews:{who}"), ReviewOut)

    @operation(
        "postReview",
        tag="Humans",
        summary="Review a person after you released their pay",
        description="One for each released seat of your bounty; it can't be changed. The person gets a mail, and may answer once.",
        takes=ReviewIn,
        gives={"review": ReviewOut()},
        errors={403: "not_owner not_for_oneself work_not_released", 404: "not_found", 409: "already_reviewed"},
        example={
            "bountyId": "bty_01h455vb4pex5vsknk084sn02q",
            "humanId": "prf_01h455vb4pex5vsknk084sn02q",
            "rating": 5,
            "comment": "Sharp photos, before the agreed hour.",
        },
    )
    def create(self, request: Request) -> Response:
        data: dict[str, Any] = self.read(ReviewIn)
        return self.once("review.post", lambda: {"review": ReviewOut.render(reviews.post(self.actor, **data))})

    @operation(
        "answerReview",
        tag="Humans",
        summary="Answer a review of yourself, once",
        description="For the person reviewed. The answer is public, beside the review, and can't be changed. It opens the "
        "conversation `conversationId` (kind `feedback`) with the author of the review, who gets it as its first message: "
        "`message.received`, and a mail. `conversationId` is null when the author takes no messages from you: the answer is "
        "public all the same.",
        takes=ReviewAnswerIn,
        gives={"review": ReviewOut(), "conversationId": IdField("cnv", allow_null=True)},
        errors={
            403: "not_reviewee message_refused",
            404: "not_found",
            409: "already_answered idempotency_key_reused",
        },
        example={"answer": "Thank you! The light was kind that morning."},
        least=rights.SELF,
    )
    def answer_review(self, request: Request, review_id: str) -> Response:
        data: dict[str, Any] = self.read(ReviewAnswerIn)
        reviews.check_answer(self.actor, review_id, data["answer"])

        def perform() -> dict[str, Any]:
            answered = reviews.answer(self.actor, review_id, **data)
            talk = answered.conversation
            return {"review": ReviewOut.render(answered), "conversationId": talk.public_id if talk else None}

        return self.once("review.answer", perform)
