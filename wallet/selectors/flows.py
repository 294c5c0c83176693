"""What became of the money of a bounty, read from the ledger's moves."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, Sum

from wallet.models.ledger import LedgerMove


@dataclass(frozen=True, slots=True)
class Flow:
    """In cents: what left the wallet for its pool, what was paid out of its seats (pay and fee), what came back to the
    wallet. What is still held is the rest."""

    reserved: int = 0
    spent: int = 0
    refunded: int = 0

    @property
    def held(self) -> int:
        return self.reserved - self.spent - self.refunded


NOTHING = Flow()
_HELD = ("pool", "hold")


def of_bounties(bounty_ids: Collection[UUID]) -> dict[UUID, Flow]:
    """For all of them in one query; those whose money never moved are left out. Tips are no part of it."""
    rows = LedgerMove.objects.filter(bounty_id__in=bounty_ids).order_by().values_list("bounty_id")
    sums = rows.annotate(
        reserved=Sum("cents", filter=Q(source__kind="wallet", destination__kind__in=_HELD), default=0),
        spent=Sum("cents", filter=Q(source__kind="hold", destination__kind__in=("earnings", "fees")), default=0),
        refunded=Sum("cents", filter=Q(source__kind__in=_HELD, destination__kind="wallet"), default=0),
    )
    return {key: Flow(int(reserved), int(spent), int(refunded)) for key, reserved, spent, refunded in sums}
