from typing import Any

from rest_framework import serializers

from humans.rules.people import NOTE_MAX
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


def _note(**options: Any) -> Text:
    """The private note: the API calls it `reason` on the block list, and `note` on the preferred list."""
    return Text(
        max_length=NOTE_MAX,
        required=False,
        allow_null=True,
        allow_blank=True,
        trim=True,
        help_text="For yourself only.",
        **options,
    )


class BlockIn(Shape):
    human_id = Text(max_length=64, help_text="A profile id (prf_…), an agentId (agent_…) or a username.")
    reason = _note(source="note")


class PreferIn(Shape):
    human_id = Text(max_length=64, help_text="A person's profile id (prf_…) or username.")
    note = _note()


class BlockAdded(Shape):
    human_id = IdField("prf", source="human.profile_id")
    reason = Text(source="note", help_text="Private: only you see it.")
    created_at = TimestampField()


class PreferredAdded(Shape):
    human_id = IdField("prf", source="human.profile_id")
    note = Text(help_text="Private: only you see it.")
    created_at = TimestampField()


class BlockOut(BlockAdded):
    human_name = Text(source="human.display_name")


class PreferredOut(PreferredAdded):
    human_name = Text(source="human.display_name")


REMOVED = {"removed": serializers.BooleanField(help_text="false when the person was not on the list.")}
