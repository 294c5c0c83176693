"""A person's results in the microphone and language checks of a bounty: the one source for routes, application checks,
automatic review and the owner's lists."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from bounties.models import Bounty, MicSample
from bounties.rules.checks import FATAL, LanguageCheck, MicCheck, bandwidth_class, mic_status
from humans.models import Proficiency, SpeechAttempt
from humans.selectors import proficiency


@dataclass(frozen=True, slots=True)
class MicScore:
    """The owner's view of an applicant's microphone: the latest scored sample."""

    status: str
    attempts: int
    dnsmos: MicSample
    snr_db: float
    bandwidth_class: str
    issues: list[str]


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """The owner's view of an applicant's language level, when it meets the bounty's."""

    level: Proficiency
    minimum_cefr: str
    status: str = "passed"

    def __getattr__(self, name: str) -> Any:
        return getattr(self.level, name)


class CheckResults(NamedTuple):
    """Check results of one applicant. None where nothing was scored, or the level was not reached."""

    mic: MicScore | None = None
    level: ShownLevel | None = None


def mic(bounty: Bounty, human_id: UUID) -> MicCheck:
    """This person's microphone check for this bounty; the latest scored sample counts."""
    mine = _samples(bounty, [human_id]).get(human_id, [])
    scored = next((sample for sample in mine if sample.status == "scored"), None)
    is_audible = scored is not None and not any(issue in FATAL for issue in scored.issues)
    return MicCheck(
        required=bounty.mic_check_required,
        attempts_used=len(mine),
        score=Decimal(str(scored.ovrl)) if scored is not None and is_audible else None,
        is_waiting=any(sample.status == "pending" for sample in mine),
    )


def _samples(bounty: Bounty, human_ids: Collection[UUID]) -> dict[UUID, list[MicSample]]:
    """Samples by person, the latest first, without those that failed on our side."""
    found: dict[UUID, list[MicSample]] = {}
    rows = MicSample.objects.filter(bounty_id=bounty.pk, human_id__in=human_ids).exclude(status="error")
    for sample in rows.order_by("-number"):
        found.setdefault(sample.human_id, []).append(sample)
    return found


def language(bounty: Bounty, human_id: UUID) -> LanguageCheck | None:
    """This person's language check, by their stored level from any bounty. None when the bounty requires none."""
    return language_record(bounty, human_id).check


class LanguageRecord(NamedTuple):
    """A language check with the rows it is computed from, for its own route."""

    check: LanguageCheck | None
    level: Proficiency | None
    latest: SpeechAttempt | None


def language_record(bounty: Bounty, human_id: UUID) -> LanguageRecord:
    wanted = bounty.language_requirement
    if not wanted:
        return LanguageRecord(None, None, None)
    record = proficiency.of(human_id, wanted["language"])
    level, latest = record.level, record.latest
    check = LanguageCheck(
        requirement=wanted,
        attempts_used=len(record.counted),
        cefr=level.cefr if level else None,
        unscored=latest.status if latest is not None and latest.status != "scored" else None,
    )
    return LanguageRecord(check, level, latest)


def check_results(bounty: Bounty, human_ids: Collection[UUID]) -> Mapping[UUID, CheckResults]:
    """Check results of many applicants, for the owner's lists: at most one query for each check the bounty requires."""
    wanted = bounty.language_requirement
    samples = _samples(bounty, human_ids) if bounty.mic_check_required else {}
    levels = proficiency.levels(human_ids, wanted["language"]) if wanted else {}
    return {
        human_id: CheckResults(_score(bounty, samples.get(human_id, [])), _shown(bounty, levels.get(human_id)))
        for human_id in human_ids
    }


def _score(bounty: Bounty, samples: list[MicSample]) -> MicScore | None:
    scored = next((sample for sample in samples if sample.status == "scored"), None)
    if scored is None or scored.ovrl is None or scored.snr_db is None or scored.bandwidth_hz is None:
        return None
    return MicScore(
        status=mic_status(scored.ovrl, scored.issues, bounty.auto_accept_min_mic_score),
        attempts=len(samples),
        dnsmos=scored,
        snr_db=scored.snr_db,
        bandwidth_class=bandwidth_class(scored.bandwidth_hz),
        issues=list(scored.issues),
    )


def _shown(bounty: Bounty, level: Proficiency | None) -> ShownLevel | None:
    wanted = bounty.language_requirement
    if not wanted or level is None or not LanguageCheck(wanted, cefr=level.cefr).satisfied:
        return None
    return ShownLevel(level, wanted["minimumCefr"])
