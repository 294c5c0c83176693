"""Recordings that a bounty asks for. A microphone sample is kept, scored by the speech worker and deleted; a language
recording is the person's own and goes to `humans.services.proficiency`."""

import logging
from functools import partial
from uuid import UUID

from bounties.errors import (
    BountyNotOpen,
    DeadlinePassed,
    LanguageProficiencyNotRequired,
    MicCheckNotRequired,
    OwnBounty,
)
from bounties.models import Bounty, MicSample
from bounties.rules.bounties import REVIEWABLE
from bounties.rules.checks import MIC_ATTEMPTS, MIC_LEASE, MIC_TRIES, issues
from bounties.selectors import access, checks
from humans.errors import AttemptLimitReached
from humans.providers import microphone
from humans.providers.microphone import Sound
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.later import enqueue, unit
from marketplace.services import recordings, switches
from marketplace.services.recordings import Kept

log = logging.getLogger(__name__)


def check_may_record(actor: Actor, bounty: Bounty) -> None:
    """Before a sample is stored, and again when it is written down.

    Raises MicCheckNotRequired (400), OwnBounty (403), BountyNotOpen, DeadlinePassed (409), AttemptLimitReached (429),
    ProductUnavailable (503).
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


def keep_sample(sent: object) -> Kept:
    """Look at a sample and store it: before the transaction of `record`. Raises InvalidRecording (400),
    StorageUnavailable (503)."""
    return recordings.keep(*recordings.look(sent))


def record(actor: Actor, bounty_id: str, kept: Kept) -> Bounty:
    """A sample is an attempt from now on, and is scored soon. Locks the bounty; the caller's transaction.

    Raises NotFound and what `check_may_record` raises.
    """
    bounty = access.visible_bounty_locked(actor, bounty_id)
    check_may_record(actor, bounty)
    mine = MicSample.objects.filter(bounty_id=bounty.pk, human_id=actor.id)
    MicSample.objects.create(
        bounty=bounty,
        human_id=actor.id,
        number=mine.count() + 1,
        seconds=round(kept.sound.seconds, 1),
        recording_id=kept.id,
        storage_key=kept.storage_key,
        due_at=clock.now(),
    )
    enqueue("bounties.score_samples")
    return bounty


def language_wanted(bounty: Bounty) -> str:
    """The language in which the bounty asks for a level. Raises LanguageProficiencyNotRequired (400)."""
    if not bounty.language_requirement:
        raise LanguageProficiencyNotRequired()
    language: str = bounty.language_requirement["language"]
    return language


def score_due(batch: int = 20) -> int:
    """Timer, in the speech worker: score the samples that wait, one at a time, with no transaction open meanwhile."""
    due = MicSample.objects.filter(status="pending", due_at__lte=clock.now()).order_by("due_at", "pk")
    done = 0
    for pk in list(due.values_list("pk", flat=True)[:batch]):
        try:
            done += _score(pk)
        except Exception:
            log.exception("a microphone sample could not be scored", extra={"row": str(pk)})
    return done


def _score(pk: UUID) -> bool:
    sample = unit(lambda: _claim(pk))
    if sample is None:
        return False
    try:
        sound = microphone.measure(recordings.read(sample.storage_key))
    except FileNotFoundError:  # deleted when it was due: nobody had scored it in time
        unit(partial(_give_up, pk, "recording_expired"))
    except ValueError as error:
        log.warning("a microphone sample can't be read", extra={"row": str(pk), "cause": repr(error)[:300]})
        unit(partial(_give_up, pk, "unreadable"))
    else:
        unit(partial(_settle, pk, sound))
    return True


def _claim(pk: UUID) -> MicSample | None:
    """The sample, leased to this worker; None when it is not due any more, or was tried often enough."""
    sample: MicSample = MicSample.objects.locked().get(pk=pk)
    if sample.status != "pending" or sample.due_at is None or sample.due_at > clock.now():
        return None
    if sample.tries >= MIC_TRIES:  # whoever had it died each time, or failed
        _end(sample, "error", error="not_scored")
        return None
    sample.tries, sample.due_at = sample.tries + 1, clock.now() + MIC_LEASE
    sample.save(update_fields=["tries", "due_at"])
    return sample


def _settle(pk: UUID, sound: Sound) -> None:
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


def _give_up(pk: UUID, error: str) -> None:
    sample: MicSample = MicSample.objects.locked().get(pk=pk)
    if sample.status == "pending":
        _end(sample, "error", error=error)


def _end(sample: MicSample, status: str, *, error: str = "") -> None:
    """Scored or given up: the recording goes."""
    sample.status, sample.error, sample.storage_key = status, error, ""
    sample.due_at, sample.scored_at = None, clock.now() if status == "scored" else None
    sample.save()
    recordings.forget(sample.recording_id)
