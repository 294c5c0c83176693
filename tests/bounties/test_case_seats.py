"""What a newcomer needs on the first page of a case about one place of several, a seat that was left to staff, attendance."""

from collections.abc import Callable
from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bounties.models import Application, TaskPlace
from bounties.selectors import access, case_contract, case_seats
from bounties.services import contests
from escrow.models import Case
from escrow.ports import Contract, ContractLine
from marketplace.core.transactions import unit
from tests.bounties.test_attendance import LAT, LNG, step, url
from tests.bounties.test_contested_limits import given_contested
from tests.escrow.test_decisions import given_staff
from tests.factories.decisions import given_decision
from tests.factories.desks import given_case, given_desk
from tests.factories.market import Seat, given_bounty, given_confirmed, given_delivered, given_funded_agent
from tests.factories.taste import given_panel

pytestmark = pytest.mark.django_db
TALLY = "Q1 41, Q2 38, Q3 52, Q4 44."


def contract(application: Application) -> Contract:
    seat = Application.objects.select_related("escrow").get(pk=application.pk)
    assert seat.escrow is not None
    return case_contract.ApplicationCase().contract(seat.escrow)


def given_places(*words: str) -> list[Seat]:
    """A place for each of these words, which were sent with it; empty: nothing yet."""
    agent = given_funded_agent(100_000)
    bounty = given_bounty(agent, spots_available=len(words), title="Count passers-by")
    seats = [given_confirmed(agent=agent, bounty=bounty) for _ in words]
    for seat, said in zip(seats, words, strict=True):
        path = f"/api/bounties/{bounty.public_id}/submissions"
        assert not said or seat.worker.post(path, {"textEvidence": said}).status == 200
    return [seat.fresh() for seat in seats]


def test_a_case_about_one_place_names_the_others_and_who_sent_the_same_words_but_not_what_they_wrote() -> None:
    other_words = "Fifty at noon, and nobody after that."
    seat, idle, copier, own = given_places(TALLY, "", TALLY.upper().replace(",", ""), other_words)

    page = given_desk(given_case(seat)[1]).read()

    assert [(one.name, one.state, one.is_same) for one in contract(seat.application).others] == [
        (copier.worker.account.display_name, "delivered", True),
        (idle.worker.account.display_name, "locked", False),
        (own.worker.account.display_name, "delivered", False),
    ]
    assert page.count("sent the same words") == 1 and f"{copier.application.pk}/change/" in page
    assert other_words not in page and "(delivered)" in page


def test_of_two_places_the_other_is_named_when_one_was_refunded() -> None:
    """The job then has one place, and the copied words matter most."""
    seat, copier = given_places(TALLY, TALLY)
    _, case = given_case(seat)
    given_decision(given_staff(), case.dispute.pk, worker_cents=0)
    seat.fresh()
    assert (seat.bounty.spots_available, seat.bounty.spots_filled) == (1, 1)

    [other] = contract(seat.application).others
    assert (other.name, other.is_same) == (copier.worker.account.display_name, True)
    sent = list(seat.application.submissions.all())
    with CaptureQueriesContext(connection) as asked:
        case_seats.others(seat.application, sent)
    [submissions] = [one["sql"] for one in asked if "text_evidence" in one["sql"]]
    assert '"checks"' not in submissions, "of the others only what is compared"


def test_short_words_are_everybodys_and_a_job_with_one_place_has_no_others() -> None:
    seat, _ = given_places("Done.", "Done.")
    assert [one.is_same for one in contract(seat.application).others] == [False]
    assert contract(given_delivered().application).others == ()


def test_beyond_twenty_places_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bounties.selectors.case_seats._SHOWN", 2)
    seat, _, _, copier = given_places(TALLY, "", "", TALLY)

    found = contract(seat.application)

    assert found.others[0].name == copier.worker.account.display_name
    assert (len(found.others), found.more_others) == (2, 1)


def box(application: Application) -> str:
    case = Case.objects.get(escrow__subject_id=application.pk)
    page = given_desk(case).read()
    return page[page.index('id="decision"') :]


def test_the_box_of_a_contested_seat_says_why_it_is_here() -> None:
    contested = given_contested()
    assert "The worker contests that evidence 1 was rejected." in box(contested.application)

    panel = given_panel()
    panel.vote(panel.respondent(), reason="The blue one has calm colours and a clear title.")
    copier = panel.respondent()
    for letter in "abc":
        panel.vote(copier, "Red", letter * 30)
    ruled = Application.objects.get(human=copier.account)
    assert "A rule has refused this work several times and left it to us" in box(ruled)

    left = given_confirmed()
    unit(lambda: contests.open_case(*access.lock_seat(left.application.pk)))
    Application.objects.filter(pk=left.application.pk).update(terms_left_at=left.application.created_at)
    assert "The worker left when the terms were changed" in box(left.application)
    assert contract(given_delivered().application).why == ""


def place(seat: Seat) -> ContractLine:
    (line,) = [one for one in contract(seat.application).lines if one.kind == "place"]
    return line


def test_attendance_says_how_long_somebody_was_there_and_whose_word_it_is(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(attendance_radius_meters=300, response_window_hours=10)
    assert seat.worker.post(url(seat), step("arrived")).status == 200
    at("2026-11-21T11:25:00Z")
    assert seat.worker.post(url(seat), step("left")).status == 200

    line = place(seat)
    assert line.asked == "Being there, as the worker reported it"
    assert line.delivered == "arrived 2026-11-21 10:00, left 2026-11-21 11:25, after 1 h 25 min"
    assert (line.check, line.why) == ("unclear", "the worker's own word: no distance was measured")


def test_where_the_place_is_known_its_distance_is_the_check(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_confirmed(attendance_radius_meters=300, response_window_hours=10)
    TaskPlace.objects.create(bounty=seat.bounty, latitude=LAT, longitude=LNG)
    assert seat.worker.post(url(seat), step("arrived")).status == 200
    assert (place(seat).check, place(seat).delivered) == ("ok", "arrived 2026-11-21 10:00")
