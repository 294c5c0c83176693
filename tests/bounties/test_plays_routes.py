"""The routes of simulated people: whose bounties are played in, the switch, and the sandbox's clock that stops for them."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from bounties.models import Application, Play, SimulatedPerson, SimulationSwitch
from bounties.services import plays
from marketplace.core import clock
from tests.api import Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import given_agent, given_worker
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.plays import Stage

pytestmark = pytest.mark.django_db
ROUTES = [
    ("GET", "/api/sandbox/people", None),
    ("PATCH", "/api/sandbox/people", {"simulated": True}),
    ("POST", "/api/sandbox/people/rosa/play", {"bountyId": "{bounty}"}),
    ("GET", "/api/sandbox/plays", None),
    ("GET", "/api/sandbox/plays/{play}", None),
    ("DELETE", "/api/sandbox/plays/{play}", None),
]


@pytest.fixture(autouse=True)
def _own_clock() -> Iterator[None]:
    before = clock._OFFSET.unpack_from(clock._area())[0]
    yield
    clock._OFFSET.pack_into(clock._area(), 0, before)


def call(stage: Stage, method: str, path: str, body: Any) -> Any:
    names = {"bounty": stage.bounty.public_id, "play": Play.objects.get().public_id}
    body = {name: str(value).format(**names) if name == "bountyId" else value for name, value in (body or {}).items()}
    return stage.agent.call(method, path.format(**names), body or None)


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_outside_a_sandbox_and_from_elsewhere_they_do_not_exist(
    settings: Settings, method: str, path: str, body: Any
) -> None:
    stage = Stage()
    stage.play("ben")
    stage.agent.address = "192.0.2.1"
    with untouched():
        check_failure(call(stage, method, path, body), 404, "not_found")
    stage.agent.address, settings.SANDBOX = "127.0.0.1", False
    with untouched():
        check_failure(call(stage, method, path, body), 404, "not_found")


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_they_answer_whoever_plays_in_their_own_bounty(method: str, path: str, body: Any) -> None:
    stage = Stage()
    stage.play("ben")

    assert call(stage, method, path, body).status == 200


def test_nobody_plays_in_another_ones_bounty_or_sees_or_stops_it() -> None:
    stage, stranger = Stage(), given_agent()
    play, stranger.address = stage.play("ben"), "127.0.0.1"
    hidden = given_bounty(given_funded_agent(100))  # waits for its deposit

    with untouched(besides=[SimulatedPerson]):
        path = "/api/sandbox/people/ben/play"
        check_failure(stranger.post(path, {"bountyId": stage.bounty.public_id}), 403, "not_owner")
        check_failure(stranger.post(path, {"bountyId": hidden.public_id}), 404, "not_found")
        check_failure(stranger.delete(f"/api/sandbox/plays/{play['id']}"), 404, "not_found")
        check_failure(stranger.get(f"/api/sandbox/plays/{play['id']}"), 404, "not_found")
        check_failure(stranger.delete("/api/sandbox/plays/nothing"), 404, "not_found")
    assert stranger.get("/api/sandbox/plays").body["plays"] == []
    assert stranger.get(f"/api/sandbox/plays?bountyId={stage.bounty.public_id}").body["plays"] == []


@pytest.mark.parametrize(
    ("person", "body", "status", "code"),
    [
        ("nobody", {}, 404, "not_found"),
        ("staff-2", {}, 404, "not_found"),
        ("rosa", {"script": "heroic"}, 400, "validation_error"),
        ("rosa", {"script": "staff"}, 400, "validation_error"),
        ("staff", {"script": "reliable"}, 400, "validation_error"),
        ("rosa", {"workerPercent": 101}, 400, "validation_error"),
        ("rosa", {"sooner": True}, 400, "validation_error"),
        ("ben", {}, 409, "already_playing"),
    ],
)
def test_what_cannot_be_played_is_refused(person: str, body: Any, status: int, code: str) -> None:
    stage = Stage()
    stage.play("ben")
    stage.play("rosa", script="late")
    stage.agent.delete(f"/api/sandbox/plays/{stage.agent.get('/api/sandbox/plays').body['plays'][0]['id']}")
    stage.play("staff")
    Play.objects.filter(person_id="staff").delete()

    with untouched():
        sent = {"bountyId": stage.bounty.public_id, **body}
        check_failure(stage.agent.post(f"/api/sandbox/people/{person}/play", sent), status, code)


def test_a_bounty_that_is_over_or_hires_by_itself_takes_nobody() -> None:
    stage = Stage()
    stage.play("ben")
    stage.agent.delete(f"/api/bounties/{stage.bounty.public_id}")
    direct = given_bounty(stage.agent, kind="cake")
    with untouched():
        over = stage.agent.post("/api/sandbox/people/ben/play", {"bountyId": direct.public_id})
        check_failure(over, 409, "not_playable")
    plays.run_due()
    stage.bounty.refresh_from_db()
    assert stage.bounty.status in ("closed", "cancelled")
    with untouched():
        over = stage.agent.post("/api/sandbox/people/ben/play", {"bountyId": stage.bounty.public_id})
        check_failure(over, 409, "invalid_state")


def test_a_stopped_play_does_nothing_more_and_may_begin_again() -> None:
    stage = Stage()
    play = stage.play("rosa")
    stopped = stage.agent.delete(f"/api/sandbox/plays/{play['id']}").body["play"]
    assert (stopped["status"], stopped["outcome"], stopped["nextAt"]) == ("stopped", "stopped", None)
    check_failure(stage.agent.delete(f"/api/sandbox/plays/{play['id']}"), 409, "invalid_state")

    stage.pass_time(hours=1)
    assert not stage.bounty.applications.exists()
    stage.play("rosa")
    stage.pass_time(hours=1)
    assert stage.bounty.applications.count() == 1


def test_people_join_new_bounties_by_themselves_once_that_is_switched_on() -> None:
    stage = Stage()
    switched = stage.agent.patch(
        "/api/sandbox/people", {"simulated": True, "scripts": ["late", "reliable", "reliable"]}
    )
    assert switched.body["switch"] == {"simulated": True, "scripts": ["late", "reliable", "reliable"]}
    stage.pass_time(minutes=1)
    new, others = given_bounty(stage.agent, spots_available=3), given_bounty(given_funded_agent())

    stage.pass_time(hours=7)

    rows = Play.objects.filter(bounty=new).order_by("script", "person_id").values_list("person_id", "script")
    assert list(rows) == [("theo", "late"), ("ben", "reliable"), ("rosa", "reliable")]
    assert new.applications.count() == 3
    assert not Play.objects.filter(bounty__in=[stage.bounty, others]).exists()

    off = stage.agent.patch("/api/sandbox/people", {"simulated": False})
    assert off.body["switch"] == {"simulated": False, "scripts": ["late", "reliable", "reliable"]}
    quiet = given_bounty(stage.agent)
    stage.pass_time(hours=7)
    assert not Play.objects.filter(bounty=quiet).exists()


@pytest.mark.parametrize("body", [{}, {"simulated": "yes"}, {"simulated": True, "scripts": []},
                                  {"simulated": True, "scripts": ["staff"]}, {"simulated": True, "who": "rosa"}])  # fmt: skip
def test_a_switch_that_cannot_be_read_changes_nothing(body: Any) -> None:
    stage = Stage()
    with untouched():
        check_failure(stage.agent.patch("/api/sandbox/people", body), 400, "validation_error")
    assert not SimulationSwitch.objects.exists()


def test_the_list_says_who_there_is_and_what_they_do_when() -> None:
    agent = given_agent()
    agent.address = "127.0.0.1"

    found = agent.get("/api/sandbox/people").body

    anybodys = {"on_site", "leaves_early", "appeals", "staff_overturns"}
    anybodys |= {"rewrites", "takes_picture", "votes", "tests"}  # of the products
    assert {row["name"] for row in found["scripts"]} - {row["script"] for row in found["people"]} == anybodys
    assert {step["when"] for row in found["scripts"] for step in row["steps"]} <= found["moments"].keys()
    assert found["switch"]["simulated"] is False
    ghost = next(row for row in found["scripts"] if row["name"] == "ghost")
    assert [(step["act"], step["when"], step["seconds"]) for step in ghost["steps"]] == [
        ("apply", "open", 600), ("confirm", "hired", 900), ("start", "confirmed", 300), ("record", "voice_wanted", 300)
    ]  # fmt: skip


def test_the_sandboxs_clock_stops_for_each_act_on_its_way() -> None:
    stage = Stage(given_funded_agent())
    clock.freeze(None)
    play = stage.play("theo")
    stage.agent.post("/api/sandbox/clock/advance", {"seconds": 7 * 3600})
    hired_at = stage.accept(play).decided_at
    before = clock.offset_seconds()
    assert hired_at is not None

    moved = stage.agent.post("/api/sandbox/clock/advance", {"seconds": 86_400})

    assert moved.status == 200
    assert abs(clock.offset_seconds() - before - 86_400) < 0.1
    seat = Application.objects.get(bounty=stage.bounty)
    assert seat.confirmed_at is not None
    assert 110 * 60 <= (seat.confirmed_at - hired_at).total_seconds() < 120 * 60  # within the two hours of a seat


def test_a_worker_who_signed_in_plays_in_what_they_posted() -> None:
    worker = given_worker()
    worker.address = "::1"
    assert worker.get("/api/sandbox/people").status == 200
    nobody = Api()
    nobody.address = "127.0.0.1"
    check_failure(nobody.get("/api/sandbox/people"), 401, "authentication_required")
