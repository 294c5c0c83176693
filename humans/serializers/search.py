"""The query parameters of GET /api/humans and GET /api/humans/taste."""

from collections.abc import Mapping

from django import forms

from humans.rules.people import TASTE
from humans.selectors.search import SearchCriteria, TasteCriteria
from marketplace.api.filters import BooleanField, CountryField, DollarsField
from marketplace.core.errors import Invalid


class SearchQuery(forms.Form):
    skill = forms.CharField(required=False, max_length=500)
    name = forms.CharField(required=False, max_length=100)
    minRate = DollarsField(required=False)
    maxRate = DollarsField(required=False)
    city = forms.CharField(required=False, max_length=100)
    country = CountryField(required=False)
    countryCode = forms.RegexField(
        r"^[A-Za-z]{2}\Z", required=False, error_messages={"invalid": "Give a two-letter code."}
    )
    featured = BooleanField(required=False)

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> SearchCriteria:
        """The criteria of `search.find`. Raises Invalid (400)."""
        form = cls(data=parameters)
        fields = parameters.get("fields", "")
        wrong = {name: [str(text) for text in errors] for name, errors in form.errors.items()}
        if fields not in ("", "slim"):
            wrong["fields"] = ["Give slim, or leave it out."]
        if wrong:
            raise Invalid(wrong)
        data = form.cleaned_data
        return {
            "skill": _any_of(data["skill"]),
            "name": data["name"],
            "min_rate": data["minRate"],
            "max_rate": data["maxRate"],
            "city": data["city"],
            "country": data["country"],
            "country_code": data["countryCode"],
            "featured": data["featured"],
            "fields": fields,
        }


class TasteQuery(forms.Form):
    category = forms.ChoiceField(required=False, choices=[(name, name) for name in TASTE])
    skill = forms.CharField(required=False, max_length=500)
    country = CountryField(required=False)
    gender = forms.ChoiceField(required=False, choices=[(name, name) for name in ("man", "woman", "other")])
    identityVerified = BooleanField(required=False)

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> TasteCriteria:
        """The criteria of `search.taste`. Raises Invalid (400)."""
        form = cls(data=parameters)
        if not form.is_valid():
            raise Invalid({name: [str(text) for text in errors] for name, errors in form.errors.items()})
        data = form.cleaned_data
        return {
            "category": data["category"],
            "skill": _any_of(data["skill"]),
            "country": data["country"],
            "gender": data["gender"],
            "identity_verified": data["identityVerified"],
        }


def _any_of(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
