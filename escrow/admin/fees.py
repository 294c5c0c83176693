"""Fee rates by kind of work, each from a point in time on. A rate that is or was in force cannot be changed; a future one
can be deleted."""

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.safestring import SafeString
from unfold.widgets import UnfoldAdminSplitDateTimeWidget

from escrow.models import FeeRate
from escrow.models.fees import percent
from escrow.rules.escrows import FEE_MAX_BPS
from marketplace.api.backoffice import Settings, SettingsForm, WhyField, moment
from marketplace.core import clock


class RateForm(SettingsForm):
    bps = forms.DecimalField(
        label="Rate (%)",
        required=False,
        min_value=0,
        max_value=FEE_MAX_BPS // 100,
        decimal_places=2,
        help_text="Percent on top of pay, such as 18 or 17.5. Empty, of one kind of work: from then on the rate for all.",
    )
    holds_from = forms.SplitDateTimeField(
        label="Holds from (UTC)",
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget(),
        help_text="Empty: at once. Work that is priced from then on; what was agreed before keeps its rate.",
    )
    reason = WhyField(needed="Say why, for colleagues.")

    class Meta:
        model = FeeRate
        fields = ("kind", "bps", "holds_from", "reason")
        help_texts = {"kind": "Empty: all work that has no rate of its own."}

    def clean_bps(self) -> int | None:
        rate: Decimal | None = self.cleaned_data["bps"]
        return None if rate is None else int(rate * 100)

    def clean(self) -> dict[str, Any]:
        values, now = super().clean(), clock.now()
        kind = values.get("kind", "")
        if "holds_from" not in self.errors:
            values["holds_from"] = values["holds_from"] or now
            if values["holds_from"] < now:
                self.add_error("holds_from", "That is over: a rate holds from now on, or from a later moment.")
            elif FeeRate.objects.filter(kind=kind, holds_from=values["holds_from"]).exists():
                self.add_error("holds_from", "There is a rate for this work from this moment already.")
        if not kind and values.get("bps") is None and "bps" not in self.errors:
            self.add_error("bps", "Give the rate: no work may be without one.")
        return values


@admin.register(FeeRate)
class FeeRateAdmin(Settings):
    """A kind's own rate applies, else the one for all kinds; of several, the latest that has begun."""

    form = RateForm
    list_display = ("work", "rate", "begins", "reason")
    list_display_links = ("work",)
    list_filter = ("kind",)
    search_fields = ("reason",)
    search_help_text = "Words of the reason."
    ordering = ("-holds_from", "kind")

    def has_change_permission(self, request: HttpRequest, obj: FeeRate | None = None) -> bool:
        """Rates are never edited: a new rate is a new row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: FeeRate | None = None) -> bool:
        """Only a rate that has not begun can be deleted: nothing was priced with it."""
        return super().has_delete_permission(request, obj) and obj is not None and obj.holds_from > clock.now()

    @admin.display(description="work", ordering="kind")
    def work(self, row: FeeRate) -> str:
        return row.kind or "all work"

    @admin.display(description="rate", ordering="bps")
    def rate(self, row: FeeRate) -> str:
        return "as all work" if row.bps is None else percent(row.bps)

    @admin.display(description="holds from", ordering="holds_from")
    def begins(self, row: FeeRate) -> SafeString | str:
        return moment(row.holds_from)
