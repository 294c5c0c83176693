"""A bounty's funding: one parent escrow that holds the free seats' shares.

The caller has locked the bounty; every function locks the pool's row next. Posts come last (money.md, section 7).
"""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Sum

from escrow import events
from escrow.models import Escrow
from escrow.rules import POOL, WARRANTY_MAX_DAYS, Unit, unit
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState
from wallet import ledger
from wallet.services import spending


def plan_pool(*, owner_id: UUID, bounty_id: UUID, price_cents: int, fee_bps: int, seats: int) -> Escrow:
    """An unfunded pool, unsaved, for `seats` seats of `price_cents` worker pay each, with our fee of `fee_bps` basis points on
    it, which stays the pool's whatever the rate becomes."""
    one = unit(price_cents, fee_bps)
    return Escrow(
        kind="pool",
        status="funding",
        owner_id=owner_id,
        subject_kind="bounty",
        subject_id=bounty_id,
        bounty_id=bounty_id,
        unit_price_cents=price_cents,
        fee_bps=fee_bps,
        human_payout_cents=seats * one.price,
        platform_fee_cents=seats * one.fee,
        amount_cents=seats * one.total,
    )


def replan(pool_id: UUID, *, price_cents: int, seats: int) -> Escrow:
    """Another price or number of seats for a pool that nobody has paid for yet. Moves nothing."""
    pool = Escrow.objects.locked().get(pk=pool_id, status="funding")
    one = unit(price_cents, pool.fee_bps)
    pool.unit_price_cents, pool.human_payout_cents = one.price, seats * one.price
    pool.platform_fee_cents, pool.amount_cents = seats * one.fee, seats * one.total
    pool.save(update_fields=["unit_price_cents", "human_payout_cents", "platform_fee_cents", "amount_cents"])
    return pool


def record_funding(actor: Actor, pool: Escrow, *, source: str) -> None:
    """The whole pool is taken from the owner's wallet, in two halves, so that the caller's own rows come between them and the
    money last. This one: all but the money, escrow.funded. `source` is how the money came. The pool is locked, or unsaved.

    Raises InvalidState (409) when it was funded before.
    """
    before = pool.status
    pool.status = POOL.next(before, "fund")
    pool.funded_at = clock.now()
    pool.funding_source = source
    is_new = pool._state.adding
    pool.save(force_insert=is_new, update_fields=None if is_new else ["status", "funded_at", "funding_source"])
    events.moved(pool, before=before, action="fund", actor=actor)
    events.funded(pool, actor)


def take_funding(actor: Actor, pool: Escrow, *, brought: int = 0) -> None:
    """The other half, last in the caller's transaction: wallet -> pool, `fund:<parent>`.

    `brought` are the cents that a page or quote brought for exactly this: no cap bounds them.
    Raises InsufficientFunds (402), SpendingCapExceeded (403).
    """
    spending.spend(
        account_id=pool.owner_id,
        key=f"fund:{pool.pk}",
        kind="fund",
        moves=[
            ledger.Move(ledger.wallet(pool.owner_id), ledger.pool(pool.pk), pool.amount_cents, pool.bounty_id),
        ],
        brought=brought,
        tags={"actor": actor.label},
    )


def lock(pool_id: UUID | None) -> Escrow:
    """The pool of a bounty, which always has one."""
    assert pool_id is not None
    pool: Escrow = Escrow.objects.locked().get(pk=pool_id, kind="pool")
    return pool


def close(actor: Actor, pool: Escrow, *, paid: bool, note: str = "", lapsed: bool = False) -> Escrow:
    """Return what is left to the owner's wallet (`end:<parent>`) and end the pool. An unfunded one is cancelled; when its
    time was over before anybody paid (`lapsed`), it has expired.

    It ends `released` when nothing is left and a seat was `paid`, else `refunded`. Idempotent: an ended pool stays
    as it is. The pool is locked.
    """
    if pool.ended_at is not None:
        return pool
    before, rest = pool.status, ledger.balance(ledger.pool(pool.pk))
    if before == "funding":
        pool.status = POOL.next(before, "lapse" if lapsed else "cancel")
    elif rest == 0 and paid:
        pool.status = POOL.next(before, "spend")
    else:
        pool.status, pool.refunded_to = POOL.next(before, "return"), "wallet"
    pool.ended_at = clock.now()
    pool.save(update_fields=["status", "refunded_to", "ended_at"])
    events.moved(pool, before=before, action="close", actor=actor, note=note)
    if rest:
        one = pool.unit
        seats = rest // one.total  # a pool holds whole shares only
        events.refunded(pool, actor, Unit(seats * one.price, seats * one.fee))
    ledger.post(
        key=f"end:{pool.pk}",
        kind="close",
        moves=[ledger.Move(ledger.pool(pool.pk), ledger.wallet(pool.owner_id), rest, pool.bounty_id)],
        tags={"actor": actor.label, "reason": note},
    )
    return pool


def set_warranty(actor: Actor, pool_id: UUID, *, days: int) -> Escrow:
    """An operator holds accepted work of this bounty for `days` before its dispute window begins; 0: not at all. Seats
    that are accepted already keep their dates. Locks the pool. Raises Invalid (400), InvalidState (409) on an ended pool.
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


def narrow(actor: Actor, pool_id: UUID, *, seats: int, note: str) -> Escrow:
    """Give the shares of `seats` free seats back to the owner's wallet: `reprice:<parent>:<version>`."""
    pool = Escrow.objects.locked().get(pk=pool_id)
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
    """What another price and number of free seats cost, in cents. `debit` leaves the wallet, `credit` comes back to it.

    `seats` are the hired ones whose share rises with the price: same work, same pay. A price cut leaves theirs alone.
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
        """What the bounty costs then: the free seats, and every seat that was not given back, at its own price."""
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
        """What the wallet loses (or, below zero, gets)."""
        return self.free_difference + self.hired_debit


def plan_change(pool_id: UUID, *, price_cents: int, free_from: int, free_to: int) -> Change:
    """What the edit would move, with the pool and the seats it concerns locked."""
    pool = Escrow.objects.locked().get(pk=pool_id)
    before, after = pool.unit, unit(price_cents, pool.fee_bps)
    raised = Escrow.objects.locked().filter(
        parent_id=pool_id, status__in=("locked", "delivered"), unit_price_cents__lt=price_cents
    )
    return Change(pool, before, after, free_from, free_to, tuple(raised) if after.price > before.price else ())


def change(actor: Actor, planned: Change, *, note: str = "", brought: int = 0) -> Escrow:
    """Make a planned change, under the locks that planning took: `reprice:<parent>:<version>`. `brought` as in `fund`.

    Raises InsufficientFunds (402), SpendingCapExceeded (403) with nothing moved.
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
        spending.spend(account_id=pool.owner_id, key=key, kind="reprice", moves=moves, brought=brought, tags=tags)
    else:
        ledger.post(key=key, kind="reprice", moves=moves, tags=tags)
    return pool
