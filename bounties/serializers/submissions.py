from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from rest_framework import serializers

from bounties.models import Submission
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.services import files


class LinkField(Text):
    """A public http(s) address; shown to people, never fetched by us."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            parts = urlsplit(text)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and not any(c.isspace() for c in text)
        except ValueError:
            good = False
        if not good:
            raise serializers.ValidationError("Give an http or https address.")
        return text


class SubmitIn(Shape):
    """POST /api/bounties/{id}/submissions, as JSON or multipart. At least one of text, links and files."""

    text_evidence = Text(max_length=10_000, required=False, default="", allow_blank=True)
    links = serializers.ListField(child=LinkField(max_length=2048), required=False, default=list, max_length=20)
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True),
        required=False,
        default=list,
        max_length=settings.FILES_PER_SUBMISSION,
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs["text_evidence"].strip() and not attrs["links"] and not attrs["files"]:
            raise serializers.ValidationError("Send text, a link or a file: an empty submission shows nothing.")
        return attrs


class FileOut(Shape):
    id = IdField("fil", source="pk")
    name = Text()
    content_type = Text()
    size = serializers.IntegerField()
    sha256 = Text()
    url = Text(help_text="Works for an hour.")


class SubmissionOut(Shape):
    id = IdField("sub", source="pk")
    bounty_id = IdField("bty")
    application_id = IdField("app")
    doer_human_id = IdField("prf", source="application.human.profile_id")
    doer_name = Text(source="application.human.display_name")
    status = serializers.ChoiceField(["pending_review", "approved", "rejected", "redo_requested"])
    text_evidence = Text()
    links = serializers.ListField(child=Text())
    checks = serializers.DictField()
    response = Text()
    created_at = TimestampField()
    finalized_at = TimestampField(allow_null=True)


class SubmissionDetail(SubmissionOut):
    files = FileOut(many=True)


def render(submission: Submission) -> dict[str, Any]:
    """The submission with its files, each with a fresh signed address."""
    shown = SubmissionOut.render(submission)
    shown["files"] = []
    for file in submission.files.all():
        file.url = files.signed_url(file)  # type: ignore[attr-defined]
        shown["files"].append(FileOut.render(file))
    return shown
