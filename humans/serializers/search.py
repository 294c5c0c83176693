"""The query parameters of GET /api/humans."""

from collections.abc import Mapping
from typing import Any

from django import forms

from marketplace.api.filters import BooleanField, DollarsField
from marketplace.core.errors import Invalid


class SearchQuery(forms.Form):
    skill = forms.CharField(required=False, max_length=500)
    name = forms.CharField(required=False, max_length=100)
    minRate = DollarsField(required=False)
    maxRate = DollarsField(required=False)
    city = forms.CharField(required=False, max_length=100)
    country = forms.CharField(required=False, max_length=56)
    countryCode = forms.RegexField(
        r"^[A-Za-z]{2}\Z", required=False, error_messages={"invalid": "Give a two-letter code."}
    )
    featured = BooleanField(required=False)

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> dict[str, Any]:
        """The criteria of `search.find`, and `fields`. Raises Invalid (400)."""
        form = cls(data=parameters)
        fields = parameters.get("fields", "")
        wrong = {name: [str(text) for text in errors] for name, errors in form.errors.items()}
        if fields not in ("", "slim"):
            wrong["fields"] = ["Give slim, or leave it out."]
        if wrong:
            raise Invalid(wrong)
        data = form.cleaned_data
        return {
            "skill": [part.strip() for part in data["skill"].split(",") if part.strip()],
            "name": data["name"],
            "min_rate": data["minRate"],
            "max_rate": data["maxRate"],
            "city": data["city"],
            "country": data["country"],
            "country_code": data["countryCode"],
            "featured": data["featured"],
            "fields": fields,
        }
