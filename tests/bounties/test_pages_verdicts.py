"""What an owner answers to evidence that they don't approve: one form with two verdicts, and what each does to whom."""

import pytest

from tests.bounties.test_pages_owned_people import given_shown, owner
from tests.factories.market import untouched
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def test_evidence_is_not_accepted_with_words_only() -> None:
    seat = given_shown()
    visitor, page = owner(seat)

    with untouched():
        refused = visitor.send(page, "send_back", verdict="reject")
        assert refused.status == 400 and refused.form("send_back").data["verdict"] == ["reject"]
        assert visitor.send(page, "send_back", verdict="approve", reason="other_thing").status == 400
    done = visitor.send(page, "send_back", verdict="reject", reason="other_thing")

    assert seat.application.submissions.get().status == "rejected"
    assert "Not accepted, and told why." in done.text and "Not accepted by you" in done.text
    theirs = Visitor(seat.worker.account)
    for theirs_page in (theirs.open(f"/work/{seat.application.public_id}"), theirs.open("/today")):
        assert "Not accepted: send new evidence" in theirs_page.text
        assert "Please send it again" not in theirs_page.text
    assert "They did not accept it" in theirs.open(f"/work/{seat.application.public_id}").text


def test_both_verdicts_are_one_form_that_says_the_time_they_give_before_it_is_sent() -> None:
    page = owner(given_shown())[1]
    assert page.form("send_back").data["verdict"] == ["request_redo"] and "refuse" not in {
        form.act for form in page.forms
    }
    form = page.text.partition("Something is wrong or missing")[2].partition("Send my answer")[0]
    assert "they are asked to send it again" in form and "stays marked as not accepted" in form
    assert "they have 24 hours for new evidence" in form and "for two days more" in form
    assert "$5.90 stays in the job" in form and "ask our staff to decide" in form

    long = given_shown(completion_window_hours=100)
    form = owner(long)[1].text.partition("Something is wrong or missing")[2].partition("Send my answer")[0]
    assert "they may send new evidence until" in form and "24 hours" not in form
