"""Who left because the terms changed: what their attendance is paid, who may answer, and shifts that would overlap."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from bounties.models import Bounty
from bounties.services import last_calls, owner_mails, staff_cases, terms, timers
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Api
from tests.factories.accounts import given_agent, given_worker
from tests.factories.hiring import earned, wallet
from tests.factories.mailbox import mailbox
from tests.factories.market import acting, given_confirmed, untouched, violations
from tests.factories.terms import answer, edit, given_attended, given_changed, settle, work

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ attendance


def test_proved_attendance_is_paid_as_the_owner_agrees(at: Callable[[str], datetime]) -> None:
    seat = given_attended(price_cents=1000)
    before = wallet(seat.agent)

    left = answer(seat, accept=False, response="I was there for an hour.")

    assert (left["application"]["status"], left["application"]["termsChanged"]["state"]) == ("accepted", "left")
    mail = mailbox(seat.agent)[-1]
    assert mail["subject"] == "Attendance to settle: Photograph a shop front"
    assert "I was there for an hour." in mail["text"]
    for call in ("confirm", "start"):
        path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/{call}"
        assert seat.worker.post(path).status in (200, 409)
    with untouched():
        sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Open."})
        assert (sent.status, sent["currentState"]) == (409, "left")
        assert settle(seat, 1001).status == 400
        assert settle(seat, 400, by=given_agent()).code == "not_owner"
    overview = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications")["applications"][0]["jobOverview"]
    assert overview["nextAction"] == {"kind": "settle_attendance", "actorIsOwner": True}
    assert overview["nextDeadline"]["kind"] == "settlement"

    paid = settle(seat, 400)

    assert (paid.status, earned(seat.worker)) == (200, 400)
    assert wallet(seat.agent) - before == 1180 - 400 - 72, "the fee is on that part; the rest is back"
    escrow = seat.escrow
    assert (escrow.status, escrow.human_payout_cents, escrow.platform_fee_cents) == ("released", 400, 72)
    assert "400" in str(mailbox(seat.worker)[-1]["text"]) or "4.00" in mailbox(seat.worker)[-1]["text"]
    assert violations() == []
    with untouched():
        assert settle(seat, 400).status == 409


def test_the_whole_pay_and_nothing_are_settled_as_well() -> None:
    whole, none = given_attended(), given_attended()
    for seat in (whole, none):
        assert answer(seat, accept=False).status == 200

    assert settle(whole, 500).status == 200
    assert (earned(whole.worker), whole.escrow.status) == (500, "released")
    ended = settle(none, 0)
    assert (ended["application"]["status"], ended["application"]["endReason"]) == ("withdrawn", "terms_changed")
    assert (earned(none.worker), none.escrow.status) == (0, "refunded")
    assert Bounty.objects.get(pk=none.bounty.pk).status == "open"
    assert violations() == []


@pytest.mark.parametrize("window", [1, None])
def test_attendance_that_is_not_settled_becomes_a_case_and_no_clock_ends_it(
    at: Callable[[str], datetime], window: int | None
) -> None:
    seat = given_attended(completion_window_hours=window, response_window_hours=1, auto_expire_ghosts=True)
    answer(seat, accept=False)
    assert violations() == []
    start = clock.now()
    for hours, cases in ((71, 0), (72, 1), (73, 0)):
        clock.freeze(start + timedelta(hours=hours))
        assert terms.escalate_unsettled() == cases, hours
    clock.freeze(start + timedelta(days=30))
    assert timers.release_overdue() == timers.flag_silent() == timers.nudge_silent() == last_calls.warn() == 0
    seat.fresh()
    assert seat.application.is_case
    staff = acting(given_agent(is_staff=True))
    unit(lambda: staff_cases.take_back(staff, seat.application.pk, reason="The photos show another street."))
    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("withdrawn", "terms_changed")
    assert violations() == []


def test_an_owner_who_expires_the_seat_instead_leaves_no_mark_either() -> None:
    seat = given_attended()
    answer(seat, accept=False)

    seat.agent.post(f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/expire")

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("withdrawn", "terms_changed")


# ------------------------------------------------------------------ shifts, permissions


def shift(start: datetime) -> dict[str, Any]:
    return {
        "scheduled_start_at": start,
        "scheduled_start_time_zone": "UTC",
        "estimated_hours": Decimal(2),
        "city": "Lisbon",
        "country": "PT",
        "is_remote_allowed": False,
        "deadline": start - timedelta(hours=1),
        "signage": "poster_provided",
    }


def test_a_shift_that_is_moved_into_another_one_of_its_worker_is_refused() -> None:
    noon = clock.now() + timedelta(days=9)
    worker = given_worker()
    worker.account.identity_verified_at, worker.account.identity_country = clock.now(), "PT"
    worker.account.save()
    first = given_confirmed(worker=worker, **shift(noon))
    second = given_confirmed(worker=worker, **shift(noon + timedelta(days=1)))

    with untouched():
        refused = edit(second, {"scheduledStartAt": timestamp(noon + timedelta(hours=1)), "deadline": timestamp(noon)})

    assert (refused.status, refused.code) == (409, "overlapping_shift")
    assert first.bounty.public_id not in str(refused.body), "another owner's bounty is not named"
    moved = edit(second, {"scheduledStartAt": timestamp(noon + timedelta(hours=2)), "deadline": timestamp(noon)})
    assert moved.status == 200, moved.body
    assert [one["field"] for one in work(second)["termsChanged"]["differences"]] == ["scheduledStartAt"]


def test_only_the_hired_person_answers(worker: Api) -> None:
    seat = given_changed()
    path = f"/api/work/{seat.application.public_id}/terms"

    with untouched():
        assert worker.post(path, {"accept": False}).status == 404
        assert seat.agent.post(path, {"accept": False}).code == "session_required"
        assert seat.worker.post("/api/work/app_x/terms", {"accept": False}).status == 404
        assert seat.worker.post(path, {"accept": "yes"}).status == 400


def test_a_seat_in_dispute_is_not_left(new_events: Any) -> None:
    seat = given_attended()
    body = {"category": "other", "description": "He was late."}
    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body).status == 200

    with untouched():
        assert answer(seat, accept=False).status == 409


# ------------------------------------------------------------------ what the owner hears


def test_the_owner_is_mailed_who_accepted_the_changed_terms_in_the_mail_of_the_hour() -> None:
    seat = given_changed()
    clock.freeze(clock.now() + timedelta(hours=1))
    owner_mails.send_queued()
    before = len(mailbox(seat.agent))

    assert answer(seat, accept=True).status == 200
    clock.freeze(clock.now() + timedelta(hours=1))
    owner_mails.send_queued()

    assert len(mailbox(seat.agent)) == before + 1
    mail = mailbox(seat.agent)[-1]
    assert mail["subject"] == "Changed terms accepted: Photograph a shop front"
    assert f"- {seat.worker.account.name}" in mail["text"] and "Accepted the changed terms" in mail["text"]
    clock.freeze(clock.now() + timedelta(hours=2))
    owner_mails.send_queued()
    assert len(mailbox(seat.agent)) == before + 1, "once"


def test_an_acceptance_that_the_owner_has_overtaken_is_no_news() -> None:
    seat = given_changed()
    clock.freeze(clock.now() + timedelta(hours=1))
    owner_mails.send_queued()
    before = len(mailbox(seat.agent))

    assert answer(seat, accept=True).status == 200
    assert edit(seat, {"description": "Three photos."}).status == 200
    clock.freeze(clock.now() + timedelta(hours=1))
    owner_mails.send_queued()

    assert len(mailbox(seat.agent)) == before
