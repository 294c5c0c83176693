"""A bounty's pool: the parent escrow that holds the money of the seats that are still free.

The caller holds the bounty's lock; for another price or number of seats the pool's row is locked next. Posts come last (money.md,
"Locks").
"""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

from escrow import events
from escrow.models import Escrow
from escrow.rules.escrows import POOL, WARRANTY_MAX_DAYS, Unit, unit
from escrow.selectors import access
from escrow.selectors.pools import SeatSummary
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from marketplace.core.transactions import insert_later
from wallet import ledger
from wallet.services import spending


def plan_pool(
    *, owner_id: UUID, bounty_id: UUID, price_cents: int, fee_bps: int, seats: int, run_ref: str = ""
) -> Escrow:
    """Build an unfunded, unsaved pool for `seats` seats.

    Args: `price_cents` is the worker's pay of one seat; `fee_bps` our fee on it in basis points, which the pool keeps even
    if operators change the rate later; `run_ref` is the public id of the managed run that hires. Locks nothing.
    Spec: Bounty (states).
    """
    one = unit(price_cents, fee_bps)
    return Escrow(
        kind="pool",
        status="funding",
        owner_id=owner_id,
        subject_kind="bounty",
        subject_id=bounty_id,
        bounty_id=bounty_id,
        run_ref=run_ref,
        unit_price_cents=price_cents,
        fee_bps=fee_bps,
        human_payout_cents=seats * one.price,
        platform_fee_cents=seats * one.fee,
        amount_cents=seats * one.total,
    )


def replan(pool_id: UUID, *, price_cents: int, seats: int) -> Escrow:
    """Change the price (cents of worker pay per seat) or the number of seats of an unfunded pool. Moves no money.

    Locks the pool.
    """
    pool = access.lock_pool(pool_id)
    assert pool.status == "funding"
    one = unit(price_cents, pool.fee_bps)
    pool.unit_price_cents, pool.human_payout_cents = one.price, seats * one.price
    pool.platform_fee_cents, pool.amount_cents = seats * one.fee, seats * one.total
    pool.save(update_fields=["unit_price_cents", "human_payout_cents", "platform_fee_cents", "amount_cents"])
    return pool


def record_funding(actor: Actor, pool: Escrow, *, source: str) -> None:
    """Mark the pool as funded and publish `escrow.funded`; the money follows with `post_funding`.

    There are two steps so that the caller can write its own rows in between and the post still comes last.
    Args: `pool` is locked by the caller, or unsaved; `source` says how the money came (wallet, checkout or mpp).
    Raises InvalidState (409) when the pool was funded before. Spec: Escrow (states).
    """
    before = pool.status
    pool.status = POOL.next(before, "fund")
    pool.funded_at = clock.now()
    pool.funding_source = source
    if pool._state.adding:
        insert_later(pool)
    else:
        pool.save(update_fields=["status", "funded_at", "funding_source"])
    events.moved(pool, before=before, action="fund", actor=actor)
    events.funded(pool, actor)


def post_funding(actor: Actor, pool: Escrow, *, prepaid_cents: int = 0) -> None:
    """Post the pool's amount from the owner's wallet (key `fund:<pool>`), last in the caller's transaction.

    Args: `prepaid_cents` were paid by a checkout page or quote for this bounty and do not count towards spending caps.
    Locks the owner's controls, then the ledger accounts. Raises InsufficientFunds, WalletOwes (402), SpendingCapExceeded
    (403). Spec: Escrow (states).
    """
    spending.spend(
        account_id=pool.owner_id,
        by=actor,
        key=f"fund:{pool.pk}",
        kind="fund",
        moves=[
            ledger.Move(ledger.wallet(pool.owner_id), ledger.pool(pool.pk), pool.amount_cents, pool.bounty_id),
        ],
        prepaid_cents=prepaid_cents,
        tags={"actor": actor.label},
    )


def close(actor: Actor, pool: Escrow, seats: SeatSummary, *, note: str = "", lapsed: bool = False) -> Escrow:
    """End the pool and return what is left in it to the owner's wallet (key `end:<pool>`). Idempotent.

    Args: `pool` and `seats` were read while the caller keeps every seat from changing them, with no post since; `lapsed`: the pool
    was never paid for in time.
    A funded pool ends as `released` when it is empty and a seat was paid, else as `refunded`; an unfunded one as `expired`
    when it lapsed, else as `cancelled`. Spec: Escrow (states).
    """
    if pool.ended_at is not None:
        return pool
    before, rest = pool.status, seats.rest_cents
    if before == "funding":
        pool.status = POOL.next(before, "lapse" if lapsed else "cancel")
    elif rest == 0 and seats.paid:
        pool.status = POOL.next(before, "spend")
    else:
        pool.status, pool.refunded_to = POOL.next(before, "return"), "wallet"
    pool.ended_at = clock.now()
    pool.save(update_fields=["status", "refunded_to", "ended_at"])
    events.moved(pool, before=before, action="close", actor=actor, note=note)
    if rest:
        one = pool.unit
        free = rest // one.total  # a pool holds whole shares only
        events.refunded(pool, actor, Unit(free * one.price, free * one.fee))
    ledger.post(
        key=f"end:{pool.pk}",
        kind="close",
        moves=[ledger.Move(ledger.pool(pool.pk), ledger.wallet(pool.owner_id), rest, pool.bounty_id)],
        tags={"actor": actor.label, "reason": note},
    )
    return pool


def set_warranty(actor: Actor, pool_id: UUID, *, days: int) -> Escrow:
    """Operators: hold accepted work of this bounty for `days` before its dispute window begins (0: no warranty).

    Applies to work accepted from now on. Locks the pool's row, and no seat. Raises Invalid (400), InvalidState (409) on an ended
    pool. Spec: Escrow (`warranty_hold`).
    """
    if not 0 <= days <= WARRANTY_MAX_DAYS:
        raise Invalid({"days": [f"Give 0 to {WARRANTY_MAX_DAYS} days."]})
    pool: Escrow = Escrow.objects.locked().get(pk=pool_id, kind="pool")
    if pool.ended_at is not None:
        raise InvalidState("This pool has ended.", currentState=pool.status, allowedActions=[])
    pool.warranty_days = days
    pool.save(update_fields=["warranty_days"])
    events.moved(pool, before=pool.status, action="warranty", actor=actor, note=f"{days} days")
    return pool


def return_free_shares(actor: Actor, pool_id: UUID, *, seats: int, note: str) -> Escrow:
    """Return the shares of `seats` free seats to the owner's wallet (key `reprice:<pool>:<version>`), last in the transaction.

    Locks the pool, then the ledger accounts. Spec: Bounty (cancel, update).
    """
    pool = access.lock_pool(pool_id)
    one = pool.unit
    pool.version += 1
    pool.save(update_fields=["version"])
    events.refunded(pool, actor, Unit(seats * one.price, seats * one.fee))
    ledger.post(
        key=f"reprice:{pool.pk}:{pool.version}",
        kind="reprice",
        moves=[
            ledger.Move(ledger.pool(pool.pk), ledger.wallet(pool.owner_id), seats * one.total, pool.bounty_id),
        ],
        tags={"actor": actor.label, "reason": note},
    )
    return pool


@dataclass(frozen=True, slots=True)
class Change:
    """The effect, in cents, of a new price and number of free seats. `debit` leaves the wallet, `credit` returns to it.

    `seats` are the occupied ones whose share rises with the price. A price cut does not change occupied seats.
    """

    pool: Escrow
    unit_from: Unit
    unit_to: Unit
    free_from: int
    free_to: int
    seats: tuple[Escrow, ...]

    @property
    def hired_debit(self) -> int:
        return sum(self.unit_to.total - seat.amount_cents for seat in self.seats)

    @property
    def fee_difference(self) -> int:
        """The part of the whole difference that is our fee."""
        hired = sum(self.unit_to.fee - seat.platform_fee_cents for seat in self.seats)
        return hired + self.free_to * self.unit_to.fee - self.free_from * self.unit_from.fee

    @property
    def funding_after(self) -> int:
        """The bounty's total afterwards: free seats at the new price, all seats that were not refunded at their own."""
        kept = self.pool.seats.exclude(status="refunded").aggregate(cents=Sum("amount_cents", default=0))["cents"]
        return self.free_to * self.unit_to.total + int(kept) + self.hired_debit

    @property
    def free_difference(self) -> int:
        return self.free_to * self.unit_to.total - self.free_from * self.unit_from.total

    @property
    def debit(self) -> int:
        return max(0, self.free_difference) + self.hired_debit

    @property
    def credit(self) -> int:
        return max(0, -self.free_difference)

    @property
    def net(self) -> int:
        """Cents that leave the wallet; negative when money returns to it."""
        return self.free_difference + self.hired_debit


def plan_change(pool_id: UUID, *, price_cents: int, free_from: int, free_to: int) -> Change:
    """Compute what an edit would move, without moving it.

    Args: `price_cents` is the new worker's pay of one seat; `free_from` and `free_to` count the free seats before and after.
    Locks the pool, then the occupied seats whose price would rise. Spec: Bounty (price impact).
    """
    pool = access.lock_pool(pool_id)
    before, after = pool.unit, unit(price_cents, pool.fee_bps)
    raised = Escrow.objects.locked().filter(
        parent_id=pool_id, status__in=("locked", "delivered"), unit_price_cents__lt=price_cents
    )
    return Change(pool, before, after, free_from, free_to, tuple(raised) if after.price > before.price else ())


def apply_change(actor: Actor, planned: Change, *, note: str = "", prepaid_cents: int = 0) -> Escrow:
    """Apply a planned change (key `reprice:<pool>:<version>`), in the transaction and under the locks of `plan_change`.

    Args: `prepaid_cents` as in `post_funding`. The post comes last and locks the ledger accounts.
    Raises InsufficientFunds, WalletOwes (402), SpendingCapExceeded (403); nothing was moved then. Spec: Bounty (update).
    """
    pool, one = planned.pool, planned.unit_to
    pool.unit_price_cents, pool.version = one.price, pool.version + 1
    pool.save(update_fields=["unit_price_cents", "version"])
    wallet, moves = ledger.wallet(pool.owner_id), []
    if planned.free_difference > 0:
        moves.append(ledger.Move(wallet, ledger.pool(pool.pk), planned.free_difference, pool.bounty_id))
    elif planned.free_difference < 0:
        moves.append(ledger.Move(ledger.pool(pool.pk), wallet, -planned.free_difference, pool.bounty_id))
    for seat in planned.seats:
        moves.append(ledger.Move(wallet, ledger.hold(seat.pk), one.total - seat.amount_cents, pool.bounty_id))
        seat.unit_price_cents = seat.human_payout_cents = one.price
        seat.platform_fee_cents, seat.amount_cents = one.fee, one.total
        seat.save(update_fields=["unit_price_cents", "human_payout_cents", "platform_fee_cents", "amount_cents"])
        events.moved(seat, before=seat.status, action="reprice", actor=actor, note=f"price raised to {one.price} cents")
    events.moved(pool, before=pool.status, action="reprice", actor=actor, note=note)
    key, tags = f"reprice:{pool.pk}:{pool.version}", {"actor": actor.label, "reason": note}
    if planned.debit:
        spending.spend(
            account_id=pool.owner_id,
            by=actor,
            key=key,
            kind="reprice",
            moves=moves,
            prepaid_cents=prepaid_cents,
            tags=tags,
        )
    else:
        ledger.post(key=key, kind="reprice", moves=moves, tags=tags)
    return pool
