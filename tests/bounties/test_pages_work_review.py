"""/work/{applicationId} and /today after the pay: the review and its answer, and what was paid beside the pay."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from humans.models import Conversation, Review
from tests.factories.accounts import given_worker
from tests.factories.market import Seat, given_released, given_review, untouched
from tests.visitor import Seen, Visitor

pytestmark = pytest.mark.django_db
WORDS = "Thank you! The light was kind."
HOSTILE = "<script>alert(1)</script>"


def given_reviewed(**fields: Any) -> tuple[Seat, Review]:
    seat = given_released()
    review = given_review(
        human=seat.worker.account, author=seat.agent.account, bounty_id=seat.bounty.pk, **{"rating": 4} | fields
    )
    return seat, review


def look(seat: Seat) -> tuple[Visitor, Seen]:
    me = Visitor(seat.worker.account)
    return me, me.open(f"/work/{seat.application.public_id}")


def tip(seat: Seat, amount: float, words: str = "") -> None:
    body = {"recipientId": seat.worker.account.public_profile_id, "bountyId": seat.bounty.public_id, "amount": amount}
    assert seat.agent.post("/api/transfers/send", body | {"description": words}).status == 200


def test_the_review_is_answered_once_on_the_page_of_the_work() -> None:
    seat, review = given_reviewed(comment="A bit dark.")
    me, page = look(seat)
    assert "4 of 5 stars" in page.text and "A bit dark." in page.text
    assert "You can answer once, and not change it afterwards" in page.text

    answered = me.send(page, "answer", answer=WORDS)

    review.refresh_from_db()
    assert review.answer == WORDS and WORDS in answered.text and "Published" in answered.text
    assert answered.path == f"/work/{seat.application.public_id}#review"
    talk = Conversation.objects.get(kind="feedback")
    assert f"With {seat.agent.account.display_name}" in me.open(f"/messages/{talk.public_id}").text, (
        "they wrote the review"
    )
    assert f"/messages/{talk.public_id}" in answered.links and "answer" not in [form.act for form in answered.forms]
    with untouched():
        again = me.send(page, "answer", answer=WORDS)
    assert again.status == 200, "the same form twice acts once"
    with untouched():
        second = me.send(page, "answer", answer="And another thing.", form="another-form")
    assert second.status == 409 and "You have answered this review" in second.text


@pytest.mark.parametrize("words", ["", "x" * 2001])
def test_an_answer_that_is_refused_comes_back_as_typed(words: str) -> None:
    seat, _ = given_reviewed()
    me, page = look(seat)

    with untouched():
        refused = me.send(page, "answer", answer=words)

    assert refused.status == 400 and 'aria-invalid="true"' in refused.html and words in refused.html


def test_nobody_answers_on_the_page_of_somebody_else_or_without_a_review() -> None:
    seat, review = given_reviewed()
    _, page = look(seat)
    bare = given_released()
    form = page.form("answer").data | {"answer": WORDS}

    for account, work in ((given_worker().account, seat), (bare.worker.account, seat), (bare.worker.account, bare)):
        other = Visitor(account)
        other.open("/profile")
        with untouched():
            data = form | {"csrfmiddlewaretoken": other.client.cookies["csrftoken"].value}
            sent = other.client.post(f"/work/{work.application.public_id}", data)
        assert sent.status_code == 404
    review.refresh_from_db()
    assert review.answer == ""


def test_what_our_staff_hid_is_not_read_and_its_writer_reads_why() -> None:
    seat, _ = given_reviewed(
        comment="Rude words.", comment_hidden_reason="Rude.", answer="Ruder words.", answer_hidden_reason="Ruder."
    )

    for path in (f"/work/{seat.application.public_id}", "/profile/reviews"):
        page = Visitor(seat.worker.account).open(path)
        assert "Rude words" not in page.text and "Ruder words" not in page.text
        assert "Our staff hid these words" in page.text and "Why your answer is hidden: Ruder." in page.text
    public = Visitor().open(f"/people/{seat.worker.account.public_profile_id}")
    assert "Rude" not in public.text and "Our staff hid these words" in public.text


def test_a_tip_stands_beside_the_pay() -> None:
    seat = given_released()
    tip(seat, 1, "For the bus.")
    tip(seat, 1)

    _, page = look(seat)

    assert "Beside the pay" in page.text and page.text.count("$1.00") == 2
    assert "For the bus." in page.text and seat.agent.account.display_name in page.text
    earnings = Visitor(seat.worker.account).open("/earnings")
    assert f"/work/{seat.application.public_id}" in earnings.links and "Tip, or money you had laid out" in earnings.text


def test_today_reminds_of_a_review_until_it_is_answered_or_two_weeks_old(at: Any) -> None:
    at("2026-12-01T09:00Z")
    seat, review = given_reviewed()
    me = Visitor(seat.worker.account)
    page = me.open("/today")
    assert "gave you 4 of 5 stars" in page.text and f"/profile/reviews#{review.public_id}" in page.links

    at("2026-12-16T09:00Z")
    assert "of 5 stars" not in me.open("/today").text
    at("2026-12-02T09:00Z")
    me.send(me.open("/profile/reviews"), "answer", answer=WORDS)
    assert "of 5 stars" not in me.open("/today").text


def test_hostile_words_stay_words() -> None:
    seat, _ = given_reviewed(comment=HOSTILE, answer=HOSTILE)
    tip(seat, 1, HOSTILE)

    page = look(seat)[1]

    assert HOSTILE not in page.html and page.html.count("&lt;script&gt;") == 3


def test_the_page_asks_as_often_for_one_tip_as_for_five() -> None:
    seat, _ = given_reviewed(answer=WORDS)
    tip(seat, 1)
    me, _ = look(seat)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert me.open(f"/work/{seat.application.public_id}").status == 200
        return len(seen)

    one = queries()
    for _ in range(4):
        tip(seat, 1)

    assert queries() == one <= 15
