"""The only functions that post money out of a wallet."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from wallet import ledger
from wallet.errors import SpendingCapExceeded, WalletFrozen, WalletOwes
from wallet.models import Controls
from wallet.ports import SpendAbout
from wallet.rules.approvals import needs_approval
from wallet.selectors import approvals as amounts
from wallet.selectors import balances
from wallet.services import approvals, controls, recoveries, spender_limits


def spend(
    *,
    account_id: UUID,
    by: Actor,
    key: str,
    kind: str,
    moves: Iterable[ledger.Move],
    prepaid_cents: int = 0,
    tags: ledger.Tags | None = None,
) -> ledger.Posted:
    """Post moves out of this account's wallet, last in the caller's transaction.

    Args: `by` asked for it: a frozen wallet is only spent from by its owner, signed in, and a key or connector has caps of
    its own beside the account's; the ledger names the spender; `key` and `kind` as in `ledger.post`;
    `prepaid_cents` were paid by a checkout page or quote for this purpose. They do
    not count towards caps; the wallet's own part does, but was checked when the page was created (`check_beside_page`), so a payer
    who has been charged is not refused now.
    Locks the owner's controls, checks debts and caps, posts (which locks the ledger accounts), then reacts to the balance
    while that lock holds. A key's spend above the owner's amount needs their approval: without one it is posted, so that
    only what could be done is asked about, and then the call is Deferred, which rolls it back. Raises WalletOwes (402) for a
    wallet with a debt, WalletFrozen, SpendingCapExceeded, ApprovalDeclined, ApprovalExpired (403), InsufficientFunds (402),
    ApprovalExceeded, LedgerConflict (409), IdempotencyKeyRequired (400), ValueError when a move leaves another wallet.
    Spec: Wallet controls.
    """
    capped_moves = _capped(account_id, moves, prepaid_cents)
    owner_controls = _lock_limits(account_id, by)
    question = None
    if not prepaid_cents:
        spender_limits.check_caps(owner_controls, by, capped_moves)
        cents = sum(move.capped for move in capped_moves)
        bounty_id = next((move.bounty for move in capped_moves if move.bounty), None)
        question = approvals.consult(owner_controls, by, cents=cents, spend_key=key, bounty_id=bounty_id)
    posted = _post(owner_controls, key=key, kind=kind, moves=capped_moves, tags=tags, spender=by.spender)
    if question is not None:
        question.ask(kind, capped_moves)
    return posted


def send_to_owner(
    *,
    account_id: UUID,
    by: Actor,
    key: str,
    kind: str,
    moves: Iterable[ledger.Move],
    tags: ledger.Tags | None = None,
) -> ledger.Posted:
    """Post the owner's money out of the wallet to themselves (withdrawal, refund of a deposit). Caps do not apply.

    Last in the caller's transaction. Locks and raises as `spend`, but never SpendingCapExceeded.
    """
    return _post(_lock_limits(account_id, by), key=key, kind=kind, moves=list(moves), tags=tags, spender=by.spender)


def check_beside_page(*, account_id: UUID, by: Actor, cents: int, bounty_id: UUID | None, what: str) -> None:
    """Before a checkout page for one subject, that `by` asks for: the wallet may spend at all, and the `cents` that it is to pay
    in addition are within the caps and approved by its owner. Moves no money. `what` is shown to an owner who is asked.

    One lock of the controls row holds for all of it, so that a freeze or a changed cap is either seen or waits. Raises what
    `spend` raises for a debt, a freeze, a cap or an approval.
    """
    owner_controls = _lock_limits(account_id, by)
    if cents <= 0:
        return
    leaving = [_leaving(account_id, cents, bounty_id)]
    spender_limits.check_caps(owner_controls, by, leaving)
    if (question := approvals.consult(owner_controls, by, cents=cents, bounty_id=bounty_id)) is not None:
        question.ask("beside_page", leaving, about={"title": what})


def agree_on(
    *, account_id: UUID, by: Actor, cents: int, kind: str, about: SpendAbout, bounty_id: UUID | None = None
) -> None:
    """Ask for the owner's approval of what timers will spend later: `cents` each time, or once the wallet has them. Moves no
    money. `kind` is one of `rules.approvals.AGREED`.

    Locks the controls row. Raises what `spend` raises for an approval.
    """
    if by.via not in amounts.ASKED:
        return
    owner_controls = controls.lock_controls(account_id)
    if (question := approvals.consult(owner_controls, by, cents=cents, bounty_id=bounty_id)) is not None:
        question.ask(kind, [_leaving(account_id, cents, bounty_id)], about=about)


def asked_above(account_id: UUID, *, by: Actor, cents: int) -> int | None:
    """The owner's amount in cents, if a spend of `cents` by this caller would wait for their approval; else None. For previews."""
    above = amounts.ask_above(balances.controls(account_id), by)
    return above.cents if above is not None and cents > above.cents else None


def approval_warnings(account_id: UUID, *, by: Actor, cents: int) -> list[str]:
    """What a preview says of a spend of `cents` by this caller that would wait for the owner's approval; empty when it would not.
    Locks nothing."""
    amount = asked_above(account_id, by=by, cents=cents)
    if amount is None:
        return []
    return [needs_approval(cents, amount)]


def preview_refusal(account_id: UUID, *, by: Actor, cents: int, bounty_id: UUID | None) -> Problem | None:
    """The error that a spend of `cents` would raise now because of a debt or a cap; None if it would not. For previews: the
    balance is not checked, nothing is locked or written, and no event is published. Without a bounty (for the sum of several)
    no cap per bounty is looked at."""
    owner_controls = balances.controls(account_id)
    try:
        recoveries.check_no_debt(account_id)
        controls.check_not_frozen(owner_controls, by)
        leaving = [_leaving(account_id, cents, bounty_id)]
        spender_limits.check_caps(owner_controls, by, leaving)
    except (WalletOwes, WalletFrozen, SpendingCapExceeded) as refusal:
        return refusal
    return None


def _lock_limits(account_id: UUID, by: Actor) -> Controls:
    """The owner's controls, locked. Raises WalletOwes (402) for a wallet with a debt, WalletFrozen (403)."""
    locked = controls.lock_controls(account_id)
    if locked.owed:
        recoveries.check_no_debt(account_id)
    controls.check_not_frozen(locked, by)
    return locked


def _leaving(account_id: UUID, cents: int, bounty_id: UUID | None) -> ledger.Move:
    return ledger.Move(ledger.wallet(account_id), ledger.TRANSIT, cents, bounty_id, capped=cents)


def _capped(account_id: UUID, moves: Iterable[ledger.Move], prepaid_cents: int) -> list[ledger.Move]:
    """The moves with their `capped` cents set: what was prepaid is deducted from the first ones."""
    mine, capped_moves = ledger.wallet(account_id), []
    for move in moves:
        if move.source == mine:
            free = min(prepaid_cents, move.cents)
            prepaid_cents -= free
            move = move._replace(capped=move.cents - free)
        elif move.source.startswith("wallet:"):
            raise ValueError("a spend takes from one wallet")
        capped_moves.append(move)
    return capped_moves


def _post(owner_controls: Controls, *, moves: list[ledger.Move], **what: Any) -> ledger.Posted:
    posted = ledger.post(moves=moves, **what)
    controls.after_post(owner_controls, posted, moves)
    return posted
