"""Owners' wallet controls, automatic top-ups, and provider accounts."""

from django.contrib import admin

from marketplace.api.backoffice import ReadOnly, Verb
from marketplace.core.money import format_usd
from wallet.admin.unanswered import Finding, FindingWithReference, Unanswered, attempts_text
from wallet.models import Controls, ProviderAccount, TopUp
from wallet.services import topups

_WHOSE = "Whose it is: a name, an e-mail, or a public id (usr_…, prf_…)."


@admin.register(Controls)
class ControlsAdmin(ReadOnly):
    list_display = (
        *("whose", "low_balance_threshold_cents", "spending_cap_per_bounty_cents", "spending_cap_rolling_24h_cents"),
        *("frozen_at", "auto_topup_enabled", "topup_failures", "topup_not_before"),
    )
    list_select_related = ("account",)
    list_filter = ("auto_topup_enabled",)
    search_fields = ("account__name", "account__email")
    search_help_text = _WHOSE
    ordering = ("-account_id",)

    @admin.display(description="account", ordering="account")
    def whose(self, row: Controls) -> str:
        return str(row.account.display_name)


CHARGED = Verb(
    name="charged",
    label="The provider has charged it",
    perform=lambda actor, row, values: topups.decide(
        actor, row.pk, paid=True, reference=values["reference"], reason=values["reason"]
    ),
    outcome=lambda row: f"{format_usd(row.amount_cents)} come into the wallet of {row.account.display_name}, for good.",
    done="recorded as charged.",
    form=FindingWithReference,
)
NOT_CHARGED = Verb(
    name="not-charged",
    label="The provider has not charged it",
    perform=lambda actor, row, values: topups.decide(actor, row.pk, paid=False, reference="", reason=values["reason"]),
    outcome=lambda row: (
        "No money moves, and nothing is looked for any more. If the provider has charged the card after all, its owner "
        "gets nothing for it: be sure that it never did."
    ),
    done="recorded as not charged.",
    form=Finding,
    is_harsh=True,
)


@admin.register(TopUp)
class TopUpAdmin(Unanswered):
    verbs = (CHARGED, NOT_CHARGED)
    list_display = ("public_id", "account", "amount_cents", "status", "failure", "created_at", "ended_at")
    list_filter = ("status",)
    search_fields = ("provider_ref", "account__name", "account__email")
    search_help_text = "A provider's reference, whose it is, or a public id (top_…, usr_…, prf_…)."

    def why_open(self, row: TopUp) -> str:
        return (
            f"Nobody knows whether this was charged: {attempts_text(row)}. Ask the provider for {row.public_id}, then record what "
            "it says."
        )


@admin.register(ProviderAccount)
class ProviderAccountAdmin(ReadOnly):
    list_display = ("public_id", "account", "provider", "saved_method_label", "payout_ref", "created_at")
    list_filter = ("provider",)
    search_fields = ("customer_ref", "payout_ref", "account__name", "account__email")
    search_help_text = "A provider's id of a person, whose it is, or a public id (pac_…, usr_…, prf_…)."
    ordering = ("-id",)
