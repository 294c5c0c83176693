"""Shapes of disputes."""

from typing import Any

from django.conf import settings
from rest_framework import serializers

from escrow.models import Dispute
from escrow.rules.disputes import CATEGORIES, DECISIONS, DISPUTE
from escrow.serializers import appeals
from escrow.serializers.appeals import AppealFields
from marketplace.api.fields import IdField, LinkField, Text, TimestampField
from marketplace.api.files import FileOut, with_urls
from marketplace.api.serializers import Shape

_URLS = 20


class DisputeIn(Shape):
    """POST /api/escrow/{id}/dispute."""

    category = serializers.ChoiceField(CATEGORIES, help_text="What is wrong.")
    description = Text(max_length=5000, trim=True, help_text="What was agreed, what came, what you want.")
    urls = serializers.ListField(
        child=LinkField(max_length=2048), default=list, max_length=_URLS, help_text="Addresses that show it."
    )


class EvidenceIn(Shape):
    """POST /api/disputes/{id}/evidence, as JSON or multipart. At least one of text, urls and files."""

    text = Text(max_length=5000, default="", allow_blank=True, help_text="What you want to show.")
    urls = serializers.ListField(
        child=LinkField(max_length=2048), default=list, max_length=_URLS, help_text="Addresses that show it."
    )
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True), default=list, max_length=settings.FILES_PER_SUBMISSION
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["text"].strip() and not (attrs["urls"] or attrs["files"]):
            raise serializers.ValidationError("Send text, an address or a file: an empty piece shows nothing.")
        return attrs


class EvidenceOut(Shape):
    id = IdField("dev", source="pk")
    author_id = IdField("prf", source="author.profile_id")
    text = Text()
    urls = serializers.ListField(child=Text())
    created_at = TimestampField()


class EvidenceDetail(EvidenceOut):
    files = FileOut(many=True)


class ResolutionOut(Shape):
    """What staff decided, in cents; the three parts are the escrow's whole amount."""

    decision = serializers.ChoiceField(DECISIONS)
    worker_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    refund_cents = serializers.IntegerField()
    reason = Text()


class DisputeOut(Shape):
    id = IdField("dsp", source="pk")
    escrow_id = IdField("esc")
    bounty_id = IdField("bty", source="escrow.bounty_id", allow_null=True)
    application_id = IdField("app", source="escrow.application_id", allow_null=True)
    booking_id = IdField("sbk", source="escrow.booking_id", allow_null=True)
    conversation_id = IdField("cnv", allow_null=True)
    status = serializers.ChoiceField(sorted(DISPUTE.states))
    category = serializers.ChoiceField(CATEGORIES)
    description = Text()
    urls = serializers.ListField(child=Text())
    opened_at = TimestampField(source="created_at")
    resolved_at = TimestampField(allow_null=True)


class DisputeRecord(AppealFields, DisputeOut):
    evidence = EvidenceDetail(many=True)
    resolution = ResolutionOut(allow_null=True)


def render(dispute: Dispute) -> dict[str, Any]:
    """A dispute with its evidence, whose file links are valid for an hour, and its final decision."""
    decision = dispute.decision
    return (
        DisputeOut.render(dispute)
        | {
            "evidence": [
                EvidenceOut.render(piece) | {"files": FileOut.render_many(with_urls(piece.files.all()))}
                for piece in sorted(dispute.evidence.all(), key=lambda piece: piece.pk)
            ],
            "resolution": ResolutionOut.render(decision) if decision else None,
        }
        | appeals.render(dispute)
    )
