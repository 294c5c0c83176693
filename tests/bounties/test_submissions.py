"""Evidence: sent from a confirmed seat, reviewed by the owner, never moving money by itself."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Submission
from bounties.selectors import locks
from escrow.services import escrows
from marketplace.models import File
from marketplace.services import files
from tests.api import Api
from tests.factories.market import Seat, given_completed, given_confirmed, given_delivered, given_hired, untouched

pytestmark = pytest.mark.django_db
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63606060f80f0001040100"
    "5fe5c34b0000000049454e44ae426082"
)


def url(seat: Seat, submission: str = "") -> str:
    return f"/api/bounties/{seat.bounty.public_id}/submissions" + (f"/{submission}" if submission else "")


def upload(name: str, content: bytes, kind: str = "application/octet-stream") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type=kind)


def test_evidence_of_every_kind_is_kept_and_the_seat_is_delivered(new_events: Any, ledger: Callable[[], Any]) -> None:
    seat = given_confirmed(evidence_types=["text", "photo", "link"])
    new_events.clear()
    before = ledger()

    sent = seat.worker.upload(
        url(seat),
        {
            "textEvidence": "Open 9 to 18.",
            "links": ["https://example.com/a", "https://example.com/b"],
            "files": [upload("shop.png", PNG), upload("../../notes.txt", b"Closed on Sundays.")],
        },
    )

    shown = sent["submission"]
    assert (sent.status, shown["status"]) == (200, "pending_review")
    assert shown["links"] == ["https://example.com/a", "https://example.com/b"]
    assert [(file["name"], file["contentType"]) for file in shown["files"]] == [
        ("shop.png", "image/png"),
        ("notes.txt", "text/plain"),
    ]
    assert set(shown["checks"]["coverage"].values()) == {True}
    assert shown["checks"]["findings"] == [{"code": "blank_image", "fileId": shown["files"][0]["id"]}]
    assert seat.escrow.status == "delivered"
    assert (new_events(), ledger()) == (["proof.uploaded"], before)
    read = seat.agent.get(url(seat, shown["id"]))["submission"]
    path = read["files"][0]["url"].partition("/files/")[2]
    assert Api().get(f"/files/{path}").body == PNG


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("photo.jpg", b"<html><script>alert(1)</script></html>"),
        ("notes.txt", b"MZ\x90\x00\x03\x00\x00\x00 this is a program"),
        ("empty.png", b""),
        ("picture.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
    ],
)
def test_a_file_that_is_no_evidence_is_refused_and_nothing_is_kept(
    new_events: Any, ledger: Callable[[], Any], name: str, content: bytes
) -> None:
    seat = given_confirmed()
    new_events.clear()
    before = ledger()

    refused = seat.worker.upload(url(seat), {"textEvidence": "Here.", "files": [upload(name, content, "image/png")]})

    assert (refused.status, refused.code) == (400, "validation_error")
    assert (Submission.objects.count(), File.objects.count(), new_events(), ledger()) == (0, 0, [], before)
    assert seat.escrow.status == "locked"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"textEvidence": "   "},
        {"links": ["javascript:alert(1)"]},
        {"links": ["https://example.com"] * 21},
        {"textEvidence": "x" * 10_001},
        {"textEvidence": 5},
    ],
)
def test_evidence_that_shows_nothing_is_refused(body: dict[str, Any]) -> None:
    seat = given_confirmed()

    refused = seat.worker.post(url(seat), body)

    assert (refused.status, refused.code) == (400, "validation_error")
    assert not Submission.objects.exists()


def test_a_seat_is_confirmed_before_it_delivers() -> None:
    seat = given_hired()

    refused = seat.worker.post(url(seat), {"textEvidence": "Done."})

    assert (refused.status, refused.code) == (409, "seat_not_confirmed")
    assert seat.escrow.status == "locked"


def test_one_submission_is_reviewed_at_a_time() -> None:
    seat = given_delivered()

    refused = seat.worker.post(url(seat), {"textEvidence": "More."})

    assert (refused.status, refused.code) == (409, "submission_in_review")
    assert Submission.objects.count() == 1


def test_somebody_without_a_seat_sends_nothing(other_worker: Api, other_agent: Api) -> None:
    seat = given_confirmed()

    assert other_worker.post(url(seat), {"textEvidence": "Me, too."}).status == 404
    assert other_agent.post(url(seat), {"textEvidence": "x"}).code == "session_required"
    assert not Submission.objects.exists()


def test_approving_completes_the_seat_and_moves_no_money(new_events: Any, ledger: Callable[[], Any]) -> None:
    seat = given_delivered()
    submission = Submission.objects.get().public_id
    new_events.clear()
    before = ledger()

    approved = seat.agent.patch(url(seat, submission), {"action": "approve"})
    again = seat.agent.patch(url(seat, submission), {"action": "reject", "response": "Changed my mind."})

    seat.fresh()
    assert approved["submission"]["status"] == "approved"
    assert (again.status, again.code, again["currentState"]) == (409, "invalid_state", "approved")
    assert (seat.escrow.status, seat.bounty.status) == ("completed", "completed")
    assert (new_events(), ledger()) == (["submission.reviewed", "bounty.completed"], before)


@pytest.mark.parametrize(("action", "status"), [("reject", "rejected"), ("request_redo", "redo_requested")])
def test_sending_evidence_back_needs_words_and_reopens_the_seat_for_more(action: str, status: str) -> None:
    seat = given_delivered()
    submission = Submission.objects.get().public_id

    wordless = seat.agent.patch(url(seat, submission), {"action": action})
    back = seat.agent.patch(url(seat, submission), {"action": action, "response": "Too dark."})
    more = seat.worker.post(url(seat), {"textEvidence": "A brighter one."})

    assert (wordless.status, list(wordless["fields"])) == (400, ["response"])
    assert (back["submission"]["status"], back["submission"]["response"]) == (status, "Too dark.")
    assert more.status == 200
    assert seat.escrow.status == "delivered"


def test_silence_for_72_hours_approves_what_was_delivered(at: Callable[[str], Any]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_delivered()

    at("2026-11-24T09:59:59Z")
    assert escrows.complete_unreviewed() == 0
    at("2026-11-24T10:00:00Z")
    assert escrows.complete_unreviewed() == 1

    assert seat.escrow.status == "completed"
    assert Submission.objects.get().status == "approved"


def test_only_owner_and_staff_read_the_evidence(other_agent: Api, other_worker: Api, support: Api) -> None:
    seat = given_completed()
    submission = Submission.objects.get().public_id

    for stranger in (other_agent, other_worker):
        assert stranger.get(url(seat)).code == "not_owner"
        assert stranger.get(url(seat, submission)).code == "not_owner"
    assert support.get(url(seat, submission)).status == 200
    assert [row["id"] for row in seat.agent.get(url(seat))["submissions"]] == [submission]


def test_uploads_are_kept_before_any_row_of_the_bounty_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = given_confirmed()
    order: list[str] = []
    keep, lock = files.store, locks.seat_of
    monkeypatch.setattr(files, "store", lambda *a, **k: order.append("keep") or keep(*a, **k))
    monkeypatch.setattr(locks, "seat_of", lambda *a, **k: order.append("lock") or lock(*a, **k))

    seat.worker.upload(url(seat), {"files": [upload("shop.png", PNG), upload("more.png", PNG)]})

    assert order == ["keep", "lock"]


def test_uploads_of_somebody_who_may_not_submit_are_not_even_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = given_hired()
    monkeypatch.setattr(files, "store", lambda *_, **__: pytest.fail("kept for nothing"))

    with untouched():
        refused = seat.worker.upload(url(seat), {"files": [upload("shop.png", PNG)]})

    assert (refused.status, refused.code) == (409, "seat_not_confirmed")
