"""Recordings that a bounty asks for. A microphone sample is stored, scored by the speech worker and deleted; a language
recording belongs to the person and goes to `humans.services.proficiency`."""

from typing import TYPE_CHECKING
from uuid import UUID

from django.db import connection

from bounties.errors import (
    BountyNotOpen,
    DeadlinePassed,
    LanguageProficiencyNotRequired,
    MicCheckNotRequired,
    OwnBounty,
)
from bounties.models import Bounty, MicSample
from bounties.rules.bounties import REVIEWABLE
from bounties.rules.checks import MIC_ATTEMPTS, MIC_LEASE, MIC_SCORING_ATTEMPTS, issues
from bounties.selectors import access, checks
from humans.errors import AttemptLimitReached
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.transactions import unit
from marketplace.services import recordings, switches
from marketplace.services.followups import Followup, log_unanswered
from marketplace.services.recordings import StoredRecording

if TYPE_CHECKING:
    from humans.providers.microphone import Sound


def check_may_record(actor: Actor, bounty: Bounty) -> None:
    """Whether this person may send a microphone sample: checked before it is stored, and again when its row is saved.

    Locks nothing. Raises MicCheckNotRequired (400), OwnBounty (403), BountyNotOpen, DeadlinePassed (409),
    AttemptLimitReached (429), ProductUnavailable (503).
    """
    if not bounty.mic_check_required:
        raise MicCheckNotRequired()
    switches.require("mic_checks")
    if bounty.owner_id == actor.id:
        raise OwnBounty()
    if bounty.status not in REVIEWABLE:
        raise BountyNotOpen(currentState=bounty.status, allowedActions=[])
    left = (bounty.deadline - clock.now()).total_seconds()
    if left <= 0:
        raise DeadlinePassed(currentState=bounty.status, allowedActions=[])
    if checks.mic(bounty, actor.id).attempts_remaining == 0:
        raise AttemptLimitReached(
            f"You have used the {MIC_ATTEMPTS} attempts for this bounty; there will be no more.",
            retry_after=max(1, int(left)),
        )


def keep_sample(sent: object) -> StoredRecording:
    """Validate and store a sample, before the transaction of `record`.

    `sent` is the body: a WAV file. Locks nothing. Raises InvalidRecording (400), StorageUnavailable (503).
    """
    return recordings.store(*recordings.inspect(sent))


def record(actor: Actor, bounty_id: str, kept: StoredRecording) -> Bounty:
    """Save a stored sample as an attempt and queue its scoring (spec, Endpoints, Bounties).

    In the caller's transaction. Takes an advisory lock on this person's samples for the bounty. Raises NotFound (404) and what
    `check_may_record` raises.
    """
    bounty = access.visible_bounty(actor, bounty_id, share=True)
    with connection.cursor() as cursor:  # their attempts are counted one after the other
        words = f"microphone:{bounty.pk}:{actor.id}"
        cursor.execute("select pg_advisory_xact_lock(hashtextextended(%s, 0))", [words])
    check_may_record(actor, bounty)
    mine = MicSample.objects.filter(bounty_id=bounty.pk, human_id=actor.id)
    MicSample.objects.create(
        bounty=bounty,
        human_id=actor.id,
        number=mine.count() + 1,
        seconds=round(kept.header.seconds, 1),
        recording_id=kept.id,
        storage_key=kept.storage_key,
        next_attempt_at=clock.now(),
    )
    enqueue("bounties.score_samples")
    return bounty


def language_wanted(bounty: Bounty) -> str:
    """The language of the level that the bounty requires, as ISO 639 code. Raises LanguageProficiencyNotRequired (400)."""
    if not bounty.language_requirement:
        raise LanguageProficiencyNotRequired()
    language: str = bounty.language_requirement["language"]
    return language


class _Measuring(Followup[MicSample, "Sound"]):
    """Runs in the speech worker. A worker that dies while scoring has used up an attempt."""

    rows = MicSample.objects.filter(status="pending")
    lease = MIC_LEASE
    batch = 20

    def may_ask(self, sample: MicSample) -> bool:
        if sample.attempts >= MIC_SCORING_ATTEMPTS:
            _end(sample, "error", error="not_scored")
            return False
        return super().may_ask(sample)

    def ask(self, sample: MicSample) -> "Sound":
        from humans.providers import microphone  # imported only when used: numpy takes 25 MB of memory

        return microphone.measure(recordings.read(sample.storage_key))

    def settle(self, sample: MicSample, sound: "Sound") -> None:
        unit(lambda: _settle(sample.pk, sound))

    def unanswered(self, sample: MicSample, error: Exception) -> None:
        if isinstance(error, FileNotFoundError):  # deleted at the end of its retention, before it was scored
            unit(lambda: _fail(sample.pk, "recording_expired"))
        elif isinstance(error, ValueError):
            log_unanswered(sample, error)
            unit(lambda: _fail(sample.pk, "unreadable"))
        else:
            raise error


MEASURING = _Measuring()
score_due = MEASURING.run


def _settle(pk: UUID, sound: "Sound") -> None:
    sample: MicSample = MicSample.objects.locked().get(pk=pk)
    if sample.status != "pending":
        return
    sample.sig, sample.bak, sample.ovrl = sound.sig, sound.bak, sound.ovrl
    sample.snr_db, sample.level_db, sample.bandwidth_hz = sound.snr_db, sound.level_db, sound.bandwidth_hz
    sample.speech_seconds = sound.speech_seconds
    sample.issues = issues(
        level_db=sound.level_db,
        speech_seconds=sound.speech_seconds,
        snr_db=sound.snr_db,
        clipped=sound.clipped,
        bandwidth_hz=sound.bandwidth_hz,
    )
    _end(sample, "scored")


def _fail(pk: UUID, error: str) -> None:
    sample: MicSample = MicSample.objects.locked().get(pk=pk)
    if sample.status == "pending":
        _end(sample, "error", error=error)


def _end(sample: MicSample, status: str, *, error: str = "") -> None:
    """Set the final status, scored or error, and delete the recording."""
    sample.status, sample.error, sample.storage_key = status, error, ""
    sample.next_attempt_at, sample.scored_at = None, clock.now() if status == "scored" else None
    sample.save()
    recordings.delete_later(sample.recording_id)
