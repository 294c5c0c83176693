"""Withdrawals from the wallet or the earnings to the owner's bank account."""

from django.conf import settings

from marketplace.core.actor import Actor
from marketplace.services import account_restrictions
from wallet import ledger
from wallet.errors import InsufficientFunds, NotEnoughToWithdraw
from wallet.models import Outflow
from wallet.rules.outflows import WITHDRAWAL_MAX_CENTS, WITHDRAWAL_MIN_CENTS, WITHDRAWALS
from wallet.selectors import refunds
from wallet.services import outflows, payouts, recoveries


def withdraw(actor: Actor, *, source: str, cents: int | None) -> Outflow:
    """POST /api/wallet/withdraw, /api/earnings/withdraw: start a payout of `cents`.

    Args: `source` is wallet or earnings; `cents` None means everything, up to the maximum of one withdrawal. Card deposits of
    the last CARD_CLEARING_DAYS can't be withdrawn from a wallet. In the caller's transaction; the post comes last.
    Locks the account's restriction, then the ProviderAccount row, so that concurrent withdrawals check the balance one after the
    other, then the ledger accounts. Raises AccountRestricted (403), PayoutOnboardingRequired (409), WalletOwes,
    NotEnoughToWithdraw (402), NoCardProvider (503); nothing was moved then.
    Spec: Tool interface (withdraw_wallet, withdraw_earnings).
    """
    account_restrictions.check(actor.id, "withdrawals")
    destination = payouts.destination(actor)
    code = (ledger.earnings if source == "earnings" else ledger.wallet)(actor.id)
    available, clearing = ledger.balance(code), 0
    if source == "wallet":
        recoveries.check_no_debt(actor.id)
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
            account_id=actor.id,
            by=actor,
            kind=WITHDRAWALS[source],
            rail="payout",
            cents=wanted,
            destination=destination,
        )
    except InsufficientFunds as spent:  # by a concurrent spend
        raise NotEnoughToWithdraw(required_cents=wanted, balance_cents=spent.extra["balanceCents"])
