"""The last call of a seat without a window of its own: due and nothing sent, its worker is warned twice before it ends
(`timers.release_overdue`), and its owner is told."""

from uuid import UUID

from bounties import events
from bounties.rules.seats import LAST_CALL, LAST_WARNING
from bounties.selectors import access, due
from bounties.services import owner_mails, worker_mails
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due


def warn() -> int:
    """Timer: flag silent workers when their work is due, and warn them then and a day before the seat ends.

    After each warning the whole time that it promises is left, however late the timer is. The owner gets the event and a
    mail with the first one. Locks bounty, application, pool, escrow. Returns how many were warned. Contract, section 8
    (Nobody is left in the dark).
    """

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        now, warn_at, escrow = clock.now(), application.end_warning_at, application.escrow
        is_open = application.status == "accepted" and escrow is not None and escrow.status == "locked"
        if not is_open or warn_at is None or warn_at > now or application.is_delivered:
            return
        assert application.complete_by is not None and application.ends_at is not None
        last = warn_at > application.complete_by
        application.ends_at = max(application.ends_at, now + (LAST_WARNING if last else LAST_CALL))
        application.end_warning_at = None if last else application.ends_at - LAST_WARNING
        application.ghost_flagged_at = application.ghost_flagged_at or now
        application.save(update_fields=["ends_at", "end_warning_at", "ghost_flagged_at"])
        worker_mails.overdue(bounty, application, last=last)
        if not last:
            events.ghost_flagged(Actor.system(), bounty, application, ends_at=application.ends_at)
            owner_mails.queue(Actor.system(), bounty, "silent")

    return for_each_due(due.nothing_sent().filter(end_warning_at__lte=clock.now()), work, by="end_warning_at")
