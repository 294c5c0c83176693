"""/owner/wallet/withdraw: money of the wallet to its owner's bank account."""

from typing import Any

from django.conf import settings

from wallet import ledger
from wallet.selectors import chargebacks, refunds
from wallet.web import money_out
from wallet.web.withdrawing import WithdrawPage, own_withdrawals, withdrawal

_SHOWN = 25


class WithdrawFromWallet(WithdrawPage):
    template = "wallet/withdraw.html"
    operations = {"withdraw": "withdrawFromWallet", "payouts": "startPayoutOnboarding"}
    source = "wallet"
    listed_at = "/owner/wallet/withdraw"
    home = "/owner/wallet"

    def available(self) -> int:
        """Card payments that are still fresh can't be withdrawn."""
        self.balance = ledger.balance(ledger.wallet(self.actor.id))
        if not settings.CARD_CLEARING_DAYS:
            return self.balance
        return max(0, self.balance - refunds.clearing_cents(self.actor.id, settings.CARD_CLEARING_DAYS))

    def show(self) -> dict[str, Any]:
        context = super().show()
        return context | {
            "clearing": self.balance - context["available"],
            "clearing_days": settings.CARD_CLEARING_DAYS,
            "balance": self.balance,
            "owed": chargebacks.owed_cents(self.actor.id),
            "ways": money_out.ways(),
            "withdrawals": [withdrawal(row) for row in own_withdrawals(self, "wallet")[:_SHOWN]],
        }
