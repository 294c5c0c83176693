"""Spoken-language checks: a recording is stored, scored and deleted; only the level is kept.

An attempt is `pending` from the commit of `begin` until it is decided; a process that dies in between loses nothing, since
the timer `humans.score_speech` takes the attempt up again.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from humans import providers
from humans.errors import AttemptLimitReached, CheckInProgress, RecordingTooLong, RecordingTooShort
from humans.models import Proficiency, SpeechAttempt
from humans.providers.speech import Level, Sample, StillScoring, Unscorable
from humans.rules.speech import (
    SPEECH,
    SPEECH_ATTEMPTS,
    SPEECH_LEASE,
    SPEECH_PAUSES,
    SPEECH_RATE,
    SPEECH_SECONDS,
    SPEECH_WAIT,
    SPEECH_WINDOW,
    next_poll,
)
from humans.selectors import proficiency as known
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem, ProviderFailed
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.core.wav import Wav
from marketplace.errors import InvalidRecording
from marketplace.services import recordings, switches
from marketplace.services.followups import Followup, log_unanswered
from marketplace.services.recordings import StoredRecording

SLOTS: Final = 4  # requests of one process that may wait for a score at the same time: a fraction of its threads
_slots = threading.BoundedSemaphore(SLOTS)
_UNAVAILABLE = "provider_unavailable"


def keep(actor: Actor, sent: object, *, language: str) -> StoredRecording:
    """Validate an uploaded recording and store it. Call it outside any transaction, before `begin`.

    `sent`: what the request carries as the file; a WAV of 5 to 90 s, 16 kHz, mono, 16 bits. `language`: ISO 639-1.
    Raises InvalidRecording, RecordingTooShort, RecordingTooLong (400), CheckInProgress (409), AttemptLimitReached (429),
    ProductUnavailable, NoLanguageScorer, StorageUnavailable (503). Spec: Limits, speech sample.
    """
    switches.require("language_checks")
    providers.language_scorer()  # raises NoLanguageScorer
    _check_may_try(actor.id, language)
    upload, sound = recordings.inspect(sent)
    _check_format(sound)
    return recordings.store(upload, sound)


def begin(actor: Actor, kept: StoredRecording, *, language: str, bounty_id: UUID) -> SpeechAttempt:
    """Create the attempt for a stored recording; the caller calls `finish` after the commit.

    Runs in the caller's transaction; no lock, a unique index allows one pending attempt per person.
    Raises CheckInProgress (409), AttemptLimitReached (429).
    """
    _check_may_try(actor.id, language)
    try:
        with transaction.atomic():
            return SpeechAttempt.objects.create(
                account_id=actor.id,
                bounty_id=bounty_id,
                language=language,
                seconds=round(kept.header.seconds, 1),
                recording_id=kept.id,
                storage_key=kept.storage_key,
                next_attempt_at=clock.now(),
            )
    except IntegrityError as error:  # two at once: speech_one_at_a_time allows one pending attempt per person
        raise CheckInProgress(headers={"Retry-After": "5"}) from error


def _check_may_try(human_id: UUID, language: str) -> None:
    record = known.of(human_id, language)
    if record.latest is not None and record.latest.status == "pending":
        raise CheckInProgress(headers={"Retry-After": "5"})
    if len(record.counted) >= SPEECH_ATTEMPTS:
        free = record.counted[-SPEECH_ATTEMPTS] + SPEECH_WINDOW
        wait = max(1, int((free - clock.now()).total_seconds()))
        raise AttemptLimitReached(
            f"You have used the {SPEECH_ATTEMPTS} attempts of {SPEECH_WINDOW.days} days.",
            retry_after=wait,
            nextAttemptAt=f"{free:%Y-%m-%dT%H:%M:%S}Z",
        )


def _check_format(sound: Wav) -> None:
    shape = (sound.rate, sound.channels, sound.bits, sound.is_float)
    if shape != (SPEECH_RATE, 1, 16, False):
        raise InvalidRecording(
            f"Send 16 kHz, mono, 16-bit PCM; this has {sound.rate:,} Hz, {sound.channels} channel(s) and "
            f"{sound.bits}-bit {'floats' if sound.is_float else 'PCM'}."
        )
    shortest, longest = SPEECH_SECONDS
    if sound.seconds < shortest:
        raise RecordingTooShort(seconds=round(sound.seconds, 1))
    if sound.seconds > longest:
        raise RecordingTooLong(seconds=round(sound.seconds, 1))


def finish(pk: UUID) -> None:
    """Score the attempt, or wait up to 70 seconds for the speech worker to do it. Call it after `begin` has committed, with
    no transaction open. What is not decided by then stays pending, and the timer takes it up.

    Raises ProviderFailed (502) when the attempt ended without a level because the scorer failed.
    """
    with _slot() as is_free:
        if is_free and not providers.language_scorer().is_heavy:
            if not score(pk):  # the timer has taken it already
                _wait(pk)
        else:
            unit(lambda: enqueue("humans.score_speech"))
            if is_free:
                _wait(pk)
    if SpeechAttempt.objects.filter(pk=pk, status="error").exists():
        raise ProviderFailed(
            "The recording could not be scored, which says nothing about it. Send it again in a while."
        )


@contextmanager
def _slot() -> Iterator[bool]:
    """Whether this request may wait: at most SLOTS do. The others answer at once, and their clients poll."""
    is_free = _slots.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            _slots.release()


def _wait(pk: UUID) -> None:
    until = time.monotonic() + SPEECH_WAIT
    while SpeechAttempt.objects.filter(pk=pk, status="pending").exists() and time.monotonic() < until:
        time.sleep(0.25)


class _Scoring(Followup[SpeechAttempt, Level | Unscorable]):
    """Scores pending attempts: new ones, and those of a process that died while scoring."""

    rows = SpeechAttempt.objects.filter(status="pending")
    lease = SPEECH_LEASE
    batch = 10

    def may_ask(self, attempt: SpeechAttempt) -> bool:
        if attempt.attempts > len(SPEECH_PAUSES):  # every process that tried it has died
            _end(attempt, "fail", error_code=_UNAVAILABLE)
            return False
        return super().may_ask(attempt)

    def ask(self, attempt: SpeechAttempt) -> Level | Unscorable:
        audio = recordings.read(attempt.storage_key)
        return providers.language_scorer().score(Sample(attempt.public_id, attempt.language, audio, attempt.attempts))

    def settle(self, attempt: SpeechAttempt, answer: Level | Unscorable) -> None:
        unit(lambda: _decide(attempt.pk, answer))

    def unanswered(self, attempt: SpeechAttempt, error: Exception) -> None:
        if isinstance(error, StillScoring):
            unit(lambda: _poll_later(attempt.pk))
        elif isinstance(error, FileNotFoundError):  # its retention period ended before it was scored
            unit(lambda: _fail(attempt.pk, "recording_expired"))
        else:
            log_unanswered(attempt, error)
            unit(lambda: _fail(attempt.pk, error.code if isinstance(error, Problem) else _UNAVAILABLE))


SCORING = _Scoring()
score_due = SCORING.run
score = SCORING.ask_if_due


def _poll_later(pk: UUID) -> None:
    attempt = _pending(pk)
    if attempt is None:
        return
    pause: timedelta | None = next_poll(attempt.attempts)
    if pause is None:
        _end(attempt, "fail", error_code=_UNAVAILABLE)
        return
    attempt.next_attempt_at = clock.now() + pause
    attempt.save(update_fields=["next_attempt_at"])


def _fail(pk: UUID, code: str) -> None:
    if attempt := _pending(pk):
        _end(attempt, "fail", error_code=code)


def _decide(pk: UUID, outcome: Level | Unscorable) -> None:
    attempt = _pending(pk)
    if attempt is None:
        return
    if isinstance(outcome, Unscorable):
        _end(attempt, "retry", reason=outcome.reason)
        return
    Proficiency.objects.update_or_create(
        account_id=attempt.account_id,
        language=attempt.language,
        defaults={
            "cefr": outcome.cefr,
            "cefr_score": outcome.cefr_score,
            "confidence": outcome.confidence,
            "fluency": outcome.fluency,
            "provider": outcome.provider,
            "model": outcome.model,
            "evaluated_at": clock.now(),
        },
    )
    _end(attempt, "score", cefr=outcome.cefr)


def _pending(pk: UUID) -> SpeechAttempt | None:
    attempt: SpeechAttempt = SpeechAttempt.objects.locked().get(pk=pk)
    return attempt if attempt.status == "pending" else None


def _end(attempt: SpeechAttempt, action: str, *, reason: str = "", error_code: str = "", cefr: str = "") -> None:
    """Record the decision and delete the recording."""
    attempt.status = SPEECH.next(attempt.status, action)
    attempt.reason, attempt.error_code, attempt.cefr = reason, error_code, cefr
    attempt.decided_at, attempt.next_attempt_at, attempt.storage_key = clock.now(), None, ""
    attempt.save(
        update_fields=["status", "reason", "error_code", "cefr", "decided_at", "next_attempt_at", "storage_key"]
    )
    recordings.delete_later(attempt.recording_id)
