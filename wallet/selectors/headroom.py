"""What a wallet may spend now, so that an agent plans instead of failing. Locks nothing: a later spend is checked anew."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from marketplace.core.actor import Actor
from marketplace.models import ApiKey
from wallet import ledger
from wallet.models import Caps
from wallet.rules import controls as rules
from wallet.rules.controls import CAP_WINDOWS
from wallet.selectors import balances, spender_limits, spent
from wallet.selectors.spender_limits import Limits


@dataclass(frozen=True, slots=True)
class CapState:
    """A cap that is set and what it leaves, in cents. `cap` is per_bounty or the name of a window; of a key or connector, with
    that word before it."""

    cap: str
    cap_cents: int
    spent_cents: int

    @property
    def left_cents(self) -> int:
        return max(0, self.cap_cents - self.spent_cents)


@dataclass(frozen=True, slots=True)
class Headroom:
    """All in cents. `spendable`: what one spend may take now, 0 for a frozen wallet or one with a debt; `bound_by` says what
    bounds it: balance, frozen, debt or the name of a cap. `credential`: the limits of the key or connector that asks."""

    balance_cents: int
    owed_cents: int
    spendable_cents: int
    frozen_at: datetime | None
    frozen_reason: str
    asks_above_cents: int | None
    caps: list[CapState]
    bound_by: str
    credential: Limits | None
    spent: dict[str, int] = field(default_factory=dict)  # by all, in each window, whether it has a cap or not

    @property
    def allowed_scopes(self) -> list[str] | None:
        return self.credential.subject.scopes if self.credential else None

    @property
    def allowed_categories(self) -> list[str] | None:
        return self.credential.subject.categories if self.credential else None

    @property
    def allowed_countries(self) -> list[str] | None:
        return self.credential.subject.countries if self.credential else None


def headroom(actor: Actor, *, bounty_id: UUID | None = None) -> Headroom:
    """What one spend may take now: the balance, bounded by the rolling caps of the account, and of the key or connector that
    asks; with a bounty, by the caps for one bounty, too."""
    account_id = actor.id
    mine = ledger.wallet(account_id)
    controls, owed = balances.controls_and_debt(account_id)
    balance = ledger.balance(mine)
    lately = spent.in_windows(mine, CAP_WINDOWS)
    found = _states(mine, controls, bounty_id, lately)
    own = _credential(actor)
    if own is not None:
        kind = "key" if isinstance(own.subject, ApiKey) else "connector"
        found += [replace(state, cap=f"{kind}_{state.cap}") for state in _own_states(mine, own, bounty_id)]
    amounts = (controls.ask_above_cents, own.caps.ask_above_cents if own else None)
    asks_above = min((cents for cents in amounts if cents is not None), default=None)
    tightest = min(found, key=lambda state: state.left_cents, default=None)
    bound_by = "balance" if tightest is None or balance <= tightest.left_cents else tightest.cap
    if controls.frozen_at or owed:
        bound_by = "frozen" if controls.frozen_at else "debt"
    free = 0 if controls.frozen_at or owed else min([balance, *(state.left_cents for state in found)])
    return Headroom(
        balance, owed, free, controls.frozen_at, controls.frozen_reason, asks_above, found, bound_by, own, lately
    )


def _credential(actor: Actor) -> Limits | None:
    subject = actor.key if actor.via == "key" else actor.connector
    return spender_limits.of(subject) if subject is not None else None


def _own_states(mine: str, own: Limits, bounty_id: UUID | None) -> list[CapState]:
    spender = own.caps.spender
    already = spent.in_windows(mine, {name: CAP_WINDOWS[name] for name in own.caps.rolling_caps}, spender)
    return _states(mine, own.caps, bounty_id, already, spender)


def _states(
    mine: str, caps: Caps, bounty_id: UUID | None, already: dict[str, int], spender: str | None = None
) -> list[CapState]:
    """The caps that are set, that of one bounty first, and what is spent of each: by all, or by one spender."""
    found = [CapState(name, cap, already[name]) for name, cap in caps.rolling_caps.items()]
    if caps.spending_cap_per_bounty_cents is not None:
        on_it = spent.on_bounty(mine, bounty_id, spender) if bounty_id else 0
        found.insert(0, CapState("per_bounty", caps.spending_cap_per_bounty_cents, on_it))
    return found


def bars(actor: Actor, costs: Sequence[int]) -> list[rules.Bar | None]:
    """Which cap of the account is in the way of each of several new bounties (cents), funded in this order by somebody signed in;
    None where none is."""
    mine = balances.controls(actor.id)
    windows = {name: CAP_WINDOWS[name] for name in mine.rolling_caps}
    used = spent.in_windows(ledger.wallet(actor.id), windows) if windows else {}
    return rules.bars(costs, per_bounty=mine.spending_cap_per_bounty_cents, rolling=mine.rolling_caps, spent=used)
