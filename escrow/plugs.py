"""Escrow's answers to the sockets of lower steps."""

from uuid import UUID

from escrow.models import Transfer
from escrow.rules.personal import TABLES
from escrow.selectors import account_data as account_data_of
from escrow.selectors import due, hires, invariants, ladder, rates, unfinished
from escrow.selectors import waiting as waiting_of
from escrow.services import desk, pending_transfers
from escrow.web import party
from marketplace.core.actor import Actor
from marketplace.ports import AccountData as Part
from marketplace.ports import account_data, due_rows, party_notes, party_parts, policies, waiting
from wallet.ports import Settled, audits, settlements
from webhooks.ports import open_subjects


class TransferSettlement:
    """Settles checkout pages that were opened for a tip or reimbursement."""

    def lock(self, subject_id: UUID) -> Transfer:
        return pending_transfers.lock(subject_id)

    def settle(self, *, subject_id: UUID, account_id: UUID, cents: int, source: str, by: Actor) -> Settled:
        return Settled(
            "funded" if pending_transfers.settle(by, subject_id, prepaid_cents=cents) else "left_in_wallet", None
        )


class AccountData(Part):
    """This app's part of an account's data."""

    tables = TABLES
    parts = staticmethod(account_data_of.parts)
    open_matters = staticmethod(account_data_of.open_matters)

    holds = staticmethod(account_data_of.holds)
    files_of = staticmethod(account_data_of.files_of)


def plug() -> None:
    account_data.plug("escrow", AccountData())
    due_rows.plug("escrow", due.rows)
    party_notes.plug(desk.note)
    party_parts.plug("escrow", party.sections)
    policies.plug("release ladder", ladder.policy)
    policies.plug("fees", rates.policy)
    audits.plug("escrow", invariants.rows)
    settlements.plug(hires.TRANSFER_PAGE, TransferSettlement())
    open_subjects.plug("escrow", unfinished.subjects)
    waiting.plug("escrow", waiting_of.parts)
