from rest_framework import serializers

from marketplace.api.fields import IdField, Line, MailField, PatternField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import rights

_ROLE = (
    "viewer: reads what the owner's side shows. manager: jobs, evidence, messages, spending within the caps, and freezing. owner: "
    "also members, keys, webhooks, caps, unfreezing, withdrawals and refunds."
)


class InvitationIn(Shape):
    """POST /api/members/invitations."""

    email = MailField(
        max_length=254, help_text="The invitation is mailed here, and whoever has this address may accept it."
    )
    role = serializers.ChoiceField(rights.ROLES, help_text=_ROLE)


class RoleIn(Shape):
    role = serializers.ChoiceField(rights.ROLES, help_text=_ROLE)


class NameIn(Shape):
    """The form of somebody who accepts an invitation and has no name yet."""

    name = Line(max_length=100, trim=True)


class AcceptIn(Shape):
    token = PatternField(
        "[A-Za-z0-9_-]{20,100}", "the token of the link that was mailed", help_text="From the mailed link."
    )


class MemberOut(Shape):
    """Somebody who acts for the account."""

    id = Text(help_text="mbr_…")
    profile_id = IdField("prf")
    name = Text()
    role = serializers.ChoiceField(rights.ROLES, help_text=_ROLE)
    is_founder = serializers.BooleanField(help_text="The account's own person: its owner as long as it exists.")
    is_you = serializers.BooleanField()
    email = Text(allow_null=True, help_text="Shown to owners; null for others.")
    last_active_at = TimestampField(allow_null=True, help_text="Likewise; to the hour.")
    created_at = TimestampField()


class MembershipOut(Shape):
    """An account of somebody else that one may act for."""

    id = IdField("mbr", source="pk")
    account_id = IdField("usr", help_text="For the header X-Account.")
    profile_id = IdField("prf", source="account.profile_id")
    name = Text(source="account.display_name")
    role = serializers.ChoiceField(rights.ROLES, help_text=_ROLE)
    created_at = TimestampField()


class InvitationOut(Shape):
    """An invitation that was neither accepted nor revoked."""

    id = IdField("ivt", source="pk")
    email = Text()
    role = serializers.ChoiceField(rights.ROLES)
    invited_by = Text(source="invited_by.display_name")
    created_at = TimestampField()
    expires_at = TimestampField()
