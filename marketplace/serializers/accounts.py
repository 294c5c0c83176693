from typing import Any

from rest_framework import serializers

from marketplace.api.applicants import ApplicantIn
from marketplace.api.fields import IdField, Line, MailField, PatternField, StrictBoolean, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import rights
from marketplace.selectors.account_restrictions import WHAT


class SignupIn(ApplicantIn):
    """POST /api/agents/signup."""

    email = MailField(max_length=254, help_text="The code is mailed here.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["email"] = attrs["email"].lower()
        return super().validate(attrs)


class SentTimestamp(Text):
    """A timestamp kept as the text that was sent: signatures cover that text."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        TimestampField().to_internal_value(text)
        return text


_AGENT_ID = "agent_[0-9a-f]{16}", "agent_ and 16 hexadecimal digits"
_IDENTITY = {"agentId": "agent_id", "publicKey": "public_key", "signature": "signature", "timestamp": "timestamp"}


class VerifyIn(Shape):
    """POST /api/agents/signup/verify. Of the identity: all four fields or none."""

    email = MailField(max_length=254)
    code = PatternField("[0-9]{6}", "the six digits from the mail", help_text="The six digits from the mail.")
    agent_name = Line(min_length=2, max_length=80, required=False, default="")
    agent_id = PatternField(*_AGENT_ID, required=False, help_text="As for registerIdentity.")
    public_key = Text(max_length=200, required=False, help_text="base64 of the Ed25519 key's SPKI in DER.")
    signature = Text(
        max_length=200, required=False, help_text="base64, over `<timestamp>:<agentId>:register_identity`."
    )
    timestamp = SentTimestamp(max_length=64, required=False, help_text="As it was signed, at most 5 minutes old.")
    callback_url = Text(
        max_length=2048, required=False, default="", help_text="A public https address that gets every event."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs["email"] = attrs["email"].lower()
        identity = {wire: attrs.pop(name) for wire, name in _IDENTITY.items() if name in attrs}
        if identity and len(identity) < len(_IDENTITY):
            missing = [name for name in _IDENTITY if name not in identity]
            raise serializers.ValidationError({name: ["An identity takes all four fields."] for name in missing})
        return attrs | {"identity": identity}


class IdentityIn(Shape):
    """POST /api/keys/register-identity: the holder of this Ed25519 key signs `<timestamp>:<agentId>:register_identity`."""

    agent_id = PatternField(*_AGENT_ID, help_text="agent_ and 16 hexadecimal digits of the key's SHA-256.")
    public_key = Text(max_length=200, help_text="base64 of the SPKI in DER.")
    signature = Text(max_length=200, help_text="base64 of the 64 bytes.")
    timestamp = SentTimestamp(max_length=64, help_text="As it was signed: ISO 8601, at most 5 minutes old.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {wire: attrs[name] for wire, name in _IDENTITY.items()}


class EraseIn(Shape):
    sure = StrictBoolean(help_text="true: it can't be taken back.")

    def validate_sure(self, value: bool) -> bool:
        if not value:
            raise serializers.ValidationError("Send true: it can't be taken back.")
        return value


class StaysOut(Shape):
    """What an erasure leaves, and why."""

    code = Text()
    why = Text()


class KeyIn(Shape):
    name = Line(max_length=50, trim=True, help_text="What this key is for.")


class KeyPatch(Shape):
    webhook_url = Text(
        max_length=2048,
        allow_blank=True,
        allow_null=True,
        trim=True,
        help_text="A public https address; empty or null clears it.",
    )


class KeyOut(Shape):
    """Metadata of a key; the raw key is shown once, when it is made."""

    id = IdField("key", source="pk")
    name = Text()
    key_prefix = Text(source="shown_prefix")
    identity_bound = serializers.BooleanField()
    agent_id = Text(allow_null=True, help_text="The Ed25519 identity that this key is bound to.")
    is_slack_provision = serializers.BooleanField(help_text="Always false: no key is made by a chat workspace.")
    slack_workspace_name = Text(source="no_slack_origin", allow_null=True)
    slack_workspace_domain = Text(source="no_slack_origin", allow_null=True)
    slack_user_real_name = Text(source="no_slack_origin", allow_null=True)
    slack_user_handle = Text(source="no_slack_origin", allow_null=True)
    created_at = TimestampField()
    last_used_at = TimestampField(allow_null=True)
    last_used_from = Text(
        help_text="The network of that use: an IPv4 /24 or an IPv6 /48. The address itself is not kept."
    )
    last_used_by = Text(help_text="The program, by its User-Agent.")
    revoked_at = TimestampField(allow_null=True)


class CallbackOut(Shape):
    """What became of callbackUrl. `secret` is shown once: deliveries are signed with it."""

    status = serializers.ChoiceField(["created", "failed"])
    id = Text(required=False)
    url = Text()
    secret = Text(required=False)
    error = Text(required=False)


class VerificationOut(Shape):
    email = serializers.BooleanField()
    identity = serializers.BooleanField()
    identity_country = Text(allow_null=True)
    linkedin = serializers.BooleanField()


class PayoutsOut(Shape):
    onboarded = serializers.BooleanField()
    bank_last4 = Text(
        allow_null=True,
        help_text=(
            "Of the bank account that payouts go to. Null where it is not known, and for a key or program that has a list of "
            "scopes without `wallet`."
        ),
    )
    bank_given_at = TimestampField(
        allow_null=True, help_text="Since when it is that one; null likewise, and for one of before this was kept."
    )


class ActingOut(Shape):
    """Who signed in, where a member acts for the account."""

    profile_id = IdField("prf")
    name = Text()
    role = serializers.ChoiceField(rights.ROLES)


class RestrictionOut(Shape):
    """What staff have restricted. What is underway goes on."""

    restricted = serializers.ListField(
        child=serializers.ChoiceField(WHAT),
        help_text="What can't be begun: it is answered with 403 account_restricted.",
    )
    reason = Text(help_text="What staff said.")
    since = TimestampField()
    until = TimestampField(allow_null=True, help_text="When it ends by itself; null: when staff lift it.")


class AccountOut(Shape):
    """GET /api/account: the caller as it may see itself."""

    agent_user_id = IdField("usr")
    profile_id = IdField("prf")
    name = Text()
    username = Text(allow_null=True)
    email = Text(allow_null=True)
    authenticated_by = serializers.ChoiceField(["key", "session", "oauth"])
    key_id = Text(allow_null=True)
    agent_id = Text(
        allow_null=True, help_text="The Ed25519 identity of the key; of a session, the one that the account bound last."
    )
    payouts = PayoutsOut()
    verification = VerificationOut()
    acting_as = ActingOut(allow_null=True, help_text="Who acts for the account as its member; null for its own person.")
    restriction = RestrictionOut(
        allow_null=True, help_text="What this account may not begin at present; null: anything."
    )
