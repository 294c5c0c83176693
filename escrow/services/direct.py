"""An escrow without a bounty: from the payer's wallet straight into the hold, for one piece of work by one person.

After its funding it goes the way of every seat: `escrows`, `releases`, `disputes`. The caller has locked its subject.
"""

from uuid import UUID

from escrow import events
from escrow.models import Escrow
from escrow.rules import unit
from marketplace.core import clock
from marketplace.core.actor import Actor
from wallet import ledger
from wallet.services import spending


def open_hold(
    actor: Actor,
    *,
    owner_id: UUID,
    worker_id: UUID,
    subject_kind: str,
    subject_id: UUID,
    price_cents: int,
    fee_bps: int,
    source: str,
) -> Escrow:
    """The escrow, locked for this worker; the money itself moves with `take`, which comes last. `source` is how it came;
    `fee_bps` the rate that was agreed with the price.

    The caller writes its own rows and facts between the two calls, in the same transaction.
    """
    one = unit(price_cents, fee_bps)
    held = Escrow(
        kind="seat",
        status="locked",
        owner_id=owner_id,
        worker_id=worker_id,
        subject_kind=subject_kind,
        subject_id=subject_id,
        unit_price_cents=one.price,
        fee_bps=fee_bps,
        human_payout_cents=one.price,
        platform_fee_cents=one.fee,
        amount_cents=one.total,
        funding_source=source,
        funded_at=clock.now(),
    )
    held.save(force_insert=True)
    events.moved(held, before="funding", action="lock", actor=actor)
    events.funded(held, actor)
    return held


def take(actor: Actor, held: Escrow, *, brought: int = 0) -> None:
    """The other half, last in the caller's transaction: wallet -> hold, `fund:<escrow>`.

    `brought` are the cents that a page brought for exactly this: no cap bounds them.
    Raises InsufficientFunds, WalletOwes (402), SpendingCapExceeded (403).
    """
    spending.spend(
        account_id=held.owner_id,
        key=f"fund:{held.pk}",
        kind="cycle",
        moves=[ledger.Move(ledger.wallet(held.owner_id), ledger.hold(held.pk), held.amount_cents)],
        brought=brought,
        tags={"actor": actor.label},
    )
