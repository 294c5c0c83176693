"""An owner who says nothing reads before, and afterwards, that work is accepted and paid without them: the moment and the sum."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bounties.selectors import owned
from bounties.services import owner_mails
from escrow.models import Escrow
from escrow.services import escrows, releases
from marketplace.core import clock
from marketplace.models import Call
from tests.factories.hiring import PERSONAL, RENT, bounty_of, given_hired_by_name
from tests.factories.mailbox import mailbox
from tests.factories.market import (
    Seat,
    acting,
    given_completed,
    given_delivered,
    given_funded_agent,
    given_worker,
    untouched,
)
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
NOON = "2026-11-21T12:00:00Z"
At = Callable[[str], datetime]


def later(at: At, **by: float) -> None:
    at((datetime.fromisoformat(NOON) + timedelta(**by)).isoformat())


def pages(seat: Seat) -> dict[str, str]:
    """What the owner reads of it: on the overview, the job's page and the person's."""
    visitor, job = Visitor(seat.agent.account), f"/owner/jobs/{seat.bounty.public_id}"
    paths = {"overview": "/owner", "job": job, "person": f"{job}/people/{seat.application.public_id}"}
    return {name: visitor.open(path).text for name, path in paths.items()}


def mailed(seat: Seat) -> list[str]:
    owner_mails.warn_of_reviews()
    owner_mails.send_queued()
    return [" ".join(mail["text"].split()) for mail in mailbox(seat.agent)]


def test_work_to_look_at_says_what_goes_by_itself_and_when(at: At) -> None:
    at(NOON)
    seat = given_delivered()

    # 72 hours for the review, then the 3 days of the ladder for 5.90.
    [matter] = owned.waiting(acting(seat.agent))
    assert (matter.kind, matter.cents) == ("review", 590)
    assert matter.paid_at == clock.now() + timedelta(hours=72, days=3)
    for where, text in pages(seat).items():
        assert "Without an answer, $5.90 are paid automatically" in text, where
        assert "27 Nov" in text, where

    at((clock.now() + timedelta(hours=72)).isoformat())
    escrows.complete_unreviewed()
    assert seat.fresh().escrow.auto_release_at == matter.paid_at


def test_several_people_are_one_sum_and_the_first_moment(at: At) -> None:
    at(NOON)
    agent = given_funded_agent()
    first = given_completed(agent=agent, spots_available=3)
    given_completed(agent=agent, bounty=first.bounty)

    [matter] = owned.waiting(acting(agent))
    text = pages(first)["overview"]

    assert (matter.kind, matter.count, matter.cents) == ("pay", 2, 1180) and matter.paid_at == matter.due_at
    assert "Without an answer, $11.80 in all are paid automatically, the first" in text
    assert "Otherwise paid automatically" not in text, "the same moment once"


@pytest.mark.parametrize("path", [RENT, PERSONAL])
def test_a_hire_by_name_is_foretold_as_the_timers_carry_it_out(at: At, path: str) -> None:
    at(NOON)
    agent, worker = given_funded_agent(), given_worker()
    made = given_hired_by_name(agent, worker, path, confirmed=True)
    sent = worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    assert sent.status == 200, sent.body
    [matter] = owned.paid_by_itself(bounty_of(made))

    later(at, hours=72)
    escrows.complete_unreviewed()

    [escrow] = Escrow.objects.filter(kind="seat")
    assert escrow.accepted_unanswered and escrow.auto_release_at and matter.due_at
    assert matter.paid_at == max(escrow.auto_release_at, matter.due_at)


def test_the_mail_of_the_day_before_names_the_sum_and_one_says_that_it_was_accepted(at: At) -> None:
    at(NOON)
    seat = given_delivered()
    later(at, hours=48)
    before = mailed(seat)
    assert "review until Tue 24 November, 12:00 UTC, or $5.90 are paid automatically" in before[-1]

    later(at, hours=72)
    escrows.complete_unreviewed()
    later(at, hours=74)
    after = mailed(seat)
    assert len(after) == len(before) + 1 and "Accepted without your answer" in mailbox(seat.agent)[-1]["subject"]
    assert "$5.90 are paid Fri 27 November, 12:00 UTC, dispute until Wed 25 November, 12:00 UTC" in after[-1]
    with untouched():
        assert mailed(seat) == after


def test_who_reviews_gets_no_such_mail_and_is_not_said_to_be_silent(at: At) -> None:
    at(NOON)
    seat = given_completed()
    later(at, days=3)
    releases.release_due()
    later(at, days=4)

    assert not any("Accepted without your answer" in text for text in mailed(seat))
    lines = Call.objects.filter(account=seat.agent.account, via="service")
    assert [line.operation for line in lines] == ["payByItself"]
    assert "because nobody looked" not in pages(seat)["person"]
    [line] = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/receipt?format=json")["receipt"]["lines"]
    assert "unanswered" not in line


def test_timeline_person_and_receipt_say_that_nobody_answered(at: At) -> None:
    at(NOON)
    seat = given_delivered()
    later(at, hours=72)
    escrows.complete_unreviewed()
    later(at, hours=72, days=3)
    releases.release_due()
    releases.release_due()

    lines = Call.objects.filter(account=seat.agent.account, via="service").order_by("created_at")
    assert [line.operation for line in lines] == ["acceptUnanswered", "payUnanswered"]
    assert {line.object_id for line in lines} == {seat.bounty.public_id}
    name = seat.worker.account.name
    assert f"{name}: 5.90 USD" == lines[1].note and f"{name}: 5.90 USD are paid later" in lines[0].note
    assert "nobody looked at it in time" in pages(seat)["person"]
    timeline = Visitor(seat.agent.account).open("/owner/events").text
    assert "Pay was released because nobody answered" in timeline
    [line] = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/receipt?format=json")["receipt"]["lines"]
    assert line["unanswered"] is True
    printed = Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/receipt").text
    assert "Accepted because nobody reviewed the work in time" in printed
