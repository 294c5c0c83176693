"""The desk of those who decide cases: the tabs of their queue, and a clock in words (desk, section 4)."""

import re
from datetime import datetime, timedelta
from typing import Any, Final

# Tab -> what it is called. `open` is the queue without a choice.
TABS: Final = {
    "open": "All open",
    "unassigned": "Unassigned",
    "mine": "Mine",
    "party": "Waiting for a party",
    "ready": "Ready",
    "approve": "To approve",
    "appeals": "Appeals",
    "snoozed": "Snoozed",
    "closed": "Decided or closed",
}
CLOCKS: Final = {"soon": "Due within 4 hours", "late": "Overdue", "lead": "Breached, with a lead"}
SOON: Final = timedelta(hours=4)
SNOOZE_MAX: Final = timedelta(days=14)
PRESENT_FOR: Final = timedelta(minutes=1)  # after that somebody who had a case open is gone
REPEAT_FROM: Final = 3  # cases of a party, from which on it stands beside each of them
VIEWS_MAX: Final = 20  # that somebody keeps
TAGS_MAX: Final = 20  # of a case
TAG_LENGTH: Final = 40


def clock_words(due_at: datetime | None, now: datetime) -> tuple[str, bool]:
    """How long is left, or how late it is; and whether it is late."""
    if due_at is None:
        return "", False
    if due_at < now:
        return f"late by {_long(now - due_at)}", True
    return f"{_long(due_at - now)} left", False


def age_words(since: datetime, now: datetime) -> str:
    return _long(now - since)


def _long(span: timedelta) -> str:
    minutes = max(int(span.total_seconds()) // 60, 0)
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 10:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if hours < 72:
        return f"{hours} h"
    return f"{hours // 24} days"


def is_tag(word: Any) -> bool:
    """One word of small letters, digits and hyphens."""
    return isinstance(word, str) and bool(re.fullmatch(rf"[a-z0-9][a-z0-9-]{{0,{TAG_LENGTH - 1}}}", word))
