"""The only way out of a wallet. Caps and the low-balance crossing belong here, around the one post."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from wallet import ledger


def spend(
    *,
    account_id: UUID,
    key: str,
    kind: str,
    moves: Iterable[ledger.Move],
    counts: bool = True,
    tags: Mapping[str, Any] | None = None,
) -> ledger.Posted:
    """Post moves out of this account's wallet, last in the caller's transaction.

    `counts` marks them as spending for the rolling cap: false for money that a page brought for exactly this.
    Raises InsufficientFunds (402), LedgerConflict (409).
    """
    listed = list(moves)
    if any(move.source != ledger.wallet(account_id) for move in listed if move.source.startswith("wallet:")):
        raise ValueError("a spend takes from one wallet")
    return ledger.post(key=key, kind=kind, moves=listed, spend=counts, tags=tags)
