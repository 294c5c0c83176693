"""Proposals that wait, for the first page of the back office."""

from marketplace.core import clock
from marketplace.models import Account, Proposal


def waiting_for(account: Account) -> int:
    """How many proposals wait for this operator, or for others if they are none: those of others, not expired."""
    return Proposal.objects.filter(state="open", expires_at__gt=clock.now()).exclude(proposer=account).count()
