"""Shapes of appeals."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from escrow.models import Dispute
from escrow.rules.cases import APPEAL, GROUNDS, SIDES
from escrow.selectors import appeals as reads
from marketplace.api.fields import IdField, Text, TimestampField, timestamp
from marketplace.api.serializers import Shape


class AppealIn(Shape):
    """POST /api/disputes/{id}/appeal, as JSON or multipart."""

    ground = serializers.ChoiceField(
        GROUNDS, help_text="new_fact: something that nobody could know then; error: the decision read the case wrongly."
    )
    words = Text(max_length=5000, trim=True, help_text="What is new, or which error was made.")
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True), default=list, max_length=settings.FILES_PER_SUBMISSION
    )


class AppealOut(Shape):
    ground = serializers.ChoiceField(GROUNDS)
    words = Text()
    state = serializers.ChoiceField(
        sorted(APPEAL.states),
        help_text="Of the first decision: open, it is looked at again; upheld, it stands, and the appeal has changed nothing; "
        "overturned, another one has taken its place (`resolution`).",
    )
    meaning = Text(help_text="The same in words.")
    made_by = IdField("prf", source="made_by.profile_id")
    created_at = TimestampField()
    decided_at = TimestampField(allow_null=True)


class AppealWindowOut(Shape):
    """A decision that may still be appealed."""

    by = serializers.ListField(
        child=serializers.ChoiceField(SIDES[:2]), help_text="Which sides may: those who could have got more."
    )
    until = TimestampField()
    words = Text(help_text="What an appeal may change, for you as well, whoever makes it.")


class AppealFields(Shape):
    """What a dispute shows of appeals."""

    appeal = AppealOut(allow_null=True)
    appeal_until = TimestampField(
        allow_null=True, help_text="Until when who lost may appeal the decision; null when nobody can (any more)."
    )
    appeal_window = AppealWindowOut(
        allow_null=True, help_text="Who may appeal the decision; null when nobody can, or somebody has."
    )


def render(dispute: Dispute) -> dict[str, Any]:
    made, case = reads.of(dispute), getattr(dispute, "case", None)
    window = reads.window(dispute, case)
    return {
        "appeal": AppealOut.render(made) if made is not None else None,
        "appealUntil": timestamp(reads.until(case)),
        "appealWindow": AppealWindowOut.render(window) if window is not None else None,
    }
