"""Which decisions of staff need a second person."""

from escrow.selectors import disputes as reads
from marketplace.core.actor import Actor


def needs_second(actor: Actor, amount_cents: int) -> bool:
    """Is a seat of this total (cents) above what this person decides alone?"""
    return amount_cents > reads.approval_above()
