"""Deadlines of a seat: confirmation, start, completion, and the response window."""

from datetime import datetime, timedelta
from typing import Final

CONFIRM_WITHIN: Final = timedelta(hours=2)
REDO_AT_LEAST: Final = timedelta(hours=24)  # new evidence after a redo or a rejection
EXTENSION_HOLD: Final = timedelta(hours=24)  # a pending request delays the release for at most this long
EXTENSION_MAX_HOURS: Final = 720


def start_by(confirmed_at: datetime, window_minutes: int | None) -> datetime | None:
    """Until when (UTC) the worker must have started or uploaded; None without a window."""
    return confirmed_at + timedelta(minutes=window_minutes) if window_minutes else None


def complete_by(confirmed_at: datetime, window_hours: int | None) -> datetime | None:
    """Until when (UTC) evidence is due; None without a window, for tasks tied to an event or shift."""
    return confirmed_at + timedelta(hours=window_hours) if window_hours else None


def silence(active_at: datetime, window_hours: int | None) -> tuple[datetime | None, datetime | None]:
    """(when to nudge, when to flag), UTC: at half and at the end of the response window after the last activity."""
    if not window_hours:
        return None, None
    window = timedelta(hours=window_hours)
    return active_at + window / 2, active_at + window


def overdue_at(complete_by: datetime | None, hold_until: datetime | None) -> datetime | None:
    """When (UTC) an unfinished seat is overdue: its deadline, or the end of a pending extension request if that is later."""
    if complete_by is None or hold_until is None:
        return complete_by
    return max(complete_by, hold_until)
