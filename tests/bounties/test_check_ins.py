"""Check-ins: signs of life at given times. Noticed in the checks of a submission, and deciding nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from marketplace.api.fields import timestamp
from marketplace.core import clock
from tests.api import Answer
from tests.bounties.test_application_forms import picture
from tests.factories.market import Seat, given_confirmed, untouched

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture
def began(at: Callable[[str], datetime], monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Business time stands still, some days away from the wall's: devices go by the wall's."""
    now = at("2026-12-05T12:00:00Z")
    wall = now - timedelta(days=14)
    monkeypatch.setattr(clock, "wall", lambda: wall)
    return now


def given_shift(began: datetime, hours_ago: tuple[float, ...], **fields: Any) -> Seat:
    times = [timestamp(began - timedelta(hours=hours)) for hours in hours_ago]
    photo = fields.pop("photo", True)
    return given_confirmed(check_ins={"times": times, "photoRequired": photo}, **fields)


def send(seat: Seat, *taken_ago: timedelta, file: Any = None) -> Answer:
    """A submission with one file for each moment of the device's clock."""
    moments = [timestamp(clock.wall() - ago) for ago in taken_ago]
    form: dict[str, Any] = {"textEvidence": "Done.", "capturedAt": moments}
    form["files"] = [file or picture(30 + number, 20) for number in range(len(taken_ago))]
    sent = seat.worker.upload(f"/api/bounties/{seat.bounty.public_id}/submissions", form)
    assert sent.status == 200, sent.body
    return sent


def checks(sent: Answer) -> tuple[list[bool], list[str]]:
    """(what is covered, by time; the findings about check-ins)"""
    found = sent["submission"]["checks"]
    missing = [row["at"] for row in found["findings"] if row["code"] == "missing_check_in"]
    return [row["covered"] for row in found["checkIns"]], missing


def missing_evidence(seat: Seat) -> list[str]:
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    return seat.agent.get(path)["application"]["jobOverview"]["missingEvidence"]


def test_a_photo_of_the_time_is_the_check_in_and_what_is_missing_is_named(began: datetime) -> None:
    seat = given_shift(began, (4, 2), evidence_types=["text"])
    assert len(seat.agent.get(f"/api/bounties/{seat.bounty.public_id}")["bounty"]["checkIns"]["times"]) == 2
    assert missing_evidence(seat) == ["text", "check_in"]

    sent = send(seat, timedelta(hours=4, minutes=-15))

    assert checks(sent) == ([True, False], [timestamp(began - timedelta(hours=2))])
    assert sent["submission"]["checks"]["recommendation"] == "needs_review"
    assert missing_evidence(seat) == ["check_in"]


def test_all_check_ins_leave_nothing_to_say(began: datetime) -> None:
    seat = given_shift(began, (4, 2))

    sent = send(seat, timedelta(hours=4), timedelta(hours=2, minutes=15))

    assert checks(sent) == ([True, True], [])
    assert sent["submission"]["checks"]["coverage"] == {"check_in": True}
    assert missing_evidence(seat) == []


def test_what_was_covered_before_a_redo_stays_covered(began: datetime) -> None:
    seat = given_shift(began, (4, 2))
    first = send(seat, timedelta(hours=4))["submission"]["id"]
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{first}"
    assert seat.agent.patch(path, {"action": "request_redo", "response": "And the second?"}).status == 200

    assert checks(send(seat, timedelta(hours=2))) == ([True, True], [])


@pytest.mark.parametrize("ago", [timedelta(hours=4, minutes=16), timedelta(hours=3, minutes=44)])
def test_a_photo_of_another_time_is_none(began: datetime, ago: timedelta) -> None:
    seat = given_shift(began, (4,))

    assert checks(send(seat, ago))[0] == [False]


def test_nobody_checks_in_ahead_of_time(began: datetime) -> None:
    seat = given_shift(began, (-3,))

    assert checks(send(seat, timedelta(hours=-3)))[0] == [False]


@pytest.mark.parametrize(("photo", "covered"), [(True, False), (False, True)])
def test_where_no_photo_is_required_any_file_or_a_message_counts(
    began: datetime, at: Callable[[str], datetime], photo: bool, covered: bool
) -> None:
    by_file, by_words = given_shift(began, (1,), photo=photo), given_shift(began, (0,), photo=photo)
    note = SimpleUploadedFile("a.txt", b"I am here.")
    talk = by_words.application.conversation.public_id
    by_words.worker.post(f"/api/conversations/{talk}/messages", {"content": "I am here."})
    by_words.agent.post(f"/api/conversations/{talk}/messages", {"content": "Good."})

    assert checks(send(by_file, timedelta(hours=1), file=note))[0] == [covered]
    assert checks(send(by_words))[0] == [covered]


def test_the_employers_words_are_no_sign_of_the_worker(began: datetime) -> None:
    seat = given_shift(began, (0.5,), photo=False)
    clock.freeze(began - timedelta(minutes=30))
    talk = seat.application.conversation.public_id
    seat.agent.post(f"/api/conversations/{talk}/messages", {"content": "Are you there?"})
    clock.freeze(began)

    assert checks(send(seat))[0] == [False]


def test_a_claim_does_not_deliver_where_check_ins_are_asked_for(began: datetime) -> None:
    seat = given_shift(began, (1,), photo=False)

    assert (
        seat.worker.post(f"/api/conversations/{seat.application.conversation.public_id}/completion-claim").status == 200
    )

    assert seat.escrow.status == "locked"
    assert seat.worker.get("/api/work")["applications"][0]["nextAction"]["kind"] == "submit_evidence"


def test_without_times_nothing_is_said_of_check_ins(began: datetime) -> None:
    seat = given_shift(began, ())

    sent = send(seat, timedelta(hours=1))

    assert "checkIns" not in sent["submission"]["checks"]
    assert sent["submission"]["checks"]["coverage"] == {}


@pytest.mark.parametrize("far", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
def test_a_time_that_cannot_be_reckoned_with_is_refused_and_never_stops_a_delivery(far: str) -> None:
    seat = given_confirmed()
    path = f"/api/bounties/{seat.bounty.public_id}"
    with untouched():
        refused = seat.agent.patch(path, {"checkIns": {"times": [far]}})
        scheduled = seat.agent.patch(path, {"scheduledStartAt": far, "scheduledStartTimeZone": "America/New_York"})

    assert [refused.code, scheduled.code] == ["validation_error", "validation_error"]
    assert seat.agent.patch(path, {"checkIns": {"times": ["2199-12-31T23:59:59Z"]}}).status == 200
    assert seat.worker.post(f"{path}/submissions", {"textEvidence": "Done."}).status == 200
