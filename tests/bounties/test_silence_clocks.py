"""The response window: half of it without a sign of life is a mail, the whole of it a flag, and only by wish the end."""

from datetime import timedelta
from typing import Any

import pytest

from bounties.models import Application
from bounties.services import timers
from marketplace.models import Account, Mail
from tests.bounties.test_clocks import START, Later, given_back, hours, later, url
from tests.factories.market import Seat, given_confirmed, given_delivered, given_hired, untouched

__all__ = ("later",)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


def nudges(seat: Seat) -> int:
    return Mail.objects.filter(subject__startswith="Are you still on it?").count()


def test_half_the_window_is_a_nudge_and_the_whole_a_flag_each_once(later: Later, new_events: Any) -> None:
    seat = given_confirmed(response_window_hours=10)
    new_events.clear()

    later(hours(5) - timedelta(milliseconds=1))
    assert timers.nudge_silent() == 0
    later(hours(5))
    assert (timers.nudge_silent(), timers.nudge_silent(), nudges(seat)) == (1, 0, 1)
    assert new_events() == []
    later(hours(10) - timedelta(milliseconds=1))
    assert timers.flag_silent() == 0
    later(hours(10))
    assert (timers.flag_silent(), timers.flag_silent()) == (1, 0)

    assert new_events() == ["application.ghost_flagged"]
    seat.fresh()
    assert (seat.application.status, seat.bounty.status) == ("accepted", "assigned")
    assert seat.application.ghost_flagged_at == START + hours(10)
    new_events.clear()
    for hour in (15, 20, 500):
        later(hours(hour))
        timers.nudge_silent()
        timers.flag_silent()
    assert (new_events(), nudges(seat)) == ([], 1)


@pytest.mark.parametrize(("wish", "ends"), [(True, True), (False, False), (None, False)])
def test_only_by_wish_does_silence_end_the_seat(later: Later, wish: bool | None, ends: bool) -> None:
    seat = given_confirmed(response_window_hours=10, auto_expire_ghosts=wish)
    later(hours(10))

    if ends:
        given_back(seat, timers.flag_silent, "ghosted")
    else:
        assert timers.flag_silent() == 1
        assert seat.fresh().application.status == "accepted"
    assert seat.application.ghost_flagged_at is not None


def write(seat: Seat) -> None:
    path = f"/api/conversations/{seat.application.conversation.public_id}/messages"
    assert seat.worker.post(path, {"content": "On it."}).status == 200


def test_a_message_of_the_worker_starts_the_window_anew(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10)
    later(hours(4))
    write(seat)

    later(hours(8))
    timers.nudge_silent()
    assert nudges(seat) == 0
    later(hours(9))
    timers.nudge_silent()
    assert nudges(seat) == 1
    later(hours(14) - timedelta(milliseconds=1))
    timers.flag_silent()
    assert seat.fresh().application.ghost_flagged_at is None
    later(hours(14))
    timers.flag_silent()
    assert seat.fresh().application.ghost_flagged_at == START + hours(14)


def test_a_message_after_the_nudge_is_answered_by_a_new_window(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10)
    later(hours(5))
    timers.nudge_silent()
    later(hours(6))
    write(seat)

    later(hours(10))
    timers.flag_silent()

    assert seat.fresh().application.ghost_flagged_at is None
    assert (seat.application.nudge_at, seat.application.flag_at) == (START + hours(11), START + hours(16))


def test_a_message_after_the_flag_takes_it_back_and_starts_a_new_window(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10)
    later(hours(10))
    timers.flag_silent()
    later(hours(12))
    write(seat)

    later(hours(15))
    timers.nudge_silent()
    assert (seat.fresh().application.ghost_flagged_at, nudges(seat)) == (None, 0)
    later(hours(17))
    timers.nudge_silent()
    assert nudges(seat) == 1
    later(hours(22))
    timers.flag_silent()
    assert seat.fresh().application.ghost_flagged_at == START + hours(22)


def test_the_owner_s_words_are_no_sign_of_life(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10)
    later(hours(4))
    path = f"/api/conversations/{seat.application.conversation.public_id}/messages"
    assert seat.agent.post(path, {"content": "Hello?"}).status == 200

    later(hours(5))
    assert (timers.nudge_silent(), nudges(seat)) == (1, 1)


def test_evidence_stops_the_window_and_a_redo_starts_it_anew(later: Later) -> None:
    seat = given_delivered(response_window_hours=10)
    later(hours(20))
    with untouched():
        assert timers.nudge_silent() + timers.flag_silent() == 0
    pending = seat.application.submissions.get()
    seat.agent.patch(
        f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}",
        {"action": "request_redo", "response": "Sharper."},
    )

    application = seat.fresh().application
    assert (application.nudge_at, application.flag_at) == (START + hours(25), START + hours(30))


def test_somebody_who_delivered_once_is_flagged_but_never_expired(later: Later) -> None:
    seat = given_delivered(response_window_hours=2, auto_expire_ghosts=True)
    pending = seat.application.submissions.get()
    seat.agent.patch(
        f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}",
        {"action": "reject", "response": "Not this shop."},
    )
    later(hours(2))

    assert timers.flag_silent() == 1
    assert (seat.fresh().application.status, seat.escrow.status) == ("accepted", "locked")


def test_without_a_confirmed_address_nobody_is_nudged_by_mail(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10)
    Account.objects.filter(pk=seat.worker.account.pk).update(email_verified_at=None)
    later(hours(5))

    assert (timers.nudge_silent(), timers.nudge_silent(), nudges(seat)) == (1, 0, 0)


def test_starting_work_counts_as_a_sign_of_life(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10)
    later(hours(4))
    seat.worker.post(url(seat, "start"))

    assert Application.objects.get().flag_at == START + hours(14)


def edit(seat: Seat, **policy: Any) -> Seat:
    assert seat.agent.patch(f"/api/bounties/{seat.bounty.public_id}", policy).status == 200
    return seat.fresh()


@pytest.mark.parametrize("window", [48, None])
def test_an_edited_policy_on_silence_holds_for_live_seats_at_once(later: Later, window: int | None) -> None:
    seat = given_confirmed(response_window_hours=window, auto_expire_ghosts=False)
    waits = given_hired(response_window_hours=window)
    edit(waits, responseWindowHours=1)
    edit(seat, responseWindowHours=4, autoExpireGhosts=True)
    assert (seat.application.nudge_at, seat.application.flag_at) == (START + hours(2), START + hours(4))
    assert waits.application.flag_at is None, "no clock runs before the confirmation"

    later(hours(3))
    assert seat.worker.post(url(seat, "start")).status == 200
    assert seat.fresh().application.flag_at == START + hours(7)
    later(hours(7))
    given_back(seat, timers.flag_silent, "ghosted")


def test_nobody_is_flagged_by_a_new_policy_before_a_nudge_and_half_its_window(later: Later) -> None:
    seat = given_confirmed(response_window_hours=48)
    later(hours(10))

    edit(seat, responseWindowHours=2, autoExpireGhosts=True)

    assert (timers.nudge_silent(), timers.flag_silent(), nudges(seat)) == (1, 0, 1)
    later(hours(11))
    given_back(seat, timers.flag_silent, "ghosted")


def test_a_longer_window_takes_a_flag_back_and_none_ends_the_watch(later: Later) -> None:
    seat = given_confirmed(response_window_hours=2)
    later(hours(2))
    timers.flag_silent()

    assert edit(seat, responseWindowHours=10).application.ghost_flagged_at is None
    assert seat.application.flag_at == START + hours(10)
    edit(seat, responseWindowHours=None)

    assert (seat.application.nudge_at, seat.application.flag_at) == (None, None)
    later(hours(100))
    with untouched():
        assert timers.nudge_silent() + timers.flag_silent() == 0


def test_whoever_was_flagged_is_warned_again_before_they_lose_the_seat_by_a_new_wish(later: Later) -> None:
    seat = given_confirmed(response_window_hours=10, auto_expire_ghosts=False)
    later(hours(10))
    timers.nudge_silent()
    timers.flag_silent()

    edit(seat, autoExpireGhosts=True)

    assert (timers.nudge_silent(), timers.flag_silent(), nudges(seat)) == (1, 0, 2)
    later(hours(15))
    given_back(seat, timers.flag_silent, "ghosted")


def test_the_windows_for_start_and_completion_are_never_re_timed(later: Later) -> None:
    seat = given_confirmed(completion_window_hours=48, start_window_minutes=60)
    before = (seat.application.start_by, seat.application.complete_by)

    edit(seat, completionWindowHours=1, startWindowMinutes=5)
    assert (seat.application.start_by, seat.application.complete_by) == before
    edit(seat, completionWindowHours=None, startWindowMinutes=None)
    assert (seat.application.start_by, seat.application.complete_by) == before
