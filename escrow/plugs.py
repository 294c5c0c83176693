"""Escrow's answers to the sockets of lower steps."""

from uuid import UUID

from escrow.models import Transfer
from escrow.selectors import invariants, ladder, rates
from escrow.services import transfers
from marketplace.ports import policies
from wallet.ports import Settled, audits, settlements


class TransferSettlement:
    """Settles checkout pages that were opened for a tip or reimbursement."""

    def lock(self, subject_id: UUID) -> Transfer:
        return transfers.lock(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled:
        return Settled("funded" if transfers.settle(subject_id, prepaid_cents=cents) else "left_in_wallet", None)


def plug() -> None:
    policies.plug("release ladder", ladder.policy)
    policies.plug("fees", rates.policy)
    audits.plug("escrow", invariants.rows)
    settlements.plug(transfers.PURPOSE, TransferSettlement())
