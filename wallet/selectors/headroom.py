"""What a wallet may spend now, so that an agent plans instead of failing. Locks nothing: a later spend is checked anew."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from wallet import ledger
from wallet.rules import CAP_WINDOWS
from wallet.selectors import balances, chargebacks, spent


@dataclass(frozen=True, slots=True)
class CapState:
    """A cap that is set and what it leaves, in cents. `cap` is per_bounty or the name of a window."""

    cap: str
    cap_cents: int
    spent_cents: int

    @property
    def left_cents(self) -> int:
        return max(0, self.cap_cents - self.spent_cents)


@dataclass(frozen=True, slots=True)
class Headroom:
    """All in cents. `spendable`: what one spend may take now, 0 for a frozen wallet or one with a debt."""

    balance_cents: int
    owed_cents: int
    spendable_cents: int
    frozen_at: datetime | None
    asks_above_cents: int | None
    caps: list[CapState]


def headroom(account_id: UUID, *, bounty_id: UUID | None = None) -> Headroom:
    """What one spend may take now: the balance, bounded by the rolling caps; with a bounty, by the cap for one bounty, too."""
    controls, mine = balances.controls(account_id), ledger.wallet(account_id)
    balance, owed = ledger.balance(mine), chargebacks.owed_cents(account_id)
    caps = controls.rolling_caps
    already = spent.in_windows(mine, {name: CAP_WINDOWS[name] for name in caps})
    found = [CapState(name, cap, already[name]) for name, cap in caps.items()]
    if controls.spending_cap_per_bounty_cents is not None:
        on_it = spent.on_bounty(mine, bounty_id) if bounty_id else 0
        found.insert(0, CapState("per_bounty", controls.spending_cap_per_bounty_cents, on_it))
    free = 0 if controls.frozen_at or owed else min([balance, *(state.left_cents for state in found)])
    return Headroom(balance, owed, free, controls.frozen_at, controls.ask_above_cents, found)
