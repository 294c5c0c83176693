"""What jobs are called, for the books of lower steps."""

from collections.abc import Collection
from uuid import UUID

from bounties.models import Bounty
from marketplace.core import ids
from wallet.ports import Job


def of_own(owner_id: UUID, bounty_ids: Collection[UUID]) -> dict[UUID, Job]:
    """Those of these bounties that this account owns, in one query; none is asked for nothing."""
    if not bounty_ids:
        return {}
    rows = Bounty.objects.filter(pk__in=bounty_ids, owner_id=owner_id).values_list("pk", "title", "category")
    return {key: Job(title, category, f"/owner/jobs/{ids.encode('bty', key)}") for key, title, category in rows}
