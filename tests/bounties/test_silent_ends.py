"""Evidence was sent back and nothing came instead: two days later the seat ends by itself, and everybody knew that it would."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bounties import tasks
from bounties.models import Application
from marketplace.core import clock
from marketplace.models import Mail
from tests.factories.mailbox import subjects
from tests.factories.market import Seat, given_delivered, given_hired, untouched
from wallet import ledger as books
from webhooks.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
Later = Callable[[float], None]


@pytest.fixture
def later(at: Callable[[str], datetime]) -> Later:
    at(START.isoformat())
    return lambda hours: at((START + timedelta(hours=hours)).isoformat()) and None


def send_back(seat: Seat, action: str = "request_redo") -> None:
    pending = seat.application.submissions.get(status="pending_review")
    path = f"/api/bounties/{seat.bounty.public_id}/submissions/{pending.public_id}"
    assert seat.agent.patch(path, {"action": action, "response": "Sharper, please."}).status == 200
    Mail.objects.all().delete()


def given_sent_back(action: str = "request_redo") -> Seat:
    """The evidence of this seat was returned at START; its worker has until START + 24 h."""
    seat = given_delivered()
    send_back(seat, action)
    return seat.fresh()


def timers() -> int:
    return int(tasks.release_overdue_seats())


@pytest.mark.parametrize("action", ["request_redo", "reject"])
def test_two_days_after_the_redos_end_the_silent_seat_ends_without_pay(later: Later, action: str) -> None:
    seat = given_sent_back(action)

    later(24)
    timers()
    seat.fresh()
    assert (seat.application.status, seat.application.complete_by) == ("accepted", START + timedelta(hours=72))
    later(71.99)
    timers()
    assert seat.fresh().application.status == "accepted"
    later(72)
    assert (timers(), timers()) == (1, 0)

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("expired", "overdue")
    assert (seat.bounty.status, seat.escrow.status, seat.escrow.refunded_to) == ("open", "refunded", "pool")
    assert books.balance(books.pool(seat.bounty.pool_id)) == 590
    assert Event.objects.get(type="application.seat_expired").data["reason"] == "overdue"


def test_the_worker_is_warned_at_the_start_and_a_day_before_and_told_of_the_end(later: Later) -> None:
    seat = given_sent_back()
    told = []
    for hour in (24, 30, 48, 60, 72):
        later(hour)
        timers()
        timers()
        told.append([subject.split(": ")[0] for subject in subjects(seat.worker)])

    start, last, end = (
        "Your place ends on Tue 24 November, 10:00 UTC without new evidence",
        "Last day",
        "You are no longer hired",
    )
    assert [set(mails) for mails in told] == [{start}, {start}, {start, last}, {start, last}, {start, last, end}]
    assert [len(mails) for mails in told] == [1, 1, 2, 2, 3]
    mail = Mail.objects.get(to=seat.worker.account.email, subject__startswith="Your place ends").text
    assert f"/work/{seat.application.public_id}" in mail and "Tue 24 November, 10:00 UTC" in mail
    lost = Mail.objects.get(to=seat.worker.account.email, subject__startswith="You are no longer hired").text
    assert "sent back" in lost
    assert any("free" in subject for subject in owner_mails(seat)), "the owner hears of it, too"


def owner_mails(seat: Seat) -> list[str]:
    clock.freeze(clock.now() + timedelta(hours=2))
    tasks.mail_owners()
    return subjects(seat.agent)


def test_the_seat_says_until_when_as_long_as_it_waits(later: Later) -> None:
    seat = given_sent_back()
    later(25)
    timers()

    [row] = seat.worker.get("/api/work")["applications"]
    assert row["nextDeadline"] == {"kind": "completion", "at": "2026-11-24T10:00:00.000Z", "isOverdue": False}
    assert row["nextAction"]["kind"] == "submit_evidence"


def test_evidence_at_the_last_moment_stops_the_end_and_a_moment_later_is_refused(later: Later) -> None:
    kept, late = given_sent_back(), given_sent_back()
    later(24)
    timers()

    later(71.999)
    sent = kept.worker.post(f"/api/bounties/{kept.bounty.public_id}/submissions", {"textEvidence": "Sharper."})
    assert sent.status == 200
    later(72)
    with untouched():
        refused = late.worker.post(f"/api/bounties/{late.bounty.public_id}/submissions", {"textEvidence": "Sharper."})
    assert (refused.status, refused.code) == (409, "completion_window_closed")
    timers()
    assert (kept.fresh().application.status, late.fresh().application.status) == ("accepted", "expired")

    # and what is sent back again has its own two days
    send_back(kept)
    later(96)
    timers()
    assert kept.fresh().application.complete_by == START + timedelta(hours=144)


def test_the_owners_grant_starts_the_clock_anew(later: Later) -> None:
    seat = given_sent_back()
    later(24)
    timers()
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}/extension/decision"
    assert seat.agent.post(path, {"action": "grant", "hours": 10}).status == 200
    due = START + timedelta(hours=82)
    assert seat.fresh().application.complete_by == due

    later(82)
    timers()
    seat.fresh()
    assert (seat.application.status, seat.application.complete_by) == ("accepted", due + timedelta(hours=48))


def test_a_dispute_stops_the_clock(later: Later) -> None:
    seat = given_sent_back()
    later(24)
    timers()
    body = {"escrowId": seat.escrow.public_id, "category": "poor_quality", "description": "No picture."}
    opened = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)
    assert opened.status == 200, opened.body
    later(100)
    timers()
    assert seat.fresh().application.status == "accepted"
    dispute = seat.agent.get("/api/disputes")["disputes"][0]["id"]
    assert seat.agent.post(f"/api/disputes/{dispute}/withdraw").status == 200
    timers()
    assert seat.fresh().application.complete_by == START + timedelta(hours=72 + 76)


def test_a_seat_that_sent_nothing_ends_at_its_deadline_as_before(later: Later) -> None:
    seat = given_hired(until="confirm", completion_window_hours=5)
    later(5)
    timers()
    assert seat.fresh().application.end_reason == "overdue"


def test_one_jump_of_the_clock_over_all_of_it_ends_the_seat(later: Later) -> None:
    seat = given_sent_back()
    later(73)
    while timers():
        pass
    assert seat.fresh().application.status == "expired"
    assert not Application.objects.filter(status="accepted").exists()
