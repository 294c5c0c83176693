"""People's levels in a language, and their attempts to get one."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from humans.models import Proficiency, SpeechAttempt
from humans.rules.speech import SPEECH_WINDOW
from marketplace.core import clock


class Record(NamedTuple):
    """One person's level, latest attempt, and the times (UTC) of the attempts that count towards the limit of 30 days."""

    level: Proficiency | None
    latest: SpeechAttempt | None
    counted: list[datetime]


def of(human_id: UUID, language: str) -> Record:
    mine = attempts_of(human_id)
    return Record(
        level=Proficiency.objects.filter(account_id=human_id, language=language).first(),
        latest=mine.filter(language=language).first(),
        counted=counted_of(human_id),
    )


def counted_of(human_id: UUID) -> list[datetime]:
    """The times (UTC) of the attempts that count towards the limit of 30 days, the oldest first."""
    counted = attempts_of(human_id).filter(created_at__gt=clock.now() - SPEECH_WINDOW).exclude(status="error")
    return list(counted.order_by("created_at").values_list("created_at", flat=True))


def attempts_of(human_id: UUID) -> QuerySet[SpeechAttempt]:
    """All attempts of a person, the latest first."""
    return SpeechAttempt.objects.filter(account_id=human_id).order_by("-id")


def levels_of(human_id: UUID) -> QuerySet[Proficiency]:
    """The levels that a person has reached, by language."""
    return Proficiency.objects.filter(account_id=human_id).order_by("language")


def levels(human_ids: Collection[UUID], language: str) -> Mapping[UUID, Proficiency]:
    found = Proficiency.objects.filter(account_id__in=human_ids, language=language)
    return {row.account_id: row for row in found}
