"""Operators' settings of bounties: categories, notice, minimum pay, words that need a review."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from bounties.models import Bounty, Category, NoticeRule, PayMinimum, ScreeningRule
from bounties.rules.bounties import DEADLINE_MAX, NOTICE_HOURS
from marketplace.api.backoffice import CountryField, DollarsField, Settings, SettingsForm
from marketplace.core import countries

_ANYWHERE = "An ISO code, such as PT, or a name."
_MOST_HOURLY = 100_000  # cents: a higher hourly pay is a typing error


class CategoryForm(SettingsForm):
    class Meta:
        model = Category
        fields = ("slug", "name", "is_active")
        help_texts = {
            "slug": "What the API takes and shows, such as event-gigs. It can't be changed later.",
            "is_active": "Switched off: new bounties can't use it, those that have it keep it.",
        }


@admin.register(Category)
class CategoryAdmin(Settings):
    form = CategoryForm
    list_display = ("slug", "name", "is_active")
    list_filter = ("is_active",)
    search_fields = ("slug", "name")
    ordering = ("slug",)

    def has_delete_permission(self, request: HttpRequest, obj: Category | None = None) -> bool:
        """A category in use can be switched off, not deleted."""
        used = obj is not None and Bounty.objects.filter(category=obj.pk).exists()
        return super().has_delete_permission(request, obj) and not used


class NoticeForm(SettingsForm):
    country = CountryField(required=False, help_text=f"{_ANYWHERE} Empty: everywhere.")
    hours = forms.IntegerField(
        min_value=0,
        max_value=DEADLINE_MAX.days * 24 // 2,
        help_text="How many hours before its deadline an on-site bounty must be posted. 0: no notice.",
    )

    class Meta:
        model = NoticeRule
        fields = ("country", "city", "hours")
        help_texts = {"city": "As people write it; upper and lower case are the same. Empty: the whole country."}

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        country, city = values.get("country") or "", values.get("city") or ""
        if city and not country and "country" not in self.errors:
            self.add_error("country", "Name the country of this city.")
        same = NoticeRule.objects.filter(country=country, city__iexact=city).exclude(pk=self.instance.pk)
        if not self.errors and same.exists():
            self.add_error(None, "There is a rule for this place already: edit that one.")
        return values


@admin.register(NoticeRule)
class NoticeRuleAdmin(Settings):
    """The most specific rule applies: the city's, else the country's, else the one for everywhere."""

    form = NoticeForm
    list_display = ("place", "hours")
    list_display_links = ("place",)
    search_fields = ("city", "country")
    search_help_text = f"Where no rule fits, {NOTICE_HOURS} hours are asked for."
    ordering = ("country", "city")

    @admin.display(description="place", ordering="country")
    def place(self, row: NoticeRule) -> str:
        return countries.place(row.city, country=row.country) or "Everywhere else"


class MinimumForm(SettingsForm):
    country = CountryField(help_text=_ANYWHERE)
    currency = forms.ChoiceField(choices=[("USD", "USD")])
    hourly_cents = DollarsField(
        label="Per hour",
        min_value=0.01,
        max_value=_MOST_HOURLY // 100,
        help_text="US dollars with cents, such as 17.50: the least an hour on site must pay there.",
    )

    class Meta:
        model = PayMinimum
        fields = ("country", "state", "city", "currency", "hourly_cents")
        help_texts = {
            "state": "As people write it. Empty: the whole country.",
            "city": "As people write it. Empty: the whole state or country.",
        }

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        same = PayMinimum.objects.filter(
            country=values.get("country"),
            state__iexact=values.get("state") or "",
            city__iexact=values.get("city") or "",
            currency=values.get("currency"),
        ).exclude(pk=self.instance.pk)
        if not self.errors and same.exists():
            self.add_error(None, "There is a minimum for this area already: edit that one.")
        return values


@admin.register(PayMinimum)
class PayMinimumAdmin(Settings):
    """The most specific area applies: the city's, else the state's, else the country's."""

    form = MinimumForm
    list_display = ("area", "hourly_cents", "currency")
    list_display_links = ("area",)
    list_filter = ("country",)
    search_fields = ("city", "state", "country")
    ordering = ("country", "state", "city")

    @admin.display(description="area", ordering="country")
    def area(self, row: PayMinimum) -> str:
        return countries.place(row.city, row.state, country=row.country)


class ScreeningForm(SettingsForm):
    class Meta:
        model = ScreeningRule
        fields = ("phrase", "reason", "is_active")
        help_texts = {
            "phrase": "Whole words in the title, description or completion criteria; upper and lower case are the same.",
            "is_active": "Switched off: it holds nothing back. Listings that wait already keep waiting.",
        }

    def clean_phrase(self) -> str:
        phrase = " ".join(str(self.cleaned_data["phrase"]).split())
        if not any(map(str.isalnum, phrase)):
            raise forms.ValidationError("Give at least one letter or digit: signs alone are no word.")
        if ScreeningRule.objects.filter(phrase__iexact=phrase).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("There is a rule for this phrase already: edit that one.")
        return phrase


@admin.register(ScreeningRule)
class ScreeningRuleAdmin(Settings):
    form = ScreeningForm
    list_display = ("phrase", "reason", "is_active")
    list_filter = ("is_active",)
    search_fields = ("phrase", "reason")
    ordering = ("phrase",)
