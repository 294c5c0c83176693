"""The codes of this step, each named once."""

from marketplace.core.errors import Conflict, PaymentRequired, Unavailable
from marketplace.core.money import format_usd


class InsufficientFunds(PaymentRequired):
    """402. All figures in cents; `waysToPay` names the routes that bring money in."""

    code = "insufficient_funds"

    def __init__(self, *, required_cents: int, balance_cents: int) -> None:
        short = required_cents - balance_cents
        super().__init__(
            f"This takes {format_usd(required_cents)}; the account holds {format_usd(balance_cents)}. "
            f"Deposit at least {format_usd(max(short, 100))} with POST /api/wallet/deposit, then try again.",
            requiredCents=required_cents,
            balanceCents=balance_cents,
            shortfallCents=short,
            waysToPay=[{"method": "POST", "url": "/api/wallet/deposit", "body": {"amount": max(short, 100) / 100}}],
        )


class LedgerConflict(Conflict):
    code = "ledger_conflict"
    message = (
        "This was booked before with other amounts. Nothing was moved; read the present state before trying again."
    )


class NoCardProvider(Unavailable):
    code = "payments_unavailable"
    message = "This installation takes no card payments right now. Ask its operator to configure a payment provider."
