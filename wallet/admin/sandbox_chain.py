"""Transactions of a sandbox's own chain, read only: only its provider writes them."""

from django.contrib import admin
from django.utils.safestring import SafeString

from marketplace.api.backoffice import ReadOnly, money
from wallet.models import SandboxTransfer
from wallet.rules.x402 import ATOMS_PER_CENT


@admin.register(SandboxTransfer)
class SandboxTransferAdmin(ReadOnly):
    list_display = ("public_id", "payer", "pay_to", "worth", "block", "tx_hash", "created_at")
    search_fields = ("payer", "pay_to", "tx_hash", "nonce")
    search_help_text = "An address or a hash, in lower case, or a public id (sbt_…)."
    ordering = ("-id",)
    readonly_fields = ("worth",)

    @admin.display(description="amount", ordering="atoms")
    def worth(self, row: SandboxTransfer) -> SafeString | str:
        """In whole cents; the page has the atoms as well."""
        return money(row.atoms // ATOMS_PER_CENT)
