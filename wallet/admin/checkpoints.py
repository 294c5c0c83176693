"""Sealed months of the ledger, read only: what the books said at the end of each."""

from django.contrib import admin
from django.db.models import Count, Sum
from django.utils.safestring import SafeString

from marketplace.api.backoffice import ReadOnly, money, table
from wallet.models.ledger import LedgerCheckpoint

_KINDS = {"wallet": "wallets", "earnings": "earnings", "pool": "pools", "hold": "holds"}


@admin.register(LedgerCheckpoint)
class LedgerCheckpointAdmin(ReadOnly):
    list_display = ("named", "moves", "turnover", "closed_at", "sealed_at", "begins")
    list_display_links = ("named",)
    ordering = ("-month",)
    fieldsets = (
        (None, {"fields": ("named", "ends_at", "closed_at", "sealed_at", "through", "moves", "turnover", "digest")}),
        ("What stood then", {"classes": ["fieldset-wide"], "fields": ("stood",)}),
    )
    readonly_fields = ("named", "turnover", "digest", "stood")

    @admin.display(description="month", ordering="month")
    def named(self, row: LedgerCheckpoint) -> str:
        return str(row)

    @admin.display(description="moved", ordering="cents")
    def turnover(self, row: LedgerCheckpoint) -> SafeString | str:
        return money(row.cents)

    @admin.display(description="hash begins", ordering="hash")
    def begins(self, row: LedgerCheckpoint) -> str:
        return self.digest(row)[:12]

    @admin.display(description="hash")
    def digest(self, row: LedgerCheckpoint) -> str:
        """Of all moves until then, as `check_ledger --whole` computes it again."""
        return bytes(row.hash).hex() if row.hash else "not sealed yet"

    @admin.display(description="accounts")
    def stood(self, row: LedgerCheckpoint) -> SafeString:
        """Owned accounts by kind, house accounts each."""
        kinds = row.accounts.order_by("account__kind").values_list("account__kind")
        found = kinds.annotate(accounts=Count("pk"), balance=Sum("balance"))
        return table(
            ("Accounts", "Number", "Stood at"),
            ((_KINDS.get(kind, kind), number, money(int(balance))) for kind, number, balance in found),
        )
