"""Recordings under concurrency and sudden death: one pending level a person, five samples a bounty, and no bytes that stay."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test.utils import override_settings

from bounties.models import MicSample
from bounties.services import checks
from humans.models import SpeechAttempt
from humans.services import proficiency
from marketplace.core import clock
from marketplace.models import OrphanedFile
from marketplace.services import orphaned_files
from tests.factories.accounts import given_worker
from tests.factories.market import given_bounty, given_funded_agent
from tests.factories.stores import lying
from tests.factories.voices import CLEAR, send_mic, send_speech, wav
from tests.kills import Verb, check_killed_anywhere

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house_accounts")]
B2 = {"language": "en", "minimumCefr": "B2"}
KEY = {"Idempotency-Key": "the same key"}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MEDIA_ROOT=tmp_path):
        yield tmp_path


def record() -> Verb:
    worker, bounty = given_worker(), given_bounty(given_funded_agent(), mic_check_required=True)
    return lambda: send_mic(worker, bounty, wav(1), **KEY)


def speak() -> Verb:
    worker, bounty = given_worker(), given_bounty(given_funded_agent(), language_requirement=B2)
    return lambda: send_speech(worker, bounty, wav(5, mark="B2"), **KEY)


@pytest.mark.parametrize("given", [record, speak])
def test_killed_at_any_line_a_recording_is_scored_in_the_end_and_gone(
    folder: Path, given: Callable[[], Verb], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("humans.providers.microphone.measure", lambda data: CLEAR)
    check_killed_anywhere(given)

    clock.freeze(clock.now() + timedelta(minutes=10))
    try:
        while checks.score_due() + proficiency.score_due():
            pass
    finally:
        clock.freeze(None)
    assert not MicSample.objects.exclude(status="scored").exists()
    assert not SpeechAttempt.objects.exclude(status="scored").exists()
    later = clock.wall() + timedelta(hours=3)
    monkeypatch.setattr(clock, "wall", lambda: later)
    while orphaned_files.delete_due():
        pass
    assert lying() == set() and not OrphanedFile.objects.exists()


@pytest.mark.parametrize("rounds", range(3))
def test_two_recordings_of_one_person_at_once_are_one_attempt_and_a_refusal(
    folder: Path, at_once: Any, rounds: int
) -> None:
    worker, bounty = given_worker(), given_bounty(given_funded_agent(), language_requirement=B2)
    slow = wav(5, mark="pending B2")

    answers = at_once(lambda: send_speech(worker, bounty, slow), lambda: send_speech(worker, bounty, slow))

    assert sorted(answer.status for answer in answers) == [200, 409]
    assert SpeechAttempt.objects.filter(account=worker.account).count() == 1


def test_the_fifth_and_the_sixth_sample_at_once_are_one(folder: Path, at_once: Any) -> None:
    worker, bounty = given_worker(), given_bounty(given_funded_agent(), mic_check_required=True)
    for _ in range(4):
        send_mic(worker, bounty, wav(1))

    answers = at_once(lambda: send_mic(worker, bounty, wav(1)), lambda: send_mic(worker, bounty, wav(1)))

    assert sorted(answer.status for answer in answers) == [200, 429]
    assert MicSample.objects.count() == 5
