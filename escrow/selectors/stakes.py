"""What is at stake in a seat: for the dry run of a call that moves nothing, but decides what becomes of that money."""

from collections.abc import Callable
from typing import Any

from escrow.models import Escrow
from marketplace.core import dry_runs
from marketplace.core.money import format_usd


def foretell(escrow: Escrow, then: Callable[[], str]) -> dict[str, list[str]]:
    """In a dry run the figures (`atStake`) and, as a warning, the same in words and what comes `then`; nothing in a call that
    means it. Locks nothing."""
    if not dry_runs.is_on():
        return {}
    dry_runs.show(lambda: {"atStake": sums(escrow)})
    parts = f"{format_usd(escrow.human_payout_cents)} pay and {format_usd(escrow.platform_fee_cents)} fee"
    return {"warnings": [f"At stake are the {format_usd(escrow.amount_cents)} of this seat, {parts}. {then()}"]}


def sums(escrow: Escrow) -> dict[str, Any]:
    """In cents, by the names that an escrow has for them."""
    return {
        "amountCents": escrow.amount_cents,
        "workerPayoutCents": escrow.human_payout_cents,
        "platformFeeCents": escrow.platform_fee_cents,
    }
