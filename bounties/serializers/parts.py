"""Nested parts of a bounty, shared by creation and edits: place, questions, links, uploads, messages."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bounties.rules.applications import DETAIL_TYPES, DETAILS_AT_MOST, LINK_TYPES
from bounties.rules.bounties import UPLOAD_SETTINGS
from bounties.rules.checks import LEVELS
from bounties.rules.lifecycle_messages import unknown_variable
from marketplace.api.fields import Line, StrictBoolean, StrictInteger, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import countries, ids

MESSAGE_KEYS = ("onAccepted", "onRejected", "onSubmissionReceived", "onSubmissionApproved", "onSubmissionRejected")


class DistinctField(serializers.ListField):
    """Each entry once, in the order given. What is sent is counted with those that are sent twice."""

    def run_validation(self, data: Any = serializers.empty) -> list[Any]:
        return list(dict.fromkeys(super().run_validation(data)))


class SourcesField(serializers.ListField):
    """Earlier bounties by their ids, each once. What is no bounty's id is a fault of the body, not a 404."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Text(max_length=64), max_length=1000, **kwargs)

    def to_internal_value(self, data: Any) -> list[UUID]:
        try:
            return [ids.decode("bty", text) for text in dict.fromkeys(super().to_internal_value(data))]
        except ValueError:
            raise serializers.ValidationError("Give ids of bounties, such as bty_….")


class PlaceIn(Shape):
    """What is not sent stays as it is; in a new bounty it is empty, and remote. The row as a whole is checked later."""

    city = Line(max_length=100, required=False, allow_blank=True, trim=True, help_text="City.")
    state = Line(max_length=100, required=False, allow_blank=True, trim=True, help_text="State or region.")
    country = Line(max_length=56, required=False, allow_blank=True, help_text="ISO 3166 code or English name.")
    is_remote_allowed = StrictBoolean(
        required=False, help_text="Can be done from anywhere; true when a new bounty does not say."
    )

    def validate_country(self, value: str) -> str:
        code = countries.find(value) if value else ""
        if code is None:
            raise serializers.ValidationError("Give an ISO 3166 code or an English name.")
        return code


class QuestionIn(Shape):
    id = Line(max_length=40, required=False, help_text="A name for its answer.")
    prompt = Text(max_length=300, help_text="The question.")
    required = StrictBoolean(default=True, help_text="true when left out.")  # type: ignore[assignment]


class QuestionsField(serializers.ListField):
    """Questions that the worker answers with the evidence; each gets an id when it was sent without one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=QuestionIn(), max_length=10, **kwargs)

    def to_internal_value(self, data: Any) -> list[dict[str, Any]]:
        asked = super().to_internal_value(data)
        taken = [row["id"] for row in asked if "id" in row]
        if len(set(taken)) != len(taken):
            raise serializers.ValidationError("Each id may be used once.")
        free = (f"q{number}" for number in range(1, 100) if f"q{number}" not in taken)
        return [
            {"id": row.get("id") or next(free), "prompt": row["prompt"], "required": row["required"]} for row in asked
        ]


class LanguageIn(Shape):
    language = serializers.ChoiceField(
        ["en"], error_messages={"invalid_choice": "Only en can be checked."}, help_text="Only English is checked."
    )
    minimum_cefr = serializers.ChoiceField(LEVELS, help_text="The least level.")

    def to_internal_value(self, data: Any) -> dict[str, str]:
        value = super().to_internal_value(data)
        return {"language": value["language"], "minimumCefr": value["minimum_cefr"]}


class CheckInsIn(Shape):
    times = serializers.ListField(child=TimestampField(), max_length=12, help_text="When.")
    photo_required = StrictBoolean(default=False, help_text="With a photo each.")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        times = [TimestampField().to_representation(moment) for moment in sorted(value["times"])]
        return {"times": times, "photoRequired": value["photo_required"]}


class LinkWishIn(Shape):
    type = serializers.ChoiceField(LINK_TYPES, help_text="Which.")
    label = Line(max_length=100, required=False, allow_blank=True, help_text="Needed for custom.")  # type: ignore[assignment]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["type"] == "custom" and not attrs.get("label", "").strip():
            raise serializers.ValidationError({"label": ["Say which link is meant."]})
        return dict(attrs)


class DetailIn(Shape):
    type = serializers.ChoiceField(DETAIL_TYPES, help_text="What it is.")
    id = Line(max_length=40, required=False, write_only=True, help_text="As a bounty shows it; it is given anew.")
    label = Text(max_length=300, help_text="The question or request.")  # type: ignore[assignment]
    required = StrictBoolean(default=True, help_text="true when left out.")  # type: ignore[assignment]
    file_type = serializers.ChoiceField(["image", "docx"], required=False, help_text="Of an upload.")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        return {"fileType" if name == "file_type" else name: item for name, item in value.items() if name != "id"}


class DetailsField(serializers.ListField):
    """What applicants are asked for besides: texts, acknowledgments, one-file uploads, one live video. Rows without a
    label are left out."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=DetailIn(), **kwargs)

    def to_internal_value(self, data: Any) -> list[dict[str, Any]]:
        if isinstance(data, list):
            data = [row for row in data if not (isinstance(row, dict) and not str(row.get("label") or "").strip())]
            if len(data) > 10:
                raise serializers.ValidationError("At most 10 rows.")
        rows = super().to_internal_value(data)
        for kind, most in DETAILS_AT_MOST.items():
            if sum(row["type"] == kind for row in rows) > most:
                raise serializers.ValidationError(f"At most {most} of the type {kind}.")
        if any(row["type"] == "live_video" and not row["required"] for row in rows):
            raise serializers.ValidationError("A live video is always required: leave it out if it need not be sent.")
        return [{"id": f"d{number}", **row} for number, row in enumerate(rows, 1)]


_WORDS = {
    "type": "string",
    "maxLength": 2000,
    "description": "Its words; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in.",
}


@extend_schema_field({"type": "object", "properties": dict.fromkeys(MESSAGE_KEYS, _WORDS)})
class MessagesField(serializers.DictField):
    """Templates by the moment they are sent at; {{name}}, {{bountyTitle}}, {{deadline}} and {{reason}} are filled in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Text(max_length=_WORDS["maxLength"], allow_blank=True), **kwargs)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        texts: dict[str, str] = super().to_internal_value(data)
        if unknown := [key for key in texts if key not in MESSAGE_KEYS]:
            raise serializers.ValidationError(f"Unknown: {', '.join(unknown)}. Known are {', '.join(MESSAGE_KEYS)}.")
        for key, text in texts.items():
            if wrong := unknown_variable(text):
                raise serializers.ValidationError({key: [wrong]})
        return texts


class UploadIn(Shape):
    """What an upload mode asks for. `max…` and its range differ by the kind of file."""

    minimum_resolution_px = StrictInteger(
        min_value=1, max_value=20_000, required=False, help_text="The shorter side, in pixels."
    )
    consent_text = Text(min_length=20, max_length=1000, help_text="What people agree to when they upload.")
    confirmation_message = Text(min_length=20, max_length=1000, help_text="What they read afterwards.")
    accept_text = Text(
        max_length=1000, required=False, allow_blank=True, help_text="What they are told when you accept."
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        return {
            next(wire for wire, field in self.fields.items() if field.source == name): item
            for name, item in value.items()
        }


class PhotoUploadIn(UploadIn):
    max_images = StrictInteger(min_value=1, max_value=4, help_text="Files of one person, at most.")


class VideoUploadIn(UploadIn):
    max_videos = StrictInteger(min_value=1, max_value=4, help_text="Files of one person, at most.")


class DocumentUploadIn(UploadIn):
    max_documents = StrictInteger(min_value=1, max_value=10, help_text="Files of one person, at most.")


def check_uploads(attrs: dict[str, Any], mode: str) -> dict[str, Any]:
    """Move the settings of this upload mode to `upload_settings`. Raises when they are missing or of another mode."""
    wrong = {}
    for other, (wire, name) in UPLOAD_SETTINGS.items():
        value = attrs.pop(name, None)
        if other == mode:
            if value is None:
                wrong[wire] = [f"submissionMode {mode} needs these settings."]
            attrs["upload_settings"] = value
        elif value is not None:
            wrong[wire] = [f"These settings go with submissionMode {other}."]
    if wrong:
        raise serializers.ValidationError(wrong)
    return attrs
