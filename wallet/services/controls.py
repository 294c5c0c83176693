"""What bounds a wallet: spending caps, the low-balance mark, and the settings of the automatic top-up (docs/money.md, 7)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from marketplace.api.fields import timestamp
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.queue import enqueue
from wallet import events, ledger
from wallet.errors import SpendingCapExceeded
from wallet.models import Controls
from wallet.rules import topup_faults
from wallet.selectors import spent


def change(actor: Actor, changes: Mapping[str, Any]) -> Controls:
    """PATCH /api/wallet/controls: what was sent, null clears. Locks the controls row. In the caller's transaction.

    A change of the top-up forgets its earlier failures, and it looks at the balance at once.
    Raises Invalid (400) unless target > floor > 0 and maxPerDay >= target - floor while it is on.
    """
    Controls.objects.bulk_create([Controls(account_id=actor.id)], ignore_conflicts=True)
    controls: Controls = Controls.objects.locked().get(pk=actor.id)
    for name, value in changes.items():
        setattr(controls, name, value)
    faults = topup_faults(
        enabled=controls.auto_topup_enabled,
        floor=controls.auto_topup_floor_cents,
        target=controls.auto_topup_target_cents,
        max_per_day=controls.auto_topup_max_per_day_cents,
    )
    if faults:
        raise Invalid({name: [words] for name, words in faults.items()})
    if controls.auto_topup_enabled and any(name.startswith("auto_topup") for name in changes):
        controls.topup_failures, controls.topup_not_before = 0, None
        enqueue("wallet.top_up", account_id=str(actor.id))
    controls.save()
    return controls


def stop_top_ups(account_id: UUID) -> None:
    """The automatic top-up is off until its owner switches it on again. Locks the controls, if there are any."""
    Controls.objects.filter(pk=account_id, auto_topup_enabled=True).update(auto_topup_enabled=False)


def bounding(account_id: UUID) -> Controls | None:
    """The controls of an owner who has set any, locked: two spends of one wallet are measured one after the other."""
    found: Controls | None = Controls.objects.locked().filter(pk=account_id).first()
    return found


def check_caps(controls: Controls, moves: Iterable[ledger.Move]) -> None:
    """Raises SpendingCapExceeded (403) when a move out of this wallet would pass a cap; the owner is told of it after the
    refusal has rolled everything back.

    The row is locked already, and only now the sums are taken: in one statement with the lock they would be those from
    before the wait (money.md, 7).
    """
    mine = ledger.wallet(controls.account_id)
    leaving = [move for move in moves if move.source == mine and move.capped]
    cap = controls.spending_cap_rolling_24h_cents
    if cap is not None:
        attempted = sum(move.capped for move in leaving)
        already = spent.in_window(mine)
        if already + attempted > cap:
            fits_at = spent.fits_again_at(mine, cents=already + attempted - cap) if attempted <= cap else None
            raise _refusal(controls, "rolling_24h", attempted, cap, already, resets_at=fits_at)
    cap = controls.spending_cap_per_bounty_cents
    for bounty_id in {move.bounty for move in leaving if move.bounty} if cap is not None else ():
        assert cap is not None
        attempted = sum(move.capped for move in leaving if move.bounty == bounty_id)
        already = spent.on_bounty(mine, bounty_id)
        if already + attempted > cap:
            raise _refusal(controls, "per_bounty", attempted, cap, already, resets_at=None)


def follow(controls: Controls, posted: ledger.Posted, moves: Iterable[ledger.Move]) -> None:
    """What follows from the balance after a post, which only its lock makes exact: the mark that was crossed, and the
    top-up below its floor. Waits for nothing."""
    mine = ledger.wallet(controls.account_id)
    if posted.id is None or mine not in posted.balances:
        return
    after = posted.balances[mine]
    before = after + sum(move.cents * ((move.source == mine) - (move.destination == mine)) for move in moves)
    mark = controls.low_balance_threshold_cents
    if mark is not None and before >= mark > after:
        events.low_balance(controls.account_id, transaction_id=posted.id, balance_cents=after, threshold_cents=mark)
    if controls.auto_topup_enabled and after < (controls.auto_topup_floor_cents or 0):
        enqueue("wallet.top_up", account_id=str(controls.account_id))


def follow_loss(account_id: UUID, posted: ledger.Posted, moves: Iterable[ledger.Move]) -> None:
    """`follow`, for money that leaves a wallet without anybody's spending it: a bank takes a payment back, a debt is paid off.
    Its controls are only read: no cap bounds that."""
    controls = Controls.objects.filter(pk=account_id).first()
    if controls is not None:
        follow(controls, posted, moves)


def _refusal(
    controls: Controls, cap: str, attempted: int, cap_cents: int, already: int, *, resets_at: datetime | None
) -> SpendingCapExceeded:
    refusal = SpendingCapExceeded(
        cap=cap, attempted_cents=attempted, cap_cents=cap_cents, spent_cents=already, resets_at=timestamp(resets_at)
    )
    refusal.after = partial(
        events.spending_cap_hit, controls.account_id, cap=cap, attempted_cents=attempted, cap_cents=cap_cents
    )
    return refusal
