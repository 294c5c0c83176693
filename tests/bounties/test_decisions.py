"""Deciding about an application: every verb in every state, by owner and applicant; shifts; uploads; the last seat."""

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from bounties.models import Application, Bounty
from bounties.services import applications, endings, seat_ends
from bounties.services.evidence import Upload
from marketplace.core import clock
from marketplace.core.transactions import unit
from tests.api import Answer, Api
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
    given_released,
    untouched,
)
from wallet import ledger as books

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
TERMS = {"maxDocuments": 2, "consentText": "I allow the use of these files.", "confirmationMessage": "Thank you a lot."}


def url(bounty: Bounty, application: Application, verb: str = "") -> str:
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    return f"{path}/{verb}" if verb else path


def given_pending(**fields: Any) -> Seat:
    agent = given_funded_agent()
    bounty = given_bounty(agent, **fields)
    worker, application = given_application(bounty)
    return Seat(agent, worker, bounty, application)


def given_rejected() -> Seat:
    seat = given_pending()
    unit(lambda: applications.reject(acting(seat.agent), seat.bounty.public_id, seat.application.public_id))
    return seat


def given_withdrawn() -> Seat:
    seat = given_pending()
    unit(lambda: applications.withdraw(acting(seat.worker), seat.bounty.public_id, seat.application.public_id))
    return seat


def given_expired() -> Seat:
    seat = given_confirmed()
    unit(lambda: seat_ends.expire(acting(seat.agent), seat.bounty.public_id, seat.application.public_id))
    return seat


VERBS = (
    "accept",
    "reject",
    "unreject",
    "withdraw",
    "expire",
    "worker's withdraw",
    "worker's confirm",
    "worker's start",
)
# What each verb is answered with: ok, or the code of its 409. A dash is invalid_state.
TABLE = [
    (given_pending, "ok ok - - - ok - -"),
    (given_hired, "- - - ok ok ok ok seat_not_confirmed"),
    (given_confirmed, "- - - - ok ok ok ok"),
    (given_delivered, "- - - - evidence_exists evidence_exists ok ok"),
    (given_completed, "- - - - evidence_exists evidence_exists ok ok"),
    (given_released, "- - - - - evidence_exists ok -"),
    (given_rejected, "- - ok - - - - -"),
    (given_withdrawn, "- - - - - - - -"),
    (given_expired, "- - ok - - - - -"),
]


def decide(seat: Seat, verb: str) -> Answer:
    who = seat.worker if verb.startswith("worker's ") else seat.agent
    verb = verb.removeprefix("worker's ")
    if verb in ("expire", "confirm", "start"):
        return who.post(url(seat.bounty, seat.application, verb))
    return who.patch(url(seat.bounty, seat.application), {"action": verb})


@pytest.mark.parametrize(("given", "cells"), TABLE, ids=[given.__name__ for given, _ in TABLE])
def test_every_verb_in_every_state_does_it_or_says_why_not(given: Callable[[], Seat], cells: str) -> None:
    for verb, cell in zip(VERBS, cells.split(), strict=True):
        if cell == "ok":
            assert decide(given(), verb).status == 200, verb
            continue
        seat = given()
        with untouched():
            refused = decide(seat, verb)
        assert (refused.status, refused.code) == (409, "invalid_state" if cell == "-" else cell), verb
        assert refused["currentState"] and "allowedActions" in refused.body, verb
        if cell == "-":
            check_allowed(
                refused, verb, [verb for verb, cell in zip(VERBS, cells.split(), strict=True) if cell == "ok"]
            )


def check_allowed(refused: Answer, verb: str, possible: list[str]) -> None:
    """What a refusal names is what this side could do instead, and never what a timer or the other side does."""
    theirs = [name.removeprefix("worker's ") for name in possible if name.startswith("worker's ")]
    if verb.startswith("worker's "):
        assert set(refused["allowedActions"]) <= {*theirs, "apply"}, verb
    else:
        assert set(refused["allowedActions"]) == {name for name in possible if not name.startswith("worker's ")}, verb


@pytest.mark.parametrize("verb", ["accept", "reject", "unreject", "expire"])
def test_an_applicant_does_not_decide_about_himself(verb: str) -> None:
    seat = given_pending()

    with untouched():
        refused = decide(Seat(seat.worker, seat.worker, seat.bounty, seat.application), verb)

    assert (refused.status, refused.code) == (403, "not_owner")


def test_taking_a_rejection_back_makes_it_pending_again_while_the_bounty_is_open() -> None:
    seat = given_rejected()

    back = decide(seat, "unreject")

    assert (back["application"]["status"], back["application"]["response"]) == ("pending", "")
    decide(seat, "accept")
    other_worker, other = given_application(given_bounty(seat.agent))
    decide(Seat(seat.agent, other_worker, other.bounty, other), "reject")
    seat.agent.delete(f"/api/bounties/{other.bounty.public_id}", {"reason": "task_no_longer_needed"})
    with untouched():
        refused = decide(Seat(seat.agent, other_worker, other.bounty, other), "unreject")
    assert (refused.status, refused.code, refused["currentState"]) == (409, "invalid_state", "cancelled")


@pytest.mark.parametrize("by_owner", [True, False])
def test_a_withdrawn_hire_reopens_the_seat_with_its_money_in_the_pool(by_owner: bool, new_events: Any) -> None:
    seat = given_hired()
    new_events.clear()

    decide(seat, "withdraw" if by_owner else "worker's withdraw")

    seat.fresh()
    assert (seat.application.status, seat.application.end_reason) == ("withdrawn", "withdrawn")
    assert (seat.bounty.status, seat.bounty.spots_filled) == ("open", 0)
    assert books.balance(books.pool(seat.bounty.pool_id)) == 590
    assert new_events() == ["application.withdrawn", "application.seat_expired", "escrow.refunded"]


def shift(start: datetime, hours: float) -> dict[str, Any]:
    times = {"scheduled_start_at": start, "scheduled_start_time_zone": "UTC", "estimated_hours": Decimal(hours)}
    return times | {"city": "Lisbon", "country": "PT"}


@pytest.mark.parametrize(("offset", "clashes"), [(-2, False), (-1.5, True), (0, True), (1.5, True), (2, False)])
def test_overlapping_shifts_are_refused_and_back_to_back_ones_are_not(offset: float, clashes: bool) -> None:
    """Hired from noon to two; the other shift lasts two hours as well."""
    noon = clock.now().replace(hour=12, minute=0) + timedelta(days=3)
    hired = given_hired(**shift(noon, 2))
    waiting = given_pending(**shift(noon + timedelta(hours=offset), 2))
    Application.objects.filter(pk=waiting.application.pk).update(human=hired.worker.account)

    if not clashes:
        assert decide(waiting, "accept").status == 200
        return
    with untouched():
        refused = decide(waiting, "accept")
    assert (refused.status, refused.code) == (409, "overlapping_shift")
    assert refused["currentState"] == "pending"
    waiting.fresh()
    assert (waiting.application.status, waiting.bounty.spots_filled) == ("pending", 0)


@pytest.mark.parametrize("signage", ["", "poster_provided"])
def test_holding_a_sign_is_a_shift_like_any_other(signage: str) -> None:
    noon = clock.now() + timedelta(days=3)
    hired = given_hired(**shift(noon, 2), signage="poster_provided")
    waiting = given_pending(**shift(noon, 2), signage=signage)
    Application.objects.filter(pk=waiting.application.pk).update(human=hired.worker.account)

    with untouched():
        refused = decide(waiting, "accept")

    assert refused.code == "overlapping_shift"


def test_a_shift_that_was_given_up_or_paid_is_in_nobodys_way() -> None:
    noon = clock.now() + timedelta(days=3)
    for given in (given_hired, given_released):
        hired = given(**shift(noon, 2))
        if given is given_hired:
            decide(hired, "expire")
        waiting = given_pending(**shift(noon, 2))
        Application.objects.filter(pk=waiting.application.pk).update(human=hired.worker.account)
        assert decide(waiting, "accept").status == 200


def test_a_language_level_asked_for_since_is_looked_at_when_accepting() -> None:
    waiting = given_pending()
    wish = {"language": "en", "minimumCefr": "B2"}
    waiting.agent.patch(f"/api/bounties/{waiting.bounty.public_id}", {"languageProficiencyRequirement": wish})

    with untouched():
        refused = decide(waiting, "accept")

    assert (refused.status, refused.code) == (409, "language_proficiency_unsatisfied")
    waiting.agent.patch(f"/api/bounties/{waiting.bounty.public_id}", {"languageProficiencyRequirement": None})
    assert decide(waiting, "accept").status == 200


def given_upload(bounty: Bounty) -> tuple[Api, Application]:
    file = SimpleUploadedFile("a.txt", b"My words.")
    return given_application(bounty, consent=True, files=[(Upload(file), "upload")], cover_letter="Here.")


def test_accepting_an_upload_needs_no_confirmation_and_completes_the_seat(new_events: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, submission_mode="document_upload", upload_settings=TERMS, spots_available=2)
    worker, application = given_upload(bounty)
    new_events.clear()

    accepted = agent.patch(url(bounty, application), {"action": "accept"})

    assert accepted.status == 200
    application.refresh_from_db()
    assert application.confirmed_at is not None
    assert (application.escrow.status, application.escrow.auto_release_at is not None) == ("completed", True)
    submission = application.submissions.get()
    assert (submission.status, submission.files.count()) == ("approved", 1)
    assert books.balance(books.hold(application.escrow_id)) == 590
    assert books.balance(books.pool(bounty.pool_id)) == 590
    assert new_events() == [
        *("escrow.funded", "application.accepted", "bounty.seat_filled", "application.confirmed"),
        *("proof.uploaded", "bounty.completed"),
    ]
    paid = agent.post(f"/api/escrow/{application.escrow.public_id}/release", {"acknowledgeRelease": True})
    assert paid.status == 200
    assert books.balance(books.earnings(worker.account.pk)) == 500


def test_when_every_upload_is_taken_the_other_applicants_hear_no() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, submission_mode="document_upload", upload_settings=TERMS)
    _, chosen = given_upload(bounty)
    _, other = given_upload(bounty)

    agent.patch(url(bounty, chosen), {"action": "accept"})
    endings.reject_rest()

    other.refresh_from_db()
    assert other.status == "rejected"


def test_others_wait_until_every_seat_is_confirmed_and_then_hear_no(new_events: Any) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    _, other = given_application(bounty)
    first, second = given_hired(agent=agent, bounty=bounty), given_hired(agent=agent, bounty=bounty)
    new_events.clear()

    with untouched():
        assert agent.patch(url(bounty, other), {"action": "accept"}).code == "no_spots_left"
    first.worker.post(url(bounty, first.application, "confirm"))
    assert endings.reject_rest() == 0
    second.worker.post(url(bounty, second.application, "confirm"))
    assert (endings.reject_rest(), endings.reject_rest()) == (1, 0)

    other.refresh_from_db()
    assert (other.status, other.response) == ("rejected", "All places are taken.")
    assert new_events() == ["application.confirmed", "application.confirmed", "application.rejected"]


def test_giving_up_the_one_unconfirmed_seat_settles_the_others_too() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, spots_available=2)
    _, other = given_application(bounty)
    given_confirmed(agent=agent, bounty=bounty)
    unconfirmed = given_hired(agent=agent, bounty=bounty)

    assert agent.post(f"/api/escrow/{unconfirmed.escrow.public_id}/cancel").status == 200
    endings.reject_rest()

    other.refresh_from_db()
    assert other.status == "rejected"


def test_an_owner_may_keep_the_other_applicants() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, keep_applicants_on_fill=True)
    _, other = given_application(bounty)
    given_confirmed(agent=agent, bounty=bounty)

    assert endings.reject_rest() == 0
    other.refresh_from_db()
    assert other.status == "pending"


def test_a_paused_bounty_and_one_long_past_its_deadline_hire_nobody(at: Callable[[str], datetime]) -> None:
    waiting = given_pending()
    at((waiting.bounty.deadline + timedelta(hours=72)).isoformat())
    with untouched():
        assert decide(waiting, "accept").code == "invalid_state"
    at((waiting.bounty.deadline + timedelta(hours=71)).isoformat())
    waiting.agent.patch(f"/api/bounties/{waiting.bounty.public_id}", {"status": "paused"})
    with untouched():
        assert decide(waiting, "accept").code == "invalid_state"
    waiting.agent.patch(f"/api/bounties/{waiting.bounty.public_id}", {"status": "open"})
    assert decide(waiting, "accept").status == 200
