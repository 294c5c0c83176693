"""Shapes of the sandbox's own routes."""

from marketplace.api.fields import IdField, StrictBoolean, StrictInteger, Text, TimestampField
from marketplace.api.serializers import Shape

MAX_ADVANCE = 400 * 86_400


class AdvanceIn(Shape):
    seconds = StrictInteger(min_value=0, max_value=MAX_ADVANCE)


class MailOut(Shape):
    id = IdField("mai", source="pk")
    to = Text()
    subject = Text()
    text = Text()
    html = Text()
    created_at = TimestampField()


class VerifyHumanIn(Shape):
    identity_country = Text(required=False, default=None, allow_null=True, allow_blank=True, max_length=56)
    linkedin = StrictBoolean(required=False, default=None, allow_null=True)
    payouts = StrictBoolean(required=False, default=None, allow_null=True)
