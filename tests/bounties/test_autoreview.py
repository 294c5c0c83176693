"""Automatic review: the rules one by one, a reviewer that fails, and who decides at last."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import override_settings

from bounties import providers
from bounties.models import Application, Bounty
from bounties.providers import ReviewInput, RuleReviewer, Verdict
from bounties.serializers.applications import escalation
from bounties.services import autoreview
from humans.models import Profile
from marketplace.core import clock
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, given_hired
from wallet import ledger as books

db = pytest.mark.django_db
LINK = {"type": "github", "url": "https://github.com/me"}
FINE: dict[str, Any] = {
    "declaredChecks": 1,
    "missingAnswers": [],
    "missingLinks": [],
    "seatsLostIn90Days": 1,
    "isBlocked": False,
    **dict.fromkeys(("identityOk", "linkedinOk", "micOk", "languageOk", "profileComplete", "isAvailable"), True),
}


@pytest.mark.parametrize(
    ("fact", "value", "reason"),
    [
        ("declaredChecks", 0, "no_checks_declared"),
        ("missingAnswers", ["d1"], "answers_missing"),
        ("missingLinks", ["github"], "links_missing"),
        ("identityOk", False, "identity_not_verified"),
        ("linkedinOk", False, "linkedin_not_verified"),
        ("micOk", False, "mic_score_too_low"),
        ("languageOk", False, "language_not_proven"),
        ("profileComplete", False, "profile_incomplete"),
        ("isAvailable", False, "not_available"),
        ("seatsLostIn90Days", 2, "seats_lost_lately"),
        ("isBlocked", True, "blocked_by_owner"),
    ],
)
def test_one_fact_that_is_not_fine_leaves_it_to_the_owner(fact: str, value: object, reason: str) -> None:
    assert RuleReviewer().review(ReviewInput({}, {}, FINE)) == Verdict("accept")
    assert RuleReviewer().review(ReviewInput({}, {}, FINE | {fact: value})) == Verdict("manual", reason)


def given_applied(worker: Api, agent: Api | None = None, **fields: Any) -> Application:
    """Applied over REST with a link, which is what asks for the review."""
    bounty = given_bounty(agent or given_funded_agent(), **({"required_links": [{"type": "github"}]} | fields))
    applied = worker.post(f"/api/bounties/{bounty.public_id}/applications", {"links": [LINK]})
    assert applied.status == 200, applied.body
    return Application.objects.get(bounty=bounty)


def after_review(application: Application) -> tuple[str, str, str, int]:
    """(status, review state, reason, attempts) once the reviewer has looked."""
    autoreview.review_due()
    application.refresh_from_db()
    return (application.status, application.review_state, application.review_reason, application.attempts)


@db
def test_an_applicant_who_passes_every_check_is_hired(worker: Api, new_events: Any, sound_books: None) -> None:
    application = given_applied(worker)
    new_events.clear()

    assert after_review(application) == ("accepted", "", "", 0)

    assert books.balance(books.hold(application.escrow_id)) == 590
    assert application.confirm_by is not None
    assert new_events() == ["escrow.funded", "application.accepted"]
    assert autoreview.review_due() == 0
    assert escalation(application) is None


@db
def test_without_any_declared_check_its_owner_decides(worker: Api) -> None:
    application = given_applied(worker, required_links=[])

    assert after_review(application) == ("pending", "needs_manual_review", "no_checks_declared", 0)
    assert escalation(application) == {
        "state": "needs_manual_review",
        "attempts": 0,
        "reason": "no_checks_declared",
        "manualReviewReason": "no_checks_declared",
    }
    assert autoreview.review_due() == 0


def lost_two_seats(worker: Api) -> None:
    for reason in ("overdue", "ghosted"):
        seat = given_hired()
        Application.objects.filter(pk=seat.application.pk).update(
            human=worker.account, status="expired", end_reason=reason, ended_at=clock.now() - timedelta(days=89)
        )


@db
@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda worker: Profile.objects.filter(account=worker.account).update(is_available=False), "not_available"),
        (lambda worker: Profile.objects.filter(account=worker.account).update(is_complete=False), "profile_incomplete"),
        (lambda worker: Bounty.objects.update(identity_required=True), "identity_not_verified"),
        (lambda worker: Bounty.objects.update(linkedin_verified_required=True), "linkedin_not_verified"),
        (lambda worker: Bounty.objects.update(mic_check_required=True), "mic_score_too_low"),
        (lambda worker: Bounty.objects.update(required_links=[{"type": "resume"}]), "links_missing"),
        (lost_two_seats, "seats_lost_lately"),
    ],
)
def test_the_facts_are_those_of_the_moment(worker: Api, spoil: Callable[[Api], Any], reason: str) -> None:
    application = given_applied(worker)
    spoil(worker)

    assert after_review(application) == ("pending", "needs_manual_review", reason, 1)


@db
def test_who_decides_himself_is_not_helped(worker: Api, other_worker: Api) -> None:
    by_hand = given_applied(worker, auto_accept=False)
    with override_settings(APPLICATION_REVIEWER="none"):
        none = given_applied(other_worker)

    assert autoreview.review_due() == 0
    assert after_review(by_hand) == after_review(none) == ("pending", "", "", 0)


@db
def test_an_owner_who_switched_it_off_meanwhile_decides_himself(worker: Api) -> None:
    application = given_applied(worker)
    Bounty.objects.update(auto_accept=False)

    assert after_review(application)[:2] == ("pending", "needs_manual_review")


@db
def test_a_spot_taken_meanwhile_leaves_the_others_to_the_owner(worker: Api, other_worker: Api) -> None:
    agent = given_funded_agent()
    first = given_applied(worker, agent)
    other_worker.post(f"/api/bounties/{first.bounty.public_id}/applications", {"links": [LINK]})
    second = Application.objects.exclude(pk=first.pk).get()

    assert autoreview.review_due() == 2

    assert sorted(Application.objects.values_list("status", flat=True)) == ["accepted", "pending"]
    second.refresh_from_db()
    assert (second.review_state, second.attempts) == ("needs_manual_review", 1)


@db
def test_overlapping_shifts_are_for_the_owner_and_charge_nothing(worker: Api, sound_books: None) -> None:
    shift: dict[str, Any] = {"scheduled_start_at": clock.now() + timedelta(days=2), "scheduled_start_time_zone": "UTC"}
    shift |= {"city": "Lisbon", "country": "PT"}
    hired = given_hired(**shift)
    Application.objects.update(human=worker.account)
    application = given_applied(worker, **shift)

    assert after_review(application) == ("pending", "needs_manual_review", "overlapping_shift", 1)
    assert hired.fresh().application.status == "accepted"


@db
def test_a_decision_by_hand_ends_the_review(worker: Api) -> None:
    application = given_applied(worker)
    path = f"/api/bounties/{application.bounty.public_id}/applications/{application.public_id}"
    application.bounty.refresh_from_db()

    worker.patch(path, {"action": "withdraw"})

    assert after_review(application) == ("withdrawn", "", "", 0)


@db
def test_who_applies_again_starts_without_what_was_found_before(worker: Api) -> None:
    application = given_applied(worker, auto_accept=False)
    path = f"/api/bounties/{application.bounty.public_id}/applications"
    worker.patch(f"{path}/{application.public_id}", {"action": "withdraw"})
    # A review of their application that had begun before ended after it.
    Application.objects.update(review_state="needs_manual_review", review_reason="ai_written", attempts=3)

    assert worker.post(path, {"links": [LINK]}).status == 200

    assert after_review(application) == ("pending", "", "", 0)
    assert escalation(application) is None


# ------------------------------------------------------------------ failures


class Broken:
    """A reviewer that raises what it was given."""

    def __init__(self, error: BaseException) -> None:
        self.error, self.asked = error, 0

    def review(self, case: ReviewInput) -> Verdict:
        self.asked += 1
        raise self.error


@db
def test_four_failures_with_growing_pauses_and_then_a_person(
    worker: Api, at: Callable[[str], datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    start = at("2026-11-21T10:00:00Z")
    broken = Broken(RuntimeError("boom"))
    monkeypatch.setattr(providers, "reviewer", lambda: broken)
    application = given_applied(worker)

    seen = []
    for seconds in (0, 60, 360, 2160):
        at((start + timedelta(seconds=seconds - 0.001)).isoformat())
        if seconds:
            assert autoreview.review_due() == 0
        at((start + timedelta(seconds=seconds)).isoformat())
        seen.append(after_review(application)[1:])

    assert seen == [
        *(("retry_scheduled", "reviewer_failed", n) for n in (1, 2, 3)),
        ("needs_manual_review", "reviewer_failed", 4),
    ]
    at((start + timedelta(days=9)).isoformat())
    assert (autoreview.review_due(), broken.asked, application.status) == (0, 4, "pending")


@db
def test_a_scheduled_retry_says_when(
    worker: Api, at: Callable[[str], datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    at("2026-11-21T10:00:00Z")
    monkeypatch.setattr(providers, "reviewer", lambda: Broken(RuntimeError("boom")))
    application = given_applied(worker)
    after_review(application)

    assert escalation(application) == {
        "state": "retry_scheduled",
        "attempts": 1,
        "reason": "reviewer_failed",
        "nextRetryAt": "2026-11-21T10:01:00.000Z",
    }


@db
def test_a_verdict_that_cannot_be_carried_out_counts_as_an_attempt(
    worker: Api, monkeypatch: pytest.MonkeyPatch, at: Callable[[str], datetime]
) -> None:
    begun = at("2026-12-01T10:00:00Z")
    application = given_applied(worker)
    monkeypatch.setattr(autoreview.applications, "hire", Mock(side_effect=OverflowError))

    seen = []
    for hour in range(5):
        clock.freeze(begun + timedelta(hours=hour))
        seen.append(after_review(application)[1:])

    assert seen == [
        ("retry_scheduled", "not_carried_out", 1),
        ("retry_scheduled", "not_carried_out", 2),
        ("retry_scheduled", "not_carried_out", 3),
        ("needs_manual_review", "not_carried_out", 4),
        ("needs_manual_review", "not_carried_out", 4),
    ]
