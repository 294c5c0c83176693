"""How a person stands with the microphone and language checks: the two routes, and the rules behind every gate."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.rules.checks import LanguageCheck, MicCheck
from bounties.services import autoreview
from bounties.services import checks as services
from humans.models import SpeechAttempt
from humans.services import proficiency
from marketplace.core import clock
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_application, given_bounty, given_funded_agent, untouched
from tests.factories.voices import CLEAR, given_scored_mic, send_mic, send_speech, wav

A2 = {"language": "en", "minimumCefr": "A2"}
B2 = {"language": "en", "minimumCefr": "B2"}


@pytest.fixture
def worker() -> Api:
    return given_worker()


# ------------------------------------------------------------------ the routes


@pytest.mark.django_db
def test_nobody_has_recorded_anything_and_all_attempts_are_left(worker: Api) -> None:
    bounty = given_bounty(given_funded_agent(), mic_check_required=True, language_requirement=B2)

    mic = worker.get(f"/api/bounties/{bounty.public_id}/mic-check")
    language = worker.get(f"/api/bounties/{bounty.public_id}/language-proficiency")

    assert mic.body == {
        "success": True,
        "required": True,
        "state": "not_started",
        "attemptsUsed": 0,
        "attemptsRemaining": 5,
    }
    assert language.body == {
        "success": True,
        "required": True,
        "requirement": B2,
        "state": "not_started",
        "satisfied": False,
        "attemptsUsed": 0,
        "attemptsRemaining": 6,
        "canRetry": True,
    }
    assert mic.headers["Cache-Control"] == language.headers["Cache-Control"] == "private, no-store"


@pytest.mark.django_db
def test_what_is_not_asked_for_is_not_required(worker: Api) -> None:
    bounty = given_bounty(given_funded_agent()).public_id

    assert worker.get(f"/api/bounties/{bounty}/mic-check")["required"] is False
    assert worker.get(f"/api/bounties/{bounty}/language-proficiency").body == {"success": True, "required": False}


@pytest.mark.django_db
def test_who_can_not_see_a_bounty_hears_nothing_of_its_checks_either(worker: Api) -> None:
    agent = given_funded_agent()
    private = given_bounty(agent, mic_check_required=True)
    Bounty.objects.filter(pk=private.pk).update(is_private=True)
    unknown = "bty_" + "0" * 26

    for bounty in (private.public_id, unknown, "nothing"):
        for what in ("mic-check", "language-proficiency"):
            answer = worker.get(f"/api/bounties/{bounty}/{what}")
            assert (answer.status, answer.code) == (404, "not_found")


@pytest.mark.django_db
def test_a_person_reads_them_of_a_bounty_of_his_own_too(worker: Api) -> None:
    owner = given_worker()
    own = given_bounty(owner, language_requirement=B2)
    assert own.status == "pending_deposit"

    assert owner.get(f"/api/bounties/{own.public_id}/language-proficiency")["state"] == "not_started"
    assert worker.get(f"/api/bounties/{own.public_id}/language-proficiency").status == 404


# ------------------------------------------------------------------ everything that asks about them


@pytest.mark.django_db
def test_a_recorded_sample_opens_the_gate_and_its_score_stays_with_the_owner(
    worker: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, mic_check_required=True)
    with untouched():
        refused = worker.post(f"/api/bounties/{bounty.public_id}/applications", {})
    assert (refused.status, refused.code) == (403, "mic_check_required")
    given_scored_mic(monkeypatch, worker, bounty, ovrl=2.6)

    applied = worker.post(f"/api/bounties/{bounty.public_id}/applications", {})["application"]

    assert "micCheck" not in applied
    path = f"/api/bounties/{bounty.public_id}/applications/{applied['id']}"
    assert "micCheck" not in worker.get(path)["application"]
    seen = {
        "status": "warn",
        "attempts": 1,
        "dnsmos": {"sig": 4.1, "bak": 4.2, "ovrl": 2.6},
        "snrDb": 31.0,
        "bandwidthClass": "wideband",
        "issues": [],
    }
    assert agent.get(path)["application"]["micCheck"] == seen
    assert agent.get(f"/api/bounties/{bounty.public_id}/applications")["applications"][0]["micCheck"] == seen


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("score", "minimum", "outcome"),
    [(3.0, None, "accepted"), (2.9, None, "pending"), (2.9, Decimal("2.5"), "accepted"), (3.5, 4, "pending")],
)
def test_automatic_review_takes_the_score_that_the_owner_asks_for_or_three(
    worker: Api, monkeypatch: pytest.MonkeyPatch, score: float, minimum: Any, outcome: str
) -> None:
    bounty = given_bounty(given_funded_agent(), mic_check_required=True, auto_accept_min_mic_score=minimum)
    given_scored_mic(monkeypatch, worker, bounty, ovrl=score)
    sent = worker.post(f"/api/bounties/{bounty.public_id}/applications", {})

    autoreview.review_due()

    application = Application.objects.get()
    assert sent.status == 200
    assert (application.status, application.review_reason) == (
        outcome,
        "" if outcome == "accepted" else "mic_score_too_low",
    )


@pytest.mark.django_db
def test_a_good_score_of_hardly_any_speech_is_not_good_enough(worker: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    bounty = given_bounty(given_funded_agent(), mic_check_required=True)
    given_scored_mic(monkeypatch, worker, bounty, speech_seconds=1.9)
    worker.post(f"/api/bounties/{bounty.public_id}/applications", {})

    autoreview.review_due()

    assert Application.objects.get().review_reason == "mic_score_too_low"


@pytest.mark.django_db
def test_automatic_review_waits_for_what_is_being_scored(
    worker: Api, monkeypatch: pytest.MonkeyPatch, at: Callable[[str], Any]
) -> None:
    at("2026-11-21T10:00:00Z")
    bounty = given_bounty(given_funded_agent(), mic_check_required=True, language_requirement=B2)
    send_mic(worker, bounty)
    send_speech(worker, bounty, wav(mark="pending B2"))
    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {}).status == 200

    assert autoreview.review_due() == 0
    assert Application.objects.get().review_state == ""
    monkeypatch.setattr("humans.providers.microphone.measure", lambda data: CLEAR)
    at("2026-11-21T10:00:15Z")
    assert services.score_due() == 1
    assert autoreview.review_due() == 0, "the level is still being scored"
    assert proficiency.score_due() == 1
    at("2026-11-21T10:00:30Z")
    assert autoreview.review_due() == 1

    assert Application.objects.get().status == "accepted"


@pytest.mark.django_db
@pytest.mark.parametrize(("level", "status"), [("B1", 403), ("B2", 200), ("C1", 200)])
def test_a_level_counts_for_every_bounty_that_asks_for_no_more(worker: Api, level: str, status: int) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, language_requirement=B2)
    send_speech(worker, given_bounty(agent, language_requirement=A2), wav(mark=level))

    answer = worker.post(f"/api/bounties/{bounty.public_id}/applications", {})

    assert answer.status == status
    if status == 200:
        path = f"/api/bounties/{bounty.public_id}/applications/{answer['application']['id']}"
        shown = agent.get(path)["application"]["languageProficiency"]
        assert (shown["status"], shown["language"], shown["minimumCefr"]) == ("passed", "en", "B2")
        assert (shown["cefr"], shown["provider"], shown["confidence"]) == (level, "sandbox", 0.9)
        assert set(shown) == {
            *("status", "language", "minimumCefr", "cefr", "cefrScore", "confidence", "fluency"),
            *("provider", "model", "evaluatedAt"),
        }
        assert agent.patch(path, {"action": "accept"}).status == 200


@pytest.mark.django_db
def test_who_is_still_being_scored_may_apply_but_not_be_accepted_until_he_has_passed(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, language_requirement=B2, auto_accept=False)
    assert send_speech(worker, bounty, wav(mark="pending C1"))["state"] == "pending"
    _, application = given_application(bounty, worker)
    path = f"/api/bounties/{bounty.public_id}/applications/{application.public_id}"
    seat = {"bountyId": bounty.public_id, "applicationId": application.public_id}

    with untouched():
        refused = agent.patch(path, {"action": "accept"})
        unpaid = agent.post("/api/escrow/checkout", seat)
    assert (refused.status, refused.code) == (409, "language_proficiency_unsatisfied")
    assert (unpaid.status, unpaid.code) == (409, "language_proficiency_unsatisfied")
    assert agent.get(path)["application"]["languageProficiency"] is None

    SpeechAttempt.objects.update(next_attempt_at=clock.now())
    assert proficiency.score_due() == 1
    assert agent.patch(path, {"action": "accept"}).status == 200


@pytest.mark.django_db
def test_an_application_made_while_pending_stays_unacceptable_when_the_level_is_missed(worker: Api) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, language_requirement=B2, auto_accept=False)
    send_speech(worker, bounty, wav(mark="pending B1"))
    _, application = given_application(bounty, worker)
    SpeechAttempt.objects.update(next_attempt_at=clock.now())
    proficiency.score_due()

    with untouched():
        refused = agent.patch(
            f"/api/bounties/{bounty.public_id}/applications/{application.public_id}", {"action": "accept"}
        )

    assert (refused.status, refused.code) == (409, "language_proficiency_unsatisfied")


# ------------------------------------------------------------------ pure


@pytest.mark.parametrize(
    ("check", "state", "satisfied", "can_retry"),
    [
        (LanguageCheck(B2), "not_started", False, True),
        (LanguageCheck(B2, 1, unscored="pending"), "pending", False, False),
        (LanguageCheck(B2, 1, unscored="retry"), "retry", False, True),
        (LanguageCheck(B2, 6, unscored="error"), "error", False, False),
        (LanguageCheck(B2, 2, cefr="A1"), "failed", False, True),
        (LanguageCheck(B2, 2, cefr="C2"), "passed", True, True),
        (LanguageCheck(B2, 3, cefr="B2", unscored="pending"), "passed", True, False),
        (LanguageCheck(B2, 3, cefr="B1", unscored="pending"), "pending", False, False),
    ],
)
def test_the_state_of_a_language_check(check: LanguageCheck, state: str, satisfied: bool, can_retry: bool) -> None:
    assert (check.state, check.satisfied, check.can_retry) == (state, satisfied, can_retry)


def test_attempts_never_fall_below_none() -> None:
    assert (MicCheck(True, 5).attempts_remaining, MicCheck(True, 9).attempts_remaining) == (0, 0)
    assert (LanguageCheck(B2, 6).attempts_remaining, LanguageCheck(B2, 7).attempts_remaining) == (0, 0)
