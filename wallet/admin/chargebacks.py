"""Chargebacks, read only. Staff submits evidence at the provider, which decides."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from marketplace.api.backoffice import ReadOnly
from wallet import ledger
from wallet.admin.books import transactions_of
from wallet.models import Chargeback
from wallet.models.ledger import LedgerTransaction


@admin.register(Chargeback)
class ChargebackAdmin(ReadOnly):
    list_display = (
        *("public_id", "account", "amount_cents", "owed_cents", "status", "reason", "opened_at", "answer_by"),
        "ended_at",
    )
    list_filter = ("status", "provider", "reason")
    search_fields = ("provider_ref", "payment__reference", "account__name", "account__email")
    search_help_text = "A provider's reference, whose it is, or a public id (chb_…, pay_…, usr_…, prf_…)."
    ordering = ("-id",)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("public_id", "created_at"),
                    ("account", "payment"),
                    ("provider", "provider_ref", "reason"),
                    ("status", "opened_at", "answer_by", "ended_at"),
                    ("amount_cents", "from_wallet_cents"),
                    ("recovered_cents", "owed_cents"),
                    ("fee_cents", "fee_returned_cents"),
                    ("returned_cents", "returned_to_wallet_cents"),
                    "poll_at",
                )
            },
        ),
        ("In the books", {"classes": ["fieldset-wide"], "fields": ("booked",)}),
    )
    readonly_fields = ("public_id", "booked")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Chargeback]:
        rows: QuerySet[Chargeback] = super().get_queryset(request)
        return rows.select_related("account", "payment")

    @admin.display(description="transactions")
    def booked(self, row: Chargeback) -> SafeString:
        paid_off = LedgerTransaction.objects.filter(
            kind="recovery", tags__chargeback=row.public_id, moves__source__code=ledger.wallet(row.account_id)
        )
        recovered = paid_off.values_list("key", flat=True)
        won = LedgerTransaction.objects.filter(key__startswith=f"chargeback.won:{row.pk}").values_list("key", flat=True)
        return transactions_of([f"chargeback:{row.pk}", *recovered, *(won if row.returned_cents else ())])
