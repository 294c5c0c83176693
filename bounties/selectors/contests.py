"""The latest contest of each seat, with its files."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from bounties.models import Contest
from bounties.rules.contests import MEANINGS
from marketplace.api.files import with_urls
from marketplace.models import File


class Ending(NamedTuple):
    """One way in which a contest may end."""

    outcome: str
    means: str


@dataclass(frozen=True, slots=True)
class Contested:
    """A contest with its files, each with a new signed URL."""

    pk: UUID
    state: str
    reason: str
    files: list[File]
    created_at: datetime
    due_at: datetime
    decided_at: datetime | None
    outcome_or_none: str | None
    decision: str

    @property
    def may_end(self) -> list[Ending]:
        """How it may end; nothing once it has."""
        return [Ending(*one) for one in MEANINGS.items()] if self.state == "open" else []


def latest(application_ids: Collection[UUID]) -> dict[UUID, Contested]:
    """The latest contest of each application that has one. Two queries for any number of them."""
    rows = Contest.objects.filter(application_id__in=application_ids).prefetch_related("files")
    return {row.application_id: shown(row) for row in rows.order_by("application_id", "-id").distinct("application_id")}


def shown(row: Contest) -> Contested:
    """A contest as the API shows it."""
    return Contested(
        row.pk,
        row.state,
        row.reason,
        with_urls(row.files.all()),
        row.created_at,
        row.due_at,
        row.decided_at,
        row.outcome_or_none,
        row.decision,
    )
