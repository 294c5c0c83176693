"""What managed products do with their bounties: reconcile dirty ones, pay, close the intake, refund.

A product's own row is locked before its bounty, so code that holds the bounty's lock never calls the product: it marks the
bounty dirty (`dirty_since`) in the same transaction, and the product's task reconciles it.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from django.db import DatabaseError

from bounties.models import Application, Bounty, Submission
from bounties.rules.bounties import UNFILLED
from bounties.services import endings
from escrow.models import Escrow
from escrow.services import releases
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.transactions import for_each_due, unit

_AT_ONCE = 10  # bounties that one read reconciles; the timer follows with the others
_ROUNDS = 50  # of one bounty: a bound, so that no error can make a read endless
log = logging.getLogger(__name__)


def reconcile_dirty(kinds: Sequence[str], work: Callable[[UUID], None]) -> int:
    """Timer: call `work(bounty pk)` for each dirty bounty of these kinds, each in a transaction of its own.

    `work` must lock the product's row, then the bounty, and call `mark_clean`. Returns how many were reconciled.
    """
    return for_each_due(Bounty.objects.filter(kind__in=kinds, dirty_since__isnull=False), work, by="dirty_since")


def catch_up(owner_id: UUID, kind: str, work: Callable[[UUID], None]) -> None:
    """Before an owner reads their products of this kind: reconcile their dirty bounties, as the timer would do in a moment, so
    that what was answered is what every view shows (contract, section 8).

    `work` as in `reconcile_dirty`; one transaction per reconciliation. A failure is logged and left to the timer.
    """
    dirty = Bounty.objects.filter(owner_id=owner_id, kind=kind, dirty_since__isnull=False)
    for pk in dirty.order_by("dirty_since").values_list("pk", flat=True)[:_AT_ONCE]:
        try:
            for _ in range(_ROUNDS):
                unit(partial(work, pk))
                if not dirty.filter(pk=pk).exists():
                    break
        except (Problem, DatabaseError):
            log.exception("a product could not be reconciled before it was read", extra={"bounty": str(pk)})


def mark_clean(bounty: Bounty) -> None:
    """The product reconciles this bounty now: later changes mark it dirty again. The bounty is locked by the caller."""
    bounty.dirty_since = None
    bounty.save(update_fields=["dirty_since"])


def pay(actor: Actor, application: Application, *, note: str) -> Escrow:
    """The product accepts the work: pending evidence is approved, worker and fee are paid.

    `note` is kept with the event. Bounty and application are locked by the caller; locks pool, escrow. The transfer comes
    last. Raises InvalidState (409) for a seat whose money is decided, or in a dispute.
    """
    assert application.escrow_id is not None
    return releases.release_by_staff(actor, application.escrow_id, note=note)


def pending_submission(application: Application) -> Submission | None:
    """The submission of a seat that waits for a review, if any. Locks nothing."""
    found: Submission | None = (
        application.submissions.select_related("application__human", "application__escrow")
        .filter(status="pending_review")
        .first()
    )
    return found


def close_intake(actor: Actor, bounty: Bounty, *, response: str) -> None:
    """Stop hiring: applications are no longer accepted, and a first batch of pending applicants is rejected with `response`.

    The others are rejected after `refund_free_seats`. Hired people keep their deadlines. Does nothing on a bounty that is
    full or over. The bounty is locked by the caller; locks applications.
    """
    if bounty.status in UNFILLED:
        endings.close_intake(actor, bounty, note=response)
        endings.reject_pending_batch(actor, bounty, response=response)


def refund_free_seats(actor: Actor, bounty: Bounty, *, reason: str) -> None:
    """Remove and refund the unfilled spots: the bounty goes on with the people hired, or is closed when nobody is.

    Does nothing on a bounty that is full or over. The bounty is locked by the caller; locks the pool. The transfer comes
    last. Raises InvalidState (409).
    """
    if bounty.status in UNFILLED:
        endings.remove_free_seats(actor, bounty, reason=reason)
