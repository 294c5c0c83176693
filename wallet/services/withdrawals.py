"""Money that its owner takes out of the marketplace: from the wallet, or what was earned, to a bank account."""

from marketplace.core.actor import Actor
from wallet import ledger
from wallet.errors import InsufficientFunds, NotEnoughToWithdraw
from wallet.models import Outflow
from wallet.rules import WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS, WITHDRAWALS
from wallet.services import outflows, payouts


def withdraw(actor: Actor, *, source: str, cents: int | None) -> Outflow:
    """Take `cents` out of the wallet or the earnings (None: all there is, up to the most that one withdrawal may take)
    and begin to pay them out. In the caller's transaction, the post last.

    Raises PayoutOnboardingRequired (409), NotEnoughToWithdraw (402), NoCardProvider (503); nothing was moved then.
    """
    destination = payouts.destination(actor)
    code = (ledger.earnings if source == "earnings" else ledger.wallet)(actor.id)
    available = ledger.balance(code)
    wanted = min(available, WITHDRAWAL_MAX_CENTS) if cents is None else cents
    if max(wanted, WITHDRAWAL_MIN_CENTS) > available:
        raise NotEnoughToWithdraw(required_cents=max(wanted, WITHDRAWAL_MIN_CENTS), balance_cents=available)
    try:
        return outflows.begin(
            account_id=actor.id, kind=WITHDRAWALS[source], rail="payout", cents=wanted, destination=destination
        )
    except InsufficientFunds as spent:  # meanwhile, by somebody else
        raise NotEnoughToWithdraw(required_cents=wanted, balance_cents=spent.extra["balanceCents"])
