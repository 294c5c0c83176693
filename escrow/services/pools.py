"""A bounty's funding: one parent escrow that holds the free seats' shares.

The caller has locked the bounty; every function locks the pool's row next. Posts come last (money.md, section 7).
"""

from uuid import UUID

from django.conf import settings

from escrow import events
from escrow.models import Escrow
from escrow.rules import POOL, Unit, unit
from marketplace.core import clock
from marketplace.core.actor import Actor
from wallet import ledger
from wallet.services import spending


def open_pool(*, owner_id: UUID, bounty_id: UUID, price_cents: int, seats: int) -> Escrow:
    """An unfunded pool for `seats` seats of `price_cents` worker pay each. Moves nothing."""
    one = unit(price_cents, settings.PLATFORM_FEE_BPS)
    return Escrow.objects.create(
        kind="pool",
        status="funding",
        owner_id=owner_id,
        subject_kind="bounty",
        subject_id=bounty_id,
        bounty_id=bounty_id,
        unit_price_cents=price_cents,
        human_payout_cents=seats * one.price,
        platform_fee_cents=seats * one.fee,
        amount_cents=seats * one.total,
    )


def fund(actor: Actor, pool_id: UUID, *, source: str = "wallet") -> Escrow:
    """Take the whole pool from the owner's wallet: `fund:<parent>`, escrow.funded.

    `source` is how the money came: money that a page or quote brought for exactly this does not count to the caps.
    Raises InsufficientFunds (402) with nothing moved, InvalidState (409) when it was funded before.
    """
    pool = Escrow.objects.locked().get(pk=pool_id)
    before = pool.status
    pool.status = POOL.next(before, "fund")
    pool.funded_at = clock.now()
    pool.funding_source = source
    pool.save(update_fields=["status", "funded_at", "funding_source"])
    events.moved(pool, before=before, actor=actor)
    events.funded(pool, actor)
    spending.spend(
        account_id=pool.owner_id,
        key=f"fund:{pool.pk}",
        kind="fund",
        moves=[
            ledger.Move(ledger.wallet(pool.owner_id), ledger.pool(pool.pk), pool.amount_cents, pool.bounty_id),
        ],
        counts=source == "wallet",
        tags={"actor": actor.label},
    )
    return pool


def close(actor: Actor, pool_id: UUID, *, note: str = "") -> Escrow:
    """Return what is left to the owner's wallet (`end:<parent>`) and end the pool. An unfunded one is cancelled.

    It ends `released` when nothing is left and a seat was released, else `refunded`. Idempotent: an ended pool stays
    as it is.
    """
    pool = Escrow.objects.locked().get(pk=pool_id)
    if pool.ended_at is not None:
        return pool
    before, rest = pool.status, ledger.balance(ledger.pool(pool.pk))
    if before == "funding":
        pool.status = POOL.next(before, "cancel")
    elif rest == 0 and pool.seats.filter(status="released").exists():
        pool.status = POOL.next(before, "spend")
    else:
        pool.status, pool.refunded_to = POOL.next(before, "return"), "wallet"
    pool.ended_at = clock.now()
    pool.save(update_fields=["status", "refunded_to", "ended_at"])
    events.moved(pool, before=before, actor=actor, note=note)
    if rest:
        one = unit(pool.unit_price_cents, settings.PLATFORM_FEE_BPS)
        seats = rest // one.total  # a pool holds whole shares only
        events.refunded(pool, actor, Unit(seats * one.price, seats * one.fee))
    ledger.post(
        key=f"end:{pool.pk}",
        kind="close",
        moves=[ledger.Move(ledger.pool(pool.pk), ledger.wallet(pool.owner_id), rest, pool.bounty_id)],
        tags={"actor": actor.label, "reason": note},
    )
    return pool
