"""An owner who says nothing reads before, and afterwards, that work is accepted and paid without them: the moment and the sum."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bounties.models import Application, Bounty
from bounties.selectors import owned
from bounties.services import hiring, owner_mails
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


def goes(where: str) -> str:
    """What is said there: the sum that leaves, and on the person's page, which names the fee beside it, what they get."""
    return "$5.00 is paid to them automatically" if where == "person" else "$5.90 is paid automatically"


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
        assert goes(where) in text, where
        assert "27 Nov" in text, where
    person = pages(seat)["person"]
    both = re.search(
        r"Without your answer it counts as accepted (.*) and \$5\.00 is paid to them automatically (.*)", person
    )
    assert both and "24 Nov" in both[1] and "27 Nov" in both[2], "both steps in one line, with the worker's sum"
    assert "$5.90 is paid" not in person

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
    assert "Without an answer, $11.80 in all is paid automatically, the first" in text
    assert "Otherwise paid automatically" not in text, "the same moment once"


def run_timers() -> None:
    hiring.settle_personal()
    escrows.complete_unreviewed()
    releases.release_due()


# Of a personal job: when its deadline is, how long before its settlement the evidence comes, and its warranty.
@pytest.mark.parametrize(
    ("days", "before", "warranty"),
    [
        pytest.param(None, 0, 0, id="rental"),
        pytest.param(1, 72, 0, id="settled when the review ends"),
        pytest.param(1, 1, 0, id="settled before the review ends"),
        pytest.param(1, 1, 30, id="settled before the review ends, whatever the warranty"),
        pytest.param(2, 96, 0, id="settled after the review, before the ladder would pay"),
        pytest.param(9, 200, 0, id="paid by the ladder"),
    ],
)
def test_a_hire_by_name_is_foretold_as_the_timers_carry_it_out(
    at: At, days: int | None, before: int, warranty: int
) -> None:
    at(NOON)
    agent, worker = given_funded_agent(), given_worker()
    path, more = (
        (RENT, {}) if days is None else (PERSONAL, {"deadline": (clock.now() + timedelta(days=days)).isoformat()})
    )
    made = given_hired_by_name(agent, worker, path, confirmed=True, **more)
    Escrow.objects.filter(kind="pool").update(warranty_days=warranty)
    if days is not None:
        later(at, days=days + 2, hours=-before)
    sent = worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    assert sent.status == 200, sent.body
    [matter] = owned.paid_by_itself(bounty_of(made))

    assert matter.due_at and matter.paid_at
    just_before = matter.paid_at - timedelta(seconds=1)
    for moment in (min(matter.due_at, just_before), just_before):
        at(moment.isoformat())
        run_timers()
        assert Escrow.objects.get(kind="seat").released_at is None
    at(matter.paid_at.isoformat())
    run_timers()

    escrow = Escrow.objects.get(kind="seat")
    assert escrow.accepted_unanswered and escrow.released_at == matter.paid_at


def test_the_mail_of_the_day_before_names_the_sum_and_one_says_that_it_was_accepted(at: At) -> None:
    at(NOON)
    seat = given_delivered()
    later(at, hours=48)
    before = mailed(seat)
    assert "review until Tue 24 November, 12:00 UTC, or $5.90 is paid automatically" in before[-1]

    later(at, hours=72)
    escrows.complete_unreviewed()
    later(at, hours=74)
    after = mailed(seat)
    assert len(after) == len(before) + 1 and "Accepted without your answer" in mailbox(seat.agent)[-1]["subject"]
    assert "$5.90 is paid Fri 27 November, 12:00 UTC, dispute until Wed 25 November, 12:00 UTC" in after[-1]
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
    assert f"{name}: $5.90" == lines[1].note and f"{name}: $5.90 is paid later" in lines[0].note
    assert "nobody looked at it in time" in pages(seat)["person"]
    timeline = Visitor(seat.agent.account).open("/owner/events").text
    assert "Pay was released because nobody answered" in timeline
    [line] = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/receipt?format=json")["receipt"]["lines"]
    assert line["unanswered"] is True
    printed = Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/receipt").text
    assert "Accepted because nobody reviewed the work in time" in printed


def given_late_personal(at: At) -> Seat:
    """Its evidence came an hour before the settlement pays whatever is there."""
    at(NOON)
    agent, worker = given_funded_agent(), given_worker()
    made = given_hired_by_name(agent, worker, PERSONAL, confirmed=True)  # its deadline is a day away
    later(at, days=3, hours=-1)
    sent = worker.post(f"/api/bounties/{made['bountyId']}/submissions", {"textEvidence": "Done."})
    assert sent.status == 200, sent.body
    return Seat(agent, worker, bounty_of(made), Application.objects.get())


def test_work_that_the_settlement_pays_in_an_hour_is_not_said_to_have_72(at: At) -> None:
    seat = given_late_personal(at)
    later(at, days=3, minutes=-55)

    for where, text in pages(seat).items():
        assert goes(where) in text and "24 Nov" in text, where
        assert "26 Nov" not in text and "27 Nov" not in text, where
    owner = Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/evidence").text
    assert "Decide by Tue 24 Nov" in owner and "26 Nov" not in owner
    asked = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}")
    settles = {"kind": "review", "at": "2026-11-24T12:00:00.000Z", "isOverdue": False}
    assert asked["application"]["jobOverview"]["nextDeadline"] == settles
    assert "Tue 24 Nov" in Visitor(seat.worker.account).open(f"/work/{seat.application.public_id}").text
    told = mailed(seat)
    assert mailbox(seat.agent)[-1]["subject"].startswith("Review by Tue 24 November, 12:00 UTC")
    assert "review until Tue 24 November, 12:00 UTC, or $5.90 is paid automatically" in told[-1]


def test_what_the_settlement_pays_is_told_in_mail_timeline_and_receipt(at: At) -> None:
    seat = given_late_personal(at)
    later(at, days=3)
    run_timers()
    run_timers()
    later(at, days=3, hours=2)

    told = mailed(seat)
    assert mailbox(seat.agent)[-1]["subject"].startswith("Paid without your answer")
    assert "$5.90 was paid Tue 24 November, 12:00 UTC" in told[-1]
    with untouched():
        assert mailed(seat) == told
    lines = Call.objects.filter(account=seat.agent.account, via="service")
    assert [(line.operation, line.note) for line in lines] == [("payUnanswered", f"{seat.worker.account.name}: $5.90")]
    assert "nobody looked at it in time" in pages(seat)["person"]
    [line] = seat.agent.get(f"/api/bounties/{seat.bounty.public_id}/receipt?format=json")["receipt"]["lines"]
    assert line["unanswered"] is True


def test_who_paid_it_themselves_before_the_mail_is_not_told_that_it_was_paid(at: At) -> None:
    at(NOON)
    seat = given_delivered()
    later(at, hours=71, minutes=50)
    before = mailed(seat)
    later(at, hours=72)
    escrows.complete_unreviewed()
    later(at, hours=72, minutes=30)
    ack = {"acknowledgeRelease": True}
    assert seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/release", ack).status == 200

    later(at, hours=74)
    assert mailed(seat) == before


@pytest.mark.parametrize(("kind", "told"), [("humanization", 1), ("picture", 1), ("cake", 1), ("taste", 0)])
def test_a_product_whose_owner_reviews_tells_of_their_silence_too(at: At, kind: str, told: int) -> None:
    at(NOON)
    seat = given_delivered()
    later(at, minutes=2)
    mailed(seat)
    Bounty.objects.filter(pk=seat.bounty.pk).update(kind=kind)
    later(at, hours=72)
    escrows.complete_unreviewed()

    assert Bounty.objects.get(pk=seat.bounty.pk).owner_mails == ["unanswered"] * told


@pytest.mark.parametrize("kind", ["humanization", "picture", "cake", "taste"])
def test_who_judges_by_rule_reads_no_sum_that_waits_for_them(at: At, kind: str) -> None:
    at(NOON)
    seat = given_delivered()
    Bounty.objects.filter(pk=seat.bounty.pk).update(kind=kind)
    later(at, minutes=2)

    [text] = mailed(seat)

    assert ("is paid automatically" in text) == (kind != "taste")
    assert ("What you have not reviewed by its time" in text) == (kind != "taste")
    assert ("The rules judge it" in text) == (kind == "taste")
