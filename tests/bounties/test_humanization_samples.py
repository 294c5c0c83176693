"""Samples of applicants: scored after the commit, hired by rule, turned down by rule, or left to people."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import override_settings

from bounties import providers
from bounties.models import Application, Bounty, Rewrite
from bounties.services import detection, endings, owner_mails
from marketplace.core import clock
from tests.factories.accounts import given_worker
from tests.factories.humanizations import (
    AWAY,
    MACHINE,
    UNSURE,
    given_humanization,
    hand_in,
    look,
    read,
)
from tests.factories.mailbox import mailbox
from tests.factories.market import given_bounty, given_funded_agent, given_hired

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sound_books")]
KEY = {"Idempotency-Key": "commission-1"}


def test_a_sample_below_the_threshold_is_hired_by_itself_and_is_due_to_the_minute() -> None:
    owner, row = given_humanization(turnaroundMinutes=7)
    worker = given_worker()

    sent = hand_in(worker, row)
    assert sent["application"]["detector"] is None and sent["application"]["decision"] is None
    look()

    found = read(owner, row)
    assert found["status"] == "assigned"
    [applicant] = found["applicants"]
    assert applicant["screening"]["decision"] == "approved" and applicant["screening"]["attested"] is True
    assert applicant["screening"]["detector"]["status"] == "complete"
    assert applicant["screening"]["detector"]["aiFraction"] == 0.12
    seat = Application.objects.get()
    assert seat.complete_by == seat.decided_at + timedelta(minutes=7) and seat.confirmed_at is not None
    assert found["assignment"]["humanId"] == worker.account.public_profile_id
    assert found["assignment"]["state"] == "working" and found["attempts"] == []
    assert Rewrite.objects.get().sealed_text == "", "the document says it, once is enough"


def test_half_or_more_is_turned_down_and_the_next_one_is_hired() -> None:
    owner, row = given_humanization()
    first, second = given_worker(), given_worker()

    hand_in(first, row, "Exactly half. [[ai:0.5]]")
    hand_in(second, row, "A little less. [[ai:0.4999]]")
    look()

    decided = {one["humanId"]: one["screening"]["decision"] for one in read(owner, row)["applicants"]}
    assert decided == {
        first.account.public_profile_id: "rejected",
        second.account.public_profile_id: "approved",
    }
    turned_down = Application.objects.get(human=first.account)
    assert turned_down.status == "rejected" and "no proof" in turned_down.response


def test_without_a_score_a_person_decides_and_the_owner_may() -> None:
    owner, row = given_humanization()
    worker = given_worker()
    hand_in(worker, row, UNSURE)
    look()

    [applicant] = read(owner, row)["applicants"]
    assert applicant["screening"]["decision"] == "needs_manual_review"
    assert applicant["screening"]["detector"] == {"status": "unavailable", "aiFraction": None, "scores": []}
    assert applicant["screening"]["reason"] == "invalid_score"
    path = f"/api/bounties/{row.bounty.public_id}/applications/{applicant['applicationId']}"
    assert owner.patch(path, {"action": "accept"}).status == 200
    [applicant] = read(owner, row)["applicants"]
    assert (applicant["screening"]["decision"], applicant["applicationStatus"]) == ("approved", "accepted")
    assert read(owner, row)["status"] == "assigned"


def test_the_owner_is_mailed_about_a_sample_that_people_decide_and_about_no_other(at: Callable[[str], Any]) -> None:
    begun = at("2026-03-01T10:00Z")
    owner, row = given_humanization()
    hand_in(given_worker(), row, MACHINE)
    hand_in(given_worker(), row, UNSURE)
    look()

    clock.freeze(begun + timedelta(minutes=2))
    owner_mails.send_queued()

    [mail] = mailbox(owner)
    assert mail["subject"].startswith("1 application to decide")
    assert f"/owner/jobs/{row.bounty.public_id}/applicants" in mail["text"] and "GET " not in mail["text"]


def test_a_detector_that_is_away_is_asked_four_times_and_then_people_are() -> None:
    owner, row = given_humanization()
    hand_in(given_worker(), row, AWAY)
    begun = clock.now()
    try:
        for number, minutes in enumerate((0, 1, 5, 30), 1):
            moment = clock.now() + timedelta(minutes=minutes)
            clock.freeze(moment - timedelta(seconds=1) if minutes else moment)
            if minutes:
                assert detection.score_due() == 0
                clock.freeze(moment)
            assert detection.score_due() == 1
            assert Rewrite.objects.get().attempts == number
        assert clock.now() >= begun + timedelta(minutes=36)
    finally:
        clock.freeze(None)
    [applicant] = read(owner, row)["applicants"]
    assert applicant["screening"]["decision"] == "needs_manual_review"
    assert applicant["screening"]["reason"] == "detector_unavailable"


def test_without_a_detector_every_sample_is_for_people() -> None:
    owner, row = given_humanization()
    with override_settings(DETECTOR="none"):
        hand_in(given_worker(), row)
        look()
    assert read(owner, row)["applicants"][0]["screening"]["reason"] == "no_detector"


def test_two_approved_samples_are_one_hire_and_the_other_waits() -> None:
    owner, row = given_humanization()
    for _ in range(2):
        hand_in(given_worker(), row)
    look()
    endings.reject_rest()

    found = read(owner, row)
    assert sorted(one["applicationStatus"] for one in found["applicants"]) == ["accepted", "pending"]
    assert {one["screening"]["decision"] for one in found["applicants"]} == {"approved"}


def test_who_cannot_be_hired_by_rule_is_left_to_people() -> None:
    """A sample is approved while its writer works elsewhere at that time."""
    owner, row = given_humanization()
    worker = given_worker()
    hand_in(worker, row)
    start = clock.now() + timedelta(days=1)
    boss = given_funded_agent()
    shift = {"scheduled_start_at": start, "scheduled_start_time_zone": "UTC", "city": "Lisbon", "country": "PT"}
    elsewhere = given_bounty(boss, **shift)
    Bounty.objects.filter(pk=row.bounty_id).update(**shift)
    given_hired(agent=boss, bounty=elsewhere, worker=worker)

    look()

    [applicant] = read(owner, row)["applicants"]
    assert applicant["screening"]["decision"] == "needs_manual_review"
    assert applicant["screening"]["reason"] == "overlapping_shift"
    assert read(owner, row)["status"] == "screening"


def test_whoever_withdraws_may_send_another_sample_and_only_that_one_counts() -> None:
    owner, row = given_humanization()
    worker = given_worker()
    first = hand_in(worker, row)["application"]["applicationId"]
    path = f"/api/bounties/{row.bounty.public_id}/applications/{first}"
    assert worker.patch(path, {"action": "withdraw"}).status == 200

    assert hand_in(worker, row, MACHINE).status == 200
    look()

    assert Application.objects.get().status == "rejected"
    assert read(owner, row)["status"] == "screening"


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_withdrawn_sample_is_not_judged(when: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, row = given_humanization()
    worker = given_worker()
    application = hand_in(worker, row)["application"]["applicationId"]
    asked: list[str] = []

    def withdraw() -> None:
        path = f"/api/bounties/{row.bounty.public_id}/applications/{application}"
        assert worker.patch(path, {"action": "withdraw"}).status == 200

    class Detector:
        def score(self, text: str) -> Decimal:
            asked.append(text)
            withdraw()
            raise providers.BadScore("no score")

    monkeypatch.setattr(providers, "detector", Detector)
    if when == "before":
        withdraw()
    look()

    rewrite = Rewrite.objects.select_related("application").get()
    assert len(asked) == (when == "meanwhile")
    assert (rewrite.next_attempt_at, rewrite.sealed_text, rewrite.decision, rewrite.is_case) == (None, "", "", False)
    assert (rewrite.application.status, rewrite.application.review_state) == ("withdrawn", "")
