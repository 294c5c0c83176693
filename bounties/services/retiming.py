"""Edits of a bounty that hold for its hired seats at once: the policy on silence, and the due time that follows a start."""

from collections.abc import Set

from bounties.models import Application, Bounty
from bounties.rules import seats as clocks
from bounties.services import seats
from marketplace.core import clock

_SILENCE = {"response_window_hours", "auto_expire_ghosts"}
_MOMENTS = {"scheduled_start_at", "check_ins"}


def after_edit(bounty: Bounty, changed: Set[str]) -> None:
    """Let the live seats of an edited bounty follow it (contract, section 8, Seats and owners).

    `changed`: names of the edited columns. The windows for start and completion are never re-timed. The bounty is locked by
    the caller and saved; locks its confirmed applications whose work is open.
    """
    if changed.isdisjoint(_SILENCE | _MOMENTS):
        return
    rows = Application.objects.locked().filter(
        bounty_id=bounty.pk, status="accepted", confirmed_at__isnull=False, escrow__ended_at=None
    )
    for application in rows.order_by("pk"):
        if not changed.isdisjoint(_SILENCE):
            _apply_policy(bounty, application)
        if not changed.isdisjoint(_MOMENTS):
            _follow_start(bounty, application)


def _apply_policy(bounty: Bounty, application: Application) -> None:
    """The policy on silence as if it had always been this, except that nobody is flagged before a nudge and half a window.

    A flag of the old policy is taken back: whoever is silent by the new one is flagged by that.
    """
    hours, expires = bounty.response_window_hours, bounty.auto_expire_ghosts
    is_flagged = application.ghost_flagged_at is not None
    anew = hours != application.response_window_hours or (is_flagged and expires and not application.auto_expire_ghosts)
    application.response_window_hours, application.auto_expire_ghosts = hours, expires
    if anew:
        assert application.active_at is not None
        application.nudge_at, application.flag_at = clocks.silence_at_least(application.active_at, hours, clock.now())
        if not application.is_overdue:
            application.ghost_flagged_at = None
    application.save(
        update_fields=["response_window_hours", "auto_expire_ghosts", "nudge_at", "flag_at", "ghost_flagged_at"]
    )


def _follow_start(bounty: Bounty, application: Application) -> None:
    """A start that was moved later moves the due time that follows from it. Nobody's time is shortened."""
    assert application.confirmed_at is not None
    due = bounty.due_by_default(application.confirmed_at)
    if application.ends_at is None or application.complete_by is None or due <= application.complete_by:
        return
    seats.set_due_with_last_call(application, due)
    application.save(update_fields=[*seats.DUE])
