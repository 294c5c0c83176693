"""What managed products do with their bounties, through the same verbs as everybody: look when one stirs, pay, send back.

A product's own row is locked before its bounty (the staircase), so nothing below ever calls it: a bounty that something
happened to is marked `dirty_since`, in the transaction of what happened, and the product's timer looks at it once more.
"""

from collections.abc import Callable, Sequence
from uuid import UUID

from bounties.models import Application, Bounty, Submission
from bounties.rules.bounties import UNFILLED
from bounties.services import endings
from escrow.models import Escrow
from escrow.services import releases
from marketplace.core.actor import Actor
from marketplace.core.transactions import for_each_due


def follow(kinds: Sequence[str], work: Callable[[UUID], None]) -> int:
    """Timer: `work(bounty's key)` for each bounty of these kinds that is dirty, in a transaction of its own. `work` locks the
    product's row, then the bounty, and then calls `seen`. Returns how many were looked at."""
    return for_each_due(Bounty.objects.filter(kind__in=kinds, dirty_since__isnull=False), work, by="dirty_since")


def seen(bounty: Bounty) -> None:
    """The product looks at it now, under the bounty's lock: what happens from here on stirs it again."""
    bounty.dirty_since = None
    bounty.save(update_fields=["dirty_since"])


def pay(actor: Actor, application: Application, *, note: str) -> Escrow:
    """The product takes the work: evidence that waits for its review is approved, the worker and the fee are paid.

    Bounty and application are locked by the caller; the money moves last. Raises InvalidState (409) for a seat whose
    money is decided already, or in a dispute.
    """
    assert application.escrow_id is not None
    return releases.release_by_staff(actor, application.escrow_id, note=note)


def waiting(application: Application) -> Submission | None:
    """The evidence of a seat that waits for a decision."""
    found: Submission | None = (
        application.submissions.select_related("application__human", "application__escrow")
        .filter(status="pending_review")
        .first()
    )
    return found


def shut(actor: Actor, bounty: Bounty, *, response: str) -> None:
    """Nobody is hired any more: the intake is shut and of those who wait a batch hears no, the rest after `settle`; hired
    people keep their deadlines, and the money of free spots stays until then. The bounty is locked; nothing happens on one
    that is full or over."""
    if bounty.status in UNFILLED:
        endings.shut_intake(actor, bounty, note=response)
        endings.turn_down_rest(actor, bounty, response=response)


def settle(actor: Actor, bounty: Bounty, *, reason: str) -> None:
    """The money of spots that nobody took goes back to the wallet: a bounty that hired somebody goes on with those, one that
    hired nobody is closed. The bounty is locked; the money moves last. Nothing happens on one that is full or over."""
    if bounty.status in UNFILLED:
        endings.remove_free_seats(actor, bounty, reason=reason)
