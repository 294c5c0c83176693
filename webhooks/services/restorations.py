"""Epochs of the inbox: what follows for readers when the database was restored from a backup.

Positions of an epoch begin behind `epoch * SPAN`, so that no event that comes after a restoration has a position that was given out
before it, and cursors name their epoch. An epoch is the second in which it began: a restore may undo an earlier restoration's row,
and a counted number would then be given out twice.
"""

from typing import Final
from uuid import UUID

from django.db.models import Max

from marketplace.core import clock
from marketplace.core.transactions import unit
from webhooks.models import Event, Restoration

SPAN: Final = 10**9


def mark(*, note: str = "") -> Restoration:
    """The database that is there now was restored: begin another epoch of all inboxes. One row; safe to run twice, readers are
    then told once more. Before the service is started.
    """

    def work() -> Restoration:
        last = Restoration.objects.aggregate(last=Max("epoch"))["last"] or 0
        return Restoration.objects.create(epoch=max(int(clock.wall().timestamp()), last + 1), note=note[:200])

    return unit(work)


def begun(epoch: int) -> str:
    """When this epoch began (ISO 8601); empty for that of an inbox that was never restored."""
    found = Restoration.objects.filter(epoch=epoch).first()
    return found.created_at.isoformat() if found else ""


def surviving(account_id: UUID, position: int, epoch: int | None) -> int:
    """The last position up to which what a reader at `position` of `epoch` has read is still what the inbox says; 0: read all.

    epoch: None for a reader who names an event that is gone: then it is taken for one of the epoch before.
    """
    epochs = sorted(Restoration.objects.values_list("epoch", flat=True))
    if epoch is None:
        ends = epochs[-1:]
    elif epoch and epoch not in epochs:
        return 0  # of a time that was undone: where it left ours nobody knows
    else:
        ends = [later for later in epochs if later > epoch][:1]
    if not ends:
        return 0
    rows = Event.objects.filter(account=account_id, position__lte=min(position, ends[0] * SPAN))
    return int(rows.aggregate(last=Max("position"))["last"] or 0)
