"""/owner/wallet/add: money into the wallet, by a payment page that may be opened here or on a phone."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _

from marketplace.core import rights
from marketplace.web import inputs, qr
from marketplace.web.page import Page
from wallet import ledger
from wallet.models import Checkout
from wallet.rules.checkouts import DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS
from wallet.selectors import access, chargebacks
from wallet.serializers.wallet import DepositIn, DepositOut
from wallet.services import checkouts
from wallet.web import money_out


class AddMoney(Page):
    """The sum; the page that takes the card comes next."""

    template = "wallet/add.html"
    least = rights.MANAGER  # the page is nothing but its form
    operations = {"add": "depositToWallet"}

    def show(self) -> dict[str, Any]:
        return {
            "balance": ledger.balance(ledger.wallet(self.actor.id)),
            "owed": chargebacks.owed_cents(self.actor.id),
            "typed": self.request.GET.get("amount", "")[:20],
            "save": "save" in self.request.GET,
            "least": DEPOSIT_MIN_CENTS,
            "most": DEPOSIT_MAX_CENTS,
            "kept_words": money_out.kept_words(),
            "takes_words": money_out.takes_words(),
            "by_token": bool(settings.MPP_NETWORK_ID),
            "by_stablecoin": bool(settings.X402_PAY_TO),
        }

    def act_add(self) -> HttpResponse:
        body = {
            "amount": inputs.dollars(self.request.POST.get("amount", "")),
            "savePaymentMethod": inputs.flag(self.request.POST.get("savePaymentMethod")),
        }
        data = self.read(DepositIn, body)

        def perform() -> Checkout:
            made, _ = checkouts.start_deposit(
                self.actor,
                cents=data["amount_cents"],
                key=None,  # the form's own id stands for it
                fingerprint=b"",
                save_method=data["save_payment_method"],
            )
            return made

        return self.once(perform, to=lambda row: f"/owner/wallet/add/{row.public_id}")


class Deposit(Page):
    """One deposit: its sum, where it is paid, and how it stands."""

    template = "wallet/deposit.html"
    operations = {"cancel": "depositToWallet"}

    def show(self, deposit_id: str) -> dict[str, Any]:
        row = access.own_deposit(self.actor, deposit_id)
        address = qr.address(f"/checkout/{row.public_id}")
        state = "expired" if checkouts.is_past_expiry(row) else row.status
        return {
            "deposit": DepositOut.render(row),
            "state": state,
            "save": row.save_method,
            "paid_at": row.paid_at,
            "returned": money_out.returned(row.amount_cents),
            "takes_words": money_out.takes_words(),
            "pay_at": f"/checkout/{row.public_id}",
            "address": address,
            "code": qr.code(address) if address and state == "open" else "",
            "balance": ledger.balance(ledger.wallet(self.actor.id)),
        }

    def act_cancel(self, deposit_id: str) -> HttpResponse:
        row = access.own_deposit(self.actor, deposit_id)
        return self.once(
            lambda: checkouts.cancel(row.pk),
            to="/owner/wallet",
            said=_("The payment page is closed. Nothing was charged."),
        )
