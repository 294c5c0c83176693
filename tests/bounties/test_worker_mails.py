"""A worker hears by mail of each turn of their hire: once, with what they have to do and by when."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application
from bounties.services import applications, endings, extensions, timers
from escrow.services import escrows, releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from tests.api import Answer, Api
from tests.factories.accounts import given_worker
from tests.factories.files import picture
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import (
    Seat,
    acting,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = "2026-11-21T10:00:00+00:00"
TITLE = "Photograph a shop front"
HIRED = f"Confirm by Sat 21 November, 12:00 UTC: you are hired for {TITLE}"


@pytest.fixture(autouse=True)
def _start(at: Callable[[str], datetime]) -> None:
    at(START)


def later(**by: float) -> None:
    clock.freeze(datetime.fromisoformat(START) + timedelta(**by))


def path(seat: Seat) -> str:
    return f"/api/bounties/{seat.bounty.public_id}"


def review(seat: Seat, action: str, response: str = "") -> Answer:
    pending = seat.application.submissions.get(status="pending_review")
    body = {"action": action, "response": response}
    return seat.agent.patch(f"{path(seat)}/submissions/{pending.public_id}", body)


def test_who_is_hired_hears_when_where_for_how_much_and_how_to_confirm() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(
        agent, is_remote_allowed=False, city="Lisbon", country="PT", deadline=clock.now() + timedelta(days=9),
        start_window_minutes=45, completion_window_hours=5,
    )  # fmt: skip
    worker = given_worker(identity_verified_at=clock.now(), identity_country="PT")
    _, application = given_application(bounty, worker)
    body = {"action": "accept", "response": "Welcome!\nRing twice."}

    assert agent.patch(f"/api/bounties/{bounty.public_id}/applications/{application.public_id}", body).status == 200

    (mail,) = mailbox(worker)
    assert mail["subject"] == HIRED
    for said in (
        "- Pay: $5.00\n- Place: Lisbon, Portugal\n- Start: within 45 minutes of confirming\n- Finish: within 5 hours",
        "> Welcome!\n> Ring twice.",
        f"/work/{application.public_id}",
        agent.account.name,
    ):
        assert said in mail["text"]
    assert agent.account.email not in mail["text"] + mail["html"]
    confirm = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}/confirm"
    assert worker.post(confirm).status == 200, "what the mail says works"


def test_a_start_that_is_set_is_told_in_its_own_time_zone() -> None:
    seat = given_hired(
        scheduled_start_at=datetime.fromisoformat("2126-11-25T08:00:00+00:00"),
        scheduled_start_time_zone="America/New_York",
    )

    assert "- Start: Mon 25 November 2126, 03:00 EST" in mailbox(seat.worker)[0]["text"]
    assert "- Place: anywhere" in mailbox(seat.worker)[0]["text"]


def test_a_start_is_told_in_the_language_of_who_is_hired() -> None:
    worker = given_worker(language="es")
    start = datetime.fromisoformat("2126-11-25T08:00:00+00:00")

    given_hired(worker=worker, scheduled_start_at=start, scheduled_start_time_zone="America/New_York")

    assert "25 de noviembre de 2126, 03:00 EST" in mailbox(worker)[0]["text"]


def test_a_hire_that_is_refused_or_repeated_mails_nothing_more() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    (first, hired), (second, late) = given_application(bounty), given_application(bounty)
    url = f"/api/bounties/{bounty.public_id}/applications"
    for _ in range(2):
        answer = agent.patch(f"{url}/{hired.public_id}", {"action": "accept"}, **{"Idempotency-Key": "once"})
        assert answer.status == 200

    with untouched():
        assert agent.patch(f"{url}/{late.public_id}", {"action": "accept"}).code == "no_spots_left"
        assert agent.patch(f"{url}/{hired.public_id}", {"action": "accept"}).code == "invalid_state"

    assert (subjects(first), subjects(second)) == ([HIRED], [])


def test_who_is_rejected_hears_why_once_however_often(agent: Api) -> None:
    bounty = given_bounty(given_funded_agent())
    worker, application = given_application(bounty)
    owner = Actor(account=bounty.owner, via="key")

    for _ in range(3):
        unit(lambda: applications.reject(owner, bounty.public_id, application.public_id, response="Too far away."))
        unit(lambda: applications.unreject(owner, bounty.public_id, application.public_id))

    (mail,) = mailbox(worker)
    assert mail["subject"] == f"Not this time: {TITLE}"
    assert "> Too far away." in mail["text"]


def test_the_others_hear_no_when_every_place_is_taken() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    others = [given_application(bounty)[0] for _ in range(3)]
    given_confirmed(agent=agent, bounty=bounty)

    assert (endings.reject_rest(), endings.reject_rest()) == (1, 0)

    for other in others:
        (mail,) = mailbox(other)
        assert mail["subject"] == f"Not this time: {TITLE}"
        assert "The reason: All places are taken." in mail["text"]


@pytest.mark.parametrize(
    ("action", "subject", "words"),
    [
        ("request_redo", "Please send it again, by Sun 22 November, 10:00 UTC: ", "sent back to be done again"),
        ("reject", "Not accepted, please send new evidence by Sun 22 November, 10:00 UTC: ", "was not accepted"),
    ],
)
def test_evidence_that_is_sent_back_says_why_and_until_when(action: str, subject: str, words: str) -> None:
    seat = given_delivered(completion_window_hours=5)

    assert review(seat, action, "Sharper, please.").status == 200

    mail = mailbox(seat.worker)[-1]
    assert mail["subject"] == subject + TITLE
    assert words in " ".join(mail["text"].split()) and "> Sharper, please." in mail["text"]
    assert f"/work/{seat.application.public_id}" in mail["text"]
    assert len(mailbox(seat.worker)) == 2


def test_accepted_work_says_when_it_is_paid_and_then_that_it_is() -> None:
    seat = given_delivered()

    assert review(seat, "approve", "Lovely.").status == 200
    accepted = mailbox(seat.worker)[-1]
    assert accepted["subject"] == f"Your work was accepted: {TITLE}"
    assert "- Pay: $5.00" in accepted["text"] and "> Lovely." in accepted["text"]
    clock.freeze(seat.escrow.auto_release_at)
    assert (releases.release_due(), releases.release_due()) == (1, 0)

    paid = mailbox(seat.worker)[-1]
    assert paid["subject"] == f"You are paid $5.00: {TITLE}"
    assert f"- Number, if you write to us: {seat.escrow.public_id}" in paid["text"]
    assert len(mailbox(seat.worker)) == 3


def test_work_that_nobody_reviewed_is_accepted_and_told_once() -> None:
    seat = given_delivered()
    later(hours=72)

    assert (escrows.complete_unreviewed(), escrows.complete_unreviewed()) == (1, 0)

    assert subjects(seat.worker) == [HIRED, f"Your work was accepted: {TITLE}"]


def test_who_is_paid_before_any_review_hears_that_alone() -> None:
    seat = given_delivered()
    body = {"acknowledgeRelease": True}

    for _ in range(2):
        url = f"/api/escrow/{seat.escrow.public_id}/release"
        assert seat.agent.post(url, body, **{"Idempotency-Key": "once"}).status == 200

    assert subjects(seat.worker) == [HIRED, f"You are paid $5.00: {TITLE}"]


def test_accepted_uploads_need_no_confirmation_and_no_mail_about_one() -> None:
    agent = given_funded_agent()
    terms = {"maxImages": 1, "consentText": "c" * 20, "confirmationMessage": "m" * 20}
    bounty = given_bounty(agent, submission_mode="photo_upload", upload_settings=terms)
    worker = given_worker()
    sent = worker.upload(
        f"/api/bounties/{bounty.public_id}/applications", {"files": picture(), "kinds": "upload", "consent": "true"}
    )
    assert sent.status == 200, sent.body
    agent.patch(f"/api/bounties/{bounty.public_id}/applications/{sent['application']['id']}", {"action": "accept"})

    (mail,) = mailbox(worker)

    assert mail["subject"] == f"Your work was accepted: {TITLE}"
    assert "the files you sent" in mail["text"]


@pytest.mark.parametrize(
    ("given", "hours", "timer", "words"),
    [
        ({}, 2, timers.release_unconfirmed, "not confirmed within two hours"),
        ({"start_window_minutes": 60}, 1, timers.release_not_started, "not begun in the time"),
        ({"completion_window_hours": 5}, 5, timers.release_overdue, "No evidence came"),
        ({"response_window_hours": 4, "auto_expire_ghosts": True}, 4, timers.flag_silent, "Nothing was heard of you"),
    ],
)
def test_a_seat_that_a_clock_took_says_which_one(
    given: dict[str, Any], hours: int, timer: Callable[[], int], words: str
) -> None:
    seat = given_confirmed(**given) if given else given_hired()
    later(hours=hours)

    assert (timer(), timer()) == (1, 0)

    mail = mailbox(seat.worker)[-1]
    assert mail["subject"] == f"You are no longer hired: {TITLE}"
    assert words in " ".join(mail["text"].split())
    assert len(mailbox(seat.worker)) == 2


def test_a_seat_that_the_owner_took_back_says_so_in_his_words() -> None:
    seat = given_confirmed()
    url = f"{path(seat)}/applications/{seat.application.public_id}"

    assert seat.agent.post(f"{url}/expire", {"reason": "It rains."}).status == 200

    text = mailbox(seat.worker)[-1]["text"]
    assert "given up by" in " ".join(text.split()) and "> It rains." in text


def test_the_words_of_hiring_are_not_those_of_firing() -> None:
    seat = given_hired()
    Application.objects.filter(pk=seat.application.pk).update(response="Welcome!")

    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/cancel", {}).status == 200

    assert "Welcome" not in mailbox(seat.worker)[-1]["text"]


def test_an_unconfirmed_seat_taken_back_by_its_owner() -> None:
    seat = given_hired()
    url = f"{path(seat)}/applications/{seat.application.public_id}"

    assert seat.agent.patch(url, {"action": "withdraw", "response": "Sorry."}).status == 200

    text = mailbox(seat.worker)[-1]["text"]
    assert "taken back by" in " ".join(text.split()) and "> Sorry." in text


def test_who_gives_his_seat_back_himself_is_not_told() -> None:
    seat = given_confirmed()
    url = f"{path(seat)}/applications/{seat.application.public_id}"

    assert seat.worker.patch(url, {"action": "withdraw"}).status == 200

    assert subjects(seat.worker) == [HIRED]


def extend(seat: Seat, **decision: Any) -> None:
    unit(lambda: extensions.decide(acting(seat.agent), seat.bounty.public_id, seat.application.public_id, **decision))


@pytest.mark.parametrize(
    ("decision", "subject"),
    [
        ({"action": "approve"}, "3 more hours, until Sat 21 November, 18:00 UTC: "),
        ({"action": "approve", "hours": 1}, "1 more hour, until Sat 21 November, 16:00 UTC: "),
        ({"action": "deny"}, "No more time: "),
    ],
)
def test_the_answer_to_a_request_for_more_time(decision: dict[str, Any], subject: str) -> None:
    seat = given_confirmed(completion_window_hours=5)
    ids = seat.bounty.public_id, seat.application.public_id
    unit(lambda: extensions.request(acting(seat.worker), *ids, hours=3, reason="The shop is closed."))

    extend(seat, **decision)

    mail = mailbox(seat.worker)[-1]
    assert mail["subject"] == subject + TITLE
    until = "15:00" if decision["action"] == "deny" else subject.split()[-2]
    assert f"- Evidence until: Sat 21 November, {until} UTC" in mail["text"]


def test_hours_given_again_and_again_are_mailed_once_an_hour() -> None:
    seat = given_confirmed(completion_window_hours=5)
    for minute in (0, 1, 59, 119, 120):
        later(minutes=minute)
        extend(seat, action="grant", hours=1)

    given = [subject for subject in subjects(seat.worker) if "more hour" in subject]
    assert len(given) == 2, "the first, and the one an hour after the one before it"


def test_money_and_hires_are_mailed_whatever_was_switched_off() -> None:
    seat = given_completed()
    muted = {"notifications": {"applications": False, "work": False, "messages": False}}
    assert seat.worker.patch("/api/humans/me", muted).status == 200

    unit(lambda: releases.release(acting(seat.agent), seat.escrow.public_id, acknowledged=True))
    again = given_hired(worker=seat.worker)
    later(hours=2)
    timers.release_unconfirmed()

    assert again.worker is seat.worker
    told = subjects(seat.worker)[-3:]
    assert [subject.split(":")[0].split(" ")[0] for subject in told] == ["You", "Confirm", "You"]
    assert "switch off" not in mailbox(seat.worker)[-1]["text"]


def test_what_was_switched_off_is_not_mailed() -> None:
    seat = given_delivered(completion_window_hours=50)
    assert seat.worker.patch("/api/humans/me", {"notifications": {"work": False}}).status == 200
    before = len(mailbox(seat.worker))

    review(seat, "request_redo", "Again.")
    extend(seat, action="grant", hours=1)

    assert len(mailbox(seat.worker)) == before
    seat.worker.patch("/api/humans/me", {"notifications": {"work": True}})
    later(hours=2)
    extend(seat, action="grant", hours=1)
    assert len(mailbox(seat.worker)) == before + 1
    assert "http://127.0.0.1:8000/settings" in mailbox(seat.worker)[-1]["text"], "and the mail says how"


@pytest.mark.parametrize("lacks", [{"email": None}, {"email_verified_at": None}, {"is_active": False}])
def test_without_a_confirmed_address_nothing_is_mailed(lacks: dict[str, Any]) -> None:
    worker = given_worker()
    Account.objects.filter(pk=worker.account.pk).update(**lacks)

    given_hired(worker=worker)

    assert not Mail.objects.filter(to=worker.account.email).exists()
