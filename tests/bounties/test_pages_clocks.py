"""Every clock that a worker is under is on /today and on the page of the seat, with its moment in their zone, as time goes on."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone, translation

from bounties.models import Application, Bounty
from bounties.pages.standing import NOT_REPLACED
from bounties.rules.contests import SILENCE_ENDS_AFTER
from bounties.rules.terms import SETTLE_WITHIN
from bounties.web.owner_words import PLACE_ENDS
from escrow.models import Escrow
from marketplace.core import clock
from marketplace.web import formats
from tests.factories.mailbox import mailbox
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
)
from tests.factories.terms import edit, given_attended
from tests.visitor import Seen, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
ZONE = "Asia/Tokyo"


@pytest.fixture(autouse=True)
def _own_clock() -> Iterator[None]:
    """What a test adds to business time is taken back: the other tests share this process."""
    before = clock._OFFSET.unpack_from(clock._area())[0]
    yield
    clock._OFFSET.pack_into(clock._area(), 0, before)


class Looking:
    """The worker of a seat, somewhere in Japan, who sits at the sandbox."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.me = Visitor(seat.worker.account)
        self.me.client.cookies["tz"] = ZONE

    @property
    def row(self) -> Application:
        return Application.objects.select_related("escrow", "conversation").get(pk=self.seat.application.pk)

    @property
    def escrow(self) -> Escrow:
        assert self.row.escrow is not None
        return self.row.escrow

    def today(self) -> Seen:
        return self.me.open("/today")

    def work(self) -> Seen:
        return self.me.open(f"/work/{self.seat.application.public_id}")

    def move(self, **span: float) -> None:
        """By the sandbox's own page, which runs everything that falls due."""
        page = self.me.send(self.me.open("/sandbox"), "advance", seconds=int(timedelta(**span).total_seconds()))
        assert "everything due has run" in page.text

    def sees(self, at: datetime | None, on_today: str, on_work: str = "") -> None:
        assert at is not None
        for page, label in ((self.today(), on_today), (self.work(), on_work or on_today)):
            assert f"{label} {in_words(at)}" in page.text, f"{page.path}: {label} {in_words(at)} not in {page.text}"

    def decide(self, action: str, **how: Any) -> None:
        sent = self.seat.application.submissions.latest("id")
        path = f"/api/bounties/{self.seat.bounty.public_id}/submissions/{sent.public_id}"
        answer = self.seat.agent.patch(path, {"action": action, "response": "The other side, please."} | how)
        assert answer.status == 200, answer.body


def in_words(at: datetime) -> str:
    with timezone.override(ZoneInfo(ZONE)), translation.override("en-gb"):
        words = formats.moment_words(at)
    assert words.endswith("JST")
    return words


@pytest.mark.main
def test_each_clock_is_said_where_the_worker_looks_from_confirming_to_the_pay() -> None:
    check_in = clock.now().replace(second=0, microsecond=0) + timedelta(hours=4)
    asked = {"times": [check_in.isoformat()], "photoRequired": False}
    windows = {"start_window_minutes": 30, "completion_window_hours": 10, "response_window_hours": 6}
    look = Looking(given_hired(evidence_types=["text"], check_ins=asked, **windows))
    look.sees(look.row.confirm_by, "Confirm by", "Confirm your place by")
    look.move(hours=1)
    look.sees(look.row.confirm_by, "Confirm by", "Confirm your place by")

    look.me.send(look.today(), "confirm")
    look.sees(look.row.start_by, "Begin by")
    look.sees(look.row.complete_by, "Send your evidence by")
    look.sees(check_in, "Time to check in:")
    look.move(minutes=20)
    look.me.send(look.today(), "start")
    assert "Begin by" not in look.today().text
    look.sees(look.row.flag_at, "Let them hear from you by")

    look.move(seconds=(check_in - clock.now()).total_seconds())
    look.sees(check_in, "Time to check in:")
    look.me.send(look.work(), "check_in")
    assert f"Time to check in: {in_words(check_in)}" not in look.today().text

    look.me.send(look.work(), "extend", hours="3", reason="Rain.")
    look.sees(look.row.extension_until, "They decide about more time by")
    before = look.row.complete_by
    path = f"/api/bounties/{look.seat.bounty.public_id}/applications/{look.seat.application.public_id}/extension"
    assert look.seat.agent.post(f"{path}/decision", {"action": "approve"}).status == 200
    assert before is not None and look.row.complete_by == before + timedelta(hours=3)
    look.sees(look.row.complete_by, "Send your evidence by")
    look.move(hours=2)
    look.sees(look.row.complete_by, "Send your evidence by")
    look.sees(look.row.flag_at, "Let them hear from you by")

    look.me.send(look.work(), "evidence", textEvidence="From this side.")
    look.sees(look.escrow.review_due_at, "They answer by")
    look.move(hours=1)
    look.sees(look.escrow.review_due_at, "They answer by")
    look.decide("request_redo")
    assert "The other side, please." in look.today().text
    look.sees(look.row.complete_by, "Send your evidence by")
    look.move(hours=3)
    assert "The other side, please." in look.today().text
    look.sees(look.row.complete_by, "Send your evidence by")

    assert edit(look.seat, {"description": "Both sides."}).status == 200
    look.sees(look.row.terms_answer_by, "Answer by", "Answer the changed job by")
    look.me.send(look.work(), "accept_terms")
    assert "Answer the changed job" not in look.today().text

    look.me.send(look.work(), "contest", reason="You never said which side.")
    look.sees(look.row.staff_due_at, "Our staff decide by")
    look.me.send(look.work(), "evidence", textEvidence="From both sides.")
    look.decide("approve")
    look.sees(look.escrow.auto_release_at, "You are paid by")
    due = look.escrow.auto_release_at
    assert due is not None
    look.move(seconds=(due - clock.now()).total_seconds() + 60)
    assert look.seat.bounty.title not in look.today().text
    assert "You got" in look.work().text or "Paid" in look.work().text


def test_work_that_is_not_sent_in_time_is_followed_to_the_end_of_its_seat() -> None:
    look = Looking(given_hired(evidence_types=["text"], completion_window_hours=10))
    look.me.send(look.today(), "confirm")
    due = look.row.complete_by
    look.sees(due, "Send your evidence by")

    look.move(hours=9)
    look.sees(due, "Send your evidence by")
    look.move(hours=1, minutes=1)

    assert look.seat.bounty.title not in look.today().text
    assert "No evidence came in time." in look.work().text
    assert not [form for form in look.work().forms if form.act == "evidence"]


def test_a_redo_that_nobody_sends_is_followed_past_its_clock_to_the_end_of_its_seat() -> None:
    look = Looking(given_hired(evidence_types=["text"], completion_window_hours=10))
    look.me.send(look.today(), "confirm")
    look.me.send(look.work(), "evidence", textEvidence="From this side.")
    look.decide("request_redo")
    due = look.row.complete_by
    assert due is not None
    end = due + SILENCE_ENDS_AFTER
    look.sees(due, "Send your evidence by")
    look.sees(end, "The place ends")
    assert "Later it is still taken, until the place ends." in look.work().text

    look.move(seconds=(due - clock.now()).total_seconds() + 60)
    assert look.row.complete_by == end, "the redo's own time is over: what is left is the time until the place ends"
    look.sees(end, "Send your evidence by")
    assert in_words(due) not in look.today().text + look.work().text
    look.move(seconds=(end - clock.now()).total_seconds() - 3600)
    look.sees(end, "Send your evidence by")
    look.move(hours=1, minutes=1)

    assert look.seat.bounty.title not in look.today().text and look.row.status == "expired"
    assert str(NOT_REPLACED) in look.work().text
    assert not [form for form in look.work().forms if form.act == "evidence"]


@pytest.mark.parametrize("action", ["request_redo", "reject"])
def test_pages_and_mail_name_both_times_of_evidence_that_came_back(action: str) -> None:
    look = Looking(given_delivered(evidence_types=["text"]))
    look.decide(action)
    due, end = look.row.new_evidence_by, look.row.ends_without_evidence_at
    assert due is not None and end is not None and due < end
    mail = mailbox(look.seat.worker)[-1]["text"]

    look.sees(due, "Send your evidence by")
    look.sees(end, "The place ends")
    work = look.work().text
    assert "Then no more evidence is taken" not in work and "Without pay, if nothing was sent until then." in work
    owner = Visitor(look.seat.agent.account)
    owner.client.cookies["tz"] = ZONE
    page = owner.open(f"/owner/jobs/{look.seat.bounty.public_id}/people/{look.seat.application.public_id}").text
    assert f"The evidence is due {in_words(due)}" in page and f"{PLACE_ENDS} {in_words(end)}" in page
    assert "New evidence by: " in mail and "Without it your place ends: " in mail

    look.move(seconds=(due - clock.now()).total_seconds() + 60)

    page = owner.open(f"/owner/jobs/{look.seat.bounty.public_id}/people/{look.seat.application.public_id}").text
    assert f"{PLACE_ENDS} {in_words(end)}" in page and "The evidence is due" not in page


def test_late_work_without_a_window_is_said_to_be_taken_until_the_place_ends() -> None:
    look = Looking(given_confirmed(evidence_types=["text"]))
    due, end = look.row.complete_by, look.row.ends_at
    assert due is not None and end is not None
    assert f"Later it is still taken, until the place ends without pay: {in_words(end)}" in look.work().text

    look.move(seconds=(due - clock.now()).total_seconds() + 60)

    page = look.work()
    assert look.row.ends_at is not None and in_words(due) not in page.text
    assert f"It is late, and still taken until the place ends without pay: {in_words(look.row.ends_at)}" in page.text


def test_the_settling_of_being_there_is_a_clock_too() -> None:
    look = Looking(given_attended())
    look.me.send(look.work(), "leave")
    left = look.row.terms_left_at
    assert left is not None

    look.sees(left + SETTLE_WITHIN, "They settle it by", "They settle your time there by")
    look.move(seconds=SETTLE_WITHIN.total_seconds() + 60)
    assert in_words(left + SETTLE_WITHIN) not in look.today().text
    assert Bounty.objects.get(pk=look.seat.bounty.pk).applications.get().needs_staff_at is not None


def test_hiring_says_that_work_without_an_answer_is_paid() -> None:
    agent = given_funded_agent()
    _, application = given_application(given_bounty(agent))
    visitor, job = Visitor(agent.account), f"/owner/jobs/{application.bounty.public_id}"

    for path in (f"{job}/applicants", f"{job}/people/{application.public_id}"):
        page = visitor.open(path)
        assert "They have 2 h to confirm." in page.text and "72 hours to look at it" in page.text
        assert (
            "it counts as accepted, and is paid automatically 3 days after that." in page.text
            and "before you have looked" not in page.text
        )
