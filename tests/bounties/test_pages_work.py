"""/work/{applicationId}: one seat as a page, from the application to the pay."""

import re
from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, Submission
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.humanizations import given_assigned
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_released,
    given_review,
    untouched,
)
from tests.visitor import Seen, Visitor

pytestmark = pytest.mark.django_db


def path(seat: Seat) -> str:
    return f"/work/{seat.application.public_id}"


def look(seat: Seat) -> tuple[Visitor, Seen]:
    me = Visitor(seat.worker.account)
    page = me.open(path(seat))
    assert page.status == 200
    return me, page


def acts(page: Seen) -> set[str]:
    return {form.act for form in page.forms if form.act}


def test_only_its_worker_opens_it() -> None:
    seat = given_hired()

    for stranger in (given_worker().account, seat.agent.account):
        assert Visitor(stranger).open(path(seat)).status == 404
    assert Visitor(seat.worker.account).open("/work/app_nothing").status == 404
    assert Visitor().open(path(seat)).path.startswith("/account/login")


@pytest.mark.parametrize(
    ("given", "step", "offered"),
    [
        (given_hired, "Confirmed", {"confirm", "withdraw"}),
        (given_confirmed, "Sent in", {"start", "evidence", "extend", "withdraw"}),
        (given_delivered, "Approved", set()),
        (given_completed, "Paid", set()),
        (given_released, "", set()),
    ],
)
def test_each_step_offers_what_can_be_done_now(given: Callable[..., Seat], step: str, offered: set[str]) -> None:
    _, page = look(given(completion_window_hours=24, evidence_types=["text"]))

    assert acts(page) == offered
    now = page.html.partition('aria-current="step"')[2].partition("</li>")[0]
    assert (step in now) if step else now == ""
    assert "$5.00" in page.text


def test_what_was_asked_for_is_not_called_optional() -> None:
    def said(label: str, kinds: list[str]) -> str:
        _, page = look(given_confirmed(evidence_types=kinds))
        return page.html.partition(f">{label}")[2].partition("</label>")[0]

    for label, kind in (("Photos and files", "photo"), ("What you did, in words", "text"), ("Links", "link")):
        assert "optional" not in said(label, [kind]) and "optional" in said(label, []), label


def test_an_application_waits_and_is_taken_back_and_sent_again() -> None:
    worker, made = given_application(given_bounty(given_funded_agent()))
    me = Visitor(worker.account)
    page = me.open(f"/work/{made.public_id}")
    assert "They decide about your application" in page.text and acts(page) == {"withdraw"}

    page = me.send(page, "withdraw", response="Another time.")

    made.refresh_from_db()
    assert made.status == "withdrawn" and "Your application is taken back." in page.text
    again = me.send(me.open(f"/jobs/{made.bounty.public_id}/apply"), "apply", coverLetter="Now.")
    assert again.path == f"/work/{made.public_id}"


def test_confirm_begin_and_hand_in() -> None:
    seat = given_hired(evidence_types=["photo", "text"], start_window_minutes=30)
    me, page = look(seat)

    page = me.send(page, "confirm")
    assert "Your place is confirmed." in page.text and "Begin" in page.text
    page = me.send(page, "start")
    page = me.send(
        page, "evidence", {"files": [picture(), picture("PNG", (9, 9), "two.png")]},
        textEvidence="Both sides.", links="https://example.com/a\n\nhttps://example.com/b",
    )  # fmt: skip

    assert "It is sent." in page.text and "Both sides." in page.text and "evidence" not in acts(page)
    sent = Submission.objects.get()
    assert (sent.text_evidence, sent.links) == ("Both sides.", ["https://example.com/a", "https://example.com/b"])
    assert sent.files.count() == 2 and page.html.count('src="/files/') == 2
    assert 'rel="noopener nofollow ugc"' in page.html


def test_a_second_tap_hands_in_once() -> None:
    seat = given_confirmed()
    me, page = look(seat)

    for _ in range(2):
        answer = me.send(page, "evidence", {"files": [picture()]}, textEvidence="Done.")
        assert "It is sent." in answer.text
    assert Submission.objects.count() == 1


def test_refused_evidence_stays_typed_and_is_said_at_its_field() -> None:
    question = {"id": "q1", "prompt": "How many shelves?", "required": True}
    seat = given_confirmed(completion_questions=[question])
    me, page = look(seat)
    assert "How many shelves?" in page.text

    with untouched():
        answer = me.send(page, "evidence", {"files": [picture()]}, textEvidence="All of it.")
    assert answer.status == 400 and 'id="evidence-answers.q1-error"' in answer.html
    assert answer.form("evidence").data["textEvidence"] == ["All of it."]
    with untouched():
        empty = me.send(page, "evidence", textEvidence="", **{"answers.q1": ""})
    assert empty.status == 400 and "Write something, or add a photo" in empty.text and "findings" not in empty.text

    assert "It is sent." in me.send(answer, "evidence", **{"answers.q1": "Seven"}).text
    assert Submission.objects.get().answers == [{"questionId": "q1", "value": "Seven"}]


def test_live_photos_are_taken_with_the_camera_and_come_with_their_moment() -> None:
    seat = given_confirmed(evidence_types=["photo"], live_capture="photo")
    me, page = look(seat)
    assert 'capture="environment"' in page.html and 'data-captured="live"' in page.html
    now = clock.wall().isoformat()
    notes = {f"capturedLive.files.{n}": "true" for n in (1, 2)} | {f"capturedAt.files.{n}": now for n in (1, 2)}

    me.send(page, "evidence", {"files.1": picture(), "files.2": picture(size=(20, 20))}, **notes)

    sent = Submission.objects.get()
    assert sent.files.count() == 2 and "not_live" not in sent.evidence_flags
    other = given_confirmed(evidence_types=["photo"], live_capture="photo")
    me, page = look(other)
    me.send(page, "evidence", {"files.1": picture(size=(30, 30))})
    assert "not_live" in Submission.objects.get(application=other.application).evidence_flags


@pytest.mark.parametrize("kinds", [["photo"], ["video"], ["photo", "text"]])
def test_where_no_live_photo_is_asked_for_the_camera_is_not_forced(kinds: list[str]) -> None:
    _, page = look(given_confirmed(evidence_types=kinds))
    assert 'type="file"' in page.html
    assert ' capture="' not in page.html and 'data-captured="live"' not in page.html


def test_more_time_is_asked_for_with_hours_and_a_reason() -> None:
    seat = given_confirmed(completion_window_hours=24)
    me, page = look(seat)

    with untouched():
        answer = me.send(page, "extend", hours="two", reason="Rain.")
    assert answer.status == 400 and 'id="extend-hours-error"' in answer.html
    assert answer.form("extend").data["reason"] == ["Rain."]

    answer = me.send(answer, "extend", hours="2")
    assert "You asked for 2 hours more." in answer.text and "extend" not in acts(answer)
    assert (seat.fresh().application.extension or {})["hours"] == 2


def test_giving_a_place_back_says_what_follows() -> None:
    seat = given_confirmed()
    me, page = look(seat)
    assert "you are paid nothing" in page.text and "$5.00 that was put aside goes back" in page.text

    answer = me.send(page, "withdraw", response="I fell ill.")

    assert "You gave your place back." in answer.text and "Nothing was paid" in answer.text
    assert "You gave your place back." in me.open(path(seat)).text, "why it ended stands there later, too"
    assert seat.fresh().application.status == "withdrawn" and acts(answer) == set()


def test_work_without_evidence_is_said_to_be_done() -> None:
    seat = given_confirmed(evidence_types=[])
    me, page = look(seat)
    assert "claim" in acts(page)
    for shown in (page.text, me.open("/today").text):
        assert "Say that it is done by" in shown and "Send your evidence by" not in shown
    assert "if you have not said it until then" in page.text and "if nothing was sent until then" not in page.text
    assert (
        "Then the place ends without pay."
        in look(given_confirmed(evidence_types=[], completion_window_hours=10))[1].text
    )

    answer = me.send(page, "claim")

    assert "You said that it is done." in answer.text and seat.escrow.status == "delivered"
    assert "claim" not in acts(answer)


def test_a_check_in_is_one_tap_around_its_time(at: Callable[[str], datetime]) -> None:
    at("2026-12-01T09:00Z")
    times = {"times": ["2026-12-01T12:00:00.000Z", "2026-12-01T15:00:00.000Z"], "photoRequired": False}
    seat = given_confirmed(check_ins=times)
    assert "check_in" not in acts(look(seat)[1])
    at("2026-12-01T12:05Z")
    me, page = look(seat)

    answer = me.send(page, "check_in")

    assert "You are checked in." in answer.text and "check_in" not in acts(answer)
    assert answer.html.count("Done</span>") == 1
    at("2026-12-01T16:05Z")
    assert "Missed" in look(seat)[1].text


def test_attendance_is_reported_with_the_phones_place_which_is_never_shown() -> None:
    seat = given_confirmed(is_remote_allowed=False, city="Lisbon", country="PT", worker=_near())
    me, page = look(seat)
    here = {"latitude": "38.71234", "longitude": "-9.13987", "accuracy": "12", "capturedAt": clock.wall().isoformat()}
    assert page.html.count('data-place="send"') == 2  # on the way, or there already

    with untouched():
        answer = me.send(page, "attend")
        assert answer.status == 400
    page = me.send(page, "attend", state="arrived", **here)

    without_times = re.sub(r":\d\d\.\d+", "", page.html)  # the seconds of a moment may look like a place
    assert "Noted: you have arrived." in page.text and "38.7" not in without_times and "9.13" not in without_times
    assert seat.fresh().application.started_at is not None
    page = me.send(page, "attend", state="left", **here)
    assert "I have left" in page.text and "attend" not in acts(page)


def _near() -> Api:
    return given_worker(identity_verified_at=clock.now(), identity_country="PT")


def test_the_clocks_are_said_with_what_follows(at: Callable[[str], datetime]) -> None:
    at("2026-12-01T09:00Z")
    seat = given_confirmed(start_window_minutes=60, completion_window_hours=10)

    page = look(seat)[1]

    assert "The clocks" in page.text and "the place goes to somebody else" in page.text
    assert page.text.index("10:00") < page.text.index("19:00")


def test_pay_review_and_dates_stand_at_the_end() -> None:
    seat = given_released()
    review = given_review(human=seat.worker.account, author=seat.agent.account, rating=4)
    type(review).objects.filter(pk=review.pk).update(bounty_id=seat.bounty.pk)

    page = look(seat)[1]

    assert "$5.00 Paid" in page.text and "4 of 5" in page.text and "/earnings" in page.links
    assert f"/messages/{seat.application.conversation.public_id}" in page.links


def test_work_of_products_leads_to_its_own_page() -> None:
    _, worker, row = given_assigned()
    application = Application.objects.get(bounty_id=row.bounty_id, human=worker.account)

    own = f"/work/{application.public_id}/text"
    page = Visitor(worker.account).open(f"/work/{application.public_id}")

    assert page.status == 200 and own in page.links and "evidence" not in acts(page)
    assert own in Visitor(worker.account).open("/today").links


def test_hostile_words_and_file_names_stay_words() -> None:
    evil = "<script>alert(1)</script>"
    seat = given_confirmed(title=evil, description=evil, agent_name=evil, completion_criteria=evil)
    me, page = look(seat)
    page = me.send(page, "evidence", {"files": [picture(name="<img src=x onerror=alert(1)>.jpg")]}, textEvidence=evil)

    assert evil not in page.html and "<img src=x" not in page.html and "&lt;script&gt;" in page.html


def test_the_number_of_queries_does_not_grow() -> None:
    counts = []
    for many in (1, 5):
        seat = given_confirmed()
        me, page = look(seat)
        for number in range(many):
            if number:
                pending = seat.application.submissions.get(status="pending_review")
                review = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
                assert seat.agent.patch(review, {"action": "reject", "response": "No."}).status == 200
                page = me.open(path(seat))
            page = me.send(page, "evidence", {"files": [picture(size=(9, 9 + n)) for n in range(many)]})
        with CaptureQueriesContext(connection) as seen:
            me.open(path(seat))
        counts.append(len(seen))
    assert counts[0] == counts[1] <= 15, [query["sql"][:120] for query in seen]


def test_what_is_to_be_done_stands_before_the_form_that_it_is_sent_by() -> None:
    seat = given_confirmed(evidence_types=["text"], completion_window_hours=10, description="Photograph every shelf.")
    _, page = look(seat)

    assert page.text.index("Do the job, then send your evidence") < page.text.index("Photograph every shelf.")
    assert page.text.index("Photograph every shelf.") < page.html.index('id="evidence"')
    assert page.html.index("Photograph every shelf.") < page.html.index('id="evidence"') < page.html.index('id="money"')
    assert page.html.count("Photograph every shelf.") == 1
    assert page.html.count(">Send your evidence<") == 1, "one card has that heading"


def test_answers_to_questions_are_not_typed_anew_when_evidence_came_back() -> None:
    seat = given_confirmed(completion_questions=[{"id": "q1", "prompt": "How many shelves?", "required": True}])
    me, page = look(seat)
    assert page.form("evidence").data["answers.q1"] == [""]
    me.send(page, "evidence", textEvidence="All of it.", **{"answers.q1": "Seven"})
    sent = Submission.objects.get()
    review = f"/api/bounties/{seat.bounty.public_id}/submissions/{sent.public_id}"
    assert seat.agent.patch(review, {"action": "request_redo", "response": "Again."}).status == 200

    page = me.open(path(seat))

    assert page.form("evidence").data["answers.q1"] == ["Seven"]
    assert page.form("evidence").data["textEvidence"] == [""]
    assert "They sent it back" in page.text and page.html.count("<summary>The job, as you agreed to it") == 1
