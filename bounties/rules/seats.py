"""The clocks of a seat: when it must be confirmed, begun, finished, and how long silence is borne."""

from datetime import datetime, timedelta
from typing import Final

CONFIRM_WITHIN: Final = timedelta(hours=2)
REDO_AT_LEAST: Final = timedelta(hours=24)  # new evidence after a redo or a rejection
EXTENSION_HOLD: Final = timedelta(hours=24)  # a pending request holds the release back for at most this long
EXTENSION_MAX_HOURS: Final = 720


def start_by(confirmed_at: datetime, window_minutes: int | None) -> datetime | None:
    """Until when the worker must have started or uploaded; nothing without a window."""
    return confirmed_at + timedelta(minutes=window_minutes) if window_minutes else None


def complete_by(confirmed_at: datetime, window_hours: int | None) -> datetime | None:
    """Until when evidence must be in; nothing for tasks that are tied to an event or shift."""
    return confirmed_at + timedelta(hours=window_hours) if window_hours else None


def silence(active_at: datetime, window_hours: int | None) -> tuple[datetime | None, datetime | None]:
    """(when to nudge, when to flag) after the last sign of life: at half and at the end of the response window."""
    if not window_hours:
        return None, None
    window = timedelta(hours=window_hours)
    return active_at + window / 2, active_at + window


def overdue_at(complete_by: datetime | None, hold_until: datetime | None) -> datetime | None:
    """When an unfinished seat goes back: its time, or the end of a pending request's hold if that is later."""
    if complete_by is None or hold_until is None:
        return complete_by
    return max(complete_by, hold_until)
