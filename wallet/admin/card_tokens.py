"""Card tokens of MPP. Staff decides about those whose outcome the provider has not given for a day."""

from typing import Any

from django.contrib import admin

from marketplace.api.backoffice import ReadOnly, Verb
from marketplace.core.money import format_usd
from wallet.admin.unanswered import Finding, FindingWithReference, Unanswered, attempts_text
from wallet.errors import ProviderUnavailable
from wallet.models import MppCharge, MppQuote
from wallet.providers.cards import Outcome
from wallet.services import mpp_charges


def _ask(row: MppCharge, values: dict[str, Any]) -> Outcome | None:
    try:
        return mpp_charges.ask(row.pk)
    except ProviderUnavailable:
        return None  # expected: the missing answer is why staff decides


CHARGED = Verb(
    name="charged",
    label="The provider has charged it",
    perform=lambda actor, row, values: mpp_charges.record_charged(
        row.pk, reference=values["reference"], outcome=values["asked"]
    ),
    outcome=lambda row: (
        f"The provider is asked about this charge. When it was made, {format_usd(row.quote.checkout.amount_cents)} come into "
        f"the wallet of {row.quote.checkout.account.display_name}, for good, and pay what they were for. Otherwise nothing is "
        "changed."
    ),
    done="recorded as charged.",
    form=FindingWithReference,
    ask=lambda row, values: mpp_charges.ask(row.pk, values["reference"]),
)
NOT_CHARGED = Verb(
    name="not-charged",
    label="The provider has not charged it",
    perform=lambda actor, row, values: mpp_charges.record_not_charged(row.pk, outcome=values["asked"]),
    outcome=lambda row: (
        "No money moves, nothing is looked for any more, and the quote may be paid by another token. If the provider has "
        "charged this one after all, its payer gets nothing for it: be sure that it never did."
    ),
    done="recorded as not charged.",
    form=Finding,
    is_harsh=True,
    ask=_ask,
)


@admin.register(MppCharge)
class MppChargeAdmin(Unanswered):
    """Every card token that was presented for a quote; those that need a person are `attention`."""

    verbs = (CHARGED, NOT_CHARGED)
    reads = ("quote__checkout__account",)
    list_display = ("public_id", "quote", "status", "reason", "provider_ref", "attempts", "created_at", "ended_at")
    list_filter = ("status",)
    search_fields = ("provider_ref",)
    search_help_text = "The provider's id of the charge, or any public id (mch_…, mpq_…)."
    exclude = ("token", "token_digest")  # a secret, and of no use to readers

    def why_open(self, row: MppCharge) -> str:
        return (
            f"Nobody knows whether this was charged: {attempts_text(row)}. Look at {row.quote.checkout.provider} for "
            f"{row.public_id}, then record what you found. It is asked every hour, too."
        )


@admin.register(MppQuote)
class MppQuoteAdmin(ReadOnly):
    """The quotes that were handed out with pages; their texts are nowhere."""

    list_display = ("public_id", "checkout", "created_at", "expires_at")
    list_select_related = ("checkout",)
    search_fields = ("checkout__provider_ref",)
    search_help_text = "Any public id (mpq_…, dep_…)."
    exclude = ("digest",)
    ordering = ("-id",)
