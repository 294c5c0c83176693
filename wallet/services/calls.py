"""Shared handling of provider calls without a final answer: they are repeated with growing pauses; after a day the row's
status becomes `attention`, and staff records what the provider says. Outcomes are never assumed."""

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.states import InvalidState, Machine
from wallet.rules.calls import ATTENTION_AFTER, call_pause

log = logging.getLogger(__name__)


def schedule_retry(row: Any, machine: Machine, *, patience: timedelta = ATTENTION_AFTER) -> bool:
    """Set the next attempt of a locked row, and its status to `attention` when the row is older than `patience`.

    Returns whether the status changed now. The caller saves `next_attempt_at` and `status`.
    """
    now = clock.now()
    row.next_attempt_at = now + call_pause(row.attempts)
    if "alert" not in machine.allowed(row.status) or row.created_at > now - patience:
        return False
    mark_attention(row, machine)
    return True


def mark_attention(row: Any, machine: Machine, cause: str = "unknown to the provider") -> None:
    """Any open status -> attention: staff has to decide. The caller has locked the row, and saves its status."""
    row.status = machine.next(row.status, "alert")
    log.error("payment needs a decision by staff", extra={"row": row.public_id, "cause": cause})


def get_in_attention(rows: QuerySet[Any], pk: UUID) -> Any:
    """A row that awaits staff's decision. Raises InvalidState (409) when it has left `attention`."""
    row = rows.get(pk=pk)
    if row.status != "attention":
        raise already_ended(row)
    return row


def already_ended(row: Any) -> InvalidState:
    """The error (409) for a decision about a row whose outcome is known by now."""
    return refusal(row, f"This one is {row.status} by now.")


def refusal(row: Any, words: str) -> InvalidState:
    """The error (409) for a decision that is not possible."""
    return InvalidState(words, currentState=row.status, allowedActions=[])
