"""The money of a case: what is held, what was posted, what threatens it, and how the seat's sum came about."""

from dataclasses import dataclass
from typing import Any

from escrow.models import Case
from marketplace.core.money import format_usd
from wallet import ledger
from wallet.models import Chargeback
from wallet.selectors import chargebacks

_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Money:
    """All in cents. `lines`: the hold's postings; `taken_back`: chargebacks of the funder's deposits, open ones first."""

    held: int
    lines: list[Any]
    taken_back: list[Chargeback]
    owed_by_funder: int
    owed_by_worker: int
    funder_wallet: int
    worker_earnings: int
    why: list[str]


def of(case: Case) -> Money:
    """Seven queries. Needs the escrow. Locks nothing."""
    hold = ledger.hold(case.escrow_id)
    codes = [hold, ledger.wallet(case.owner_id), ledger.earnings(case.worker_id)]
    balances = ledger.balances(codes)
    lines = ledger.lines(hold).select_related("transaction", "other").order_by("move_id")[:_SHOWN]
    taken_back = Chargeback.objects.filter(account_id=case.owner_id).select_related("payment").order_by("-id")[:20]
    return Money(
        held=balances.get(hold, 0),
        lines=list(lines),
        taken_back=sorted(taken_back, key=lambda row: row.status != "open"),
        owed_by_funder=chargebacks.owed_cents(case.owner_id),
        owed_by_worker=chargebacks.owed_cents(case.worker_id),
        funder_wallet=balances.get(codes[1], 0),
        worker_earnings=balances.get(codes[2], 0),
        why=_why(case),
    )


def _why(case: Case) -> list[str]:
    """How the sum that stands still came about, in sentences."""
    escrow = case.escrow
    pay, fee = format_usd(escrow.human_payout_cents), format_usd(escrow.platform_fee_cents)
    rate = f"{escrow.fee_bps / 100:g} %"
    return [
        f"The worker's pay was agreed as {pay}.",
        f"Our fee on it is {rate}, as it was when the bounty was made: {fee}, on top of the pay. Half a cent is rounded up.",
        f"In all, {format_usd(escrow.amount_cents)} stand still; nothing else of either side does.",
        "A decision gives the worker a part of the pay, us the fee on just that part, and the funder all the rest. "
        "The three always make the whole.",
    ]
