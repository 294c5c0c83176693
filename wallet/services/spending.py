"""The only way out of a wallet."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from marketplace.core.errors import Problem
from wallet import ledger
from wallet.errors import SpendingCapExceeded, WalletOwes
from wallet.models import Controls
from wallet.services import controls, recoveries


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

    The order of steps is fixed, and each has its place here: what bounds the spend is looked at under its own lock
    before the post; the post, which locks the wallet; what follows from the balance after it, which only that lock
    makes exact. Nothing that waits comes after the post.

    `counts` marks the moves as spending, which the owner's caps bound; false for money that a page brought for exactly
    this, and for money that goes home. Raises WalletOwes (402) for a wallet that owes for a payment which was taken back,
    SpendingCapExceeded (403), InsufficientFunds (402), LedgerConflict (409); ValueError when a move leaves another wallet.
    """
    listed, mine = list(moves), ledger.wallet(account_id)
    if any(move.source.startswith("wallet:") and move.source != mine for move in listed):
        raise ValueError("a spend takes from one wallet")
    recoveries.check_clear(account_id)
    bounds = controls.bounding(account_id)
    if bounds is not None and counts:
        controls.check_caps(bounds, listed)
    posted = ledger.post(key=key, kind=kind, moves=listed, spend=counts, tags=tags)
    if bounds is not None:
        controls.follow(bounds, posted, listed)
    return posted


def refusal(account_id: UUID, *, cents: int, bounty_id: UUID) -> Problem | None:
    """What would keep `spend` from taking this for a new bounty, besides an empty wallet: a debt or a cap. For a preview:
    nothing is locked, written or told."""
    leaving = ledger.Move(ledger.wallet(account_id), ledger.pool(bounty_id), cents, bounty_id)
    bounds = Controls.objects.filter(pk=account_id).first()
    try:
        recoveries.check_clear(account_id)
        if bounds is not None:
            controls.check_caps(bounds, [leaving])
    except (WalletOwes, SpendingCapExceeded) as refused:
        return refused
    return None
