from rest_framework import serializers

from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape
from qa.selectors.pending import KINDS


class PendingOut(Shape):
    """One matter that waits. An `approval` waits for the account's owner, everything else for whoever hires."""

    kind = serializers.ChoiceField(KINDS)
    about = Text(help_text="The id of the bounty, run, dispute or approval.")
    title = Text()
    count = serializers.IntegerField(help_text="How many of it: three applications are one matter.")
    due_at = TimestampField(allow_null=True, help_text="Until when; null without an end.")
    application_id = Text(allow_null=True, help_text="When it is about one person.")
    see = Text(help_text="The call that shows it whole, with what can be done.")
