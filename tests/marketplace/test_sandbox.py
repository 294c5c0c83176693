"""The sandbox's own routes: for this machine only, gone outside a sandbox, and a clock that never goes back."""

import struct
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from pytest_django import Settings

from bounties.models import Application
from marketplace.core import clock
from marketplace.models import TimerTurn
from marketplace.services import beats, mails
from tests.api import Api
from tests.contract.scenario import check_failure
from tests.factories.accounts import given_worker
from tests.factories.market import given_hired

pytestmark = pytest.mark.django_db
ROUTES = [
    ("GET", "/api/sandbox/clock", None),
    ("POST", "/api/sandbox/clock/advance", {"seconds": 60}),
    ("GET", "/api/sandbox/mail", None),
    ("POST", "/api/sandbox/humans/{human}/verify", {"linkedin": True}),
]


@pytest.fixture
def here() -> Api:
    caller = Api()
    caller.address = "127.0.0.1"
    return caller


@pytest.fixture(autouse=True)
def _own_clock() -> Iterator[None]:
    """What a test adds to business time is taken back: the other tests share this process."""
    before = clock._OFFSET.unpack_from(clock._area())[0]
    yield
    clock._OFFSET.pack_into(clock._area(), 0, before)


def path_for(path: str) -> str:
    return path.format(human=given_worker().account.public_profile_id)


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
@pytest.mark.parametrize("address", ["10.0.0.5", "192.0.2.1", "::2", "0.0.0.0"])
def test_only_loopback_peers_are_answered(unchanged: Any, method: str, path: str, body: Any, address: str) -> None:
    outside, target, before = Api(), path_for(path), clock.offset_seconds()
    outside.address = address
    with unchanged():
        plain = outside.call(method, target, body)
        forged = outside.call(method, target, body, **{"X-Forwarded-For": "127.0.0.1"})

    check_failure(plain, 404, "not_found")
    check_failure(forged, 404, "not_found")
    assert clock.offset_seconds() == before


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_they_answer_this_machine(here: Api, method: str, path: str, body: Any) -> None:
    assert here.call(method, path_for(path), body).status == 200
    here.address = "::1"
    assert here.call(method, path_for(path), body).status == 200


@pytest.mark.parametrize(("method", "path", "body"), ROUTES)
def test_outside_a_sandbox_they_do_not_exist(
    here: Api, settings: Settings, unchanged: Any, method: str, path: str, body: Any
) -> None:
    target = path_for(path)
    settings.SANDBOX = False

    with unchanged():
        answer = here.call(method, target, body)

    check_failure(answer, 404, "not_found")


def test_the_clock_moves_forward_for_business_time_only(here: Api) -> None:
    before, wall = clock.now(), clock.wall()

    answer = here.post("/api/sandbox/clock/advance", {"seconds": 86_400})

    assert answer.status == 200
    moved = datetime.fromisoformat(answer["now"])
    assert 86_400 <= (moved - before).total_seconds() < 86_430
    assert answer["offsetSeconds"] == clock.offset_seconds()
    assert (clock.wall() - wall).total_seconds() < 30
    assert here.get("/api/sandbox/clock")["offsetSeconds"] == answer["offsetSeconds"]


def test_it_survives_a_restart(here: Api) -> None:
    here.post("/api/sandbox/clock/advance", {"seconds": 3600})

    kept = struct.unpack("<q", (Path(project.DATA_DIR) / "clock").read_bytes())[0]

    assert kept / 1000 == clock.offset_seconds()
    clock._mapped.clear()  # what a new process begins with
    assert clock.offset_seconds() == kept / 1000


@pytest.mark.parametrize("seconds", [-1, -0.5, 0.5, "60", None, True, 400 * 86_400 + 1, 1e18, [1]])
def test_it_never_goes_back_and_takes_whole_seconds(here: Api, seconds: Any) -> None:
    before = clock.offset_seconds()

    check_failure(here.post("/api/sandbox/clock/advance", {"seconds": seconds}), 400, "validation_error")

    assert clock.offset_seconds() == before


def test_due_timers_have_run_and_their_facts_are_there_when_it_answers(here: Api, new_events: Any) -> None:
    seat = given_hired()
    new_events.clear()

    here.post("/api/sandbox/clock/advance", {"seconds": 2 * 3600 + 1})

    assert Application.objects.get(pk=seat.application.pk).status == "expired"
    assert "application.seat_expired" in new_events()


def test_what_runs_by_the_hour_or_the_day_comes_sooner_by_as_much(here: Api) -> None:
    # given a turn within the hour, one within a week, and one that is due
    beats.note_timers(
        {"marketplace.delete_expired": 3600.0, "wallet.check_books": 7 * 86_400.0, "wallet.seal_months": -9.0}
    )
    before, begun = dict(TimerTurn.objects.values_list("task", "next_at")), clock.wall()

    # when a day and an hour pass at once
    here.post("/api/sandbox/clock/advance", {"seconds": 90_000})

    # then the first is due now: a turn from before its last run would be taken for what that run has left
    after = dict(TimerTurn.objects.values_list("task", "next_at"))
    assert begun <= after["marketplace.delete_expired"] <= clock.wall()
    assert after["wallet.check_books"] == before["wallet.check_books"] - timedelta(seconds=90_000)
    assert after["wallet.seal_months"] == before["wallet.seal_months"]


def test_the_mailbox_shows_mails_newest_first_and_by_address(here: Api) -> None:
    for number, to in enumerate(["a@example.com", "b@example.com", "a@example.com"]):
        mails.write(to=to, subject=f"Mail {number}", text="Hello", html="<p>Hello</p>")

    everybody = here.get("/api/sandbox/mail")["mails"]
    of_a = here.get("/api/sandbox/mail?to=A@example.com")["mails"]

    assert [mail["subject"] for mail in everybody] == ["Mail 2", "Mail 1", "Mail 0"]
    assert [mail["subject"] for mail in of_a] == ["Mail 2", "Mail 0"]
    assert set(of_a[0]) == {"id", "to", "subject", "text", "html", "createdAt"}
    assert here.get("/api/sandbox/mail?to=nobody@example.com")["mails"] == []


def test_it_stands_in_for_the_providers(here: Api, worker: Api) -> None:
    path = f"/api/sandbox/humans/{worker.account.public_profile_id}/verify"

    answer = here.post(path, {"identityCountry": "Portugal", "linkedin": True, "payouts": True})

    assert answer["humanId"] == worker.account.public_profile_id
    assert answer["verification"] == {"email": True, "identity": True, "identityCountry": "PT", "linkedin": True}
    me = worker.get("/api/account")["account"]
    assert (me["verification"], me["payouts"]["onboarded"]) == (answer["verification"], True)
    left_alone = here.post(path, {})
    assert left_alone["verification"] == answer["verification"]
    taken_back = here.post(path, {"identityCountry": "", "linkedin": False})
    assert taken_back["verification"]["identity"] is False
    assert taken_back["verification"]["linkedin"] is False
    check_failure(here.post(path, {"identityCountry": "Atlantis"}), 400, "validation_error")
