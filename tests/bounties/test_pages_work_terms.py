"""On the page of a seat: a job that was changed, and a verdict that the worker does not accept."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Contest
from bounties.selectors import access
from bounties.services import contests, seat_ends, staff_cases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from tests.bounties.test_contests import given_sent_back
from tests.bounties.test_pages_work import acts, look
from tests.factories.desk import acting_staff, given_support
from tests.factories.files import picture
from tests.factories.market import given_confirmed, untouched
from tests.factories.terms import edit, given_attended, given_changed
from tests.visitor import Visitor

pytestmark = pytest.mark.django_db


def test_a_changed_job_is_shown_as_before_and_after_and_accepted() -> None:
    seat = given_changed()
    me, page = look(seat)
    assert "You agreed to" in page.text and "One sharp photo." in page.text and "from the other side" in page.text
    assert {"accept_terms", "leave"} <= acts(page)

    answer = me.send(page, "accept_terms")

    assert "the job as it is now counts" in answer.text and "accept_terms" not in acts(answer)
    assert seat.fresh().application.terms_proposed is None


def test_a_change_that_was_changed_again_has_to_be_read_again() -> None:
    seat = given_changed()
    me, page = look(seat)
    assert edit(seat, {"description": "Three photos now."}).status == 200

    with untouched():
        answer = me.send(page, "accept_terms")

    assert answer.status == 409 and "The job was changed once more" in answer.text
    assert "Three photos now." in answer.text


def test_who_leaves_because_of_a_change_has_no_mark() -> None:
    seat = given_changed()
    me, page = look(seat)

    answer = me.send(page, "leave", response="Too far.")

    assert "without a mark on your record" in answer.text and "You left because the job was changed." in answer.text
    assert seat.fresh().application.status == "withdrawn"


def test_who_was_there_already_leaves_with_the_attendance_to_be_settled() -> None:
    seat = given_attended()
    me, page = look(seat)

    answer = me.send(page, "leave")

    assert "They say what the time that you were there is paid." in answer.text
    assert "You left this job" in answer.text and acts(answer) == set()


def test_a_verdict_is_contested_with_reason_and_files() -> None:
    seat = given_sent_back()
    me, page = look(seat)
    assert "Not the shelf." in page.text and {"contest", "evidence"} <= acts(page)

    with untouched():
        answer = me.send(page, "contest", reason="")
    assert answer.status == 400 and 'id="contest-reason-error"' in answer.html

    answer = me.send(page, "contest", {"files": [picture()]}, reason="It is on the second photo.")
    assert "Our staff decide now." in answer.text and "It is on the second photo." in answer.text
    assert Contest.objects.get().files.count() == 1 and "contest" not in acts(answer)


def test_new_evidence_may_be_sent_after_a_verdict() -> None:
    seat = given_sent_back("request_redo")
    me, page = look(seat)

    answer = me.send(page, "evidence", textEvidence="Now with the shelf.")

    assert "It is sent." in answer.text and "Not the shelf." in answer.text  # the earlier one stays to be read
    sent = answer.html.partition('id="sent"')[2].partition("</section>")[0]
    assert sent.index("Being looked at") < sent.index("Sent back") and "Please send it again" not in answer.text
    assert seat.application.submissions.count() == 2


def test_nobody_acts_on_somebody_elses_seat() -> None:
    mine, theirs = given_confirmed(evidence_types=["text"]), given_changed()
    me, page = look(mine)
    given = {"state": "arrived", "latitude": "1", "longitude": "1", "accuracy": "1", "capturedAt": _now()}
    sent: dict[str, dict[str, Any]] = {
        "confirm": {}, "start": {}, "evidence": {"textEvidence": "x"}, "extend": {"hours": "1", "reason": "x"},
        "withdraw": {}, "accept_terms": {"changedAt": _now()}, "leave": {}, "contest": {"reason": "x"},
        "check_in": {}, "claim": {}, "attend": given,
    }  # fmt: skip
    form = page.form("extend")
    for act, fields in sent.items():
        form.action = f"/work/{theirs.application.public_id}"
        form.fields = [(name, value) for name, value in form.fields if name == "csrfmiddlewaretoken"]
        form.fields += [("act", act), ("form", f"once-{act}")]
        with untouched():
            assert me.send(replace(page, forms=[form]), act, **fields).status == 404, act


def _now() -> str:
    return clock.wall().isoformat()


def test_a_changed_beginning_is_written_as_every_other_moment() -> None:
    seat = given_confirmed(city="Lisbon", country="PT", evidence_types=["photo"])
    start = (clock.wall() + timedelta(days=45)).replace(hour=9, minute=30, second=0, microsecond=0)
    changes = {
        "scheduledStartAt": start.isoformat(),
        "scheduledStartTimeZone": "Europe/Lisbon",
        "evidenceTypes": ["photo", "video"],
        "location": {"city": "Porto", "country": "PT"},
    }
    assert edit(seat, changes).status == 200

    text = look(seat)[1].text

    assert f"{start:%Y-%m-%dT}" not in text
    assert f"{start.day} {start:%B}" in text or f"{start:%B} {start.day}" in text or f"{start.day} {start:%b}" in text
    assert "Porto, Portugal" in text and "Photo, Video" in text


def test_what_our_staff_decided_is_said_with_their_reason() -> None:
    seat = given_sent_back("reject")
    me, page = look(seat)
    assert "Not accepted" in page.text and "Not chosen" not in page.text
    me.send(page, "contest", reason="It is on the second photo.")

    unit(lambda: staff_cases.take_back(Actor.system(), seat.application.pk, reason="The shelf is another one."))

    after = look(seat)[1].text
    assert after.count("Our staff decided that the place ends without pay.") == 2, "why it ended, and what was decided"
    assert "The shelf is another one." in after and "It is on the second photo." in after
    assert "No evidence came in time" not in after
    [mine] = seat.worker.get("/api/work")["applications"]
    assert mine["contest"]["decision"] == "The shelf is another one."


@pytest.mark.parametrize("verb", ["take_back", "give_time"])
def test_what_staff_decide_without_being_asked_is_said_too(verb: str) -> None:
    """A rule made it a case: nobody contested."""
    seat = given_sent_back("reject")
    unit(lambda: contests.open_case(*access.lock_seat(seat.application.pk)))
    more: dict[str, Any] = {"hours": 5} if verb == "give_time" else {}
    decide, staff = getattr(staff_cases, verb), acting_staff(given_support())

    unit(lambda: decide(staff, seat.application.pk, reason="The shelf is another one.", **more))

    after = look(seat)[1].text
    assert "Our staff decided" in after and "The shelf is another one." in after
    assert "You asked our staff" not in after and "You wrote:" not in after
    [mine] = seat.worker.get("/api/work")["applications"]
    assert (mine["contest"]["reason"], mine["contest"]["decision"]) == ("", "The shelf is another one.")
    owner = Visitor(seat.bounty.owner)
    theirs = owner.open(f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}").text
    assert "Our staff decided" in theirs and "The shelf is another one." in theirs
    assert "They asked our staff" not in theirs and "You can settle it yourself" not in theirs


def test_evidence_that_came_back_and_was_not_replaced_is_not_called_missing() -> None:
    seat = given_sent_back("request_redo")
    bounty, application = access.lock_seat(seat.application.pk)
    unit(lambda: seat_ends.reopen_or_remove_seat(Actor.system(), bounty, application, reason="overdue", judged=True))

    after = look(seat)[1].text

    assert "nothing new came in time" in after and "No evidence came in time" not in after
