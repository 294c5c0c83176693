"""Nightly check of the books: all audits of all steps on one snapshot; violations become rows for staff."""

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
from wallet.selectors import checkpoints

log = logging.getLogger(__name__)
LEDGER_SOURCE = "ledger"  # source of violations within our own books, as opposed to a provider's
Violation = tuple[str, str, str]  # (violation, subject, detail)


def violations(*, whole: bool = False) -> list[Violation]:
    """Run all audits and return every violation: of what the last checkpoint leaves open, or of the `whole` history with its
    checkpoints.

    All audits read one snapshot (repeatable read), unless the caller has a transaction open: otherwise moves posted between
    two queries would look like violations. Locks nothing.
    """
    own_transaction = not connection.in_atomic_block
    with transaction.atomic(), connection.cursor() as cursor:
        if own_transaction:
            cursor.execute("set transaction isolation level repeatable read, read only")
        since = None if whole else checkpoints.proven_until()
        return [row for audit in audits.all() for row in audit(since)]


def check() -> int:
    """Timer: record the violations that `check_ledger` would print, and close recorded ones that are no longer found.
    Returns the number of violations."""
    begun = clock.now()
    found = violations()
    record(LEDGER_SOURCE, found)
    Discrepancy.objects.filter(provider=LEDGER_SOURCE, over_at=None, seen_at__lt=begun).update(over_at=clock.now())
    return len(found)


def record(source: str, found: Iterable[Violation]) -> None:
    """Record the violations of one comparison, each once. A repeated one of our own books is opened again; one of a
    provider's that staff has explained stays closed.

    Args: `source` is LEDGER_SOURCE or a provider's name.
    """
    now = clock.now()
    for fault, subject, detail in found:
        log.error("books disagree", extra={"source": source, "fault": fault, "subject": subject, "detail": detail})
        seen = {"detail": detail[:200], "seen_at": now} | ({"over_at": None} if source == LEDGER_SOURCE else {})
        Discrepancy.objects.update_or_create(provider=source, fault=fault, subject=subject[:200], defaults=seen)


def explain(actor: Actor, discrepancy_id: UUID, *, reason: str) -> Discrepancy:
    """Staff explains a difference with a provider's books, which closes it.

    Locks the row. Raises InvalidState (409) for a closed one, and for one of our own books: those close only when the books
    agree again.
    """

    def work() -> Discrepancy:
        row: Discrepancy = Discrepancy.objects.locked().get(pk=discrepancy_id)
        if row.over_at is not None or row.provider == LEDGER_SOURCE:
            raise InvalidState("There is nothing to explain any more.", currentState="over", allowedActions=[])
        row.over_at, row.explanation = clock.now(), f"{actor.label}: {reason}"[:400]
        row.save(update_fields=["over_at", "explanation"])
        return row

    return unit(work)
