"""/profile/reviews: what people said about one's work, and one's answers."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Conversation, MessageRule, Review
from tests.factories.accounts import given_worker
from tests.factories.market import Seat, given_bounty, given_released, given_review, untouched
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db
PAGE = "/profile/reviews"
WORDS = "Thank you!"
HOSTILE = "<script>alert(1)</script>"


def given_reviewed(seat: Seat | None = None, **fields: Any) -> tuple[Seat, Review]:
    seat = seat or given_released()
    review = given_review(human=seat.worker.account, author=seat.agent.account, bounty_id=seat.bounty.pk, **fields)
    return seat, review


def test_a_stranger_signs_in_first_and_sees_only_their_own() -> None:
    seat, _ = given_reviewed(comment="Sharp photos.")

    assert Visitor().open(PAGE).path.startswith("/account/login")
    assert "No reviews yet" in Visitor(given_worker().account).open(PAGE).text
    mine = Visitor(seat.worker.account).open(PAGE)
    assert "Sharp photos." in mine.text and seat.bounty.title in mine.text
    assert f"/work/{seat.application.public_id}" in mine.links


def test_one_of_several_reviews_is_answered() -> None:
    seat, review = given_reviewed()
    other = given_review(human=seat.worker.account, author=given_worker().account, rating=2)
    me = Visitor(seat.worker.account)
    page = me.open(PAGE)
    assert "Your work" in page.text, "one that names no work is answered, too"

    answered = me.send(page, "answer", reviewId=review.public_id, answer=WORDS)

    review.refresh_from_db()
    other.refresh_from_db()
    assert (review.answer, other.answer) == (WORDS, "")
    assert answered.path == f"{PAGE}#{review.public_id}" and "Published" in answered.text
    assert f"/messages/{Conversation.objects.get(kind='feedback').public_id}" in answered.links
    assert [form.data["reviewId"] for form in answered.forms if form.act == "answer"] == [[other.public_id]]
    author = Visitor(seat.agent.account)
    assert "1 new" in author.open("/owner/messages").text and "1 message is not read" in author.open("/owner").text
    public = Visitor().open(f"/people/{seat.worker.account.public_profile_id}")
    assert WORDS in public.text and f"Answer by {seat.worker.account.display_name}" in public.text


def test_what_is_refused_comes_back_as_typed_at_its_review() -> None:
    seat, review = given_reviewed()
    given_review(human=seat.worker.account, author=given_worker().account)
    MessageRule.objects.create(phrase="pay me outside", reason="payment outside of the service")
    me = Visitor(seat.worker.account)
    page = me.open(PAGE)

    with untouched():
        long = me.send(page, "answer", reviewId=review.public_id, answer="x" * 2001)
        forbidden = me.send(page, "answer", reviewId=review.public_id, answer="Pay me outside")

    assert (long.status, forbidden.status) == (400, 403)
    assert long.html.count("x" * 2001) == 1 and "Pay me outside" in forbidden.html
    assert "not published" in forbidden.text and forbidden.html.count("<details open>") == 1


def test_a_review_is_answered_once_also_in_two_windows() -> None:
    seat, _ = given_reviewed()
    me = Visitor(seat.worker.account)
    first, second = me.open(PAGE), me.open(PAGE)
    me.send(first, "answer", answer=WORDS)

    with untouched():
        again = me.send(first, "answer", answer=WORDS)
        refused = me.send(second, "answer", answer="Something else.")

    assert again.status == 200 and refused.status == 409
    assert "You have answered this review" in refused.text


def test_the_review_of_somebody_else_is_not_answered() -> None:
    (_, review), (stranger, _) = given_reviewed(), given_reviewed()
    me = Visitor(stranger.worker.account)
    page = me.open(PAGE)

    with untouched():
        refused = me.send(page, "answer", reviewId=review.public_id, answer=WORDS)
        unknown = me.send(page, "answer", reviewId="rev_nothing", answer=WORDS)

    assert (refused.status, unknown.status) == (403, 404)


def test_texts_of_people_are_texts() -> None:
    seat = given_released(title=HOSTILE)
    given_reviewed(seat, comment=HOSTILE, answer=HOSTILE)

    page = Visitor(seat.worker.account).open(PAGE)

    assert HOSTILE not in page.html and page.html.count("&lt;script&gt;") == 3


def test_the_page_asks_the_database_as_often_for_one_as_for_five() -> None:
    seat, _ = given_reviewed(answer=WORDS)
    me = Visitor(seat.worker.account)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert me.open(PAGE).status == 200
        return len(seen)

    queries()
    one = queries()
    for _ in range(4):
        more = given_released(worker=seat.worker, agent=seat.agent, bounty=given_bounty(seat.agent))
        given_reviewed(more)

    assert queries() == one <= 15
