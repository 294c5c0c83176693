"""Every seat has an end: without a window of its own it is due a week after its confirmation or start, and a silent worker is
flagged, warned twice and let go two days later."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.db import connection

from bounties.models import Application, Bounty
from bounties.services import last_calls, owner_mails, timers
from marketplace.core import clock, ids
from marketplace.models import Mail
from tests.api import Api
from tests.bounties.test_clocks import START, Later, ask, decide, hours, later, send_back, url
from tests.factories.accounts import given_worker
from tests.factories.hiring import RENTALS, given_hired_by_name, wallet
from tests.factories.market import (
    given_application,
    given_bounty,
    given_confirmed,
    given_funded_agent,
    given_hired,
    untouched,
    violations,
)
from webhooks.models import Event

__all__ = ("later",)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
WEEK = hours(7 * 24)
DAY = hours(24)
MOMENT = timedelta(milliseconds=1)


def run_timers() -> None:
    """All that can warn about or end a seat, twice: a second run finds nothing."""
    for _ in range(2):
        timers.release_unconfirmed()
        timers.release_overdue()
        timers.nudge_silent()
        timers.flag_silent()
        last_calls.warn()


def given_rental(**more: Any) -> tuple[Api, Api, Any]:
    agent, worker = given_funded_agent(1000), given_worker()
    return agent, worker, given_hired_by_name(agent, worker, confirmed=True, **more)


def rental_of(made: Any) -> Application:
    found: Application = Application.objects.select_related("escrow", "bounty").get(
        pk=ids.decode("app", made["applicationId"])
    )
    return found


def mails(words: str, to: Api | None = None) -> int:
    rows = Mail.objects.filter(subject__contains=words)
    return (rows.filter(to=to.account.email) if to else rows).count()


def send(caller: Api, bounty: str) -> Any:
    return caller.post(f"/api/bounties/{bounty}/submissions", {"textEvidence": "Done."})


def test_a_silent_worker_on_a_rental_is_flagged_warned_twice_and_let_go(later: Later, new_events: Any) -> None:
    agent, worker, made = given_rental()
    Mail.objects.all().delete()
    new_events.clear()

    later(WEEK - MOMENT)
    with untouched():
        run_timers()
    later(WEEK)
    run_timers()
    assert new_events() == ["application.ghost_flagged"]
    told = Event.objects.get(type="application.ghost_flagged", entity=made["applicationId"])
    assert told.data["endsAt"] == "2026-11-30T10:00:00.000Z"
    assert (told.data["responseWindowHours"], told.data["lastActivityAt"]) == (None, "2026-11-21T10:00:00.000Z")
    assert mails("was due", worker) == 1
    later(WEEK + hours(1))
    assert owner_mails.send_queued() == 1
    assert mails("is overdue", agent) == 1
    later(WEEK + DAY - MOMENT)
    with untouched():
        run_timers()
    later(WEEK + DAY)
    run_timers()
    assert (mails("was due", worker), mails("Last day", worker)) == (1, 1)
    later(WEEK + 2 * DAY - MOMENT)
    with untouched():
        run_timers()
    assert rental_of(made).status == "accepted"

    later(WEEK + 2 * DAY)
    run_timers()

    application = rental_of(made)
    assert (application.status, application.end_reason) == ("expired", "overdue")
    assert application.escrow is not None
    assert (application.escrow.status, application.bounty.status, wallet(agent)) == ("refunded", "closed", 1000)
    assert new_events()[1:] == ["application.seat_expired", "escrow.refunded"]
    assert mails("You are no longer hired", worker) == 1


def test_a_posted_bounty_without_a_window_takes_its_seat_back_into_the_pool(later: Later) -> None:
    seat = given_confirmed()

    for moment in (WEEK, WEEK + DAY, WEEK + 2 * DAY):
        later(moment)
        run_timers()

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("expired", "overdue")
    assert (seat.bounty.status, seat.escrow.refunded_to) == ("open", "pool")


@pytest.mark.parametrize(
    ("fields", "due"),
    [
        ({}, WEEK),
        ({"scheduled_start_at": START + hours(100), "scheduled_start_time_zone": "UTC"}, hours(100) + WEEK),
        ({"check_ins": {"times": ["2026-12-01T10:00:00+00:00"], "photoRequired": False}}, hours(240) + WEEK),
        ({"estimated_hours": 400}, hours(400)),
        ({"completion_window_hours": 5}, hours(5)),
    ],
)
def test_it_is_due_a_week_after_its_start_unless_it_has_a_window(
    later: Later, fields: dict[str, Any], due: timedelta
) -> None:
    seat = given_confirmed(**fields)

    assert seat.application.complete_by == START + due
    ends = None if "completion_window_hours" in fields else START + due + 2 * DAY
    assert seat.application.ends_at == ends


def test_a_rental_has_a_window_of_its_own_and_then_ends_at_it(later: Later) -> None:
    agent, _, made = given_rental(completionWindowHours=3)
    assert agent.get(f"/api/bounties/{made['bountyId']}")["bounty"]["completionWindowHours"] == 3
    assert agent.get(RENTALS)["rentals"][0]["completionWindowHours"] == 3

    later(hours(3))
    run_timers()

    assert rental_of(made).status == "expired"
    assert wallet(agent) == 1000


@pytest.mark.parametrize("window", [0, 721, 1.5, "3", True])
def test_a_window_that_is_none_is_refused(worker: Api, window: Any) -> None:
    agent = given_funded_agent(1000)
    body = {"humanId": worker.account.public_profile_id, "taskTitle": "T", "taskDescription": "D", "price": 5}
    with untouched():
        refused = agent.post("/api/escrow/agent-checkout", body | {"completionWindowHours": window})
    assert (refused.status, list(refused["fields"])) == (400, ["completionWindowHours"])


def test_evidence_is_taken_until_the_end_of_the_last_call_and_not_a_moment_longer(later: Later) -> None:
    late, in_time = given_confirmed(), given_confirmed()
    for moment in (WEEK, WEEK + DAY):
        later(moment)
        run_timers()
    later(WEEK + 2 * DAY - MOMENT)
    assert send(in_time.worker, in_time.bounty.public_id).status == 200

    later(WEEK + 2 * DAY)
    with untouched():
        refused = send(late.worker, late.bounty.public_id)
    assert (refused.status, refused.code) == (409, "completion_window_closed")
    run_timers()

    assert (late.fresh().application.status, in_time.fresh().application.status) == ("expired", "accepted")
    assert in_time.escrow.status == "delivered"
    assert (in_time.application.ends_at, in_time.application.end_warning_at) == (None, None)


def test_nobody_is_let_go_unwarned_however_late_the_timers_are(later: Later) -> None:
    seat = given_confirmed()
    Mail.objects.all().delete()

    later(4 * WEEK)
    run_timers()
    assert seat.fresh().application.status == "accepted"
    assert seat.application.ends_at == START + 4 * WEEK + 2 * DAY
    assert mails("was due", seat.worker) == 1
    later(8 * WEEK)
    run_timers()
    assert seat.fresh().application.status == "accepted"
    assert seat.application.ends_at == START + 8 * WEEK + DAY
    assert send(seat.worker, seat.bounty.public_id).status == 200


def test_delivered_work_has_no_such_end_and_a_redo_its_day(later: Later) -> None:
    seat = given_hired(until="deliver")
    assert (seat.application.complete_by, seat.application.ends_at) == (None, None)

    send_back(seat)

    assert (seat.fresh().application.complete_by, seat.application.ends_at) == (START + DAY, None)
    later(DAY)
    run_timers()
    assert (seat.fresh().application.status, seat.escrow.status) == ("accepted", "locked")


def test_more_time_moves_the_end_and_takes_the_flag_back(later: Later) -> None:
    seat = given_confirmed()
    later(WEEK)
    run_timers()
    assert seat.fresh().application.ghost_flagged_at is not None

    assert decide(seat, action="grant", hours=24).status == 200

    application = seat.fresh().application
    assert (application.complete_by, application.ends_at) == (START + WEEK + DAY, START + WEEK + 3 * DAY)
    assert (application.end_warning_at, application.ghost_flagged_at) == (START + WEEK + DAY, None)
    later(WEEK + 2 * DAY)
    timers.release_overdue()
    assert seat.fresh().application.status == "accepted"


def test_who_is_late_can_ask_for_more_time_until_the_end(later: Later) -> None:
    seat = given_confirmed()
    for moment in (WEEK, WEEK + DAY):
        later(moment)
        run_timers()
    later(WEEK + 2 * DAY - hours(1))

    assert ask(seat, 5).status == 200
    later(WEEK + 2 * DAY + hours(1))
    with untouched():
        assert timers.release_overdue() == 0
    later(WEEK + 3 * DAY)
    assert timers.release_overdue() == 1


def test_a_message_does_not_put_the_end_off(later: Later) -> None:
    seat = given_confirmed()
    later(WEEK)
    run_timers()
    path = f"/api/conversations/{seat.application.conversation.public_id}/messages"
    assert seat.worker.post(path, {"content": "Soon."}).status == 200

    for moment in (WEEK + DAY, WEEK + 2 * DAY):
        later(moment)
        run_timers()

    assert seat.fresh().application.status == "expired"


def test_the_worker_and_the_owner_read_when_it_is_due_and_when_it_ends(later: Later) -> None:
    seat = given_hired()

    def seen() -> list[tuple[Any, ...]]:
        mine = seat.worker.get("/api/work")["applications"][0]
        path = f"/api/bounties/{seat.bounty.public_id}/applications"
        theirs = seat.agent.get(path)["applications"][0]["jobOverview"]
        return [(row["nextDeadline"]["kind"], row["nextDeadline"]["at"], row["endsAt"]) for row in (mine, theirs)]

    assert seen() == [("confirmation", "2026-11-21T12:00:00.000Z", "2026-11-21T12:00:00.000Z")] * 2
    seat.worker.post(url(seat, "confirm"))
    assert seen() == [("completion", "2026-11-28T10:00:00.000Z", "2026-11-30T10:00:00.000Z")] * 2
    send(seat.worker, seat.bounty.public_id)
    assert [row[2] for row in seen()] == [None, None]


def test_the_mail_of_the_hire_says_until_when(later: Later) -> None:
    seat = given_confirmed()
    text = Mail.objects.get(to=seat.worker.account.email, subject__startswith="Confirm by").text
    assert "Finish: by Sat 28 November, 10:00" in " ".join(text.split())


def test_a_shift_that_is_moved_later_takes_its_end_along(later: Later) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(
        agent, scheduled_start_at=START + hours(100), scheduled_start_time_zone="UTC", spots_available=2
    )
    free = given_hired(agent=agent, bounty=bounty, until="confirm")
    waits = given_hired(agent=agent, bounty=bounty)
    path = f"/api/bounties/{bounty.public_id}"

    assert agent.patch(path, {"scheduledStartAt": "2026-12-21T10:00:00Z"}).status == 200
    assert free.fresh().application.complete_by == START + hours(30 * 24) + WEEK
    assert free.application.ends_at == START + hours(30 * 24) + WEEK + 2 * DAY
    assert waits.fresh().application.complete_by is None
    sooner = {"scheduledStartAt": "2026-11-22T10:00:00Z", "deadline": "2026-11-22T09:00:00Z"}
    assert agent.patch(path, sooner).status == 200
    assert free.fresh().application.complete_by == START + hours(30 * 24) + WEEK, "nobody's time is shortened"


def test_a_disputed_seat_is_not_let_go_and_gets_its_time_back(later: Later) -> None:
    seat = given_confirmed()
    opened = seat.agent.post(
        f"/api/escrow/{seat.escrow.public_id}/dispute", {"category": "poor_quality", "description": "Nobody came."}
    )
    assert opened.status == 200, opened.body
    later(2 * WEEK)
    with untouched():
        run_timers()
    dispute = opened["dispute"]["id"]
    assert seat.agent.post(f"/api/disputes/{dispute}/withdraw").status == 200

    application = seat.fresh().application
    assert (application.complete_by, application.ends_at) == (START + 3 * WEEK, START + 3 * WEEK + 2 * DAY)
    assert application.end_warning_at == START + 3 * WEEK


def test_seats_from_before_get_an_end_by_the_migration(later: Later) -> None:
    old, window, done = given_confirmed(), given_confirmed(completion_window_hours=5), given_hired(until="deliver")
    none = {"complete_by": None, "ends_at": None, "end_warning_at": None}
    Application.objects.filter(pk=old.application.pk).update(**none)
    later(WEEK)

    migration = import_module("bounties.migrations.0007_every_seat_ends")
    with connection.cursor() as cursor:
        migration.give_ends(None, cursor)

    application = old.fresh().application
    assert (application.complete_by, application.ends_at) == (START + 2 * WEEK, START + 2 * WEEK + 2 * DAY)
    assert application.end_warning_at == START + 2 * WEEK
    assert window.fresh().application.complete_by == START + hours(5)
    assert (window.application.ends_at, done.fresh().application.complete_by) == (None, None)


def test_the_books_name_a_seat_without_an_end() -> None:
    seat = given_confirmed()
    assert violations() == []

    Application.objects.filter(pk=seat.application.pk).update(complete_by=None)

    assert [(row[0], row[1]) for row in violations()] == [("hired seat without an end", str(seat.application.pk))]
    Application.objects.filter(pk=seat.application.pk).update(complete_by=clock.now())


def test_the_owner_can_release_a_seat_that_was_never_confirmed(later: Later) -> None:
    agent = given_funded_agent(2000)
    kept = given_hired(agent=agent, bounty=given_bounty(agent))
    lost = given_hired(agent=agent, bounty=given_bounty(agent))

    assert agent.post(url(lost, "expire")).status == 200
    paid = agent.post(f"/api/escrow/{kept.escrow.public_id}/release", {"acknowledgeRelease": True})

    assert (paid.status, kept.fresh().escrow.status, lost.fresh().escrow.status) == (200, "released", "refunded")


def test_an_applicant_who_is_not_hired_has_no_end(later: Later) -> None:
    bounty: Bounty = given_bounty(given_funded_agent())
    _, application = given_application(bounty)
    assert (application.complete_by, application.ends_at, application.end_warning_at) == (None, None, None)
