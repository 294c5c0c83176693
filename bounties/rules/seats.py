"""Deadlines of a seat: confirmation, start, completion, and the response window."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

# Columns of an application that are running deadlines of its seat: a dispute moves them, and who applies again has none.
DEADLINES: Final = (
    *("confirm_by", "start_by", "complete_by", "ends_at", "end_warning_at", "nudge_at", "flag_at", "extension_until"),
    *("review_warning_at", "silence_warning_at", "staff_due_at", "terms_answer_by"),
)
CONFIRM_WITHIN: Final = timedelta(hours=2)
REDO_AT_LEAST: Final = timedelta(hours=24)  # new evidence after a redo or a rejection
EXTENSION_HOLD: Final = timedelta(hours=24)  # a pending request delays the release for at most this long
EXTENSION_MAX_HOURS: Final = 720
DUE_WITHIN: Final = timedelta(days=7)  # of a seat without a window of its own, after its confirmation or start
# What a silent worker has after that: warned at the beginning of it and once more before its end.
LAST_CALL: Final = timedelta(hours=48)
LAST_WARNING: Final = timedelta(hours=24)


def start_by(confirmed_at: datetime, window_minutes: int | None) -> datetime | None:
    """Until when (UTC) the worker must have started or uploaded; None without a window."""
    return confirmed_at + timedelta(minutes=window_minutes) if window_minutes else None


def complete_by(confirmed_at: datetime, window_hours: int | None) -> datetime | None:
    """Until when (UTC) evidence is due; None without a window, for tasks tied to an event or shift: `due_by_default`."""
    return confirmed_at + timedelta(hours=window_hours) if window_hours else None


def due_by_default(confirmed_at: datetime, moments: Iterable[datetime], hours: Decimal) -> datetime:
    """When (UTC) the evidence of a seat without a window is due: seven days after its confirmation or, if that is later, the
    last of the `moments` to which the task is tied (its start, check-ins). Work of more `hours` than that has these."""
    return max([confirmed_at, *moments]) + max(DUE_WITHIN, timedelta(hours=float(hours)))


def closes_at(complete_by: datetime | None, ends_at: datetime | None, hold_until: datetime | None) -> datetime | None:
    """When (UTC) evidence is no longer taken: the deadline, or the end of its last call; later while a request for more time
    is pending."""
    return overdue_at(ends_at or complete_by, hold_until)


def silence(active_at: datetime, window_hours: int | None) -> tuple[datetime | None, datetime | None]:
    """(when to nudge, when to flag), UTC: at half and at the end of the response window after the last activity."""
    if not window_hours:
        return None, None
    window = timedelta(hours=window_hours)
    return active_at + window / 2, active_at + window


def silence_at_least(
    active_at: datetime, window_hours: int | None, now: datetime
) -> tuple[datetime | None, datetime | None]:
    """As `silence`, for a window that is set at `now` (UTC): nobody is flagged before half of it is left after the nudge."""
    nudge_at, flag_at = silence(active_at, window_hours)
    if nudge_at is None or flag_at is None:
        return None, None
    nudge_at = max(nudge_at, now)
    return nudge_at, max(flag_at, nudge_at + (flag_at - active_at) / 2)


def overdue_at(complete_by: datetime | None, hold_until: datetime | None) -> datetime | None:
    """When (UTC) an unfinished seat is overdue: its deadline, or the end of a pending extension request if that is later."""
    if complete_by is None or hold_until is None:
        return complete_by
    return max(complete_by, hold_until)
