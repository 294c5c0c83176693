"""Sums of the ledger's moves by bounty."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, Sum

from wallet.models.ledger import LedgerMove


@dataclass(frozen=True, slots=True)
class Flow:
    """In cents: `reserved` from the wallet, `spent` on pay and fees, `refunded` to the wallet; the rest is still held."""

    reserved: int = 0
    spent: int = 0
    refunded: int = 0

    @property
    def held(self) -> int:
        return self.reserved - self.spent - self.refunded


NOTHING = Flow()
_HELD = ("pool", "hold")


def of_bounties(bounty_ids: Collection[UUID]) -> dict[UUID, Flow]:
    """The flow of each bounty, in one query. Bounties without moves are left out; tips are not included."""
    rows = LedgerMove.objects.filter(bounty_id__in=bounty_ids).order_by().values_list("bounty_id")
    sums = rows.annotate(
        reserved=Sum("cents", filter=Q(source__kind="wallet", destination__kind__in=_HELD), default=0),
        spent=Sum("cents", filter=Q(source__kind="hold", destination__kind__in=("earnings", "fees")), default=0),
        refunded=Sum("cents", filter=Q(source__kind__in=_HELD, destination__kind="wallet"), default=0),
    )
    return {key: Flow(int(reserved), int(spent), int(refunded)) for key, reserved, spent, refunded in sums}
