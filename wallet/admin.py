"""The books, to be read: money tables have no add, change or delete."""

from django.contrib import admin

from marketplace.api.backoffice import ReadOnly
from marketplace.core.money import format_usd
from wallet import ledger
from wallet.models import Checkout, Payment, X402Payment
from wallet.models.ledger import LedgerAccount, LedgerMove, LedgerTransaction


@admin.register(LedgerAccount)
class LedgerAccountAdmin(ReadOnly):
    list_display = ("code", "kind", "stands_at")
    list_filter = ("kind",)
    search_fields = ("code",)
    ordering = ("id",)

    @admin.display(description="stands at")
    def stands_at(self, account: LedgerAccount) -> str:
        """The stored balance; of a house account, which has none, the sum of its moves."""
        return format_usd(ledger.house_balance(account.code) if account.balance is None else account.balance)


@admin.register(LedgerTransaction)
class LedgerTransactionAdmin(ReadOnly):
    list_display = ("key", "kind", "created_at")
    list_filter = ("kind",)
    search_fields = ("key",)
    ordering = ("-id",)


@admin.register(LedgerMove)
class LedgerMoveAdmin(ReadOnly):
    list_display = ("id", "source", "destination", "cents", "transaction", "created_at")
    list_select_related = ("source", "destination", "transaction")
    ordering = ("-id",)


@admin.register(Checkout)
class CheckoutAdmin(ReadOnly):
    list_display = ("public_id", "account", "purpose", "amount_cents", "status", "outcome", "created_at", "paid_at")
    list_filter = ("status", "purpose", "outcome")
    list_select_related = ("account",)
    exclude = ("fingerprint",)
    ordering = ("-id",)


@admin.register(Payment)
class PaymentAdmin(ReadOnly):
    list_display = ("public_id", "account", "rail", "amount_cents", "method", "reference", "created_at")
    list_filter = ("rail",)
    list_select_related = ("account",)
    ordering = ("-id",)


@admin.register(X402Payment)
class X402PaymentAdmin(ReadOnly):
    """Every signed payment that was sent to us; those that need a person are `attention`."""

    list_display = (
        "public_id",
        "kind",
        "account",
        "amount_cents",
        "status",
        "reason",
        "payer",
        "tx_hash",
        "created_at",
    )
    list_filter = ("status", "kind", "network")
    list_select_related = ("account",)
    search_fields = ("payer", "tx_hash", "nonce")
    ordering = ("-id",)
