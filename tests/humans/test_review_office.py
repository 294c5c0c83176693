"""Our staff hide the words of a review or of its answer, say why, and show them again; the stars go on to count."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from humans.models import Profile, Review
from humans.services import reviews
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import Seat, given_released, untouched

pytestmark = pytest.mark.django_db


@pytest.fixture
def answered() -> tuple[Seat, Review]:
    seat = given_released()
    human = seat.worker.account.public_profile_id
    said = {"bountyId": seat.bounty.public_id, "humanId": human, "rating": 2, "comment": "Rude words."}
    review = seat.agent.post("/api/reviews", said)["review"]["id"]
    assert seat.worker.post(f"/api/reviews/{review}/answer", {"answer": "Ruder words."}).status == 200
    return seat, Review.objects.get()


def decide(operator: Api, review: Review, verb: str, why: str = "It insults.") -> int:
    office = Client()
    office.force_login(operator.account, "django.contrib.auth.backends.ModelBackend")
    page = reverse("admin:humans_review_decide", args=(review.pk, verb))
    return office.post(page, {f"{verb}-reason": why, "confirmed": "1"}).status_code


def shown(seat: Seat) -> dict[str, Any]:
    found: dict[str, Any] = Api().get(f"/api/reviews?humanId={seat.worker.account.public_profile_id}")["reviews"][0]
    return found


def test_a_hidden_comment_is_read_by_nobody_and_the_stars_count(operator: Api, answered: tuple[Seat, Review]) -> None:
    seat, review = answered

    assert decide(operator, review, "hide_comment") == 302

    found = shown(seat)
    assert (found["comment"], found["isCommentHidden"], found["rating"]) == ("", True, 2)
    assert found["answer"]["text"] == "Ruder words."
    summary = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications")["applications"][0]["reviewSummary"]
    assert (summary["averageRating"], summary["recentReviews"][0]["comment"]) == (2, "")
    profile = Profile.objects.get(pk=seat.worker.account.pk)
    assert (profile.review_count, profile.rating_total) == (1, 2)
    mail = mailbox(seat.agent)[-1]
    assert mail["subject"] == f"The comment of your review was hidden: {seat.bounty.title}"
    assert "> Rude words." in mail["text"] and "> It insults." in mail["text"]
    assert LogEntry.objects.filter(object_id=str(review.pk)).count() == 1


def test_a_hidden_answer_is_read_by_nobody_and_shown_again(operator: Api, answered: tuple[Seat, Review]) -> None:
    seat, review = answered
    assert decide(operator, review, "hide_answer") == 302

    found = shown(seat)
    assert found["answer"] == {"text": "", "createdAt": found["answer"]["createdAt"], "isHidden": True}
    assert found["comment"] == "Rude words."
    assert subjects(seat.worker)[-1] == f"Your answer to a review was hidden: {seat.bounty.title}"
    with untouched():
        again = seat.worker.post(f"/api/reviews/{review.public_id}/answer", {"answer": "Once more."})
    assert again.code == "already_answered"

    mails = len(subjects(seat.worker))
    assert decide(operator, review, "show_answer") == 302
    assert shown(seat)["answer"]["text"] == "Ruder words." and len(subjects(seat.worker)) == mails


def test_what_is_hidden_shown_or_not_there_is_not_hidden_again(operator: Api, answered: tuple[Seat, Review]) -> None:
    _, review = answered
    staff = Actor.staff(operator.account)
    unit(lambda: reviews.hide(staff, review.pk, what="comment", reason="It insults."))
    Review.objects.update(answer="", answered_at=None, conversation=None)

    with untouched():
        for what, reason in (("comment", "It insults."), ("answer", "It insults."), ("answer", "")):
            with pytest.raises(InvalidState):
                unit(lambda what=what, reason=reason: reviews.hide(staff, review.pk, what=what, reason=reason))
