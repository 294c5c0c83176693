"""Proposals that wait, for the first page of the back office."""

from marketplace.core import clock
from marketplace.models import Account, Proposal


def waiting_for(account: Account) -> int:
    """How many proposals of other operators wait, so that this one, or who reads the page, knows of them. One query."""
    return Proposal.objects.filter(state="open", expires_at__gt=clock.now()).exclude(proposer=account).count()
