"""What escrow answers to lower steps."""

from uuid import UUID

from escrow.models import Transfer
from escrow.selectors import invariants, ladder, rates
from escrow.services import transfers
from marketplace.ports import policies
from wallet.ports import Settled, audits, settlements


class TransferSettlement:
    """A paid page was for a tip or reimbursement."""

    def lock(self, subject_id: UUID) -> Transfer:
        return transfers.lock(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled:
        return Settled("funded" if transfers.settle(subject_id, brought=cents) else "left_in_wallet", None)


def plug() -> None:
    policies.plug("release ladder", ladder.told)
    policies.plug("fees", rates.told)
    audits.plug("escrow", invariants.rows)
    settlements.plug(transfers.PURPOSE, TransferSettlement())
