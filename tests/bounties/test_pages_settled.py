"""A dispute that both sides ended by themselves: no page says that our staff decided it, and the sums are what was paid."""

from typing import Any

import pytest

from bounties.web import owner_words
from escrow.models import Dispute, Escrow
from marketplace.core import clock
from tests.escrow.test_decisions import decide, given_dispute
from tests.factories.cases import answer, given_offer, hours_later, respond
from tests.factories.market import Seat, given_funded_agent
from tests.visitor import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
STAFF = ("our staff decided", "Our staff decided", "Decided by our staff")


@pytest.fixture(autouse=True)
def _start(at: Any) -> None:
    at("2026-11-21T12:00:00+00:00")


def given_settled(cents: int = 233) -> tuple[Seat, Dispute]:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    respond(seat.worker, dispute, given_offer(seat.agent, dispute, cents))
    return seat, dispute


def the_job(seat: Seat) -> str:
    return f"/owner/jobs/{seat.bounty.public_id}"


def the_person(seat: Seat) -> str:
    return f"{the_job(seat)}/people/{seat.application.public_id}"


def csv(visitor: Visitor, path: str) -> str:
    return b"".join(visitor.client.get(path)).decode()


def test_while_a_dispute_is_open_the_persons_page_names_both_ways_out() -> None:
    seat, dispute = given_dispute()

    page = Visitor(seat.agent.account).open(the_person(seat))

    assert "stands still until both of you agree or our staff have decided" in page.text
    assert f"/owner/disputes/{dispute.public_id}" in page.links


def test_after_a_settlement_no_page_of_the_owner_says_that_staff_decided() -> None:
    seat, dispute = given_settled()
    owner, month = Visitor(seat.agent.account), f"{clock.now():%Y-%m}"

    person, job = owner.open(the_person(seat)), owner.open(the_job(seat))
    statement, of_month = owner.open("/owner/wallet/statement"), owner.open(f"/owner/wallet/receipts/{month}")
    files = [csv(owner, "/owner/wallet/statement.csv"), statement.text, of_month.text]

    assert "You both agreed on how its money is divided." in person.text and "stands still" not in person.text
    assert f"/owner/disputes/{dispute.public_id}" in person.links
    assert "They got $2.33 ; the rest went back." in person.text
    assert "Paid in part" in person.text
    assert "Paid in part $2.33" in job.text and "Paid in part $5.00" not in job.text
    for text in files:
        assert "Back here, as you both agreed in a dispute" in text
    for text in (person.text, job.text, *files):
        assert not any(words in text for words in STAFF)


def test_after_a_settlement_the_workers_statement_says_so_too() -> None:
    seat, _dispute = given_settled()
    worker = Visitor(seat.worker.account)

    for text in (worker.open("/earnings").text, csv(worker, "/earnings/statement.csv")):
        assert "Pay, as you both agreed in a dispute" in text and not any(words in text for words in STAFF)


def test_the_api_names_the_line_of_a_settlement_as_one() -> None:
    seat, _dispute = given_settled()

    lines = seat.agent.get("/api/wallet/transactions")["transactions"]

    assert (lines[0]["type"], lines[0]["description"]) == ("dispute_decision", "Settlement of a dispute")


def test_what_staff_decided_goes_on_to_be_said_as_theirs() -> None:
    seat, dispute = given_dispute(agent=given_funded_agent(590))
    decide(dispute, 250)
    owner = Visitor(seat.agent.account)

    assert "Our staff decided how its money is divided." in owner.open(the_person(seat)).text
    assert "Back here, as our staff decided" in owner.open("/owner/wallet/statement").text
    assert "Pay, as our staff decided" in Visitor(seat.worker.account).open("/earnings").text


@pytest.mark.parametrize(
    ("earned", "corrected", "state"), [(250, 0, "resolved"), (250, 250, "released"), (250, -250, "refunded")]
)
def test_a_seat_whose_money_was_divided_is_called_what_the_person_has(earned: int, corrected: int, state: str) -> None:
    seat = Escrow(status="resolved", human_payout_cents=500, earned_cents=earned, corrected_cents=corrected)

    assert owner_words.paid_state("resolved", seat) == state
    assert owner_words.paid_state("disputed", seat) == "disputed"


def steps(who: Any, dispute: Dispute) -> str:
    """The line of steps, each that is done with that word behind it."""
    text = Visitor(who.account).open(f"/disputes/{dispute.public_id}").text
    return text[text.index("Opened done") :]


def test_the_workers_side_is_done_only_once_they_have_said_something() -> None:
    seat, dispute = given_dispute()
    given_offer(seat.agent, dispute, 100)

    offered = steps(seat.agent, dispute)
    assert offered.startswith("Opened done The worker's side An offer Our staff decide The end")
    hours_later(24 * 30)
    assert steps(seat.agent, dispute).startswith("Opened done The worker's side An offer done Our staff decide The end")


def test_the_workers_side_is_done_with_their_answer() -> None:
    seat, dispute = given_dispute()
    assert steps(seat.agent, dispute).startswith("Opened done The worker's side Our staff decide The end")

    answer(seat.worker, dispute)

    assert steps(seat.agent, dispute).startswith("Opened done The worker's side done Our staff decide The end")


def test_a_dispute_that_ended_without_the_workers_side_does_not_name_it() -> None:
    seat, dispute = given_settled()

    assert steps(seat.agent, dispute).startswith("Opened done An offer done Settled done")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (None, "1, not decided yet"),
        ("settled", "1, settled by both"),
        (0, "1, decided against them"),
        (500, "1, decided for them"),
        (250, "1, the pay was divided"),
    ],
)
def test_a_profile_says_how_the_disputes_about_somebody_ended(how: object, said: str) -> None:
    seat, dispute = given_settled() if how == "settled" else given_dispute()
    if isinstance(how, int):
        decide(dispute, how)
    person = f"/people/{seat.worker.account.public_profile_id}"

    assert f"Disputes {said}" in Visitor().open(person).text

    other, withdrawn = given_dispute()
    other.agent.post(f"/api/disputes/{withdrawn.public_id}/withdraw")
    assert "Disputes" not in Visitor().open(f"/people/{other.worker.account.public_profile_id}").text
