"""/disputes/{id} as both sides use it: whose turn it is, what is asked, offers with exact sums, and the way to yes without a
script."""

from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from escrow.models import CaseOffer, CaseRequest, Dispute, DisputeEvidence
from escrow.services import case_messages
from marketplace.core.transactions import unit
from tests.api import Api
from tests.escrow.test_decisions import decide, given_dispute, given_staff, money
from tests.factories.cases import answer, ask, case_of, given_offer, hours_later, respond
from tests.factories.files import picture
from tests.factories.mailbox import mailbox
from tests.factories.market import Seat, given_funded_agent, untouched
from tests.factories.members import given_member
from tests.visitor import Seen, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]


@pytest.fixture(autouse=True)
def _start(at: Any) -> None:
    at("2026-11-21T12:00:00+00:00")


def look(who: Api, dispute: Dispute, query: str = "") -> Seen:
    return Visitor(who.account).open(f"/disputes/{dispute.public_id}{query}")


def both(seat: Seat, dispute: Dispute) -> tuple[str, str]:
    """What the funder and the worker read."""
    return look(seat.agent, dispute).text, look(seat.worker, dispute).text


def test_the_worker_says_their_side_with_files_and_then_it_is_staffs_turn() -> None:
    seat, dispute = given_dispute()
    visitor = Visitor(seat.worker.account)
    page = visitor.open(f"/disputes/{dispute.public_id}")
    assert "Your turn: say your side." in page.text and [form.act for form in page.forms] == ["answer", ""]
    assert "has time to say their side" in look(seat.agent, dispute).text

    files = {"files": picture(name="sign.jpg")}
    sent = visitor.send(page, "answer", files=files, text="It is the shop.", urls="https://example.com/a")

    assert "Your answer is there." in sent.text and "Our staff look at it and decide." in sent.text
    piece = DisputeEvidence.objects.get()
    assert (piece.text, piece.files.get().name) == ("It is the shop.", "sign.jpg")
    assert [form.act for form in sent.forms] == ["", "evidence"]


def test_what_staff_ask_is_read_and_answered_by_that_side_alone() -> None:
    seat, dispute = given_dispute()
    answer(seat.worker, dispute)
    staff = given_staff()
    first, second = ask(staff, dispute, "worker", 20, "The receipt"), ask(staff, dispute, "worker", 40, "The sign")

    ours, theirs = both(seat, dispute)

    assert "Your turn: our staff ask you for something." in theirs and "The receipt" in theirs and "The sign" in theirs
    assert "Our staff have asked" in ours and "The receipt" not in ours and "Please." not in ours
    visitor = Visitor(seat.worker.account)
    sent = visitor.send(
        visitor.open(f"/disputes/{dispute.public_id}"), "answer", requestId=second.public_id, text="The sign is here."
    )
    assert sent.status == 200
    states = {row.pk: row.state for row in CaseRequest.objects.all()}
    assert states == {first.pk: "open", second.pk: "answered"}


def test_an_empty_answer_comes_back_and_changes_nothing() -> None:
    seat, dispute = given_dispute()
    visitor = Visitor(seat.worker.account)
    page = visitor.open(f"/disputes/{dispute.public_id}")

    with untouched():
        refused = visitor.send(page, "answer", text=" ")

    assert refused.status == 400 and "Files have to be chosen again." in refused.text


@pytest.mark.parametrize("maker", ["funder", "worker"])
def test_sums_are_seen_before_an_offer_is_made_and_before_it_is_accepted(maker: str) -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    who, other = (seat.agent, seat.worker) if maker == "funder" else (seat.worker, seat.agent)
    visitor, path = Visitor(who.account), f"/disputes/{dispute.public_id}"

    planned = visitor.open(f"{path}?gets=2.50")
    assert CaseOffer.objects.count() == 0
    gets = "You get $2.50" if maker == "worker" else f"{seat.worker.account.display_name} gets $2.50"
    back = "Back to you $2.95" if maker == "funder" else f"Back to {seat.agent.account.display_name} $2.95"
    assert gets in planned.text and back in planned.text
    assert ("Fee $0.45" in planned.text) == (maker == "funder"), "who pays the fee reads it"
    made = visitor.send(planned, "offer", words="So that it ends.")
    assert "Your offer is made." in made.text and "Your offer waits for" in made.text

    answering = Visitor(other.account)
    page = answering.open(path)
    assert "Your turn: you have an offer." in page.text and "So that it ends." in page.text
    assert "it can't be undone, and nobody decides about it again" in page.text
    assert {"accept", "decline"} <= {form.act for form in page.forms}
    assert not {"accept", "decline"} & {form.act for form in visitor.open(path).forms}
    done = answering.send(page, "accept")
    again = answering.send(page, "accept")

    assert done.status == again.status == 200 and "It is settled." in done.text
    assert "What you both agreed on" in again.text and money(seat) == (295, 250, 0)
    assert [form.act for form in visitor.open(path).forms] == []


@pytest.mark.parametrize("typed", ["5.01", "half", "-1", "1,2,3"])
def test_an_amount_that_is_none_is_explained(typed: str) -> None:
    seat, dispute = given_dispute()

    page = look(seat.agent, dispute, f"?gets={typed}")

    assert "Write an amount from $0 to $5.00" in page.text and "offer" not in [form.act for form in page.forms]


def test_the_worker_reads_why_more_goes_back_than_their_pay_leaves() -> None:
    seat, dispute = given_dispute()
    given_offer(seat.agent, dispute, 250)
    name = seat.agent.account.display_name
    note = f"{name} paid a fee of $0.90 on top of your pay of $5.00"

    mine = look(seat.worker, dispute).text
    assert f"Back to {name} $2.95" in mine and note in mine
    assert "Returned to" in mailbox(seat.worker)[-1]["text"]
    assert "with its part of the fee on top of your pay" in " ".join(mailbox(seat.worker)[-1]["text"].split())
    assert "on top of your pay" not in look(seat.agent, dispute).text + mailbox(seat.agent)[-1]["text"]
    plan = look(seat.worker, dispute, "?gets=5").text
    assert plan.count(note) == 1, "nothing goes back of an offer of the whole"

    decide(dispute, 250)
    assert note in look(seat.worker, dispute).text


def test_declining_says_so_to_the_maker_and_the_case_goes_on() -> None:
    seat, dispute = given_dispute()
    made = given_offer(seat.agent, dispute, 100)
    visitor = Visitor(seat.worker.account)

    done = visitor.send(visitor.open(f"/disputes/{dispute.public_id}"), "decline")

    assert "The offer is declined." in done.text and "Our staff look at it" in done.text
    assert CaseOffer.objects.get().state == "declined" and made
    assert "declined" in look(seat.agent, dispute).text


def test_an_offer_that_ended_under_ones_thumb_moves_nothing() -> None:
    seat, dispute = given_dispute()
    given_offer(seat.agent, dispute, 100)
    visitor = Visitor(seat.worker.account)
    page = visitor.open(f"/disputes/{dispute.public_id}")
    given_offer(seat.agent, dispute, 50)

    with untouched():
        refused = visitor.send(page, "accept")

    assert refused.status == 409


def test_staffs_words_are_read_by_whom_they_are_to() -> None:
    seat, dispute = given_dispute()
    staff = given_staff()
    unit(lambda: case_messages.write(staff, case_of(dispute).pk, to="worker", words="We read your side."))

    ours, theirs = both(seat, dispute)

    assert "We read your side." in theirs and "We read your side." not in ours


def test_each_stage_is_said_with_its_clock_to_both() -> None:
    seat, dispute = given_dispute()
    seen = [both(seat, dispute)]
    hours_later(48)
    seen.append(both(seat, dispute))
    made = given_offer(seat.worker, dispute, 400)
    seen.append(both(seat, dispute))
    respond(seat.agent, dispute, made)
    seen.append(both(seat, dispute))

    for (ours, theirs), (for_owner, for_worker) in zip(
        seen,
        [
            ("has time to say their side", "Your turn: say your side."),
            ("Our staff look at it and decide.", "Our staff look at it and decide."),
            ("Your turn: you have an offer.", "Your offer waits for"),
            ("What you both agreed on", "What you both agreed on"),
        ],
        strict=True,
    ):
        assert for_owner in ours and for_worker in theirs


def test_what_waits_is_on_the_first_pages_of_both() -> None:
    seat, dispute = given_dispute()
    today, owner = Visitor(seat.worker.account), Visitor(seat.agent.account)
    assert "Your work is objected to: say your side" in today.open("/today").text
    link = f"/disputes/{dispute.public_id}"
    assert f"{link}#asked" in today.open("/today").links
    answer(seat.worker, dispute)
    assert "say your side" not in today.open("/today").text

    given_offer(seat.worker, dispute, 400)
    ask(given_staff(), dispute, "worker", 5)

    assert f"/owner{link}#turn" in owner.open("/owner").links
    assert "You have an offer to settle a dispute" in owner.open("/owner").text
    assert "Our staff ask you for something" in today.open("/today").text


def test_a_member_settles_for_the_account_they_act_for() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    given_offer(seat.worker, dispute, 400)
    path = f"/owner/disputes/{dispute.public_id}"
    for role, acts in (("viewer", set()), ("manager", {"accept", "decline", "evidence", "withdraw"})):
        person = given_member(seat.agent, role)
        visitor = Visitor(person.account)
        assert visitor.open(path).status == visitor.open(f"/disputes/{dispute.public_id}").status == 404
        visitor.send(visitor.open("/owner/members"), "switch", account=seat.agent.account.public_id)
        page = visitor.open(path)
        assert (
            page.status == 200
            and {form.act for form in page.forms} & {"accept", "decline", "evidence", "withdraw"} == acts
        )

    assert visitor.send(page, "accept").status == 200
    assert money(seat)[1] == 400


def test_queries_do_not_grow_with_what_is_asked_offered_and_said() -> None:
    counts = []
    for number in (1, 4):
        seat, dispute = given_dispute()
        staff = given_staff()
        for _ in range(number):
            ask(staff, dispute)
            answer(seat.worker, dispute)
            given_offer(seat.agent, dispute, 100)
            unit(partial(case_messages.write, staff, case_of(dispute).pk, to="both", words="Hi."))
        visitor, path = Visitor(seat.worker.account), f"/disputes/{dispute.public_id}"
        visitor.open(path)
        with CaptureQueriesContext(connection) as found:
            visitor.open(path)
        counts.append(len(found))
    assert counts[0] == counts[1] <= 16
