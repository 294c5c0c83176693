"""A person's files of jobs."""

from collections.abc import Iterable
from datetime import datetime

from bounties.models import ImportedRow, JobImport
from bounties.models.imports import JobImports
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def of_owner(actor: Actor) -> JobImports:
    """The newest first, with their counts."""
    return JobImport.objects.filter(owner_id=actor.id).with_counts().order_by("-id")


def get_own(actor: Actor, import_id: str) -> JobImport:
    """With its counts. Raises NotFound (404) for another account's, too."""
    try:
        found: JobImport | None = of_owner(actor).filter(pk=ids.decode("imp", import_id)).first()
    except ValueError:
        found = None
    if found is None:
        raise NotFound("There is no such file of jobs (any more). Upload it again.")
    return found


def posted_before(actor: Actor, batch: JobImport) -> datetime | None:
    """When another import of the same file was uploaded of which jobs were posted; None if there was none."""
    rows = JobImport.objects.filter(owner_id=actor.id, digest=bytes(batch.digest), rows__bounty__isnull=False)
    found: datetime | None = rows.exclude(pk=batch.pk).order_by("-id").values_list("created_at", flat=True).first()
    return found


def posted_lines(actor: Actor, batch: JobImport, waiting: Iterable[ImportedRow]) -> set[int]:
    """The keys of those waiting lines of which a job was posted already from another file, word for word: somebody mends a file of
    which the good lines were posted, and uploads all of it. One query."""
    mine = list(waiting)
    rows = ImportedRow.objects.filter(
        batch__owner_id=actor.id, bounty__isnull=False, title__in={row.title for row in mine}
    )
    posted = list(rows.exclude(batch=batch).values_list("body", flat=True))
    return {row.pk for row in mine if row.body in posted}
