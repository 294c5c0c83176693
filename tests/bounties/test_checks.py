"""How a person stands with the microphone and language checks: the two routes, and the rules behind every gate."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from bounties.models import Application, Bounty
from bounties.rules.checks import LanguageCheck, MicCheck
from bounties.selectors import checks
from bounties.services import autoreview
from tests.api import Api
from tests.factories.accounts import given_worker
from tests.factories.market import given_application, given_bounty, given_funded_agent, untouched

B2 = {"language": "en", "minimumCefr": "B2"}


@pytest.fixture
def worker() -> Api:
    return given_worker()


@pytest.fixture
def given_mic_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A sample with this score for every bounty that asks for one, as the scoring will leave it."""

    def give(score: str) -> None:
        def recorded(bounty: Bounty, human_id: Any) -> MicCheck:
            return MicCheck(bounty.mic_check_required, attempts_used=1, score=Decimal(score))

        monkeypatch.setattr(checks, "mic", recorded)

    return give


@pytest.fixture
def given_level(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What is kept with the person, as the scoring will leave it."""

    def give(cefr: str | None = None, unscored: str | None = None) -> None:
        def kept(bounty: Bounty, human_id: Any) -> LanguageCheck | None:
            wanted = bounty.language_requirement
            return LanguageCheck(wanted, attempts_used=1, cefr=cefr, unscored=unscored) if wanted else None

        monkeypatch.setattr(checks, "language", kept)

    return give


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


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["mic-check", "language-proficiency"])
def test_nothing_can_be_recorded_yet_and_the_answer_says_so_by_its_method(worker: Api, what: str) -> None:
    bounty = given_bounty(given_funded_agent(), mic_check_required=True, language_requirement=B2).public_id

    with untouched():
        answer = worker.call("POST", f"/api/bounties/{bounty}/{what}", raw=b"RIFF", **{"Content-Type": "audio/wav"})

    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"] and "POST" not in answer.headers["Allow"]


# ------------------------------------------------------------------ everything that asks about them


@pytest.mark.django_db
def test_a_recorded_sample_opens_the_gate_and_its_score_stays_with_the_owner(
    worker: Api, given_mic_of: Callable[[str], None]
) -> None:
    bounty = given_bounty(given_funded_agent(), mic_check_required=True)
    given_mic_of("1.2")

    assert worker.post(f"/api/bounties/{bounty.public_id}/applications", {}).status == 200

    shown = worker.get(f"/api/bounties/{bounty.public_id}/mic-check")
    assert (shown["state"], shown["attemptsUsed"], shown["attemptsRemaining"]) == ("recorded", 1, 4)
    assert "score" not in shown.body


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("score", "minimum", "outcome"),
    [("3.0", None, "accepted"), ("2.9", None, "pending"), ("2.9", Decimal("2.5"), "accepted"), ("3.5", 4, "pending")],
)
def test_automatic_review_takes_the_score_that_the_owner_asks_for_or_three(
    worker: Api, given_mic_of: Callable[[str], None], score: str, minimum: Any, outcome: str
) -> None:
    bounty = given_bounty(given_funded_agent(), mic_check_required=True, auto_accept_min_mic_score=minimum)
    given_mic_of(score)
    sent = worker.post(f"/api/bounties/{bounty.public_id}/applications", {})

    autoreview.review_due()

    application = Application.objects.get()
    assert sent.status == 200
    assert (application.status, application.review_reason) == (
        outcome,
        "" if outcome == "accepted" else "mic_score_too_low",
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("level", "status"), [("B1", 403), ("B2", 200), ("C1", 200)])
def test_a_level_counts_for_every_bounty_that_asks_for_no_more(
    worker: Api, given_level: Callable[..., None], level: str, status: int
) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, language_requirement=B2)
    given_level(level)

    answer = worker.post(f"/api/bounties/{bounty.public_id}/applications", {})

    assert answer.status == status
    if status == 200:
        path = f"/api/bounties/{bounty.public_id}/applications/{answer['application']['id']}"
        assert agent.patch(path, {"action": "accept"}).status == 200


@pytest.mark.django_db
def test_who_is_still_being_scored_may_apply_but_not_be_accepted(worker: Api, given_level: Callable[..., None]) -> None:
    agent = given_funded_agent()
    bounty = given_bounty(agent, language_requirement=B2)
    given_level(unscored="pending")
    _, application = given_application(bounty, worker)

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
