import re
from typing import Any

from rest_framework import serializers

from marketplace.api.applicants import ApplicantIn
from marketplace.api.fields import IdField, Line, Text, TimestampField
from marketplace.api.serializers import Shape


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
    agent_name = Line(min_length=2, max_length=80, required=False, default="")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["email"] = attrs["email"].lower()
        return attrs


class KeyIn(Shape):
    name = Line(max_length=50, trim=True, help_text="What this key is for.")


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
