"""What calls of a payment provider have in common: without an answer they are repeated with growing pauses; after a day
the row's status is `attention`, and staff finds out at the provider what happened. Nothing is guessed."""

import logging
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from marketplace.core import clock
from marketplace.core.states import InvalidState, Machine
from wallet.rules import UNKNOWN_FOR, call_pause

log = logging.getLogger(__name__)


def put_off(row: Any, machine: Machine, *, patience: timedelta = UNKNOWN_FOR) -> bool:
    """Set the next attempt of a locked row, and its status to `attention` when it is older than `patience`. True when that
    happened now. The caller saves next_attempt_at and status."""
    now = clock.now()
    row.next_attempt_at = now + call_pause(row.attempts)
    if "alert" not in machine.allowed(row.status) or row.created_at > now - patience:
        return False
    alert(row, machine)
    return True


def alert(row: Any, machine: Machine, cause: str = "unknown to the provider") -> None:
    """Any open status -> attention: staff is called. The caller has locked the row, and saves its status."""
    row.status = machine.next(row.status, "alert")
    log.error("a payment needs a person", extra={"row": row.public_id, "cause": cause})


def in_attention(rows: QuerySet[Any], pk: UUID) -> Any:
    """A row that staff may decide about. Raises InvalidState (409) when its end is known by now."""
    row = rows.get(pk=pk)
    if row.status != "attention":
        raise known(row)
    return row


def known(row: Any) -> InvalidState:
    return refused(row, f"This one is {row.status} by now.")


def refused(row: Any, words: str) -> InvalidState:
    return InvalidState(words, currentState=row.status, allowedActions=[])
