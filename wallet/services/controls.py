"""Wallet controls: spending caps, the low-balance threshold and the settings of the automatic top-up (docs/money.md, 7)."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import NamedTuple, TypedDict, cast
from uuid import UUID

from marketplace.api.fields import timestamp
from marketplace.core import addresses, clock, context
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState
from marketplace.errors import SessionRequired
from marketplace.services import alerts
from wallet import events, ledger
from wallet.errors import SpendingCapExceeded, WalletFrozen
from wallet.models import Caps, Controls, ProviderAccount, SpenderLimits, TopUp
from wallet.rules.controls import CAP_WINDOWS
from wallet.rules.topups import topup_errors
from wallet.selectors import chargebacks, spent
from wallet.services import low_balance, told_controls


class ControlsChange(TypedDict, total=False):
    """The fields that PATCH /api/wallet/controls may change; amounts in cents, None clears one."""

    low_balance_threshold_cents: int | None
    spending_cap_per_bounty_cents: int | None
    spending_cap_rolling_24h_cents: int | None
    spending_cap_rolling_7d_cents: int | None
    spending_cap_rolling_30d_cents: int | None
    ask_above_cents: int | None
    auto_topup_enabled: bool
    auto_topup_floor_cents: int | None
    auto_topup_target_cents: int | None
    auto_topup_max_per_day_cents: int | None


def change(actor: Actor, changes: ControlsChange) -> Controls:
    """PATCH /api/wallet/controls: set the given fields, in the caller's transaction.

    A change of the top-up settings resets its failure count and checks the balance at once. The timeline says which values were
    changed, and so does a mail to the owner when a key or connector changed a cap or the top-up. Locks the controls row.
    Raises WalletFrozen (403) for a key or connector while spending is stopped; SessionRequired (403) for `ask_above_cents` by
    anybody but the owner, signed in, whom it asks; Invalid (400) unless target > floor > 0 and maxPerDay >= target - floor while
    the top-up is enabled.
    Spec: Wallet controls.
    """
    if "ask_above_cents" in changes and not actor.is_owner_in_person and actor.via != "staff":
        raise SessionRequired(
            "Only the owner, signed in, says from which amount on they are asked (askAboveCents).",
            ownerPage=addresses.wallet_controls(),
        )
    controls = lock_controls(actor.id)
    check_not_frozen(controls, actor)
    before = {name: getattr(controls, name) for name in changes}
    for name, value in changes.items():
        setattr(controls, name, value)
    errors = topup_errors(
        enabled=controls.auto_topup_enabled,
        floor=controls.auto_topup_floor_cents,
        target=controls.auto_topup_target_cents,
        max_per_day=controls.auto_topup_max_per_day_cents,
    )
    if errors:
        raise Invalid({name: [message] for name, message in errors.items()})
    if controls.auto_topup_enabled and any(name.startswith("auto_topup") for name in changes):
        controls.topup_failures, controls.topup_not_before = 0, None
        enqueue("wallet.top_up", account_id=str(actor.id))
    controls.save()
    _tell_change(actor, before, changes)
    return controls


def stop_top_ups(account_id: UUID) -> None:
    """Switch the automatic top-up off until the owner enables it again. Locks the controls row, if there is one."""
    Controls.objects.filter(pk=account_id, auto_topup_enabled=True).update(auto_topup_enabled=False)


def forget_card(actor: Actor) -> None:
    """The kept card is charged no more, until one is kept again on a payment page; the automatic top-up is switched off with it.

    Mails the owner. Locks the controls, as whatever begins a top-up does, then the account's rows at providers. Raises InvalidState
    (409) while a charge is on its way. Does nothing without a card. Issue "console".
    """
    controls = lock_controls(actor.id)
    if TopUp.objects.filter(account_id=actor.id, status="initiated").exists():
        raise InvalidState(
            "A charge of this card is on its way. Look again when it has ended.",
            currentState="initiated",
            allowedActions=[],
        )
    kept = ProviderAccount.objects.locked().filter(account_id=actor.id).exclude(saved_method_ref="")
    for row in kept:
        alerts.mail_owner(actor.me, "card_forgotten", card=row.saved_method_label)
        row.saved_method_ref = row.saved_method_label = row.saved_method_fingerprint = ""
        row.save(update_fields=["saved_method_ref", "saved_method_label", "saved_method_fingerprint"])
    if controls.auto_topup_enabled:
        controls.auto_topup_enabled = False
        controls.save(update_fields=["auto_topup_enabled"])


def lock_controls(account_id: UUID) -> Controls:
    """Lock the owner's controls, so that spends of one wallet are checked against its caps one after the other, and a freeze
    waits for the spends that began before it. A row that is not there yet is made. With the wallet's debt, in cents (`owed`)."""
    rows = Controls.objects.locked().filter(pk=account_id)
    mine = rows.annotate(owed=chargebacks.debt_of("account_id"))  # type: ignore[no-redef]
    found: Controls | None = mine.first()
    if found is None:
        Controls.objects.bulk_create([Controls(account_id=account_id)], ignore_conflicts=True)
        found = mine.get()
    return found


def freeze(actor: Actor, *, reason: str) -> Controls:
    """POST /api/wallet/freeze: from this commit on nothing leaves the wallet but by its owner, signed in. What is owed goes on:
    seats that are funded are paid or refunded as agreed. `reason` is the owner's note, up to 200 characters.

    Locks the controls row, and so waits for the spends under way. Does nothing to a frozen wallet. Contract 8, issue "console".
    """
    controls = lock_controls(actor.id)
    if controls.frozen_at is None:
        controls.frozen_at, controls.frozen_reason = clock.now(), reason
        controls.save(update_fields=["frozen_at", "frozen_reason"])
        _tell_freeze(actor, controls)
    else:
        context.changes_nothing()
    return controls


def unfreeze(actor: Actor) -> Controls:
    """POST /api/wallet/unfreeze: keys, connectors and running templates may spend again, and a top-up that was left out begins.
    Locks the controls row."""
    controls = lock_controls(actor.id)
    if controls.frozen_at is not None:
        controls.frozen_at, controls.frozen_reason = None, ""
        controls.save(update_fields=["frozen_at", "frozen_reason"])
        _tell_freeze(actor, controls)
        if controls.auto_topup_enabled:
            enqueue("wallet.top_up", account_id=str(actor.id))
    else:
        context.changes_nothing()
    return controls


def check_not_frozen(controls: Controls, by: Actor) -> None:
    """Raise WalletFrozen (403) for everybody but an owner, signed in, or staff. The caller holds the lock of the controls."""
    if controls.frozen_at is not None and not by.is_owner_in_person and by.via != "staff":
        raise WalletFrozen(since=timestamp(controls.frozen_at), reason=controls.frozen_reason)


def check_caps(controls: Controls, by: Actor, moves: Iterable[ledger.Move], own: SpenderLimits | None = None) -> None:
    """Raise SpendingCapExceeded (403) when the moves out of this wallet would exceed a cap; an event follows the rollback.

    Args: `by` spends; `own` are the caps of that key or connector, on what it spends itself, beside those of the account. Of
    several caps that refuse, the one that leaves the least is named, so that whoever asks for what it leaves is not refused by
    another; of equal ones that against which waiting helps least. `resetsAt` is when none refuses any more.

    The caller holds the lock of the controls. The sums are read in a separate statement after that lock: within the locking
    statement they would be from before the wait (money.md, 7). Spec: Wallet controls.
    """
    mine = ledger.wallet(controls.account_id)
    leaving = [move for move in moves if move.source == mine and move.capped]
    over = _exceeded(mine, leaving, controls, None) + (_exceeded(mine, leaving, own, own.spender) if own else [])
    if not over:
        return
    fits = {cap: _fits_at(mine, cap) for cap in over}
    slowest_first = sorted(over, key=lambda cap: (fits[cap] is None, fits[cap] or clock.now()), reverse=True)
    cap, resets_at = min(slowest_first, key=lambda cap: cap.left_cents), fits[slowest_first[0]]
    raise _refusal(controls, cap, resets_at=resets_at, own=own if cap.spender else None, by=by)


def after_post(controls: Controls, posted: ledger.Posted, moves: Iterable[ledger.Move]) -> None:
    """React to the balance after a post, while its lock still holds: publish `wallet.low_balance` and mail the owner when the
    threshold was crossed, and enqueue a top-up below the floor. Waits for no lock (`low_balance.crossed`)."""
    mine = ledger.wallet(controls.account_id)
    if posted.id is None or mine not in posted.balances:
        return
    after = posted.balances[mine]
    before = after + sum(move.cents * ((move.source == mine) - (move.destination == mine)) for move in moves)
    threshold = controls.low_balance_threshold_cents
    if threshold is not None and before >= threshold > after:
        low_balance.crossed(controls, transaction_id=posted.id, balance_cents=after, threshold_cents=threshold)
    if controls.auto_topup_enabled and after < (controls.auto_topup_floor_cents or 0):
        enqueue("wallet.top_up", account_id=str(controls.account_id))


def after_loss(account_id: UUID, posted: ledger.Posted, moves: Iterable[ledger.Move]) -> None:
    """`after_post` for money that leaves the wallet without a spend: a chargeback, or the repayment of a debt. Caps do not
    apply, so the controls are read without a lock."""
    controls = Controls.objects.filter(pk=account_id).first()
    if controls is not None:
        after_post(controls, posted, moves)


def _tell_change(actor: Actor, before: Mapping[str, int | None], changes: ControlsChange) -> None:
    after = cast("Mapping[str, int | None]", changes)
    if not (changed := told_controls.told(actor.me, before, after)):
        return
    told_controls.note(changed)
    may_spend_otherwise = any(after[name] != before[name] for name in before.keys() - {"low_balance_threshold_cents"})
    if may_spend_otherwise and (by := actor.key or actor.connector) is not None:
        told_controls.mail(actor.me, "wallet_limits", changed, by)


def _tell_freeze(actor: Actor, controls: Controls) -> None:
    events.freeze_changed(controls.account_id, at=controls.frozen_at, reason=controls.frozen_reason)
    alerts.mail_owner(actor.me, "frozen" if controls.frozen_at else "unfrozen")


class _Exceeded(NamedTuple):
    """A cap that a spend would exceed; all in cents. `spender`: whose cap it is, None for that of the account."""

    name: str
    attempted_cents: int
    cap_cents: int
    spent_cents: int
    spender: str | None

    @property
    def left_cents(self) -> int:
        return max(0, self.cap_cents - self.spent_cents)


def _exceeded(mine: str, leaving: list[ledger.Move], limits: Caps, spender: str | None) -> list[_Exceeded]:
    found = []
    on_one = limits.spending_cap_per_bounty_cents
    for bounty_id in {move.bounty for move in leaving if move.bounty} if on_one is not None else ():
        assert on_one is not None
        on_it = sum(move.capped for move in leaving if move.bounty == bounty_id)
        already = spent.on_bounty(mine, bounty_id, spender)
        found.append(_Exceeded("per_bounty", on_it, on_one, already, spender))
    attempted, caps = sum(move.capped for move in leaving), limits.rolling_caps
    for name, already in spent.in_windows(mine, {name: CAP_WINDOWS[name] for name in caps}, spender).items():
        found.append(_Exceeded(name, attempted, caps[name], already, spender))
    return [cap for cap in found if cap.spent_cents + cap.attempted_cents > cap.cap_cents]


def _fits_at(mine: str, cap: _Exceeded) -> datetime | None:
    """When this spend would fit beneath the cap; None if never."""
    if cap.name not in CAP_WINDOWS or cap.attempted_cents > cap.cap_cents:
        return None
    over = cap.spent_cents + cap.attempted_cents - cap.cap_cents
    return spent.fits_again_at(mine, cents=over, window=CAP_WINDOWS[cap.name], spender=cap.spender)


def _refusal(
    controls: Controls, cap: _Exceeded, *, resets_at: datetime | None, own: SpenderLimits | None, by: Actor
) -> SpendingCapExceeded:
    spender_id = own.subject_id if own else None
    refusal = SpendingCapExceeded(
        cap=cap.name,
        attempted_cents=cap.attempted_cents,
        cap_cents=cap.cap_cents,
        spent_cents=cap.spent_cents,
        resets_at=timestamp(resets_at),
        spender_id=spender_id,
        may_raise=by.is_owner_in_person,
    )
    refusal.after = partial(
        events.spending_cap_hit,
        controls.account_id,
        cap=refusal.extra["cap"],
        attempted_cents=cap.attempted_cents,
        cap_cents=cap.cap_cents,
        spender_id=spender_id,
    )
    return refusal
