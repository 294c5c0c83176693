"""Escrows without a bounty: money moves from the payer's wallet straight into the hold of one worker's seat.

Once funded, such a seat is handled like any other (`escrows`, `releases`, `disputes`). The caller holds the lock of the
subject (here: the booking).
"""

from uuid import UUID

from escrow import events
from escrow.models import Escrow
from escrow.rules.escrows import unit
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
    """Create the escrow in state `locked`, without its money: `fund_hold` posts that, last in the same transaction.

    Args: `price_cents` is the worker's pay; `fee_bps` the fee rate agreed with it, in basis points; `source` says how the
    money came (wallet, checkout or mpp). The caller writes its own rows and events between the two calls.
    Locks nothing. Spec: Escrow.
    """
    one = unit(price_cents, fee_bps)
    escrow = Escrow(
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
    escrow.save(force_insert=True)
    events.moved(escrow, before="funding", action="lock", actor=actor)
    events.funded(escrow, actor)
    return escrow


def fund_hold(actor: Actor, escrow: Escrow, *, prepaid_cents: int = 0) -> None:
    """Post the escrow's amount from the owner's wallet to its hold (key `fund:<escrow>`), last in the transaction.

    Args: `prepaid_cents` were paid by a checkout page for this purpose and do not count towards spending caps.
    Locks the owner's controls, then the ledger accounts. Raises InsufficientFunds, WalletOwes (402), SpendingCapExceeded
    (403). Spec: Escrow.
    """
    spending.spend(
        account_id=escrow.owner_id,
        by=actor,
        key=f"fund:{escrow.pk}",
        kind="cycle",
        moves=[ledger.Move(ledger.wallet(escrow.owner_id), ledger.hold(escrow.pk), escrow.amount_cents)],
        prepaid_cents=prepaid_cents,
        tags={"actor": actor.label},
    )
