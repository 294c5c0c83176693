"""What a dry run posted, in the names that docs/money.md has for the outside."""

from typing import Any
from uuid import UUID

from marketplace.core import ids
from marketplace.core.dry_runs import DryRun
from marketplace.models import Account
from wallet.models.ledger import LedgerAccount, LedgerMove


def moves(dry: DryRun, viewer: UUID | None) -> list[dict[str, Any]]:
    """The moves that stand in the ledger now, of the transactions of this run, in the order in which they were posted. Read before
    the run is undone. `viewer`: whose wallet and earnings have no owner's name.

    What a savepoint took back is not there any more, and so is not told.
    """
    rows = LedgerMove.objects.filter(transaction_id__in=dry.posted).select_related("source", "destination")
    found = list(rows.order_by("pk"))
    owners = {
        account.owner_id
        for move in found
        for account in (move.source, move.destination)
        if account.owner_prefix == "usr"
    }
    people = Account.objects.in_bulk(owners - {viewer})

    def name(account: LedgerAccount) -> str:
        if account.owner_id is None:
            return account.code
        if account.owner_prefix == "esc":
            escrow = "new" if account.owner_id > dry.born_after else ids.encode("esc", account.owner_id)
            return f"{account.kind}:{escrow}"
        if account.owner_id == viewer:
            return account.kind
        born = account.owner_id > dry.born_after
        return f"{account.kind}:{'new' if born else people[account.owner_id].public_profile_id}"

    return [{"from": name(move.source), "to": name(move.destination), "cents": move.cents} for move in found]
