"""The owner of a bounty hears of what waits for them: in one mail about a bounty, an hour apart at least."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from bounties.models import Application, Bounty, ScreeningRule
from bounties.rules.owner_mails import MAIL_INTERVAL, mail_due
from bounties.services import applications, bounties, endings, extensions, owner_mails, seat_ends, timers
from escrow.services import escrows
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import unit
from marketplace.models import Account, Mail
from tests.api import Api
from tests.factories.hiring import PERSONAL, RENT, given_hired_by_name
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import (
    acting,
    given_application,
    given_bounty,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    given_worker,
    untouched,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
START = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
TITLE = "Photograph a shop front"


@pytest.fixture(autouse=True)
def _start(at: Callable[[str], datetime]) -> None:
    at(START.isoformat())


def after(**by: float) -> None:
    """So long after START the timers look, twice."""
    clock.freeze(START + timedelta(**by))
    for timer in (owner_mails.warn_of_reviews, owner_mails.mail_unfilled, owner_mails.send_queued) * 2:
        timer()


def text_of(owner: Api) -> str:
    return " ".join(mailbox(owner)[-1]["text"].split())


def test_applications_of_an_hour_are_one_mail() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    names = [given_application(bounty)[0].account.name for _ in range(3)]

    after(seconds=59)
    assert mailbox(agent) == []
    after(seconds=60)
    assert subjects(agent) == [f"3 applications to decide: {TITLE}"]
    assert all(f"- {name}: Sat 21 November, 10:00 UTC" in mailbox(agent)[0]["text"] for name in names)

    for minute in range(2, 62, 3):
        clock.freeze(START + timedelta(minutes=minute))
        given_application(bounty)
        after(minutes=minute)
    after(minutes=60, seconds=59)
    assert len(mailbox(agent)) == 1
    after(minutes=61)
    assert len(mailbox(agent)) == 2
    assert subjects(agent)[1].startswith("23 applications to decide")


def test_a_shift_of_everything_is_at_most_a_mail_an_hour_and_bounty() -> None:
    agent = given_funded_agent(1_000_000)
    many = [given_bounty(agent, spots_available=200) for _ in range(2)]
    for minute in range(0, 8 * 60, 30):
        clock.freeze(START + timedelta(minutes=minute))
        for bounty in many:
            seat = given_confirmed(agent=agent, bounty=bounty)
            if minute % 60:
                unit(lambda seat=seat: applications.withdraw(
                    acting(seat.worker), seat.bounty.public_id, seat.application.public_id
                ))  # fmt: skip
        after(minutes=minute)

    assert 8 <= len(mailbox(agent)) <= 2 * 8


def test_an_application_that_is_decided_at_once_is_no_news() -> None:
    agent = given_funded_agent()
    given_hired(agent=agent)

    after(hours=1)

    assert mailbox(agent) == []
    assert Bounty.objects.get().owner_mails_due_at is None, "and it is not looked at again and again"


def test_who_confirmed_and_whose_seat_was_lost() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3)
    stays, goes = (given_confirmed(agent=agent, bounty=bounty) for _ in range(2))
    slow = given_hired(agent=agent, bounty=bounty)
    url = f"/api/bounties/{bounty.public_id}/applications/{goes.application.public_id}"

    assert goes.worker.patch(url, {"action": "withdraw"}).status == 200
    after(minutes=1)
    clock.freeze(START + timedelta(hours=2))
    timers.release_unconfirmed()
    after(hours=2, minutes=1)

    first, second = mailbox(agent)
    assert first["subject"] == f"A place became free: {TITLE}"
    assert f"- {stays.worker.account.name}: Sat 21 November, 10:00 UTC" in first["text"]
    assert f"- {goes.worker.account.name}: taken back" in first["text"]
    assert "they can be filled again" in " ".join(first["text"].split())
    assert f"- {slow.worker.account.name}: not confirmed within two hours" in second["text"]
    assert goes.worker.account.name not in second["text"], "told once"


@pytest.mark.parametrize("path", [PERSONAL, RENT])
def test_a_hire_by_name_that_nobody_confirmed_has_no_place_that_became_free(path: str) -> None:
    agent, worker = given_funded_agent(590), given_worker()
    given_hired_by_name(agent, worker, path)

    clock.freeze(START + timedelta(hours=2))
    timers.release_unconfirmed()
    after(hours=2, minutes=1)

    title = Bounty.objects.get(status="closed").title
    assert subjects(agent)[-1] == f"Ended without work: {title}"
    assert "their money is back in your wallet" in text_of(agent)
    assert not any("became free" in subject for subject in [*subjects(agent), *subjects(worker)])


def test_what_the_owner_did_himself_he_is_not_told() -> None:
    seat = given_confirmed()
    after(hours=1)
    told = len(mailbox(seat.agent))

    unit(lambda: seat_ends.expire(acting(seat.agent), seat.bounty.public_id, seat.application.public_id))
    after(hours=3)

    assert len(mailbox(seat.agent)) == told


def test_evidence_is_told_when_it_comes_and_a_day_before_it_counts_as_accepted() -> None:
    seat = given_delivered()
    name, until = seat.worker.account.name, "Tue 24 November, 10:00 UTC"

    after(minutes=1)
    (mail,) = mailbox(seat.agent)
    assert mail["subject"] == f"Evidence to review: {TITLE}"
    assert f"- {name}: review until {until}" in mail["text"]
    assert "counts as accepted" in mail["text"]
    after(hours=47, minutes=59)
    assert len(mailbox(seat.agent)) == 1
    after(hours=48)
    after(hours=48, minutes=1)
    after(hours=71)

    assert subjects(seat.agent)[1:] == [f"Review by {until}: {TITLE}"]
    clock.freeze(START + timedelta(hours=72))
    assert escrows.complete_unreviewed() == 1
    after(hours=73)
    after(hours=75)
    assert subjects(seat.agent)[2:] == [f"Accepted without your answer: {TITLE}"]


def test_a_clock_that_jumps_over_the_warning_warns_of_nothing() -> None:
    seat = given_delivered()
    after(minutes=1)

    after(hours=72)
    after(hours=74)

    assert len(mailbox(seat.agent)) == 1
    assert not Application.objects.filter(review_warning_at__isnull=False).exists()


def test_evidence_that_was_sent_back_warns_of_nothing_and_the_next_one_does() -> None:
    seat = given_delivered()
    pending = seat.application.submissions.get()
    url = f"/api/bounties/{seat.bounty.public_id}/submissions"
    seat.agent.patch(f"{url}/{pending.public_id}", {"action": "request_redo", "response": "Sharper, please."})
    after(hours=10)
    assert mailbox(seat.agent)[-1]["subject"].startswith("Confirmed"), "nothing waits any more"

    assert seat.worker.post(url, {"textEvidence": "Sharper."}).status == 200
    after(hours=11)
    after(hours=48)
    assert subjects(seat.agent)[1:] == [f"Evidence to review: {TITLE}"]
    after(hours=58)
    after(hours=58, minutes=1)
    assert subjects(seat.agent)[2:] == [f"Review by Tue 24 November, 20:00 UTC: {TITLE}"]


def test_a_request_for_more_time_is_told_while_it_waits() -> None:
    seat = given_confirmed(completion_window_hours=50)
    after(minutes=1)
    ids = seat.bounty.public_id, seat.application.public_id
    clock.freeze(START + timedelta(hours=2))
    unit(lambda: extensions.request(acting(seat.worker), *ids, hours=3, reason="Closed."))

    after(hours=2, minutes=1)

    assert subjects(seat.agent)[-1] == f"More time is asked for: {TITLE}"
    assert f"- {seat.worker.account.name}: 3 hours more, answer until Sun 22 November, 12:00 UTC" in text_of(seat.agent)


def test_a_deadline_with_free_places_is_told_once_and_again_for_the_next_one() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=3, deadline=START + timedelta(hours=5))
    given_hired(agent=agent, bounty=bounty)
    given_application(bounty)
    after(hours=4.9)
    before = len(mailbox(agent))

    after(hours=5)
    after(hours=9)

    (mail,) = mailbox(agent)[before:]
    assert mail["subject"] == f"2 places still free at the deadline: {TITLE}"
    assert "- Places: 3\n- Free: 2\n- Applications that wait: 1" in mail["text"]
    assert "until Tue 24 November, 15:00 UTC" in text_of(agent)
    moved = {"deadline": (START + timedelta(hours=20)).isoformat()}
    assert agent.patch(f"/api/bounties/{bounty.public_id}", moved).status == 200
    after(hours=20)
    assert len(mailbox(agent)) == before + 2


def test_places_that_are_dropped_are_told_with_their_money() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2, deadline=START + timedelta(hours=5))

    after(hours=77)
    assert mailbox(agent) == [], "the clock jumped over the first mail"
    assert (endings.remove_unfilled_seats(), endings.remove_unfilled_seats()) == (1, 0)

    assert subjects(agent) == [f"2 places dropped: {TITLE}"]
    assert "their money is back in your wallet" in text_of(agent)
    assert bounty.title == TITLE


def test_a_full_bounty_s_deadline_says_nothing() -> None:
    agent = given_funded_agent()
    given_confirmed(agent=agent, deadline=START + timedelta(hours=5))
    after(minutes=1)

    after(hours=80)
    endings.remove_unfilled_seats()

    assert [subject.split(":")[0] for subject in subjects(agent)] == ["Confirmed"]


@pytest.mark.parametrize(
    ("decide", "subject", "words"),
    [
        (lambda pk: bounties.approve(Actor.system(), pk), "Your job is live: ", "People can apply until"),
        (
            lambda pk: bounties.refuse(Actor.system(), pk, reason="No gift cards."),
            "Your job was not approved: ",
            "> No gift cards.",
        ),
    ],
)
def test_what_operators_decided_about_a_listing(decide: Callable[[Any], Any], subject: str, words: str) -> None:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    agent = given_funded_agent()
    bounty = given_bounty(agent, title="Buy a gift card")

    unit(lambda: decide(bounty.pk))

    assert subjects(agent) == [subject + "Buy a gift card"]
    assert words in text_of(agent)


def test_a_listing_that_nobody_looked_at_is_told_when_it_closes() -> None:
    ScreeningRule.objects.create(phrase="gift card", reason="laundering")
    agent = given_funded_agent()
    given_bounty(agent, title="Buy a gift card", deadline=START + timedelta(hours=5))
    clock.freeze(START + timedelta(hours=5))

    assert (endings.lapse_unpublished(), endings.lapse_unpublished()) == (1, 0)

    assert subjects(agent) == ["Your job was not approved: Buy a gift card"]
    assert "nobody of our staff looked at" in text_of(agent)


@pytest.mark.parametrize("muted", ["applications", "work"])
def test_each_switch_keeps_its_own_mails_away(muted: str) -> None:
    agent = given_funded_agent()
    assert agent.patch("/api/humans/me", {"notifications": {muted: False}}).status == 200
    bounty = given_bounty(agent, spots_available=2, deadline=START + timedelta(hours=5))
    given_application(bounty)
    given_delivered(agent=agent, bounty=bounty)
    after(minutes=1)
    after(hours=5)

    assert (
        any("applications wait" in mail["text"] or "Applications that" in mail["text"] for mail in mailbox(agent))
        == (muted == "work")
        or muted == "applications"
    )
    said = subjects(agent)
    if muted == "work":
        assert said == [f"1 application to decide: {TITLE}"]
        assert "mails about applications:\n\nhttp://127.0.0.1:8000/settings" in mailbox(agent)[0]["text"]
    else:
        assert [subject.split(":")[0] for subject in said] == [
            "Evidence to review",
            "1 place still free at the deadline",
        ]


@pytest.mark.parametrize("lacks", [{"email": None}, {"email_verified_at": None}, {"is_active": False}])
def test_an_owner_without_a_confirmed_address_is_not_written_to_nor_looked_at(lacks: dict[str, Any]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, deadline=START + timedelta(hours=5))
    Account.objects.filter(pk=agent.account.pk).update(**lacks)
    given_application(bounty)
    assert Bounty.objects.get().owner_mails_due_at is None

    after(hours=5)

    assert not Mail.objects.exists()


def test_a_refused_application_notes_nothing() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent)
    worker, _ = given_application(bounty)
    Bounty.objects.update(owner_mails=[], owner_mails_due_at=None)

    with untouched():
        assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {}).code == "already_applied"


def test_a_mail_names_ten_people_and_counts_the_rest() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=12)
    for _ in range(12):
        given_confirmed(agent=agent, bounty=bounty)

    after(minutes=1)

    text = mailbox(agent)[0]["text"]
    assert "- And: 2 more" in text
    assert text.count("Sat 21 November, 10:00 UTC") == 10


def test_the_pause_is_an_hour_from_the_last_mail() -> None:
    assert mail_due(START, None) == mail_due(START, START - timedelta(hours=2)) == START + timedelta(minutes=1)
    assert mail_due(START, START - timedelta(minutes=10)) == START + MAIL_INTERVAL - timedelta(minutes=10)
