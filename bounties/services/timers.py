"""Timers of a seat's deadlines. Every due time is a column; each row is processed in a transaction of its own and checked again
under its locks, so that concurrent workers process it once. All lock bounty, application, pool, escrow, and return how many
rows were processed."""

from datetime import datetime
from uuid import UUID

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.seats import silence
from bounties.selectors import access, due
from bounties.services import seat_ends, seats, sent_back, worker_mails
from humans.selectors.conversations import last_human_message_at
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due


def release_unconfirmed() -> int:
    """Timer: reopen seats that were not confirmed within two hours (spec, States: Application)."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if _is_undelivered(application) and application.confirmed_at is None and _is_due(application.confirm_by):
            seat_ends.reopen_or_remove_seat(Actor.system(), bounty, application, reason="confirmation_timeout")

    rows = due.hired().filter(confirmed_at=None, confirm_by__lte=clock.now())
    return for_each_due(rows, work, by="confirm_by")


def release_not_started() -> int:
    """Timer: end seats whose worker neither started nor uploaded within the start window."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if _is_undelivered(application) and application.started_at is None and _is_due(application.start_by):
            seat_ends.reopen_or_remove_seat(Actor.system(), bounty, application, reason="not_started")

    rows = due.nothing_sent().filter(started_at=None, start_by__lte=clock.now())
    return for_each_due(rows, work, by="start_by")


def release_overdue() -> int:
    """Timer: end seats without evidence at the end of the completion window, or of the last call where there is none.

    A pending extension request delays this by at most 24 hours. Where evidence was returned and not replaced in time, the
    worker is warned first (`sent_back.overdue`).
    """
    now = clock.now()

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if application.status != "accepted" or not application.is_closed(now):
            return
        if _is_undelivered(application):
            seat_ends.reopen_or_remove_seat(Actor.system(), bounty, application, reason="overdue")
        elif application.escrow is not None and application.escrow.status == "locked":
            sent_back.overdue(bounty, application)

    windows = due.not_held(now).filter(ends_at=None, complete_by__lte=now)
    last_calls = due.not_held(now).filter(end_warning_at=None, ends_at__lte=now)
    return for_each_due(windows, work, by="complete_by") + for_each_due(last_calls, work, by="ends_at")


def nudge_silent() -> int:
    """Timer: mail workers without activity for half of the response window, once.

    A flagged seat is only checked again, so that a message after the flag restarts its window.
    """

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if not _is_silent(bounty, application) or not _is_due(application.nudge_at):
            return
        if application.ghost_flagged_at is not None:
            application.nudge_at = _next_check(application)
            application.save(update_fields=["nudge_at"])
            return
        application.nudge_at = None
        application.save(update_fields=["nudge_at"])
        worker_mails.nudge(bounty, application)
        events.publish_internal(Actor.system(), bounty, "worker_nudged", application=application)

    return for_each_due(due.hired().filter(nudge_at__lte=clock.now()), work, by="nudge_at")


def flag_silent() -> int:
    """Timer: flag workers without activity for the whole response window; with autoExpireGhosts the seat ends."""

    def work(pk: UUID) -> None:
        bounty, application = access.lock_seat(pk)
        if not _is_silent(bounty, application) or not _is_due(application.flag_at):
            return
        application.ghost_flagged_at, application.flag_at = clock.now(), None
        application.nudge_at = _next_check(application)
        application.save(update_fields=["ghost_flagged_at", "nudge_at", "flag_at"])
        events.ghost_flagged(Actor.system(), bounty, application)
        if application.auto_expire_ghosts and _is_undelivered(application):
            seat_ends.reopen_or_remove_seat(Actor.system(), bounty, application, reason="ghosted")

    return for_each_due(due.hired().filter(flag_at__lte=clock.now()), work, by="flag_at")


def _next_check(application: Application) -> datetime | None:
    """Half a window from now: in time for the nudge of a window that a message restarts in between."""
    return silence(clock.now(), application.response_window_hours)[0]


def _is_due(moment: datetime | None) -> bool:
    return moment is not None and moment <= clock.now()


def _is_undelivered(application: Application) -> bool:
    escrow = application.escrow
    return (
        application.status == "accepted"
        and escrow is not None
        and escrow.status == "locked"
        and escrow.delivered_at is None
    )


def _is_silent(bounty: Bounty, application: Application) -> bool:
    """Whether the owner waits for the worker, who has not written either. A message restarts the window as of its time, since
    messages themselves do not update the seat."""
    escrow = application.escrow
    if application.status != "accepted" or escrow is None or escrow.status != "locked":
        return False
    written = last_human_message_at(application.conversation_id) if application.conversation_id else None
    if written is not None and (application.active_at is None or written > application.active_at):
        seats.record_activity(bounty, application, at=written)
        return _is_due(application.nudge_at) or _is_due(application.flag_at)
    return True
