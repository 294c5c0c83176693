"""Proposals that wait, for the first page of the back office."""

from marketplace.core import clock
from marketplace.models import Account, Proposal
from marketplace.ports import Waiting


def waiting_parts(staff: Account) -> list[Waiting]:
    """What other operators proposed: whoever proposed can't approve it."""
    rows = Proposal.objects.filter(state="open", expires_at__gt=clock.now()).exclude(proposer=staff)
    return [Waiting("work", "Proposals to approve", rows, "marketplace_proposal", "state__exact=open")]
