"""How well a person speaks a language: a recording is kept, scored, and deleted; what stays is the level.

An attempt is pending from the moment its recording is kept until it is decided, whatever dies meanwhile: its due time is
a column, and whoever scores it has moved that ahead first (`_claim`), so that two never score it at once.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from humans import providers
from humans.errors import AttemptLimitReached, CheckInProgress, RecordingTooLong, RecordingTooShort
from humans.models import Proficiency, SpeechAttempt
from humans.providers.speech import Level, Sample, StillScoring, Unscorable
from humans.rules import (
    SPEECH,
    SPEECH_ATTEMPTS,
    SPEECH_LEASE,
    SPEECH_PAUSES,
    SPEECH_RATE,
    SPEECH_SECONDS,
    SPEECH_WAIT,
    SPEECH_WINDOW,
    next_look,
)
from humans.selectors import proficiency as known
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem, ProviderFailed
from marketplace.core.later import enqueue, unit
from marketplace.core.wav import Wav
from marketplace.errors import InvalidRecording
from marketplace.services import recordings, switches
from marketplace.services.recordings import Kept

log = logging.getLogger(__name__)
SLOTS: Final = 4  # requests of one process that may wait for a level: a fraction of its threads
_slots = threading.BoundedSemaphore(SLOTS)
_NOBODY = "provider_unavailable"


def keep(actor: Actor, sent: object, *, language: str) -> Kept:
    """Look at a recording and store it: before the transaction of `begin`.

    Raises InvalidRecording, RecordingTooShort, RecordingTooLong (400), CheckInProgress (409), AttemptLimitReached (429),
    ProductUnavailable, NoLanguageScorer, StorageUnavailable (503).
    """
    switches.require("language_checks")
    providers.language_scorer()
    _check_may_try(actor.id, language)
    upload, sound = recordings.look(sent)
    _check_sound(sound)
    return recordings.keep(upload, sound)


def begin(actor: Actor, kept: Kept, *, language: str, bounty_id: UUID) -> SpeechAttempt:
    """Write the attempt down, leased to the caller, who scores it after the commit. The caller's transaction.

    Raises CheckInProgress (409), AttemptLimitReached (429).
    """
    _check_may_try(actor.id, language)
    try:
        with transaction.atomic():
            return SpeechAttempt.objects.create(
                account_id=actor.id,
                bounty_id=bounty_id,
                language=language,
                seconds=round(kept.sound.seconds, 1),
                recording_id=kept.id,
                storage_key=kept.storage_key,
                due_at=clock.now(),
            )
    except IntegrityError as error:  # two at once: the database lets one person have one pending attempt
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


def _check_sound(sound: Wav) -> None:
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
    """After the commit of `begin`, with no transaction open: score it here, or let the speech worker and wait for it,
    for up to 70 seconds. What is not decided by then stays pending, and the sweep goes on with it.

    Raises ProviderFailed (502) when the attempt ended without a level because the scorer failed.
    """
    with _slot() as is_free:
        if is_free and not providers.language_scorer().is_heavy:
            if not score(pk):  # the sweep was here first
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
    """Is one of the few threads left that may wait? Without one the caller is told to ask again."""
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


def score_due(batch: int = 10) -> int:
    """Timer, in the speech worker: what waits for it, and what somebody began to score and did not end."""
    due = SpeechAttempt.objects.filter(status="pending", due_at__lte=clock.now()).order_by("due_at", "pk")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:batch]):
        try:
            done += score(pk)
        except Exception:
            log.exception("a recording could not be scored", extra={"row": str(pk)})
    return done


def score(pk: UUID) -> bool:
    """Ask the scorer about one attempt that is due, with no transaction open, and write down what it says. Was it asked?"""
    sample = unit(lambda: _claim(pk))
    if sample is None:
        return False
    try:
        outcome = providers.language_scorer().score(_with_audio(sample))
    except StillScoring:
        unit(partial(_put_off, pk))
    except FileNotFoundError:  # deleted when it was due: nobody had scored it in time
        unit(partial(_fail, pk, "recording_expired"))
    except Exception as error:
        log.warning("the language scorer failed", extra={"row": str(pk), "cause": repr(error)[:300]})
        unit(partial(_fail, pk, error.code if isinstance(error, Problem) else _NOBODY))
    else:
        unit(partial(_decide, pk, outcome))
    return True


def _claim(pk: UUID) -> SpeechAttempt | None:
    """The attempt, leased to this process; None when it is not due any more."""
    attempt: SpeechAttempt = SpeechAttempt.objects.locked().get(pk=pk)
    if attempt.status != "pending" or attempt.due_at is None or attempt.due_at > clock.now():
        return None
    if attempt.asked > len(SPEECH_PAUSES):  # whoever had it died each time
        _end(attempt, "fail", error_code=_NOBODY)
        return None
    attempt.asked, attempt.due_at = attempt.asked + 1, clock.now() + SPEECH_LEASE
    attempt.save(update_fields=["asked", "due_at"])
    return attempt


def _with_audio(attempt: SpeechAttempt) -> Sample:
    audio = recordings.read(attempt.storage_key)
    return Sample(attempt.public_id, attempt.language, audio, attempt.asked)


def _put_off(pk: UUID) -> None:
    attempt = _pending(pk)
    if attempt is None:
        return
    pause: timedelta | None = next_look(attempt.asked)
    if pause is None:
        _end(attempt, "fail", error_code=_NOBODY)
        return
    attempt.due_at = clock.now() + pause
    attempt.save(update_fields=["due_at"])


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
    """Decided, one way or another: the recording goes."""
    attempt.status = SPEECH.next(attempt.status, action)
    attempt.reason, attempt.error_code, attempt.cefr = reason, error_code, cefr
    attempt.decided_at, attempt.due_at, attempt.storage_key = clock.now(), None, ""
    attempt.save(update_fields=["status", "reason", "error_code", "cefr", "decided_at", "due_at", "storage_key"])
    recordings.forget(attempt.recording_id)
