"""Fields that change how the work goes: questions at the end, live capture, kinds of evidence, the owner's own words."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from marketplace.api.fields import timestamp
from marketplace.core import clock, reader
from marketplace.services import mail_templates
from tests.api import Answer, Api
from tests.bounties.test_application_forms import picture
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def submit(seat: Seat, **body: Any) -> Answer:
    return seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Done."} | body)


def test_required_questions_are_answered_with_the_evidence() -> None:
    questions = [
        {"id": "q1", "prompt": "How many?", "required": True},
        {"id": "q2", "prompt": "Any trouble?", "required": False},
    ]
    seat = given_confirmed(completion_questions=questions)

    def wrong(answers: list[dict[str, Any]]) -> list[str]:
        with untouched():
            refused = submit(seat, answers=answers)
        assert (refused.status, refused.code) == (400, "validation_error")
        return list(refused["fields"])

    assert wrong([]) == wrong([{"questionId": "q1", "value": " "}]) == ["answers.q1"]
    three = {"questionId": "q1", "value": "3"}
    assert wrong([three, {"questionId": "q9", "value": "x"}]) == ["answers"]
    assert submit(seat, answers=[three])["submission"]["answers"] == [three]


@pytest.mark.parametrize(
    ("live", "seconds", "finding"),
    [("true", 0, False), ("true", 599, False), ("true", 660, True), ("false", 0, True), (None, None, True)],
)
def test_live_capture_is_missed_where_it_was_asked_for(live: str | None, seconds: int | None, finding: bool) -> None:
    seat, free = given_confirmed(live_capture="photo"), given_confirmed()
    form: dict[str, Any] = {"textEvidence": "Done."}
    if live is not None and seconds is not None:
        form |= {"capturedLive": [live], "capturedAt": [timestamp(clock.wall() - timedelta(seconds=seconds))]}

    def found(of: Seat) -> list[str]:
        form["files"] = [picture(33, 21)]
        sent = of.worker.upload(f"/api/bounties/{of.bounty.public_id}/submissions", form)
        assert sent.status == 200, sent.body
        return [row["code"] for row in sent["submission"]["checks"]["findings"]]

    assert ("not_live" in found(seat)) == finding
    assert "not_live" not in found(free)


def test_a_live_photo_says_nothing_about_a_text_file() -> None:
    seat = given_confirmed(live_capture="photo")
    file = SimpleUploadedFile("a.txt", b"Words.")

    sent = seat.worker.upload(f"/api/bounties/{seat.bounty.public_id}/submissions", {"files": [file]})

    assert sent["submission"]["checks"]["findings"] == []


@pytest.mark.parametrize(("wanted", "status"), [([], "delivered"), (["photo"], "locked")])
def test_a_claim_delivers_only_where_no_evidence_is_asked_for(wanted: list[str], status: str) -> None:
    seat = given_confirmed(evidence_types=wanted)
    talk = seat.application.conversation.public_id

    assert seat.worker.post(f"/api/conversations/{talk}/completion-claim").status == 200

    assert seat.escrow.status == status


# ------------------------------------------------------------------ lifecycleMessages

EVERY = {
    "onAccepted": "Welcome {{name}} to {{ bountyTitle }}: {{reason}}",
    "onRejected": "Sorry {{name}}: {{reason}}",
    "onSubmissionReceived": "Got it before {{deadline}}.",
    "onSubmissionApproved": "Well done, {{name}}.",
    "onSubmissionRejected": "Again, please: {{reason}}",
}


def words(api: Api, conversation_id: str) -> list[str]:
    """What the owner's side said, oldest first."""
    rows = api.get(f"/api/conversations/{conversation_id}")["messages"]
    return [row["content"] for row in rows if row["senderType"] == "agent"]


def test_the_owners_words_are_said_at_every_turn_of_a_hire() -> None:
    seat = given_delivered(lifecycle_messages=EVERY, completion_window_hours=5)
    pending = seat.application.submissions.get()
    seat.agent.patch(
        f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}",
        {"action": "request_redo", "response": "Sharper."},
    )

    with reader.written_to(seat.worker.account):
        name, end = seat.worker.account.name, mail_templates.moment(seat.application.complete_by)
    assert words(seat.worker, seat.application.conversation.public_id) == [
        f"Welcome {name} to Photograph a shop front: ",
        f"Got it before {end}.",
        "Again, please: Sharper.",
    ]
    done = given_completed(lifecycle_messages={"onSubmissionApproved": EVERY["onSubmissionApproved"]})
    assert words(done.worker, done.application.conversation.public_id) == [f"Well done, {done.worker.account.name}."]


@pytest.mark.parametrize("how", ["release", "complete"])
def test_work_that_is_accepted_without_a_review_is_answered_in_the_owners_words_too(how: str) -> None:
    seat = given_delivered(lifecycle_messages={"onSubmissionApproved": EVERY["onSubmissionApproved"]})

    seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/{how}", {"acknowledgeRelease": True})

    assert words(seat.worker, seat.application.conversation.public_id) == [f"Well done, {seat.worker.account.name}."]


def test_a_rejected_applicant_hears_the_reason_and_no_other_template() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, lifecycle_messages=EVERY)
    worker, application = given_application(bounty)

    agent.patch(
        f"/api/bounties/{bounty.public_id}/applications/{application.public_id}",
        {"action": "reject", "response": "Too far away."},
    )

    assert words(worker, application.conversation.public_id) == [f"Sorry {worker.account.name}: Too far away."]


def test_what_a_person_wrote_is_never_read_as_a_variable(worker: Api) -> None:
    type(worker.account).objects.filter(pk=worker.account.pk).update(name="{{reason}}")
    agent = given_funded_agent()
    bounty = given_bounty(agent, lifecycle_messages=EVERY)
    _, application = given_application(bounty, worker)

    agent.patch(
        f"/api/bounties/{bounty.public_id}/applications/{application.public_id}",
        {"action": "reject", "response": "{{name}} & {{deadline}}"},
    )

    assert words(worker, application.conversation.public_id) == ["Sorry {{reason}}: {{name}} & {{deadline}}"]


def test_an_empty_template_says_nothing() -> None:
    seat = given_delivered(lifecycle_messages={"onAccepted": " "})

    assert words(seat.worker, seat.application.conversation.public_id) == []
