"""PATCH /api/bounties/{id}: a strict allowlist. What is not in it is refused, unless it only echoes the present value."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bounties.rules.bounties import DEADLINE_MAX, EVIDENCE, POOL_MAX_CENTS, SPOTS_MAX, UPLOAD_SETTINGS
from bounties.serializers.numbers import NumberField
from bounties.serializers.parts import (
    CheckInsIn,
    DetailsField,
    DocumentUploadIn,
    LanguageIn,
    LinkWishIn,
    MessagesField,
    PhotoUploadIn,
    PlaceIn,
    QuestionsField,
    SourcesField,
    TimeZoneField,
    VideoUploadIn,
)
from marketplace.api.fields import (
    CountriesField,
    DollarsField,
    Line,
    StrictBoolean,
    StrictInteger,
    Text,
    TimestampField,
)
from marketplace.api.serializers import Shape
from marketplace.core import clock

# Null clears these to the value that a bounty has which never named them.
_CLEARED = {"live_capture": "", "scheduled_start_time_zone": "", "category": ""}


class ScheduleIn(Shape):
    scheduled_start_at = TimestampField(required=False, allow_null=True)
    scheduled_start_time_zone = TimeZoneField(max_length=64, required=False, allow_null=True, allow_blank=True)
    deadline = TimestampField(required=False)


class BountyPatch(Shape):
    """Only what is sent is changed; null clears what can be absent."""

    title = Line(max_length=200, required=False)
    description = Text(max_length=5000, required=False)
    completion_criteria = Text(max_length=5000, required=False, allow_blank=True)
    evidence_types = serializers.ListField(child=serializers.ChoiceField(EVIDENCE), required=False, max_length=4)
    category = Line(max_length=30, required=False, allow_blank=True, allow_null=True)
    skills_needed = serializers.ListField(child=Line(max_length=60, trim=True), required=False, max_length=30)
    location = PlaceIn(required=False)
    deadline = TimestampField(required=False)
    schedule_times = ScheduleIn(required=False)
    spots_available = StrictInteger(min_value=1, max_value=SPOTS_MAX, required=False)
    status = serializers.ChoiceField(["open", "in_review", "paused", "closed"], required=False)
    price = DollarsField(source="price_cents", min_cents=100, max_cents=POOL_MAX_CENTS, required=False)
    wallet_impact_acknowledged = StrictBoolean(required=False)
    wallet_impact_cents = StrictInteger(min_value=0, required=False, allow_null=True)

    supported_countries = CountriesField(required=False)
    intake_closed_countries = CountriesField(required=False)
    identity_required = StrictBoolean(required=False)
    linkedin_verified_required = StrictBoolean(required=False)
    mic_check_required = StrictBoolean(required=False)
    language_proficiency_requirement = LanguageIn(source="language_requirement", required=False, allow_null=True)
    excluded_participant_source_bounty_ids = SourcesField(source="excluded_source_ids", required=False)
    completion_questions = QuestionsField(required=False)
    required_links = serializers.ListField(child=LinkWishIn(), required=False, max_length=10)
    application_details = DetailsField(required=False)
    photo_submission = PhotoUploadIn(required=False)
    video_submission = VideoUploadIn(required=False)
    document_submission = DocumentUploadIn(required=False)
    auto_accept = StrictBoolean(required=False)
    auto_accept_min_mic_score = NumberField(
        above=Decimal(0), at_least=Decimal(1), at_most=Decimal(5), required=False, allow_null=True
    )
    keep_applicants_on_fill = StrictBoolean(required=False)

    live_capture_requirement = serializers.ChoiceField(
        ["photo", "video"], source="live_capture", required=False, allow_null=True
    )
    check_ins = CheckInsIn(required=False, allow_null=True)
    scheduled_start_at = TimestampField(required=False, allow_null=True)
    scheduled_start_time_zone = TimeZoneField(max_length=64, required=False, allow_null=True, allow_blank=True)
    start_window_minutes = StrictInteger(min_value=5, max_value=1440, required=False, allow_null=True)
    completion_window_hours = StrictInteger(min_value=1, max_value=720, required=False, allow_null=True)
    response_window_hours = StrictInteger(min_value=1, max_value=720, required=False, allow_null=True)
    auto_expire_ghosts = StrictBoolean(required=False, allow_null=True)
    attendance_radius_meters = StrictInteger(min_value=10, max_value=50_000, required=False, allow_null=True)
    lifecycle_messages = MessagesField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name, value in attrs.pop("schedule_times", {}).items():
            if name in attrs:
                raise serializers.ValidationError({"scheduleTimes": [f"{name} is sent twice: leave one of them out."]})
            attrs[name] = value
        deadline, now = attrs.get("deadline"), clock.now()
        if deadline is not None and deadline <= now:
            raise serializers.ValidationError({"deadline": ["The deadline must be in the future."]})
        if deadline is not None and deadline > now + DEADLINE_MAX:
            raise serializers.ValidationError({"deadline": ["The deadline may be at most a year away."]})
        for name in ("evidence_types", "skills_needed"):
            if name in attrs:
                attrs[name] = list(dict.fromkeys(attrs[name]))
        for name, empty in _CLEARED.items():
            if name in attrs and attrs[name] is None:
                attrs[name] = empty
        uploads = {wire: attrs.pop(name) for wire, name in UPLOAD_SETTINGS.values() if name in attrs}
        if uploads:
            attrs["upload_settings"] = uploads  # by name: which one this bounty takes is its own matter
        return attrs | attrs.pop("location", {})


# In a body without meaning for the bounty: they are read elsewhere.
TOLERATED = frozenset({"idempotencyKey", "agentId", "agentVerification", "agentName", "agentType"})
# Names of the wire that stay as they are as soon as somebody has applied.
LOCKED_BY_APPLICANTS = (
    *("completionQuestions", "requiredLinks", "applicationDetails"),
    *(wire for wire, _ in UPLOAD_SETTINGS.values()),
)


def without_echoes(body: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """The body less what only repeats what the caller was shown: clients send back whole objects."""
    return {
        name: value for name, value in body.items() if name in TOLERATED or name not in shown or shown[name] != value
    }


def not_editable(body: Mapping[str, Any]) -> list[str]:
    """Names that are not in the allowlist."""
    known = BountyPatch().fields
    return sorted(name for name in body if name not in known and name not in TOLERATED)
