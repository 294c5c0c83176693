"""The books looked at as a whole: every audit of every step at one moment, each night, and what is wrong put before staff."""

import logging
from collections.abc import Iterable
from uuid import UUID

from django.db import connection, transaction

from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.core.transactions import unit
from wallet.models import Discrepancy
from wallet.ports import audits

log = logging.getLogger(__name__)
OURS = "ledger"  # the source of what our own books don't agree on among themselves
Violation = tuple[str, str, str]


def violations() -> list[Violation]:
    """(fault, subject, detail) of everything that does not add up, by all audits. Reads one moment, in a transaction of
    its own unless the caller has one: on a busy system, moves between two queries would be read as faults."""
    alone = not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if alone:
            cursor.execute("set transaction isolation level repeatable read, read only")
        return [row for audit in audits.all() for row in audit()]


def check() -> int:
    """Timer: what `check_ledger` would print becomes rows for staff; one that is not found any more is over. Returns how
    many there are."""
    begun = clock.now()
    found = violations()
    note(OURS, found)
    Discrepancy.objects.filter(provider=OURS, over_at=None, seen_at__lt=begun).update(over_at=clock.now())
    return len(found)


def note(source: str, found: Iterable[Violation]) -> None:
    """Write down what one comparison found, each fault once. One of ours that comes again is open again; one of a
    provider's that staff has explained stays explained."""
    now = clock.now()
    for fault, subject, detail in found:
        log.error("the books disagree", extra={"source": source, "fault": fault, "subject": subject, "detail": detail})
        seen = {"detail": detail[:200], "seen_at": now} | ({"over_at": None} if source == OURS else {})
        Discrepancy.objects.update_or_create(provider=source, fault=fault, subject=subject[:200], defaults=seen)


def explain(actor: Actor, discrepancy_id: UUID, *, reason: str) -> Discrepancy:
    """Staff knows why a provider's books differ, and needs no reminder. Our own are over only when they agree again.

    Locks the row. Raises InvalidState (409) for one that is over, or ours.
    """

    def work() -> Discrepancy:
        row: Discrepancy = Discrepancy.objects.locked().get(pk=discrepancy_id)
        if row.over_at is not None or row.provider == OURS:
            raise InvalidState("There is nothing to explain any more.", currentState="over", allowedActions=[])
        row.over_at, row.explanation = clock.now(), f"{actor.label}: {reason}"[:400]
        row.save(update_fields=["over_at", "explanation"])
        return row

    return unit(work)
