from typing import Any

from rest_framework import serializers

from marketplace.api import next_calls
from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape
from qa.selectors.pending import KINDS, Pending


class _MatterOut(Shape):
    kind = serializers.ChoiceField(KINDS)
    about = Text(help_text="The id of the bounty, run, dispute or approval.")
    title = Text()
    count = serializers.IntegerField(help_text="How many of it: three applications are one matter.")
    due_at = TimestampField(allow_null=True, help_text="Until when; null without an end.")
    application_id = Text(allow_null=True, help_text="When it is about one person.")


class PendingOut(_MatterOut):
    """One matter that waits. An `approval` waits for the account's owner, everything else for whoever hires."""

    see = Text(help_text="The call that shows it whole, with what can be done.")
    tool = Text(help_text="The tool for the same.")
    arguments = serializers.DictField(help_text="What it is called with.")


def render(one: Pending) -> dict[str, Any]:
    """A matter with the call that shows it, over REST and by its tool."""
    see = next_calls.call(one.operation, one.ids)
    shown = {"see": f"{see['method']} {see['path']}", "tool": see["tool"], "arguments": see["arguments"]}
    return _MatterOut.render(one) | shown
