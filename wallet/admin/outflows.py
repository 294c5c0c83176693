"""Outflows. Staff decides about those whose outcome the provider has not given in time, and records returns."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString

from marketplace.api.backoffice import Verb, is_operator
from marketplace.core.money import format_usd
from wallet.admin.books import transactions_of
from wallet.admin.unanswered import Finding, FindingWithReference, Unanswered, attempts_text
from wallet.models import Outflow
from wallet.services import outflows


def _owner_text(row: Outflow) -> str:
    return f"the {row.source} of {row.account.display_name}"


PAID = Verb(
    name="paid",
    label="The provider has sent it",
    perform=lambda actor, row, values: outflows.decide(
        actor, row.pk, paid=True, reference=values["reference"], reason=values["reason"]
    ),
    outcome=lambda row: (
        f"{format_usd(row.refund_cents)} are booked as sent, for good. Nothing is asked of the provider, and the owner is "
        "told that the money was paid."
    ),
    done="recorded as sent.",
    form=FindingWithReference,
)
NOT_PAID = Verb(
    name="not-paid",
    label="The provider has not sent it",
    perform=lambda actor, row, values: outflows.decide(
        actor, row.pk, paid=False, reference="", reason=values["reason"]
    ),
    outcome=lambda row: (
        f"{format_usd(row.amount_cents)} return to {_owner_text(row)}, who can spend them at once. If the provider sends it "
        "after all, we have paid twice: be sure that it never will. The owner is told."
    ),
    done="recorded as not sent.",
    form=Finding,
    is_harsh=True,
)
SENT_BACK = Verb(
    name="sent-back",
    label="The bank has sent it back",
    perform=lambda actor, row, values: outflows.record_return(actor, row.pk, reason=values["reason"]),
    outcome=lambda row: f"{format_usd(row.amount_cents)} return to {_owner_text(row)}. The owner is told.",
    done="recorded as sent back.",
    form=Finding,
    is_harsh=True,
)


@admin.register(Outflow)
class OutflowAdmin(Unanswered):
    reads = ("account", "payment")
    verbs = (PAID, NOT_PAID, SENT_BACK)
    list_display = ("public_id", "account", "kind", "amount_cents", "status", "failure", "created_at", "ended_at")
    list_filter = ("status", "kind", "rail")
    search_fields = ("provider_ref", "request_id", "account__name", "account__email")
    search_help_text = "A provider's reference, whose it is, or a public id (wdr_…, ref_…, pay_…, usr_…, prf_…)."
    id_lookups = {"ref": ("pk",)}
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("public_id", "created_at"),
                    ("account", "kind", "rail"),
                    ("amount_cents", "kept_cents"),
                    ("status", "failure", "ended_at"),
                    ("payment", "destination_label", "destination"),
                    ("provider_ref", "attempts", "next_attempt_at"),
                    "request_id",
                )
            },
        ),
        ("In the books", {"classes": ["fieldset-wide"], "fields": ("booked",)}),
    )
    readonly_fields = ("public_id", "booked")

    def may_decide(self, request: HttpRequest, row: Outflow) -> bool:
        """The verb on paid outflows is shown to operators only. A POST passes, because the service checks again and its errors
        are more precise."""
        is_offered = row.status != "paid" or request.method == "POST" or is_operator(request)
        return is_offered and super().may_decide(request, row)

    def open_verbs(self, row: Outflow) -> tuple[Verb, ...]:
        return {"attention": (PAID, NOT_PAID), "paid": (SENT_BACK,)}.get(row.status, ())

    def why_open(self, row: Outflow) -> str:
        if row.status == "paid":
            return "This was paid. Should the provider say that the bank has sent it back, record it here."
        return (
            f"Nobody knows what became of this: {attempts_text(row)}. Ask the provider for {row.public_id}, then record what it "
            "says. Until then the money stays where it is."
        )

    @admin.display(description="transactions")
    def booked(self, row: Outflow) -> SafeString:
        return transactions_of([f"{step}:{row.pk}" for step in ("out", "out.end", "out.back")])
