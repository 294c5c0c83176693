"""Sign-up fields shared by both ways to create an account: a mailed code (marketplace) and a payment (wallet)."""

from typing import Any

from rest_framework import serializers

from marketplace.api.fields import Line, StrictBoolean
from marketplace.api.serializers import Shape
from marketplace.core.errors import BadRequest
from marketplace.errors import CityRequired, CountryRequired, InvalidCountry, TermsNotAccepted
from marketplace.services import signup


class ApplicantIn(Shape):
    """Who opens an account, by whatever door."""

    accept_terms = StrictBoolean(help_text="true: the owner accepts the terms and the privacy policy.")
    country = Line(max_length=56, help_text="Where the owner is: ISO code or English name.")
    city = Line(min_length=2, max_length=100, help_text="The owner's city.")
    region = Line(max_length=100, default="", allow_blank=True, help_text="State or region.")
    agent_name = Line(min_length=2, max_length=80, default="", help_text="What people read as your name.")

    def run_validation(self, data: Any = serializers.empty) -> Any:
        # The four error codes of the spec take precedence over other errors; `fields` has all errors at once.
        refusals = _refusals(data) if isinstance(data, dict) else {}
        try:
            checked = super().run_validation(data)
        except serializers.ValidationError as error:
            if not refusals:
                raise
            detail: Any = error.detail
            others = {name: [str(message) for message in messages] for name, messages in detail.items()}
        else:
            others = {}
        if refusals:
            wrong = {name: [refusal.message] for name, refusal in refusals.items()}
            raise type(next(iter(refusals.values())))(fields=others | wrong)
        return checked

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["country"] = signup.resolve_country(attrs["country"])
        return attrs


def _refusals(data: dict[str, Any]) -> dict[str, BadRequest]:
    """Errors for which the spec has a code, by field, in order of precedence."""
    found: dict[str, BadRequest] = {}
    if data.get("acceptTerms") is not True:
        found["acceptTerms"] = TermsNotAccepted()
    if not _text(data.get("country")):
        found["country"] = CountryRequired()
    elif signup.resolve_country(str(data["country"])[:56]) is None:
        found["country"] = InvalidCountry()
    if len(_text(data.get("city"))) < 2:
        found["city"] = CityRequired()
    return found


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
