"""A hired worker says where they stand; the owner sees how far away that was, and nobody sees where."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from bounties.models import Application, Attendance, TaskPlace
from marketplace.core import clock
from marketplace.core.earth import meters_between
from marketplace.models import IdempotencyRecord
from tests.api import Api
from tests.factories.market import Seat, given_application, given_bounty, given_confirmed, given_hired, untouched
from webhooks.models import Event

pytestmark = pytest.mark.django_db
LAT, LNG = 38.7139123, -9.1394456  # Lisbon


def url(seat: Seat) -> str:
    return f"/api/bounties/{seat.bounty.public_id}/attendance"


def step(state: str = "arrived", **more: Any) -> dict[str, Any]:
    at = clock.wall().isoformat()
    return {"state": state, "lat": LAT, "lng": LNG, "accuracyM": 12.4, "capturedAt": at} | more


def test_a_worker_goes_all_the_way_and_his_employer_sees_each_step(at: Callable[[str], datetime]) -> None:
    # given a task whose place an operator knows, 500 m from the worker
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(attendance_radius_meters=300, response_window_hours=10)
    TaskPlace.objects.create(bounty=seat.bounty, latitude=LAT + 0.0045, longitude=LNG)

    # when the worker reports all three steps
    assert seat.worker.post(url(seat), step("on_the_way")).status == 200
    at("2026-11-21T10:30:00Z")
    assert seat.worker.post(url(seat), step("arrived", lat=LAT + 0.004)).status == 200
    at("2026-11-21T12:00:00Z")
    last = seat.worker.post(url(seat), step("left"))

    # then the owner reads the same answer as the worker
    session = seat.agent.get(url(seat))["sessions"][0]
    assert session == last["attendance"]
    assert [(h["state"], h["at"], h["distanceMeters"]) for h in session["history"]] == [
        ("on_the_way", "2026-11-21T10:00:00.000Z", 500),
        ("arrived", "2026-11-21T10:30:00.000Z", 56),
        ("left", "2026-11-21T12:00:00.000Z", 500),
    ]
    assert (session["state"], session["trackingMode"], session["accuracyMeters"]) == ("left", "measured", 12)
    assert (session["radiusMeters"], session["withinRadius"]) == (300, False)
    assert (session["onTheWayAt"], session["arrivedAt"], session["leftAt"]) == (
        *("2026-11-21T10:00:00.000Z", "2026-11-21T10:30:00.000Z", "2026-11-21T12:00:00.000Z"),
    )
    assert session["humanId"] == seat.worker.account.public_profile_id

    # and arriving was the start, every step a sign of life
    application = Application.objects.get(pk=seat.application.pk)
    assert application.started_at == datetime.fromisoformat("2026-11-21T10:30:00Z")
    assert application.active_at == datetime.fromisoformat("2026-11-21T12:00:00Z")
    assert application.flag_at == application.active_at + timedelta(hours=10)


def test_without_a_known_place_the_distance_is_unknown_and_says_so() -> None:
    seat = given_confirmed(attendance_radius_meters=300)

    session = seat.worker.post(url(seat), step())["attendance"]

    assert (session["distanceMeters"], session["withinRadius"], session["trackingMode"]) == (
        None, None, "self_reported",
    )  # fmt: skip
    assert session["radiusMeters"] == 300


def test_a_position_is_kept_nowhere_and_shown_to_nobody(caplog: pytest.LogCaptureFixture) -> None:
    seat = given_confirmed()
    with caplog.at_level("DEBUG"):
        told = seat.worker.post(url(seat), step("arrived"), **{"Idempotency-Key": "k"})
        listed = seat.agent.get(url(seat))

    for text in (str(told.body), str(listed.body), caplog.text, str(list(Event.objects.values()))):
        assert "38.7" not in text and "9.139" not in text
    assert "38.7" not in str(list(Attendance.objects.values())) + str(list(IdempotencyRecord.objects.values("body")))
    with connection.cursor() as cursor:
        cursor.execute(
            "select column_name from information_schema.columns where table_name = 'bounties_attendance' "
            "and column_name ~ 'lat|lng|lon|position'"
        )
        assert cursor.fetchall() == []


def test_a_step_told_twice_is_one_step_and_no_step_goes_back() -> None:
    seat = given_confirmed()
    first = seat.worker.post(url(seat), step("arrived"))

    with untouched():
        again = seat.worker.post(url(seat), step("arrived", lat=0))
        back = seat.worker.post(url(seat), step("on_the_way"))

    assert again["attendance"] == first["attendance"]
    assert (back.status, back.code) == (409, "invalid_state")
    assert (back["currentState"], back["allowedActions"]) == ("arrived", ["left"])


def test_nobody_leaves_who_never_arrived() -> None:
    seat = given_confirmed()

    with untouched():
        refused = seat.worker.post(url(seat), step("left"))

    assert (refused.status, refused.code, refused["allowedActions"]) == (
        409,
        "invalid_state",
        ["on_the_way", "arrived"],
    )


def test_only_a_hired_and_confirmed_worker_reports(other_worker: Api) -> None:
    seat = given_hired()
    applicant, application = given_application(given_bounty(seat.agent))
    theirs = f"/api/bounties/{application.bounty.public_id}/attendance"

    with untouched():
        assert seat.worker.post(url(seat), step()).code == "seat_not_confirmed"
        assert applicant.post(theirs, step()).code == "invalid_state"
        assert other_worker.post(url(seat), step()).status == 404
        assert seat.agent.post(url(seat), step()).code == "session_required"


def test_who_arrives_after_the_start_window_is_too_late(at: Callable[[str], datetime]) -> None:
    begun = at("2026-11-21T10:00:00Z")
    seat = given_confirmed(start_window_minutes=30)
    at((begun + timedelta(minutes=31)).isoformat())

    with untouched():
        refused = seat.worker.post(url(seat), step("arrived"))

    assert (refused.status, refused.code) == (409, "start_window_closed")


@pytest.mark.parametrize(
    ("field", "value"),
    [("lat", 91), ("lat", "38"), ("lng", -181), ("lng", True), ("accuracyM", -1), ("accuracyM", 1e9), ("state", "home"),
     ("capturedAt", "2020-01-01T00:00:00Z"), ("capturedAt", "2099-01-01T00:00:00Z"), ("capturedAt", 5), ("capturedAt", 1e300)],
)  # fmt: skip
def test_what_cannot_be_is_refused_by_name(field: str, value: Any) -> None:
    seat = given_confirmed()

    with untouched():
        refused = seat.worker.post(url(seat), step(**{field: value}))

    assert (refused.status, list(refused["fields"])) == (400, [field])


def test_a_device_may_tell_its_time_in_milliseconds() -> None:
    seat = given_confirmed()
    moment = int(clock.wall().timestamp() * 1000)

    taken = seat.worker.post(url(seat), step(capturedAt=moment))

    assert taken.status == 200
    assert datetime.fromisoformat(taken["attendance"]["capturedAt"]).timestamp() * 1000 == moment


@pytest.mark.parametrize(
    ("one", "other", "meters"),
    [((0, 0), (0, 0), 0), ((0, 0), (0, 1), 111_195), ((0, 179.5), (0, -179.5), 111_195), ((90, 0), (-90, 0), 20_015_087)],
)  # fmt: skip
def test_how_far_two_points_are_apart(one: tuple[float, float], other: tuple[float, float], meters: int) -> None:
    assert meters_between(*one, *other) == meters
