"""Escrow's answers to the sockets of lower steps."""

from uuid import UUID

from escrow.models import Transfer
from escrow.selectors import hires, invariants, ladder, rates
from escrow.services import pending_transfers
from marketplace.ports import policies
from wallet.ports import Settled, audits, settlements


class TransferSettlement:
    """Settles checkout pages that were opened for a tip or reimbursement."""

    def lock(self, subject_id: UUID) -> Transfer:
        return pending_transfers.lock(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str) -> Settled:
        return Settled(
            "funded" if pending_transfers.settle(subject_id, prepaid_cents=cents) else "left_in_wallet", None
        )


def plug() -> None:
    policies.plug("release ladder", ladder.policy)
    policies.plug("fees", rates.policy)
    audits.plug("escrow", invariants.rows)
    settlements.plug(hires.TRANSFER_PAGE, TransferSettlement())
