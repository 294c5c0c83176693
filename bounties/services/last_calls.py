"""The last call of a seat without a window of its own: due and nothing sent, its worker is warned twice before it ends
(`timers.release_overdue`), and its owner is told."""

from uuid import UUID

from django.db.models import Q

from bounties import events
from bounties.models import Application
from bounties.rules.seats import LAST_CALL, LAST_WARNING
from bounties.selectors import access
from bounties.services import owner_mails, worker_mails
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due

_UNDELIVERED = Q(status="accepted", escrow__status="locked", escrow__delivered_at=None)


def warn() -> int:
    """Timer: flag silent workers when their work is due, and warn them then and a day before the seat ends.

    After each warning the whole time that it promises is left, however late the timer is. The owner gets the event and a
    mail with the first one. Locks bounty, application, pool, escrow. Returns how many were warned. Contract, section 8
    (Nobody is left in the dark).
    """

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        now, due, escrow = clock.now(), application.end_warning_at, application.escrow
        is_open = application.status == "accepted" and escrow is not None and escrow.status == "locked"
        if not is_open or due is None or due > now or application.is_delivered:
            return
        assert application.complete_by is not None and application.ends_at is not None
        last = due > application.complete_by
        application.ends_at = max(application.ends_at, now + (LAST_WARNING if last else LAST_CALL))
        application.end_warning_at = None if last else application.ends_at - LAST_WARNING
        application.ghost_flagged_at = application.ghost_flagged_at or now
        application.save(update_fields=["ends_at", "end_warning_at", "ghost_flagged_at"])
        worker_mails.overdue(bounty, application, last=last)
        if not last:
            events.ghost_flagged(Actor.system(), bounty, application, ends_at=application.ends_at)
            owner_mails.queue(Actor.system(), bounty, "silent")

    due = Application.objects.filter(_UNDELIVERED, end_warning_at__lte=clock.now())
    return for_each_due(due, work, by="end_warning_at")
