"""POST /api/work/{applicationId}/contest: a worker asks our staff to look, and no clock ends the seat until they did."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties import tasks
from bounties.models import Application
from bounties.rules.contests import MEANINGS, OUTCOMES
from bounties.services import staff_cases
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.core.transactions import unit
from marketplace.models import Mail
from tests.api import Answer, Api
from tests.bounties.test_office_cases import decide
from tests.factories.accounts import given_worker
from tests.factories.desk import acting_staff, given_support
from tests.factories.files import picture
from tests.factories.mailbox import subjects
from tests.factories.market import Seat, given_delivered, given_hired, given_released, untouched
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
Later = Callable[[float], None]
WORDS = {"reason": "The shelf you asked for is on the second photo."}


@pytest.fixture
def later(at: Callable[[str], datetime]) -> Later:
    at(START.isoformat())
    return lambda hours: at((START + timedelta(hours=hours)).isoformat()) and None


def given_sent_back(action: str = "reject", **fields: Any) -> Seat:
    seat = given_delivered(**fields)
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    assert seat.agent.patch(path, {"action": action, "response": "Not the shelf."}).status == 200
    Mail.objects.all().delete()
    return seat.fresh()


def contest(seat: Seat, who: Api | None = None, **fields: Any) -> Answer:
    return (who or seat.worker).post(f"/api/work/{seat.application.public_id}/contest", WORDS | fields)


def told(seat: Seat) -> dict[str, Any]:
    """What the owner is told of the end of the seat's only contest."""
    event = Event.objects.get(type="application.contest_decided")
    named = seat.application.contests.get().public_id
    assert (event.account_id, event.entity, event.data["contestId"]) == (seat.agent.account.pk, named, named)
    assert event.data["applicationId"] == seat.application.public_id
    return {name: event.data[name] for name in ("outcome", "completeBy")}


def refused(seat: Seat, status: int, code: str, who: Api | None = None, **fields: Any) -> Answer:
    with untouched():
        answer = contest(seat, who, **fields)
    assert (answer.status, answer.code) == (status, code), answer.body
    return answer


@pytest.mark.parametrize("action", ["reject", "request_redo"])
def test_a_contest_is_a_case_with_a_due_date_that_both_parties_see(later: Later, action: str) -> None:
    seat = given_sent_back(action)
    later(3)

    answer = contest(seat)

    assert answer.status == 200, answer.body
    shown = {
        "state": "open",
        "reason": WORDS["reason"],
        "files": [],
        "openedAt": "2026-11-21T13:00:00.000Z",
        "dueAt": "2026-11-24T13:00:00.000Z",
        "decidedAt": None,
        "mayEnd": [{"outcome": outcome, "means": means} for outcome, means in MEANINGS.items()],
        "outcome": None,
        "decision": "",
    }
    id_ = answer["contest"].pop("id")
    assert id_.startswith("con_") and answer["contest"] == shown
    [mine] = seat.worker.get("/api/work")["applications"]
    assert mine["contest"] == {"id": id_} | shown and mine["nextAction"]["kind"] == "staff_review"
    path = f"/api/bounties/{seat.bounty.public_id}/applications"
    for theirs in (seat.agent.get(path)["applications"][0], seat.agent.get(f"{path}/{mine['id']}")["application"]):
        assert theirs["jobOverview"]["contest"] == {"id": id_} | shown
        assert theirs["jobOverview"]["nextAction"] == {"kind": "staff_review", "actorIsOwner": False}
    sent = Event.objects.get(type="application.contested")
    assert sent.account_id == seat.agent.account.pk
    assert (sent.data["dueAt"], sent.data["applicationId"]) == (shown["dueAt"], mine["id"])
    assert "Contested" in subjects(seat.agent)[0] and "Our staff look" in subjects(seat.worker)[0]


def test_no_clock_ends_the_seat_until_staff_have_decided(later: Later) -> None:
    seat = given_sent_back(response_window_hours=4, auto_expire_ghosts=True, completion_window_hours=30)
    later(24)
    tasks.release_overdue_seats()
    later(40)
    assert contest(seat).status == 200

    for hour in (72, 200, 24 * 60):
        later(hour)
        tasks.release_overdue_seats()
        tasks.warn_silent_seats()
        tasks.release_not_started_seats()
    seat.fresh()
    assert (seat.application.status, seat.escrow.status) == ("accepted", "locked")
    assert seat.application.ghost_flagged_at is None and seat.application.complete_by is None


def test_files_show_what_words_can_not(later: Later, support: Api) -> None:
    seat = given_sent_back()
    answer = seat.worker.upload(f"/api/work/{seat.application.public_id}/contest", WORDS | {"files": [picture()]})
    assert answer.status == 200, answer.body
    [file] = answer["contest"]["files"]
    assert file["contentType"].startswith("image/") and file["url"]
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    assert [row["id"] for row in seat.agent.get(path)["application"]["jobOverview"]["contest"]["files"]] == [file["id"]]

    from tests.bounties.test_office_cases import office

    page = office(support).get(f"/admin/bounties/application/{seat.application.pk}/change/").content.decode()
    assert WORDS["reason"] in page and file["name"] in page


# ------------------------------------------------------------------ when there is nothing to contest


def test_only_the_worker_of_the_seat_contests(later: Later) -> None:
    seat = given_sent_back()
    refused(seat, 404, "not_found", given_worker())
    refused(seat, 403, "session_required", seat.agent)
    with untouched():
        assert seat.worker.post("/api/work/app_nothing/contest", WORDS).status == 404
        assert seat.worker.post(f"/api/work/{seat.application.public_id}/contest", {"reason": " "}).status == 400


def test_a_verdict_is_contested_within_seven_days(later: Later) -> None:
    seat = given_sent_back(completion_window_hours=24 * 20)
    later(7 * 24 + 0.01)
    refused(seat, 409, "nothing_to_contest")
    later(7 * 24)
    assert contest(seat).status == 200


@pytest.mark.parametrize("until", ["accept", "confirm", "deliver", "approve"])
def test_without_a_verdict_against_it_there_is_nothing_to_contest(later: Later, until: str) -> None:
    seat = given_hired(until=until)
    refused(seat, 409, "nothing_to_contest")


def test_a_seat_that_is_paid_or_over_has_nothing_to_contest(later: Later) -> None:
    refused(given_released(), 409, "nothing_to_contest")
    ended = given_sent_back()
    for hour in (24, 72):
        later(hour)
        tasks.release_overdue_seats()
    assert ended.fresh().application.status == "expired"
    refused(ended, 409, "nothing_to_contest")


def test_one_case_at_a_time(later: Later) -> None:
    seat = given_sent_back()
    assert contest(seat).status == 200
    refused(seat, 409, "already_contested")


def test_work_that_nobody_looks_at_is_contested_when_no_clock_will(later: Later) -> None:
    """Usually 72 hours without a review accept the work. Should a seat have lost that clock, its worker has a way."""
    seat = given_delivered()
    later(73)
    refused(seat, 409, "nothing_to_contest")
    Escrow.objects.filter(pk=seat.escrow.pk).update(review_due_at=None)
    later(71)
    refused(seat, 409, "nothing_to_contest")
    later(72)
    assert contest(seat).status == 200
    assert seat.agent.get("/api/escrow/" + seat.escrow.public_id)["escrow"]["status"] == "delivered"


def test_the_same_key_answers_the_same_case(later: Later) -> None:
    seat = given_sent_back()
    path = f"/api/work/{seat.application.public_id}/contest"
    first, second = (seat.worker.post(path, WORDS, **{"Idempotency-Key": "contest-1"}) for _ in range(2))
    assert first["contest"]["id"] == second["contest"]["id"]
    assert second.headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize("action", ["reject", "request_redo"])
def test_evidence_that_was_sent_back_says_until_when_new_is_due_and_what_then(later: Later, action: str) -> None:
    seat = given_sent_back(action)
    pending = seat.application.submissions.get()
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"

    def dates() -> tuple[Any, ...]:
        shown = seat.agent.get(path)["submission"]
        return shown["newEvidenceBy"], shown["seatEndsAt"], (shown["contest"] or {}).get("state")

    assert dates() == ("2026-11-22T10:00:00.000Z", "2026-11-24T10:00:00.000Z", None)
    later(24)
    tasks.release_overdue_seats()
    assert dates() == ("2026-11-22T10:00:00.000Z", "2026-11-24T10:00:00.000Z", None), "whoever is warned, too"
    contest(seat)
    assert dates() == (None, None, "open"), "no clock ends it until it is decided"


def test_every_end_of_a_contest_is_explained_before() -> None:
    assert set(MEANINGS) == set(OUTCOMES)


# ------------------------------------------------------------------ how it ends


@pytest.mark.parametrize(
    ("verb", "fields", "outcome", "status"),
    [
        ("time", {"hours": 12}, "time_given", "accepted"),
        ("release", {}, "released", "accepted"),
        ("take-back", {}, "taken_back", "expired"),
    ],
)
def test_staff_decide_and_both_sides_see_it(
    later: Later, operator: Api, verb: str, fields: dict[str, Any], outcome: str, status: str
) -> None:
    seat = given_sent_back()
    contest(seat)
    later(5)
    Mail.objects.all().delete()

    decide(operator, seat, verb, **fields)

    assert seat.fresh().application.status == status
    [mine] = seat.worker.get("/api/work")["applications"]
    assert (mine["contest"]["state"], mine["contest"]["outcome"]) == ("decided", outcome)
    assert (mine["contest"]["decidedAt"], mine["contest"]["mayEnd"]) == ("2026-11-21T15:00:00.000Z", [])
    due = "2026-11-22T03:00:00.000Z" if verb == "time" else None
    assert told(seat) == {"outcome": outcome, "completeBy": due}
    ended = [event.data["reason"] for event in Event.objects.filter(type="application.seat_expired").order_by("id")]
    assert ended == (["taken_back"] if verb == "take-back" else []), "nobody was late"
    for person in (seat.agent, seat.worker):
        assert any("Decided by our staff" in subject for subject in subjects(person))
    paid = books.balance(books.earnings(seat.worker.account.pk))
    assert paid == (500 if verb == "release" else 0)


def test_time_that_staff_gave_and_that_passes_ends_the_seat_by_the_clock(later: Later) -> None:
    seat = given_sent_back()
    contest(seat)
    staff = acting_staff(given_support())
    unit(lambda: staff_cases.give_time(staff, seat.application.pk, hours=12, reason="Send both photos."))
    later(12)
    tasks.release_overdue_seats()
    later(60)
    tasks.release_overdue_seats()
    assert seat.fresh().application.status == "expired"


def test_new_evidence_takes_the_contest_back(later: Later) -> None:
    seat = given_sent_back()
    contest(seat)
    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Here it is."})
    assert sent.status == 200
    [mine] = seat.worker.get("/api/work")["applications"]
    assert (mine["contest"]["state"], mine["contest"]["outcome"]) == ("decided", "new_evidence")
    assert told(seat) == {"outcome": "new_evidence", "completeBy": None}
    assert Application.objects.get(pk=seat.application.pk).staff_due_at is None


def test_the_owner_who_pays_settles_it(later: Later) -> None:
    seat = given_sent_back()
    contest(seat)
    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", {"acknowledgeRelease": True}).status == 200
    [mine] = seat.worker.get("/api/work")["applications"]
    assert (mine["contest"]["state"], mine["contest"]["outcome"]) == ("decided", "settled")
    assert told(seat) == {"outcome": "settled", "completeBy": None}


@pytest.mark.parametrize("action", ["approve", "request_redo"])
def test_a_review_settles_the_contest_of_work_that_nobody_looked_at(later: Later, action: str) -> None:
    seat = given_delivered()
    Escrow.objects.filter(pk=seat.escrow.pk).update(review_due_at=None)
    later(72)
    assert contest(seat).status == 200
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    assert seat.agent.patch(path, {"action": action, "response": "I have looked."}).status == 200
    [mine] = seat.worker.get("/api/work")["applications"]
    assert (mine["contest"]["state"], mine["contest"]["outcome"]) == ("decided", "settled")
    assert seat.fresh().application.needs_staff_at is None


def test_a_case_past_its_due_date_is_told_to_staff_once(later: Later, settings: Any) -> None:
    settings.SUPPORT_EMAIL = "desk@example.com"
    seat = given_sent_back()
    contest(seat)
    later(71.9)
    tasks.release_overdue_seats()
    assert subjects("desk@example.com") == []
    later(72)
    for _ in range(2):
        tasks.release_overdue_seats()
    [subject] = subjects("desk@example.com")
    assert "overdue" in subject
    page = f"/admin/bounties/application/{seat.application.pk}/change/"
    assert f"{settings.BASE_URL}{page}\n" in Mail.objects.get(to="desk@example.com").text
    assert seat.fresh().application.status == "accepted" and clock.now() > START
