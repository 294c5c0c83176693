"""A worker who was sent back and stays silent: the seat ends without pay by itself, two days after the end of the redo. They
are warned at the start and a day before; evidence stops it, and a contest does (contract, section 8)."""

from uuid import UUID

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.contests import LAST_WARNING, SILENCE_ENDS_AFTER
from bounties.rules.seats import overdue_at
from bounties.selectors import access, due
from bounties.services import seat_ends, worker_mails
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due

RESET = ("silent_since", "silence_warning_at")


def reset(application: Application) -> None:
    """New evidence, a contest or more time: a later deadline starts the two days anew. The caller saves the columns `RESET`."""
    application.silent_since = application.silence_warning_at = None


def overdue(bounty: Bounty, application: Application) -> None:
    """The deadline of a seat whose evidence was returned has passed: warn its worker, and the second time end the seat.

    Both deadlines are kept in `complete_by`, so that evidence is accepted and shown as due until then, a dispute moves it and
    an extension delays it. Ending refunds the share as `seat_ends.reopen_or_remove_seat` does, the transfer last. Bounty,
    application, pool and escrow are locked by the caller, who has checked that the deadline has passed.
    """
    if application.silent_since is None:
        _begin(bounty, application)
        return
    reset(application)
    application.save(update_fields=RESET)
    worker_mails.seat_lost(Actor.system(), bounty, application, reason="not_replaced", words="")
    # `judged`: the evidence was judged when it was returned, so it does not protect the seat any more.
    seat_ends.reopen_or_remove_seat(Actor.system(), bounty, application, reason="overdue", judged=True)


def _begin(bounty: Bounty, application: Application) -> None:
    since = overdue_at(application.complete_by, application.extension_until)
    assert since is not None
    application.silent_since, application.complete_by = since, since + SILENCE_ENDS_AFTER
    application.silence_warning_at = application.complete_by - LAST_WARNING
    application.save(update_fields=["complete_by", *RESET])
    worker_mails.silent(bounty, application)
    events.publish_internal(Actor.system(), bounty, "evidence_not_replaced", application=application)


def warn_due() -> int:
    """Timer: warn silent workers a last time, a day before their seat ends. Locks bounty, application, pool, escrow.

    Returns how many.
    """

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        warn_at, now = application.silence_warning_at, clock.now()
        if warn_at is None or warn_at > now or application.is_frozen:
            return
        application.silence_warning_at = None
        application.save(update_fields=["silence_warning_at"])
        is_open = application.status == "accepted" and application.escrow and application.escrow.status == "locked"
        if is_open and application.complete_by is not None and application.complete_by > now:
            worker_mails.silent(bounty, application, last=True)

    return for_each_due(due.undisputed().filter(silence_warning_at__lte=clock.now()), work, by="silence_warning_at")
