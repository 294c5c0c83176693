"""What an owner was asked about before it was spent, and the limits of single keys and programs. The owner decides: no buttons."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from marketplace.api.backoffice import ReadOnly, id_text
from marketplace.core import clock
from wallet.models import Approval, SpenderLimits
from wallet.models.ledger import LedgerTransaction
from wallet.rules.approvals import APPROVAL, APPROVAL_OPEN


class State(admin.SimpleListFilter):
    """As `Approval.state`: one whose time has passed is expired, whether the timer has seen it or not."""

    title = "status"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state, state) for state in sorted(APPROVAL.states)]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if (wanted := self.value()) not in APPROVAL.states:
            return queryset
        over = Q(status__in=APPROVAL_OPEN, expires_at__lte=clock.now())
        return (
            queryset.filter(over | Q(status="expired"))
            if wanted == "expired"
            else queryset.filter(~over, status=wanted)
        )


@admin.register(Approval)
class ApprovalAdmin(ReadOnly):
    list_display = ("public_id", "account", "cents", "state", "operation_words", "asker", "bounty_id", "created_at")
    list_select_related = ("key", "connector")
    list_filter = (State, "asked_via", "operation")
    search_fields = ("account__name", "account__email", "operation_words")
    search_help_text = (
        "Words of what was asked for, whose it is, or any public id (apv_…, usr_…, prf_…, key_…, ctr_…, bty_…)."
    )
    exclude = ("fingerprint", "status", "spend_key")
    readonly_fields = ("state", "post", "belongings")
    ordering = ("-id",)

    @admin.display(description="status")
    def state(self, row: Approval) -> str:
        return row.state

    @admin.display(description="asked by")
    def asker(self, row: Approval) -> str:
        return row.asker or "-"

    @admin.display(description="used by the ledger transaction")
    def post(self, row: Approval) -> SafeString | str:
        found = LedgerTransaction.objects.filter(key=row.spend_key).first() if row.spend_key else None
        if found is None:
            return "-"
        address = reverse("admin:wallet_ledgertransaction_change", args=[found.pk])
        return format_html('<a href="{}">{}</a>', address, id_text("txn", found.pk))


@admin.register(SpenderLimits)
class SpenderLimitsAdmin(ReadOnly):
    """Caps beside those of the account; the smaller one holds. What else a key or program may do stands on its own page."""

    list_display = (
        *("spender", "account", "spending_cap_per_bounty_cents", "spending_cap_rolling_24h_cents"),
        *("spending_cap_rolling_7d_cents", "spending_cap_rolling_30d_cents", "ask_above_cents", "changed_at"),
    )
    list_display_links = ("spender",)
    list_select_related = ("key", "connector")
    search_fields = ("account__name", "account__email", "key__name", "connector__name")
    search_help_text = "A key's or program's name, whose it is, or a public id (key_…, ctr_…, usr_…, prf_…)."
    exclude = ("id",)
    ordering = ("-id",)

    @admin.display(description="key or program")
    def spender(self, row: SpenderLimits) -> str:
        credential = row.key or row.connector
        return getattr(credential, "name", "") or row.subject_id
