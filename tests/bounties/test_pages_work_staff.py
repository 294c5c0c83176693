"""On the page of a seat: our staff decide, because its worker asked them; a dispute that is opened meanwhile goes first."""

import re
from collections.abc import Callable
from datetime import datetime

import pytest

from bounties.pages import standing
from bounties.services import staff_cases
from escrow.models import Dispute
from escrow.services import disputes
from marketplace.core.transactions import unit
from tests.bounties.test_contests import contest, given_sent_back
from tests.bounties.test_pages_work import acts, look
from tests.escrow.test_decisions import decide
from tests.factories.cases import given_offer, respond
from tests.factories.desk import acting_staff, given_support
from tests.factories.market import Seat, acting
from tests.visitor import Seen, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
BACK = "Sending again takes your question to our staff back"


def given_contested(action: str = "reject") -> Seat:
    seat = given_sent_back(action, evidence_types=["text"])
    assert contest(seat).status == 200
    return seat.fresh()


def given_disputed() -> tuple[Seat, Dispute]:
    seat = given_contested()
    opened = unit(
        lambda: disputes.open_dispute(
            acting(seat.agent), seat.escrow.public_id, category="other", description="Another shelf.", urls=[]
        )
    )
    return seat, opened


def the_owners(seat: Seat) -> Seen:
    return Visitor(seat.agent.account).open(f"/owner/jobs/{seat.bounty.public_id}/people/{seat.application.public_id}")


def badge(page: Seen) -> str:
    return re.findall(r'class="badge[^"]*">([^<]*)<', page.html)[0]


@pytest.mark.parametrize("action", ["request_redo", "reject"])
def test_while_our_staff_decide_every_page_says_so_and_sending_again_is_folded_with_what_it_does(action: str) -> None:
    seat = given_contested(action)
    me, page = look(seat)

    assert badge(page) == badge(me.open("/today")) == badge(the_owners(seat)) == "Our staff decide"
    folded = page.html.partition('<details class="card" id="instead">')[2].partition("</form>")[0]
    assert "Send my evidence" in folded and page.html.count("Send my evidence") == 1
    assert folded.index(BACK) < folded.index("Send my evidence")
    assert "#evidence" not in page.links and BACK not in me.open("/today").text

    page = me.send(page, "evidence", textEvidence="Now with the shelf.")

    assert "It is sent." in page.text and "Our staff no longer decide." in page.text
    assert badge(page) == "Being looked at" and "You sent new evidence instead." in page.text


@pytest.mark.parametrize("action", ["request_redo", "reject"])
def test_while_our_staff_decide_the_owner_is_not_told_that_new_evidence_is_awaited(action: str) -> None:
    page = the_owners(given_contested(action))

    money = page.text.partition("The money")[2]
    assert "They asked our staff to decide about what they sent. Pay now only if" in money
    assert "new evidence is awaited" not in page.text and "You did not accept what they sent" not in money


def test_staff_who_are_late_are_said_to_be_late(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00+00:00")
    seat = given_contested()
    me, page = look(seat)
    assert page.text.count("decide by") == 3 and "were to decide by" not in page.text

    at("2026-11-24T11:00:00+00:00")

    late = me.open(page.path)
    assert late.text.count("were to decide by") == 3 and late.text.count("They are late.") == 2
    assert "They decide by" not in late.text and "Until then no clock" not in late.text and "/support" in late.links
    assert badge(late) == "Our staff decide" and "Our staff were to decide by" in me.open("/today").text


def test_without_a_question_to_our_staff_nothing_is_said_to_be_taken_back() -> None:
    _, page = look(given_sent_back("request_redo"))

    assert BACK not in page.text and "evidence" in acts(page) and 'id="instead"' not in page.html


def test_a_dispute_goes_before_the_question_to_our_staff() -> None:
    seat, opened = given_disputed()

    _, page = look(seat)

    assert badge(page) == "In dispute"
    first = page.html.partition('class="split seat"')[2].partition("<aside")[0]
    assert f'<a class="button" href="/disputes/{opened.public_id}">' in first
    now = page.html.partition('aria-current="step"')[2].partition("</li>")[0]
    assert "The dispute" in now and "Approved" not in page.html.partition('class="stepper"')[2].partition("</ol>")[0]
    assert "They decide by" not in page.text and "The dispute goes first" in page.text
    assert "You are paid once your work is approved" not in page.text
    assert "It stands still until the dispute is over." in page.text
    owner = the_owners(seat)
    assert "They decide by" not in owner.text and "You can settle it yourself" not in owner.text


def test_how_a_dispute_ended_is_said_in_plain_words() -> None:
    seat, opened = given_disputed()
    respond(seat.worker, opened, given_offer(seat.agent, opened, 233))
    page = look(seat)[1]
    assert page.text.count(str(standing.DISPUTE_AGREED)) == 2 and "in another way" not in page.text
    assert f"/disputes/{opened.public_id}" in page.links

    for cents in (0, 233, 500):
        seat, opened = given_disputed()
        decide(opened, cents)
        page = look(seat)[1]
        assert str(standing.DISPUTE_DECIDED) in page.text and f"/disputes/{opened.public_id}" in page.links, cents


def test_whoever_is_paid_before_our_staff_decide_reads_that() -> None:
    seat = given_contested()
    owner = Visitor(seat.agent.account)
    owner.send(owner.open(the_owners(seat).path), "release")

    page = look(seat)[1]

    assert str(standing.PAID_BEFORE) in page.text and "in another way" not in page.text


def test_after_a_dispute_that_was_taken_back_our_staff_go_on() -> None:
    seat, opened = given_disputed()
    unit(lambda: disputes.withdraw(acting(seat.agent), opened.public_id))

    page = look(seat)[1]
    assert badge(page) == "Our staff decide" and "They decide by" in page.text
    staff = acting_staff(given_support())
    unit(lambda: staff_cases.give_time(staff, seat.application.pk, hours=30, reason="Once more."))
    assert badge(look(seat)[1]) == "Not accepted: send new evidence"
    assert badge(the_owners(seat)) == "Not accepted by you"
