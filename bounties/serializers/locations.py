"""GET /api/bounties/location-minimum: the place, and the minimum hourly pay on site there."""

from collections.abc import Mapping
from dataclasses import dataclass

from django import forms
from rest_framework import serializers

from marketplace.api.fields import DollarsField, Text
from marketplace.api.serializers import Shape
from marketplace.core import countries
from marketplace.core.errors import Invalid


@dataclass(frozen=True, slots=True)
class Place:
    """`country` is an ISO code, or empty when none was given."""

    city: str
    state: str
    country: str
    currency: str


class LocationQuery(forms.Form):
    city = forms.CharField(required=False, max_length=100)
    state = forms.CharField(required=False, max_length=100)
    country = forms.CharField(required=False, max_length=56)
    currency = forms.CharField(required=False, max_length=3, min_length=3, empty_value="USD")

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> Place:
        """Parse the query. Raises Invalid (400) for an unknown country, and for texts that are too long."""
        form = cls(data=parameters)
        wrong = {name: [str(text) for text in errors] for name, errors in form.errors.items()}
        named = form.cleaned_data.get("country", "")
        country = countries.find(named) if named else ""
        if country is None:
            wrong["country"] = ["Give a country by its ISO 3166 code or its English name."]
        if wrong or country is None:
            raise Invalid(wrong)
        sent = form.cleaned_data
        return Place(sent["city"], sent["state"], country, sent["currency"].upper())


class MinimumOut(Shape):
    hourly = DollarsField(source="hourly_cents", help_text="In whole units of the currency.")
    hourly_cents = serializers.IntegerField()
    currency = Text()
    area = Text(help_text="The closest area with a minimum: the city, else the state, else the country.")


class LocationOut(Shape):
    """The place that was asked for, as it was understood."""

    city = Text()
    state = Text()
    country = Text()
    currency = Text()
