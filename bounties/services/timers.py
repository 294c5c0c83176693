"""What happens to a seat when nobody does anything. Every due time is a column; each row has a transaction of its own,
looks again under its locks, and so fires once, whatever the number of workers."""

from datetime import datetime
from uuid import UUID

from django.db.models import Q

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.seats import overdue_at, silence
from bounties.selectors import access
from bounties.services import seats, worker_mails
from humans.selectors.conversations import last_human_message_at
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due

# A seat whose money is decided is over, one whose evidence waits for its review is never taken away, and one in a dispute
# stands still.
_UNDECIDED = Q(status="accepted", escrow__status="locked")
_NOTHING_SENT = Q(escrow__delivered_at=None)


def release_unconfirmed() -> int:
    """Seats whose two hours are over go back to the listing, their money to the pool."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if _undelivered(application) and application.confirmed_at is None and _over(application.confirm_by):
            seats.reopen_or_remove_seat(Actor.system(), bounty, application, reason="confirmation_timeout")

    due = Application.objects.filter(_UNDECIDED, confirmed_at=None, confirm_by__lte=clock.now())
    return for_each_due(due, work, by="confirm_by")


def release_not_started() -> int:
    """Seats whose worker neither started nor uploaded within the start window."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if _undelivered(application) and application.started_at is None and _over(application.start_by):
            seats.reopen_or_remove_seat(Actor.system(), bounty, application, reason="not_started")

    due = Application.objects.filter(_UNDECIDED, _NOTHING_SENT, started_at=None, start_by__lte=clock.now())
    return for_each_due(due, work, by="start_by")


def release_overdue() -> int:
    """Seats without any evidence at the end of the completion window. A pending request for more time holds this back
    for at most 24 hours; evidence that was sent back and not replaced in time becomes a case for staff."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if application.status != "accepted" or not _over(
            overdue_at(application.complete_by, application.extension_until)
        ):
            return
        if _undelivered(application):
            seats.reopen_or_remove_seat(Actor.system(), bounty, application, reason="overdue")
        elif application.escrow is not None and application.escrow.status == "locked":
            call_staff(bounty, application)

    now = clock.now()
    not_held = Q(extension_until=None) | Q(extension_until__lte=now)
    due = Application.objects.filter(_UNDECIDED, not_held, complete_by__lte=now)
    return for_each_due(due, work, by="complete_by")


def nudge_silent() -> int:
    """Half of the response window without a sign of life: a mail to the worker, once. A seat that is flagged already is
    only looked at again, so that a message after the flag starts the window anew."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if not _silent(bounty, application) or not _over(application.nudge_at):
            return
        if application.ghost_flagged_at is not None:
            application.nudge_at = _next_check(application)
            application.save(update_fields=["nudge_at"])
            return
        application.nudge_at = None
        application.save(update_fields=["nudge_at"])
        worker_mails.nudge(bounty, application)
        events.noted(Actor.system(), bounty, "worker_nudged", applicationId=application.public_id)

    due = Application.objects.filter(_UNDECIDED, nudge_at__lte=clock.now())
    return for_each_due(due, work, by="nudge_at")


def flag_silent() -> int:
    """The whole response window without a sign of life: the owner is told; only with autoExpireGhosts does the seat end."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if not _silent(bounty, application) or not _over(application.flag_at):
            return
        application.ghost_flagged_at, application.flag_at = clock.now(), None
        application.nudge_at = _next_check(application)
        application.save(update_fields=["ghost_flagged_at", "nudge_at", "flag_at"])
        events.ghost_flagged(Actor.system(), bounty, application)
        if application.auto_expire_ghosts and _undelivered(application):
            seats.reopen_or_remove_seat(Actor.system(), bounty, application, reason="ghosted")

    due = Application.objects.filter(_UNDECIDED, flag_at__lte=clock.now())
    return for_each_due(due, work, by="flag_at")


def _next_check(application: Application) -> datetime | None:
    """Half a window from now: early enough for the nudge of a window that begins with a message in between."""
    return silence(clock.now(), application.response_window_hours)[0]


def _over(moment: datetime | None) -> bool:
    return moment is not None and moment <= clock.now()


def _undelivered(application: Application) -> bool:
    escrow = application.escrow
    return (
        application.status == "accepted"
        and escrow is not None
        and escrow.status == "locked"
        and escrow.delivered_at is None
    )


def _silent(bounty: Bounty, application: Application) -> bool:
    """It is the worker's turn (hired, no evidence waits for the owner), and he has not written either. A message of his
    moves the clocks, as if they had been set when it came."""
    escrow = application.escrow
    if application.status != "accepted" or escrow is None or escrow.status != "locked":
        return False
    written = last_human_message_at(application.conversation_id) if application.conversation_id else None
    if written is not None and (application.active_at is None or written > application.active_at):
        seats.seen(bounty, application, at=written)
        return _over(application.nudge_at) or _over(application.flag_at)
    return True


def call_staff(bounty: Bounty, application: Application) -> None:
    """Never a silent refund of somebody who delivered once: the clock stops, staff sees it in the admin."""
    application.complete_by = None
    application.needs_staff_at = clock.now()
    application.save(update_fields=["complete_by", "needs_staff_at"])
    events.noted(Actor.system(), bounty, "needs_staff", applicationId=application.public_id)
