"""Shapes of appeals."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from escrow.models import Dispute
from escrow.rules.cases import APPEAL, GROUNDS
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
    state = serializers.ChoiceField(sorted(APPEAL.states))
    made_by = IdField("prf", source="made_by.profile_id")
    created_at = TimestampField()
    decided_at = TimestampField(allow_null=True)


class AppealFields(Shape):
    """What a dispute shows of appeals."""

    appeal = AppealOut(allow_null=True)
    appeal_until = TimestampField(
        allow_null=True, help_text="Until when who lost may appeal the decision; null when nobody can (any more)."
    )


def render(dispute: Dispute) -> dict[str, Any]:
    made = reads.of(dispute)
    return {
        "appeal": AppealOut.render(made) if made is not None else None,
        "appealUntil": timestamp(reads.until(getattr(dispute, "case", None))),
    }
