"""Terms hold: what changes under a hired worker is shown to them, and counts only once they accept it."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from bounties.models import Application, Attendance, Bounty
from bounties.services import terms
from marketplace.api.fields import timestamp
from marketplace.core import clock
from tests.factories.hiring import earned
from tests.factories.mailbox import mailbox, subjects
from tests.factories.market import (
    Seat,
    given_application,
    given_bounty,
    given_completed,
    given_confirmed,
    given_delivered,
    given_funded_agent,
    given_hired,
    untouched,
    violations,
)
from tests.factories.terms import NEW, answer, edit, given_changed, settle, told, work
from webhooks.models import Event

pytestmark = pytest.mark.django_db


# ------------------------------------------------------------------ shown


def test_the_terms_are_frozen_at_acceptance_and_hold_all_of_the_work() -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, evidence_types=["photo"], city="Lisbon", country="PT", price_cents=500)
    seat = Seat(agent, *given_application(bounty)[:1], bounty, Application.objects.get())
    agent.patch(f"/api/bounties/{bounty.public_id}", {"description": "Edited before the hire."})

    agent.patch(f"/api/bounties/{bounty.public_id}/applications/{seat.application.public_id}", {"action": "accept"})

    assert work(seat)["termsSnapshot"] == {
        "currency": "USD",
        "compensation": {"type": "fixed", "total": 5},
        "title": "Photograph a shop front",
        "description": "Edited before the hire.",
        "completionCriteria": "",
        "evidenceTypes": ["photo"],
        "liveCaptureRequirement": None,
        "checkIns": None,
        "completionQuestions": [],
        "location": {"city": "Lisbon", "state": "", "country": "PT", "isRemoteAllowed": True},
        "attendanceRadiusMeters": None,
        "scheduledStartAt": None,
        "scheduledStartTimeZone": None,
        "estimatedHours": 0.5,
        "signage": None,
    }
    assert work(seat)["termsChanged"] is None


@pytest.mark.parametrize("given", [given_hired, given_confirmed, given_delivered])
def test_a_change_is_shown_to_the_hired_worker_as_a_difference(
    given: Callable[..., Seat], at: Callable[[str], datetime]
) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given(evidence_types=["photo"])

    assert edit(seat, NEW | {"skillsNeeded": ["photography"]}).status == 200

    assert work(seat)["termsChanged"] == {
        "changedAt": "2026-11-21T10:00:00.000Z",
        "answerBy": "2026-11-23T10:00:00.000Z",
        "state": "asked",
        "differences": [
            {"field": "description", "before": "One sharp photo.", "after": NEW["description"]},
            {"field": "evidenceTypes", "before": ["photo"], "after": ["photo", "video"]},
        ],
    }
    assert told(seat.worker) == [("asked", ["description", "evidenceTypes"])]
    mail = mailbox(seat.worker)[-1]
    assert mail["subject"] == "The terms have changed: Photograph a shop front"
    for said in ("> One sharp photo.", f"> {NEW['description']}", "> photo, video", "Mon 23 November, 10:00 UTC"):
        assert said in mail["text"]
    assert f"/work/{seat.application.public_id}" in mail["text"]
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    assert seat.agent.get(path)["application"]["termsChanged"]["state"] == "asked", "the owner sees which terms count"


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "Photograph another"},
        {"completionCriteria": "Sharp."},
        {"liveCaptureRequirement": "photo"},
        {"checkIns": {"times": ["2127-01-01T10:00:00Z"], "photoRequired": False}},
        {"location": {"city": "Faro", "country": "PT"}},
        {"scheduledStartAt": "2127-01-01T10:00:00Z", "scheduledStartTimeZone": "UTC"},
        {"attendanceRadiusMeters": 50},
    ],
)
def test_task_place_schedule_evidence_and_criteria_are_terms(changes: dict[str, Any]) -> None:
    seat = given_confirmed()

    assert edit(seat, changes).status == 200

    shown = {one["field"] for one in work(seat)["termsChanged"]["differences"]}
    assert shown == set(changes)


def test_what_is_no_term_and_what_is_over_asks_nobody() -> None:
    seat, waiting = given_confirmed(spots_available=2), None
    waiting = Seat(
        seat.agent, *given_application(seat.bounty)[:1], seat.bounty, Application.objects.latest("created_at")
    )
    done = given_completed()

    assert (
        edit(seat, {"skillsNeeded": ["errands"], "keepApplicantsOnFill": True, "responseWindowHours": 5}).status == 200
    )
    assert work(seat)["termsChanged"] is None
    assert edit(seat, NEW).status == 200
    assert work(waiting)["termsChanged"] is None, "an applicant is not hired"
    assert edit(done, NEW).status == 409 or work(done)["termsChanged"] is None
    assert told(done.worker) == told(waiting.worker) == []


def test_a_change_that_is_taken_back_asks_nobody_any_more() -> None:
    seat = given_changed()

    assert edit(seat, {"description": "One sharp photo.", "evidenceTypes": []}).status == 200

    assert work(seat)["termsChanged"] is None
    assert told(seat.worker) == [("asked", ["description", "evidenceTypes"]), ("taken_back", [])]
    assert subjects(seat.worker)[-1] == "The terms are as before: Photograph a shop front"
    with untouched():
        refused = answer(seat, accept=False)
    assert (refused.status, refused.code) == (409, "no_terms_changed")


# ------------------------------------------------------------------ answered


def test_accepted_terms_hold_from_then_on() -> None:
    seat = given_changed(evidence_types=["photo"])

    accepted = answer(seat, accept=True)

    assert accepted["application"]["termsChanged"] is None
    assert accepted["application"]["termsSnapshot"]["evidenceTypes"] == ["photo", "video"]
    assert told(seat.agent) == [("accepted", ["description", "evidenceTypes"])]
    assert work(seat)["status"] == "accepted"
    with untouched():
        again = seat.worker.post(
            f"/api/work/{seat.application.public_id}/terms",
            {"accept": True, "changedAt": timestamp(clock.now())},
        )
    assert again.code == "no_terms_changed"


def test_only_the_change_that_was_seen_is_accepted(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_changed()
    seen = work(seat)["termsChanged"]["changedAt"]
    at("2026-11-21T12:00:00Z")
    edit(seat, {"title": "Photograph two"})

    with untouched():
        refused = answer(seat, accept=True, changedAt=seen)
        nameless = seat.worker.post(f"/api/work/{seat.application.public_id}/terms", {"accept": True})

    assert (refused.status, refused.code, refused["changedAt"]) == (
        409,
        "terms_changed_again",
        "2026-11-21T12:00:00.000Z",
    )
    assert (nameless.status, list(nameless["fields"])) == (400, ["changedAt"])
    assert work(seat)["termsChanged"]["answerBy"] == "2026-11-23T12:00:00.000Z", "48 hours for what is new"
    assert answer(seat, accept=True).status == 200


@pytest.mark.parametrize("given", [given_hired, given_confirmed])
def test_leaving_ends_the_seat_at_once_without_a_mark(given: Callable[..., Seat]) -> None:
    seat = given_changed(given)

    left = answer(seat, accept=False, response="It is too far for me.")

    shown = left["application"]
    assert (shown["status"], shown["endReason"], shown["response"]) == (
        "withdrawn",
        "terms_changed",
        "It is too far for me.",
    )
    assert Bounty.objects.get(pk=seat.bounty.pk).status == "open"
    assert told(seat.agent) == [("left", ["description", "evidenceTypes"])]
    expired = Event.objects.get(type="application.seat_expired", account_id=seat.agent.account.pk)
    assert expired.data["reason"] == "terms_changed"
    assert (earned(seat.worker), violations()) == (0, [])
    with untouched():
        assert answer(seat, accept=False).status == 409
        assert settle(seat, 0).status == 409


def test_after_48_hours_the_old_terms_count_and_nobody_leaves_by_them(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_changed(evidence_types=["photo"])
    at("2026-11-23T09:59:59Z")
    assert terms.keep_unanswered() == 0

    at("2026-11-23T10:00:00Z")
    with untouched():
        late = answer(seat, accept=False)
    assert (late.status, late.code) == (409, "terms_window_closed")
    assert (terms.keep_unanswered(), terms.keep_unanswered()) == (1, 0)

    shown = work(seat)["termsChanged"]
    assert (shown["state"], shown["answerBy"]) == ("kept", None)
    assert told(seat.agent) == [("kept", ["description", "evidenceTypes"])]
    assert work(seat)["termsSnapshot"]["evidenceTypes"] == ["photo"]
    assert answer(seat, accept=True).status == 200, "it may be accepted as long as the work goes on"


def test_a_dispute_stops_the_hours_for_an_answer(at: Callable[[str], datetime]) -> None:
    at("2026-11-21T10:00:00Z")
    seat = given_changed(evidence_types=["photo"])
    body = {"category": "poor_quality", "description": "Nobody came."}
    dispute = seat.agent.post(f"/api/escrow/{seat.escrow.public_id}/dispute", body)["dispute"]["id"]
    at("2026-11-24T10:00:00Z")
    with untouched():
        assert terms.keep_unanswered() == 0

    assert seat.agent.post(f"/api/disputes/{dispute}/withdraw").status == 200
    assert work(seat)["termsChanged"]["answerBy"] == "2026-11-26T10:00:00.000Z"
    assert answer(seat, accept=False)["application"]["endReason"] == "terms_changed"


def test_evidence_is_judged_by_the_terms_that_were_agreed() -> None:
    seat = given_confirmed(evidence_types=["text"])
    edit(seat, {"evidenceTypes": ["text", "video"]})

    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Open."})

    assert sent["submission"]["checks"]["coverage"] == {"text": True}
    assert sent["submission"]["checks"]["recommendation"] == "looks_complete"
    path = f"/api/bounties/{seat.bounty.public_id}/applications/{seat.application.public_id}"
    assert seat.agent.get(path)["application"]["jobOverview"]["missingEvidence"] == []
    with untouched():
        refused = answer(seat, accept=False)
    assert (refused.status, refused.code) == (409, "evidence_exists"), "it waits for its review"


def test_where_no_evidence_was_agreed_the_claim_goes_on_to_deliver() -> None:
    seat = given_changed()

    claimed = seat.worker.post(f"/api/conversations/{seat.application.conversation.public_id}/completion-claim")

    assert (claimed.status, seat.escrow.status) == (200, "delivered")


def test_accepted_terms_are_those_of_the_review() -> None:
    seat = given_confirmed(evidence_types=["text"])
    edit(seat, {"evidenceTypes": ["text", "video"]})
    answer(seat, accept=True)

    sent = seat.worker.post(f"/api/bounties/{seat.bounty.public_id}/submissions", {"textEvidence": "Open."})

    assert sent["submission"]["checks"]["coverage"] == {"text": True, "video": False}


def test_terms_of_a_person_hired_by_an_earlier_release_are_those_before_the_edit() -> None:
    seat = given_confirmed()
    Application.objects.filter(pk=seat.application.pk).update(
        terms_snapshot={"currency": "USD", "compensation": {"type": "fixed", "total": 5.0}}
    )

    edit(seat, {"title": "Photograph two"})

    assert work(seat)["termsChanged"]["differences"] == [
        {"field": "title", "before": "Photograph a shop front", "after": "Photograph two"}
    ]
    assert Attendance.objects.count() == 0
