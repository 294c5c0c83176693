from django.conf import settings
from rest_framework import serializers

from bounties.rules.contests import OUTCOMES, STATES
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.files import FileOut
from marketplace.api.serializers import Shape


class ContestIn(Shape):
    """POST /api/work/{applicationId}/contest, as JSON, or multipart with files."""

    reason = Text(max_length=5000, help_text="Why it should be decided otherwise, for our staff and the owner.")
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True),
        required=False,
        default=list,
        max_length=settings.FILES_PER_SUBMISSION,
    )


class EndingOut(Shape):
    """One way in which a contest may end."""

    outcome = serializers.ChoiceField(OUTCOMES)
    means = Text()


class ContestOut(Shape):
    """A worker's objection to what was decided about their work, or what our staff decided of their own. Until it is decided, no
    clock ends the seat."""

    id = IdField("con", source="pk")
    state = serializers.ChoiceField(STATES)
    reason = Text(
        help_text="The worker's words; empty when a rule left this to our staff, and the worker objected to nothing."
    )
    files = FileOut(many=True)
    opened_at = TimestampField(source="created_at")
    due_at = TimestampField(help_text="Until when our staff decide.")
    may_end = EndingOut(many=True, help_text="How it may end; empty once it has.")
    decided_at = TimestampField(allow_null=True)
    outcome = serializers.ChoiceField(
        OUTCOMES,
        source="outcome_or_none",
        allow_null=True,
        help_text="new_evidence: the worker sent some instead. settled: the money was decided in another way.",
    )
    decision = Text(help_text="Why our staff decided so, in their words; empty when something else settled it.")
