"""People's levels in a language, and their attempts to get one."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from humans.models import Proficiency, SpeechAttempt
from humans.rules import SPEECH_WINDOW
from marketplace.core import clock


class Record(NamedTuple):
    """One person's level, latest attempt, and the times (UTC) of the attempts that count towards the limit of 30 days."""

    level: Proficiency | None
    latest: SpeechAttempt | None
    counted: list[datetime]


def of(human_id: UUID, language: str) -> Record:
    mine = SpeechAttempt.objects.filter(account_id=human_id)
    counted = mine.filter(created_at__gt=clock.now() - SPEECH_WINDOW).exclude(status="error")
    return Record(
        level=Proficiency.objects.filter(account_id=human_id, language=language).first(),
        latest=mine.filter(language=language).order_by("-id").first(),
        counted=list(counted.order_by("created_at").values_list("created_at", flat=True)),
    )


def levels(human_ids: Collection[UUID], language: str) -> Mapping[UUID, Proficiency]:
    found = Proficiency.objects.filter(account_id__in=human_ids, language=language)
    return {row.account_id: row for row in found}
