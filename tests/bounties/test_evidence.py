"""Evidence in detail: rounds of redo, whole refusals, uploads of the wrong size, and addresses that end."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings

from bounties.models import Submission
from bounties.rules.submissions import MEANINGS, NEEDS_REVIEW
from marketplace.core import clock
from tests.api import Api
from tests.factories.market import Seat, given_completed, given_confirmed, given_delivered, given_released, untouched
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def url(seat: Seat, submission: str = "") -> str:
    path = f"/api/bounties/{seat.bounty.public_id}/submissions"
    return f"{path}/{submission}" if submission else path


def text(name: str, content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="text/plain")


def test_a_submission_shows_everything_that_was_sent(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(evidence_types=["text", "video"])

    sent = seat.worker.post(url(seat), {"textEvidence": " Open 9–18 \n", "links": ["https://example.com/a?b=c"]})

    shown = sent["submission"]
    assert shown == {
        "id": shown["id"],
        "bountyId": seat.bounty.public_id,
        "applicationId": seat.application.public_id,
        "escrowId": seat.escrow.public_id,
        "escrowStatus": "delivered",
        "doerHumanId": seat.worker.account.public_profile_id,
        "doerName": seat.worker.account.name,
        "status": "pending_review",
        "textEvidence": " Open 9–18 \n",
        "links": ["https://example.com/a?b=c"],
        "answers": [],
        "checks": {
            "coverage": {"text": True, "video": False},
            "recommendation": "needs_review",
            "meaning": MEANINGS[NEEDS_REVIEW],
            "findings": [{"code": "missing_evidence", "evidence": "video"}],
        },
        "response": "",
        "newEvidenceBy": None,
        "seatEndsAt": None,
        "createdAt": "2026-11-21T10:00:00.000Z",
        "finalizedAt": "2026-11-21T10:00:00.000Z",
        "reviewedAt": None,
        "files": [],
    }
    assert seat.agent.get(url(seat, shown["id"]))["submission"] == shown | {"contest": None}
    assert Event.objects.get(type="proof.uploaded").data == {
        "bountyId": seat.bounty.public_id,
        "applicationId": seat.application.public_id,
        "humanId": seat.worker.account.public_profile_id,
        "submissionId": shown["id"],
        "escrowId": seat.escrow.public_id,
        "fileCount": 0,
    }


def test_redo_after_redo_every_upload_is_a_row_and_the_first_delivery_stays(at: Callable[[str], datetime]) -> None:
    first = at("2026-11-21T10:00:00Z")
    seat = given_delivered()

    for hours in (1, 2):
        at((first + timedelta(hours=hours)).isoformat())
        pending = Submission.objects.get(status="pending_review")
        again = {"action": "request_redo", "response": f"Round {hours}."}
        assert seat.agent.patch(url(seat, pending.public_id), again).status == 200
        assert (seat.escrow.status, seat.escrow.review_due_at) == ("locked", None)
        seat.worker.post(url(seat), {"textEvidence": f"Try {hours}."})
        assert seat.escrow.delivered_at == first
        assert seat.escrow.review_due_at == first + timedelta(hours=hours + 72)

    rows = seat.agent.get(url(seat))["submissions"]
    assert [(row["status"], row["textEvidence"], row["response"]) for row in rows] == [
        ("pending_review", "Try 2.", ""),
        ("redo_requested", "Try 1.", "Round 2."),
        ("redo_requested", "Done.", "Round 1."),
    ]
    found = seat.agent.get(url(seat) + "?status=redo_requested&limit=1")
    assert (found["count"], found["hasMore"], found["submissions"][0]["textEvidence"]) == (1, True, "Try 1.")


def test_a_reviewed_submission_is_final_for_every_action() -> None:
    seat = given_delivered()
    submission = Submission.objects.get().public_id
    seat.agent.patch(url(seat, submission), {"action": "reject", "response": "Too dark."})

    with untouched():
        answers = [
            seat.agent.patch(url(seat, submission), {"action": action, "response": "No."})
            for action in ("approve", "reject", "request_redo")
        ]

    for refused in answers:
        assert (refused.status, refused.code) == (409, "invalid_state")
        assert (refused["currentState"], refused["allowedActions"]) == ("rejected", [])


def test_reviews_that_say_nothing_useful_change_nothing(other_agent: Api, support: Api) -> None:
    seat = given_delivered()
    path = url(seat, Submission.objects.get().public_id)

    with untouched():
        for body in ({}, {"action": "like"}, {"action": "reject", "response": " \n"}, {"action": "request_redo"}):
            assert seat.agent.patch(path, body).status == 400
        assert seat.agent.patch(path, {"action": "reject", "response": "x" * 1001}).status == 400
        assert seat.worker.patch(path, {"action": "approve"}).code == "not_owner"
        assert other_agent.patch(path, {"action": "approve"}).code == "not_owner"
        assert support.patch(path, {"action": "approve"}).code == "not_owner"
        assert seat.agent.patch(url(seat, "sub_nothing"), {"action": "approve"}).status == 404


def test_the_longest_answer_is_kept_whole() -> None:
    seat = given_delivered()
    words = "ü" * 1000

    back = seat.agent.patch(
        url(seat, Submission.objects.get().public_id), {"action": "request_redo", "response": words}
    )

    assert back["submission"]["response"] == Submission.objects.get().response == words


@pytest.mark.parametrize(("given", "state"), [(given_completed, "completed"), (given_released, "released")])
def test_finished_work_takes_no_more_evidence(given: Callable[..., Seat], state: str) -> None:
    seat = given()

    with untouched():
        refused = seat.worker.post(url(seat), {"textEvidence": "One more."})

    assert (refused.status, refused.code, refused["currentState"]) == (409, "invalid_state", state)


def test_one_bad_file_among_good_ones_keeps_none() -> None:
    seat = given_confirmed()
    files = [text("a.txt", b"good"), text("b.txt", b"\x00\x01\x02\x03"), text("c.txt", b"good")]

    with untouched():
        refused = seat.worker.upload(url(seat), {"textEvidence": "Here.", "files": files})

    assert (refused.status, refused.code, list(refused["fields"])) == (400, "validation_error", ["files"])
    assert "b.txt" in refused["fields"]["files"][0]


def test_a_file_above_the_limit_is_413_and_the_limit_itself_is_taken() -> None:
    seat = given_confirmed()

    with override_settings(FILE_LIMIT=1000):
        with untouched():
            refused = seat.worker.upload(url(seat), {"files": [text("a.txt", b"x" * 1001)]})
        taken = seat.worker.upload(url(seat), {"files": [text("a.txt", b"x" * 1000)]})

    assert (refused.status, refused.code, refused["maxBytes"]) == (413, "body_too_large", 1000)
    assert (taken.status, taken["submission"]["files"][0]["size"]) == (200, 1000)


def test_twenty_files_are_taken_and_the_twenty_first_is_refused() -> None:
    seat = given_confirmed()

    def files(count: int) -> dict[str, Any]:
        return {"files": [text(f"{number}.txt", b"page %d" % number) for number in range(count)]}

    with untouched():
        refused = seat.worker.upload(url(seat), files(21))
    taken = seat.worker.upload(url(seat), files(20))

    assert (refused.status, refused.code) == (413, "too_many_files")
    assert len(taken["submission"]["files"]) == 20
    assert len({file["sha256"] for file in taken["submission"]["files"]}) == 20
    assert Event.objects.get(type="proof.uploaded").data["fileCount"] == 20


def test_a_files_address_is_signed_and_ends_after_an_hour(anonymous: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = given_confirmed()
    sent = seat.worker.upload(url(seat), {"files": [text("a.txt", b"hello")]})["submission"]
    path = sent["files"][0]["url"].partition("/files/")[2]

    read = anonymous.get(f"/files/{path}")
    assert (read.status, read.body) == (200, b"hello")
    assert anonymous.get(f"/files/{path}0").status == 404
    assert anonymous.get(f"/files/{path.partition('?')[0]}").status == 404
    later = clock.wall() + timedelta(seconds=3601)
    monkeypatch.setattr(clock, "wall", lambda: later)
    assert anonymous.get(f"/files/{path}").status == 404


def test_the_same_key_sends_evidence_once_and_other_bytes_are_another_input() -> None:
    seat = given_confirmed()

    def send(content: bytes) -> Any:
        return seat.worker.upload(url(seat), {"files": [text("a.txt", content)]}, **{"Idempotency-Key": "k"})

    first = send(b"one")
    with untouched():
        again, other = send(b"one"), send(b"two")

    assert again["submission"]["id"] == first["submission"]["id"]
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (other.status, other.code) == (409, "idempotency_key_reused")
