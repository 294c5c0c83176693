"""Pictures and cakes: requests and their status. Staff choose a courier; operators set the prices of cakes."""

from typing import Any

from django import forms
from django.contrib import admin
from django.utils.safestring import SafeString

from bounties.models import CakeOrder, CakePrice, Picture
from bounties.services import cakes
from marketplace.api.backoffice import (
    CountryField,
    Deciding,
    DollarsField,
    ReadOnly,
    Settings,
    SettingsForm,
    Verb,
    WhyField,
    money,
    row_link,
)
from marketplace.core.money import format_usd


class CourierForm(forms.Form):
    courier = forms.CharField(max_length=30, help_text="The public id of a person: prf_…")
    reason = WhyField(
        needed="Say why: colleagues read it.", rows=2, help_text="For colleagues: it stands in the history."
    )


ASSIGN = Verb(
    "assign",
    "Ask a courier",
    perform=lambda actor, row, values: cakes.assign(actor, row.pk, values["courier"].strip()),
    outcome=lambda row: (
        f"This person is hired for {format_usd(row.price_cents)} and has two hours to confirm; otherwise the next one is asked."
    ),
    done="asked",
    form=CourierForm,
)


@admin.register(CakeOrder)
class CakeOrderAdmin(Deciding):
    list_display = (
        "public_id",
        "size",
        "city",
        "country",
        "deliver_at",
        "status",
        "total",
        "bounty_link",
        "created_at",
    )
    list_filter = ("status", "size", "country")
    search_fields = ("recipient_name", "city", "owner__name")
    search_help_text = "A recipient, a city, an owner, or a public id (cak_…, bty_…)."
    ordering = ("-id",)
    exclude = ("bounty", "price_cents", "fee_cents")
    readonly_fields = ("price", "fee", "total", "bounty_link")
    verbs = (ASSIGN,)

    def open_verbs(self, row: CakeOrder) -> tuple[Verb, ...]:
        return (ASSIGN,) if row.status == "funded" else ()

    def why_open(self, row: CakeOrder) -> str:
        return "Nobody has this order yet." if row.status == "funded" else ""

    @admin.display(description="pay of the courier")
    def price(self, row: CakeOrder) -> str:
        return money(row.price_cents)

    @admin.display(description="our fee")
    def fee(self, row: CakeOrder) -> str:
        return money(row.fee_cents)

    @admin.display(description="total")
    def total(self, row: CakeOrder) -> str:
        return money(row.total_cents)

    @admin.display(description="bounty")
    def bounty_link(self, row: CakeOrder) -> SafeString | str:
        return row_link("bty", row.bounty_id) if row.bounty_id else "-"


class CakePriceForm(SettingsForm):
    country = CountryField(required=False, help_text="An ISO code, such as PT, or a name. Empty: everywhere else.")
    price_cents = DollarsField(label="Price", help_text="US dollars: the cake and who brings it, without our fee.")

    class Meta:
        model = CakePrice
        fields = ("country", "size", "price_cents")

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        same = CakePrice.objects.filter(country=values.get("country") or "", size=values.get("size"))
        if same.exclude(pk=self.instance.pk).exists():
            self.add_error("size", "There is a price for this size there already: edit that one.")
        return values


@admin.register(CakePrice)
class CakePriceAdmin(Settings):
    """A change does not affect existing quotes."""

    form = CakePriceForm
    list_display = ("country", "size", "price")
    list_filter = ("size",)
    ordering = ("country", "price_cents")

    @admin.display(description="price", ordering="price_cents")
    def price(self, row: CakePrice) -> str:
        return money(row.price_cents)


@admin.register(Picture)
class PictureAdmin(ReadOnly):
    list_display = ("public_id", "subject", "location", "tier", "status", "deliver_by", "bounty_link", "created_at")
    list_filter = ("status", "tier")
    search_fields = ("subject", "location", "owner__name")
    search_help_text = "Words of what is asked for, an owner, or a public id (pic_…, bty_…)."
    ordering = ("-id",)
    exclude = ("bounty", "submission")
    readonly_fields = ("bounty_link", "submission_link")

    @admin.display(description="bounty")
    def bounty_link(self, row: Picture) -> SafeString | str:
        return row_link("bty", row.bounty_id) if row.bounty_id else "-"

    @admin.display(description="the photo's submission")
    def submission_link(self, row: Picture) -> SafeString | str:
        return row_link("sub", row.submission_id) if row.submission_id else "-"
