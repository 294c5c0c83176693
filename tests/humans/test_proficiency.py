"""A recording that shows a level: what is taken, what is answered, what stays, and what happens when scoring does not."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings
from pytest_django import Settings

from bounties.models import Bounty
from humans.models import Proficiency, SpeechAttempt
from humans.providers.speech_sandbox import SandboxScorer
from humans.services import proficiency
from marketplace.core import clock
from marketplace.models import OrphanedFile, Switch
from marketplace.services import orphaned_files
from tests.api import Api
from tests.factories.market import given_bounty, given_funded_agent, untouched
from tests.factories.stores import lying
from tests.factories.voices import reading, riff, send_speech, wav

pytestmark = pytest.mark.django_db
B2 = {"language": "en", "minimumCefr": "B2"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


@pytest.fixture
def bounty() -> Bounty:
    return given_bounty(given_funded_agent(), language_requirement=B2)


def state(worker: Api, bounty: Bounty) -> Any:
    return worker.get(f"/api/bounties/{bounty.public_id}/language-proficiency").body


def nothing_is_kept() -> bool:
    orphaned_files.delete_due()
    return lying() == set() and not OrphanedFile.objects.exists()


# ------------------------------------------------------------------ a level


def test_a_level_is_answered_at_once_and_nothing_else_stays(worker: Api, bounty: Bounty, folder: Path) -> None:
    sent = send_speech(worker, bounty, wav(mark="C1"))

    level = Proficiency.objects.get()
    assert (sent.status, sent["state"], sent["satisfied"], sent["canRetry"]) == (200, "passed", True, True)
    assert (sent["attemptsUsed"], sent["attemptsRemaining"]) == (1, 5)
    assert sent["result"] == {
        "cefr": "C1",
        "fluency": level.fluency,
        "evaluatedAt": sent["result"]["evaluatedAt"],
    }
    assert sent["latestAttempt"] == {"status": "scored", "createdAt": sent["latestAttempt"]["createdAt"]}
    assert sent.body == state(worker, bounty)
    assert sent.headers["Cache-Control"] == "private, no-store"
    assert (level.account_id, level.language, level.provider) == (worker.account.pk, "en", "sandbox")
    assert nothing_is_kept()


def test_a_newer_level_takes_the_place_of_an_older_also_when_it_is_lower(worker: Api, bounty: Bounty) -> None:
    send_speech(worker, bounty, wav(mark="C2"))
    lower = send_speech(worker, bounty, wav(mark="A1"))

    assert (lower["state"], lower["satisfied"], lower["result"]["cefr"]) == ("failed", False, "A1")
    assert Proficiency.objects.count() == 1


@pytest.mark.parametrize("reason", ["low_confidence", "insufficient_audio"])
def test_what_can_not_be_judged_is_asked_for_again_and_changes_no_level(
    worker: Api, bounty: Bounty, reason: str, folder: Path
) -> None:
    send_speech(worker, bounty, wav(mark="B1"))
    sent = send_speech(worker, bounty, wav(mark=reason))

    assert (sent.status, sent["state"], sent["canRetry"], sent["attemptsUsed"]) == (200, "retry", True, 2)
    assert (sent["latestAttempt"]["status"], sent["latestAttempt"]["reason"]) == ("retry", reason)
    assert sent["result"]["cefr"] == "B1"
    assert nothing_is_kept()


def test_a_level_counts_for_other_bounties_too(worker: Api, bounty: Bounty) -> None:
    send_speech(worker, bounty, wav(mark="B2"))
    harder = given_bounty(given_funded_agent(), language_requirement={"language": "en", "minimumCefr": "C1"})

    assert state(worker, harder)["state"] == "failed"
    assert state(worker, harder)["result"]["cefr"] == "B2"


# ------------------------------------------------------------------ what is refused


def test_switched_off_a_recording_is_refused_and_costs_no_attempt(worker: Api, bounty: Bounty, folder: Path) -> None:
    Switch.objects.update_or_create(name="language_checks", defaults={"is_on": False})

    with untouched():
        refused = send_speech(worker, bounty, wav(mark="C1"))

    assert (refused.status, refused.code, refused["product"]) == (503, "product_unavailable", "language_checks")
    assert lying() == set() and not OrphanedFile.objects.exists() and not SpeechAttempt.objects.exists()


@pytest.mark.parametrize(
    ("audio", "code"),
    [
        (b"", "invalid_recording"),
        (b"RIFF", "invalid_recording"),
        (b"ID3" + bytes(200_000), "invalid_recording"),
        (wav(6, rate=44_100, channels=2), "invalid_recording"),
        (wav(6, channels=2), "invalid_recording"),
        (wav(6, bits=24), "invalid_recording"),
        (wav(6)[:-2], "invalid_recording"),
        (riff([(b"fmt ", b"")]), "invalid_recording"),
        (wav(4.9), "recording_too_short"),
        (wav(90.1), "recording_too_long"),
    ],
)
def test_other_recordings_are_refused_and_cost_no_attempt(
    worker: Api, bounty: Bounty, audio: bytes, code: str, folder: Path
) -> None:
    with untouched():
        refused = send_speech(worker, bounty, audio)

    assert (refused.status, refused.code) == (400, code)
    assert state(worker, bounty)["attemptsUsed"] == 0
    assert lying() == set() and not OrphanedFile.objects.exists()


def test_the_form_that_is_wanted_is_named(worker: Api, bounty: Bounty) -> None:
    refused = send_speech(worker, bounty, wav(6, rate=44_100, channels=2))

    assert refused["error"] == "Send 16 kHz, mono, 16-bit PCM; this has 44,100 Hz, 2 channel(s) and 16-bit PCM."


def test_a_large_body_is_refused_by_its_length_and_one_of_no_length_too(worker: Api, bounty: Bounty) -> None:
    class Unread:
        def read(self, *_: Any) -> bytes:
            raise AssertionError("a byte of it was read")

        readline = read

    path = f"/api/bounties/{bounty.public_id}/language-proficiency"
    how = {"content_type": "audio/wav", "headers": worker.headers, "wsgi.input": Unread()}
    with untouched():
        large = worker.client.post(path, b"", CONTENT_LENGTH=str(4 * 1024 * 1024 + 1), **how)
        odd = worker.client.post(path, b"", CONTENT_LENGTH="-1", **how)
        chunked = worker.client.post(path, b"", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked", **how)

    assert (large.status_code, large.json()["code"]) == (413, "recording_too_large")
    assert large.json()["maxBytes"] == 4 * 1024 * 1024
    assert odd.status_code == 413
    assert (chunked.status_code, chunked.json()["code"]) == (411, "length_required")


def test_only_audio_is_taken(worker: Api, bounty: Bounty) -> None:
    with untouched():
        refused = send_speech(worker, bounty, b"{}", **{"Content-Type": "application/json"})

    assert (refused.status, refused.code) == (415, "unsupported_media_type")
    assert send_speech(worker, bounty, **{"Content-Type": "audio/x-wav"}).status == 200


def test_a_bounty_that_asks_for_no_level_takes_no_recording(worker: Api) -> None:
    bounty = given_bounty(given_funded_agent())

    with untouched():
        refused = send_speech(worker, bounty)

    assert (refused.status, refused.code) == (400, "language_proficiency_not_required")


def test_without_a_scorer_nothing_is_taken(worker: Api, bounty: Bounty, settings: Settings, folder: Path) -> None:
    settings.LANGUAGE_SCORER = "none"

    with untouched():
        refused = send_speech(worker, bounty)

    assert (refused.status, refused.code) == (503, "language_check_unavailable")
    assert lying() == set()


def test_six_attempts_in_thirty_days_and_those_that_failed_here_are_not_counted(
    worker: Api, bounty: Bounty, at: Callable[[str], Any], folder: Path
) -> None:
    at("2026-11-01T10:00Z")
    send_speech(worker, bounty, wav(mark="unavailable"))
    at("2026-11-02T10:00Z")
    for mark in ("A1", "low_confidence", "A2", "insufficient_audio", "B1", "B1"):
        assert send_speech(worker, bounty, wav(mark=mark)).status == 200

    with untouched():
        refused = send_speech(worker, bounty)
    assert (refused.status, refused.code) == (429, "attempt_limit_reached")
    assert refused["nextAttemptAt"] == "2026-12-02T10:00:00Z"
    assert int(refused.headers["Retry-After"]) == 30 * 86_400
    assert (state(worker, bounty)["attemptsRemaining"], state(worker, bounty)["canRetry"]) == (0, False)
    assert nothing_is_kept()

    at("2026-12-02T10:00:01Z")
    Bounty.objects.update(deadline=clock.now() + timedelta(days=1))
    assert send_speech(worker, bounty).status == 200


# ------------------------------------------------------------------ scoring that fails, waits, or dies


def test_a_scorer_that_fails_is_a_502_no_level_and_no_attempt(worker: Api, bounty: Bounty, folder: Path) -> None:
    refused = send_speech(worker, bounty, wav(mark="unavailable"))

    assert (refused.status, refused.code) == (502, "provider_unavailable")
    shown = state(worker, bounty)
    assert (shown["state"], shown["attemptsUsed"], shown["canRetry"]) == ("error", 0, True)
    assert shown["latestAttempt"]["errorCode"] == "provider_unavailable"
    assert not Proficiency.objects.exists()
    assert nothing_is_kept()


def test_what_is_not_decided_yet_is_pending_until_the_sweep_has_heard(
    worker: Api, bounty: Bounty, at: Callable[[str], Any], folder: Path
) -> None:
    at("2026-11-21T10:00:00Z")
    Bounty.objects.update(deadline=clock.now() + timedelta(days=1))
    sent = send_speech(worker, bounty, wav(mark="pending C1"))

    assert (sent.status, sent["state"], sent["satisfied"], sent["canRetry"]) == (200, "pending", False, False)
    assert len(lying()) == 1
    with untouched():
        second = send_speech(worker, bounty)
    assert (second.status, second.code) == (409, "check_in_progress")
    assert proficiency.score_due() == 0, "not due yet"

    at("2026-11-21T10:00:10Z")
    assert proficiency.score_due() == 1
    assert state(worker, bounty)["state"] == "passed"
    assert nothing_is_kept()


def test_a_scorer_that_never_decides_ends_as_an_error(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch, at: Callable[[str], Any], folder: Path
) -> None:
    moment = at("2026-11-21T10:00:00Z")
    Bounty.objects.update(deadline=clock.now() + timedelta(days=1))
    asked: list[int] = []

    def undecided(self: Any, sample: Any) -> Any:
        from humans.providers.speech import StillScoring

        asked.append(sample.attempts)
        raise StillScoring

    monkeypatch.setattr(SandboxScorer, "score", undecided)
    send_speech(worker, bounty)
    for _ in range(10):
        moment += timedelta(minutes=11)
        clock.freeze(moment)
        proficiency.score_due()

    assert asked == [1, 2, 3, 4, 5, 6]
    shown = state(worker, bounty)
    assert (shown["state"], shown["attemptsUsed"]) == ("error", 0)
    assert shown["latestAttempt"]["errorCode"] == "provider_unavailable"
    assert nothing_is_kept()


def test_a_recording_that_nobody_scored_in_two_hours_is_gone_and_the_attempt_an_error(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(proficiency, "finish", lambda pk: None)
    send_speech(worker, bounty)
    later = clock.wall() + timedelta(hours=2, seconds=1)
    monkeypatch.setattr(clock, "wall", lambda: later)
    orphaned_files.delete_due()
    assert lying() == set()

    assert proficiency.score_due() == 1
    assert state(worker, bounty)["latestAttempt"]["errorCode"] == "recording_expired"


def test_with_every_slot_taken_the_answer_is_pending_and_the_worker_scores(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    monkeypatch.setattr(proficiency, "_slots", threading.BoundedSemaphore(1))
    proficiency._slots.acquire()

    assert send_speech(worker, bounty)["state"] == "pending"
    assert proficiency.score_due() == 1
    assert state(worker, bounty)["state"] == "passed"


def test_a_heavy_scorer_is_left_to_the_worker_and_waited_for(
    worker: Api, bounty: Bounty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SandboxScorer, "is_heavy", True)
    monkeypatch.setattr(proficiency.time, "sleep", lambda seconds: proficiency.score_due())

    assert send_speech(worker, bounty, reading())["state"] == "failed"
    assert SpeechAttempt.objects.get().attempts == 1


def test_the_same_key_scores_once_and_tells_how_it_stands_by_then(worker: Api, bounty: Bounty) -> None:
    key = {"Idempotency-Key": "the same key"}
    first = send_speech(worker, bounty, wav(mark="B1"), **key)
    send_speech(worker, bounty, wav(mark="C1"))
    again = send_speech(worker, bounty, wav(mark="B1"), **key)
    other = send_speech(worker, bounty, wav(mark="C2"), **key)

    assert (first["state"], again["state"]) == ("failed", "passed")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (other.status, other.code) == (409, "idempotency_key_reused")
    assert SpeechAttempt.objects.count() == 2
