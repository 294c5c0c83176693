"""/profile/reviews: what people said about one's work, each answered here once."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from humans.models import Conversation, Review
from humans.selectors import reviews as reading
from humans.serializers.reviews import ReviewAnswerIn, ReviewOut
from humans.services import reviews
from marketplace.api.pagination import page as keyset_page
from marketplace.core import ids
from marketplace.web.page import Page

PER_PAGE = 20


class OwnReviews(Page):
    template = "humans/own_reviews.html"

    def show(self) -> dict[str, Any]:
        found = keyset_page(
            reading.received(self.actor.id),
            Request(self.request),
            scope=f"pages:own-reviews:{self.actor.id}",
            default=PER_PAGE,
        )
        works = reading.works_of(found.rows)
        return {
            "reviews": [_shown(row, works.get(row.bounty_id)) for row in found.rows],
            "next_url": self.next_url(found.next_cursor),
        }

    def act_answer(self) -> HttpResponse:
        review_id = self.request.POST.get("reviewId", "")
        data = self.read(ReviewAnswerIn, self.posted("answer"))
        return self.once(
            lambda _checked: reviews.answer(self.actor, review_id, **data),
            keep=lambda: reviews.check_answer(self.actor, review_id, data["answer"]),
            to=lambda row: f"/profile/reviews#{row.public_id}",
            said=_("Published: everybody can read your answer beside the review."),
        )


def _shown(row: Review, work: Conversation | None) -> dict[str, Any]:
    """A review as everybody reads it, and what only the person reviewed is told."""
    application = work.application_id if work else None
    return ReviewOut.render(row) | {
        "title": work.subject if work else "",
        "work_href": f"/work/{ids.encode('app', application)}" if application else "",
        "talk_href": f"/messages/{ids.encode('cnv', row.conversation_id)}" if row.conversation_id else "",
        "hidden_because": row.answer_hidden_reason,
    }
