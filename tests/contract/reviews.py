"""Rows of the table of routes: reviews and their answers."""

from tests.contract.cells import BELOW, PUBLIC, REVIEW, Route

REVIEWEE = "401 403:not_reviewee 403:not_reviewee {} 403:not_reviewee 403:not_reviewee 403:not_reviewee"

# fmt: off
ROUTES = [
    Route("GET", "/api/reviews?humanId={human}", "listReviews", PUBLIC),
    Route("POST", "/api/reviews", "postReview", BELOW.format("200"), REVIEW),
    Route("POST", "/api/reviews", "postReview", BELOW.format("403:work_not_released"),
          REVIEW | {"bountyId": "{hired_bounty}"}, note="not released"),
    Route("POST", "/api/reviews", "postReview", "401 404 404 404 403:work_not_released 404 404",
          REVIEW | {"bountyId": "{draft_bounty}"}, note="hidden, never funded"),
    Route("POST", "/api/reviews/{review}/answer", "answerReview", REVIEWEE.format("200"), {"answer": "Thank you."}),
    Route("POST", "/api/reviews/{answered_review}/answer", "answerReview", REVIEWEE.format("409:already_answered"),
          {"answer": "Thank you."}, note="answered before"),
]
