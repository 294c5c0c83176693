"""What is deleted of finished work after its keeping time: the files of evidence, applications, objections and disputes; how far
from its place, and when, a worker reported. What was agreed, said and decided stays. And what of an erased account stays until
then, because others paid for it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Exists, Min, OuterRef, Q

from bounties.models import Application, Attendance, Contest, Rewrite, Submission
from escrow.models import Case, DisputeEvidence
from escrow.rules.escrows import PAID
from marketplace.core import clock
from marketplace.models import Account, File
from marketplace.ports import Holds
from marketplace.services import erasing, files
from marketplace.services import keeping as times
from marketplace.services.keeping import ByAge

_PURPOSES: Final = ("submission", "application", "contest", "dispute")
_OPEN: Final = Q(status="pending") | Q(status="accepted", escrow__ended_at=None)
_SAID: Final = "distance_meters accuracy_meters captured_at history"


class Evidence(ByAge):
    """Files, by their age; not those of work that goes on or of a case that is open, nor the documents of rewritten texts, which
    are what was bought."""

    model = File

    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        rows = File.objects.filter(pk__in=keys, purpose__in=_PURPOSES, created_at__lt=before)
        seats = (
            Application.objects.filter(files=OuterRef("pk")),
            Application.objects.filter(submissions__files=OuterRef("pk")),
            Application.objects.filter(
                pk__in=Contest.objects.filter(files=OuterRef(OuterRef("pk"))).values("application")
            ),
        )
        case = Case.objects.filter(closed_at=None, escrow__subject_id=OuterRef("pk"))
        for going in seats:
            rows = rows.filter(~Exists(going.filter(_OPEN | Q(Exists(case)))))
        disputed = DisputeEvidence.objects.filter(files=OuterRef("pk"), dispute__case__closed_at=None)
        bought = Rewrite.objects.filter(
            Q(document=OuterRef("pk")) | Q(recording=OuterRef("pk")) | Q(resume=OuterRef("pk"))
        )
        return list(rows.filter(~Exists(disputed), ~Exists(bought)).values_list("pk", flat=True))

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        """Locks the files; one that somebody else has locked stays."""
        locked = File.objects.filter(pk__in=keys).select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        free = self.free(list(locked.values_list("pk", flat=True)), before)
        for file in File.objects.filter(pk__in=free):
            files.delete(file)
        return len(free)


class Distances(ByAge):
    """Of seats that have ended since."""

    model = Attendance

    def free(self, keys: Sequence[Any], before: datetime) -> list[Any]:
        said = Q(distance_meters__isnull=False) | Q(accuracy_meters__isnull=False) | Q(captured_at__isnull=False)
        case = Case.objects.filter(closed_at=None, escrow__subject_id=OuterRef("application_id"))
        ended = Q(application__ended_at__lt=before) | Q(application__escrow__ended_at__lt=before)
        rows = Attendance.objects.filter(said, ended, ~Exists(case), pk__in=keys)
        return list(rows.values_list("pk", flat=True))

    def delete(self, keys: Sequence[Any], before: datetime) -> int:
        locked = Attendance.objects.filter(pk__in=keys).select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        free = self.free(list(locked.values_list("pk", flat=True)), before)
        return int(Attendance.objects.filter(pk__in=free).update(**erasing.emptied(Attendance, _SAID)))


def bought(account: Account) -> Holds:
    """What of this account's work was accepted and paid, so that it belongs to whoever paid, until the keeping time of evidence has
    passed or they erase their own account. Of other work, and of the application for it, nothing is kept for them. Locks nothing.
    """
    kept = timedelta(days=times.days("evidence"))
    accepted = Submission.objects.filter(
        application__human=account,
        status="approved",
        application__escrow__status__in=PAID,
        bounty__owner__closed_at=None,
        finalized_at__gt=clock.now() - kept,
    )
    first = accepted.aggregate(first=Min("finalized_at"))["first"]
    if first is None:
        return Holds()
    texts = Rewrite.objects.filter(submission__in=accepted)
    of_texts = {key for keys in texts.values_list("document", "recording", "resume") for key in keys if key is not None}
    sent = set(accepted.filter(files__isnull=False).values_list("files", flat=True))
    return Holds(
        rows={
            "bounties.Submission": frozenset(accepted.values_list("pk", flat=True)),
            "bounties.Rewrite": frozenset(texts.values_list("pk", flat=True)),
            "marketplace.File": frozenset(sent | of_texts),
        },
        until=first + kept,
    )
