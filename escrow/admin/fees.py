"""Fee rates by kind of work, each from a point in time on. A change takes two operators."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin

from escrow.models import FeeRate
from escrow.rules.escrows import FEE_MAX_BPS
from marketplace.api.backoffice import Dated, DatedForm, WhyField
from marketplace.core.money import format_percent


class RateForm(DatedForm):
    SUBJECT, WHY = ("kind",), "reason"
    why = None  # type: ignore[assignment]  # how Django leaves an inherited field out
    reason = WhyField(needed="Say why, for colleagues.")

    bps = forms.DecimalField(
        label="Rate (%)",
        required=False,
        min_value=0,
        max_value=FEE_MAX_BPS // 100,
        decimal_places=2,
        help_text="Percent on top of pay, such as 18 or 17.5. Empty, of one kind of work: from then on the rate for all.",
    )

    class Meta:
        model = FeeRate
        fields = ("kind", "bps", "holds_from", "reason")
        help_texts = {"kind": "Empty: all work that has no rate of its own."}

    def clean_bps(self) -> int | None:
        rate: Decimal | None = self.cleaned_data["bps"]
        return None if rate is None else int(rate * 100)

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if not values.get("kind") and values.get("bps") is None and "bps" not in self.errors:
            self.add_error("bps", "Give the rate: no work may be without one.")
        return values


@admin.register(FeeRate)
class FeeRateAdmin(Dated):
    """A kind's own rate applies, else the one for all kinds; of several, the latest that has begun."""

    form = RateForm
    is_guarded = True
    search_fields = ("reason",)
    list_display = ("work", "rate", "begins", "state", "reason")
    list_display_links = ("work",)
    list_filter = ("kind",)
    ordering = ("-holds_from", "kind")

    @admin.display(description="work", ordering="kind")
    def work(self, row: FeeRate) -> str:
        return row.kind or "all work"

    @admin.display(description="rate", ordering="bps")
    def rate(self, row: FeeRate) -> str:
        return "as all work" if row.bps is None else format_percent(row.bps)
