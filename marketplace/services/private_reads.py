"""What staff see of people's private data is written down, and the people can read it: when, what, in which role, why; not who."""

from django.db import models

from marketplace.core import clock
from marketplace.core.transactions import join_or_begin
from marketplace.models import Account, PrivateRead
from marketplace.selectors import personal


def note(staff: Account, row: models.Model, what: str, reason: str = "") -> int:
    """Write down that a member of staff saw this row, for each person about whom it says something personal. Once an hour for the
    same; their own data are not counted. Returns how many rows there are new.

    what: one of `core/personal.py: READS`. In the caller's transaction, if there is one. Locks nothing.
    """
    now = clock.now()
    people = {key for key in personal.people_of(row) if key is not None and key != staff.pk}
    rows = [
        PrivateRead(
            staff=staff,
            about_id=key,
            role=staff.role or "staff",
            what=what,
            object_type=row._meta.label_lower,
            object_id=str(row.pk),
            reason=reason[:500],
            hour=now.replace(minute=0, second=0, microsecond=0),
        )
        for key in sorted(people)
    ]
    return len(join_or_begin(lambda: PrivateRead.objects.bulk_create(rows, ignore_conflicts=True))) if rows else 0
