"""Money that its owner takes out of the marketplace: from the wallet, or what was earned, to a bank account."""

from django.conf import settings

from marketplace.core.actor import Actor
from wallet import ledger
from wallet.errors import InsufficientFunds, NotEnoughToWithdraw
from wallet.models import Outflow
from wallet.rules import WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS, WITHDRAWALS
from wallet.selectors import refunds
from wallet.services import outflows, payouts, recoveries


def withdraw(actor: Actor, *, source: str, cents: int | None) -> Outflow:
    """Take `cents` out of the wallet or the earnings (None: all there is, up to the most that one withdrawal may take)
    and begin to pay them out. In the caller's transaction, the post last. From a wallet, what came by card within
    CARD_CLEARING_DAYS stays.

    Locks the person's row at the provider, so that two withdrawals look at the wallet one after the other. Raises
    PayoutOnboardingRequired (409), WalletOwes (402), NotEnoughToWithdraw (402), NoCardProvider (503); nothing was moved then.
    """
    destination = payouts.destination(actor)
    code = (ledger.earnings if source == "earnings" else ledger.wallet)(actor.id)
    available, clearing = ledger.balance(code), 0
    if source == "wallet":
        recoveries.check_clear(actor.id)
    if source == "wallet" and settings.CARD_CLEARING_DAYS:
        clearing = min(available, refunds.clearing_cents(actor.id, settings.CARD_CLEARING_DAYS))
        available -= clearing
    wanted = min(available, WITHDRAWAL_MAX_CENTS) if cents is None else cents
    if max(wanted, WITHDRAWAL_MIN_CENTS) > available:
        raise NotEnoughToWithdraw(
            required_cents=max(wanted, WITHDRAWAL_MIN_CENTS), balance_cents=available, clearing_cents=clearing
        )
    try:
        return outflows.begin(
            account_id=actor.id, kind=WITHDRAWALS[source], rail="payout", cents=wanted, destination=destination
        )
    except InsufficientFunds as spent:  # meanwhile, by somebody else
        raise NotEnoughToWithdraw(required_cents=wanted, balance_cents=spent.extra["balanceCents"])
