"""The only way out of a wallet."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from marketplace.core.errors import Problem
from wallet import ledger
from wallet.errors import SpendingCapExceeded, WalletOwes
from wallet.models import Controls
from wallet.selectors import chargebacks
from wallet.services import controls, recoveries


def spend(
    *,
    account_id: UUID,
    key: str,
    kind: str,
    moves: Iterable[ledger.Move],
    prepaid_cents: int = 0,
    tags: Mapping[str, Any] | None = None,
) -> ledger.Posted:
    """Post moves out of this account's wallet, last in the caller's transaction.

    The order of steps is fixed, and each has its place here: what bounds the spend is looked at under its own lock
    before the post; the post, which locks the wallet; what follows from the balance after it, which only that lock
    makes exact. Nothing that waits comes after the post.

    `brought` cents came by a page or quote for exactly this. They count to no cap; the wallet's own part counts, and was
    measured when the page was opened (`check`): who has been charged is not refused.

    Raises WalletOwes (402) for a wallet that owes for a payment which was taken back, SpendingCapExceeded (403),
    InsufficientFunds (402), LedgerConflict (409); ValueError when a move leaves another wallet.
    """
    listed = _capped(account_id, moves, prepaid_cents)
    bounds = _restrained(account_id)
    if bounds is not None and not prepaid_cents:
        controls.check_caps(bounds, listed)
    return _post(account_id, bounds, key=key, kind=kind, moves=listed, tags=tags)


def send_home(
    *, account_id: UUID, key: str, kind: str, moves: Iterable[ledger.Move], tags: Mapping[str, Any] | None = None
) -> ledger.Posted:
    """Post the owner's money out of the wallet to himself: a withdrawal, a refund of a deposit. No cap bounds that.

    Last in the caller's transaction. Raises what `spend` raises but SpendingCapExceeded.
    """
    return _post(account_id, _restrained(account_id), key=key, kind=kind, moves=list(moves), tags=tags)


def check(*, account_id: UUID, cents: int, bounty_id: UUID | None) -> None:
    """Would the caps let these cents of the wallet's own money go, beside what a page is to bring? Moves nothing.

    Locks the controls row. Raises SpendingCapExceeded (403).
    """
    bounds = controls.bounding(account_id)
    if bounds is not None:
        controls.check_caps(bounds, [_leaving(account_id, cents, bounty_id)])


def refusal(account_id: UUID, *, cents: int, bounty_id: UUID) -> Problem | None:
    """Why these cents of the wallet's own money would be refused now, an empty wallet apart: a debt, or a cap. For a
    preview: locks and writes nothing, and tells nobody of a cap that was hit."""
    bounds = Controls.objects.filter(pk=account_id).first()
    try:
        recoveries.check_clear(account_id)
        if bounds is not None:
            controls.check_caps(bounds, [_leaving(account_id, cents, bounty_id)])
    except (WalletOwes, SpendingCapExceeded) as refused:
        return refused
    return None


def _restrained(account_id: UUID) -> controls.Controls | None:
    """What bounds this wallet, locked; None for most. Raises WalletOwes (402)."""
    owed, bounded = chargebacks.restraints(account_id)
    if owed:
        recoveries.check_clear(account_id)
    return controls.bounding(account_id) if bounded else None


def _leaving(account_id: UUID, cents: int, bounty_id: UUID | None) -> ledger.Move:
    return ledger.Move(ledger.wallet(account_id), ledger.TRANSIT, cents, bounty_id, capped=cents)


def _capped(account_id: UUID, moves: Iterable[ledger.Move], prepaid_cents: int) -> list[ledger.Move]:
    """The moves with what of each counts to the caps: what was brought is used up first."""
    mine, listed = ledger.wallet(account_id), []
    for move in moves:
        if move.source == mine:
            free = min(prepaid_cents, move.cents)
            prepaid_cents -= free
            move = move._replace(capped=move.cents - free)
        elif move.source.startswith("wallet:"):
            raise ValueError("a spend takes from one wallet")
        listed.append(move)
    return listed


def _post(
    account_id: UUID, bounds: controls.Controls | None, *, moves: list[ledger.Move], **what: Any
) -> ledger.Posted:
    posted = ledger.post(moves=moves, **what)
    if bounds is not None:
        controls.follow(bounds, posted, moves)
    return posted
