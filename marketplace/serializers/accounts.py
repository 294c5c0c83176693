import re
from typing import Any

from rest_framework import serializers

from marketplace.api.fields import IdField, StrictBoolean, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core.errors import BadRequest
from marketplace.errors import CityRequired, CountryRequired, InvalidCountry, TermsNotAccepted
from marketplace.services import signup


class ApplicantIn(Shape):
    """Who opens an account, by whatever door."""

    accept_terms = StrictBoolean(help_text="Must be true.")
    country = Text(max_length=56, help_text="ISO 3166 alpha-2 code or an English name.")
    city = Text(min_length=2, max_length=100)
    region = Text(max_length=100, required=False, default="", allow_blank=True)
    agent_name = Text(min_length=2, max_length=80, required=False, default="")

    def run_validation(self, data: Any = serializers.empty) -> Any:
        # The four codes of the specification come before any other complaint; `fields` has all complaints at once.
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


class SignupIn(ApplicantIn):
    """POST /api/agents/signup."""

    email = serializers.EmailField(max_length=254, help_text="The code is mailed here.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["email"] = attrs["email"].lower()
        return super().validate(attrs)


class VerifyIn(Shape):
    """POST /api/agents/signup/verify."""

    email = serializers.EmailField(max_length=254)
    code = serializers.RegexField(re.compile(r"^[0-9]{6}\Z"), help_text="The six digits from the mail.")
    agent_name = Text(min_length=2, max_length=80, required=False, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["email"] = attrs["email"].lower()
        return attrs


class KeyIn(Shape):
    name = Text(max_length=50, trim=True, help_text="What this key is for.")


class KeyOut(Shape):
    """Metadata of a key; the raw key is shown once, when it is made."""

    id = IdField("key", source="pk")
    name = Text()
    key_prefix = Text(source="shown_prefix")
    created_at = TimestampField()
    last_used_at = TimestampField(allow_null=True)
    revoked_at = TimestampField(allow_null=True)


class VerificationOut(Shape):
    email = serializers.BooleanField()
    identity = serializers.BooleanField()
    identity_country = Text(allow_null=True)
    linkedin = serializers.BooleanField()


class PayoutsOut(Shape):
    onboarded = serializers.BooleanField()


class AccountOut(Shape):
    """GET /api/account: the caller as it may see itself."""

    agent_user_id = IdField("usr")
    profile_id = IdField("prf")
    name = Text()
    username = Text(allow_null=True)
    email = Text(allow_null=True)
    authenticated_by = serializers.ChoiceField(["key", "session", "oauth"])
    key_id = Text(allow_null=True)
    agent_id = Text(allow_null=True, help_text="The Ed25519 identity bound to the key, when there is one.")
    payouts = PayoutsOut()
    verification = VerificationOut()


def _refusals(data: dict[str, Any]) -> dict[str, BadRequest]:
    """What the specification has a code for, by field, in the order in which it wants to be told."""
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
