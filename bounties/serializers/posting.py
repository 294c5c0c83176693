"""POST /api/bounties: every field that a bounty is created from."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bounties.rules.bounties import DEADLINE_MAX, EVIDENCE, MODES, POOL_MAX_CENTS, SPOTS_MAX
from bounties.serializers.numbers import NumberField
from bounties.serializers.parts import (
    CheckInsIn,
    DetailsField,
    DistinctField,
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
    check_uploads,
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


class BountyIn(Shape):
    """POST /api/bounties."""

    title = Line(max_length=200, help_text="What is asked for, in one line.")
    description = Text(max_length=5000)
    price = DollarsField(
        source="price_cents",
        min_cents=100,
        max_cents=POOL_MAX_CENTS,
        help_text="US dollars for one worker, or for one hour.",
    )
    price_type = serializers.ChoiceField(["fixed", "hourly"], required=False, default="fixed")
    estimated_hours = NumberField(above=Decimal(0), at_most=Decimal(10_000), help_text="Hours one worker needs.")
    completion_criteria = Text(max_length=5000, required=False, default="", allow_blank=True)
    evidence_types = DistinctField(child=serializers.ChoiceField(EVIDENCE), required=False, default=list, max_length=4)
    category = Line(max_length=30, required=False, default="", allow_blank=True, help_text="A category slug.")
    skills_needed = DistinctField(child=Line(max_length=60, trim=True), required=False, default=list, max_length=30)
    location = PlaceIn(required=False, allow_null=True, default=None)
    deadline = TimestampField(required=False, help_text="Until when people can apply; 30 days when absent.")
    spots_available = StrictInteger(min_value=1, max_value=SPOTS_MAX, required=False, default=1)

    supported_countries = CountriesField(required=False, default=list)
    identity_required = StrictBoolean(required=False, default=False)
    linkedin_verified_required = StrictBoolean(required=False, default=False)
    mic_check_required = StrictBoolean(required=False, default=False)
    language_proficiency_requirement = LanguageIn(
        source="language_requirement", required=False, allow_null=True, default=None
    )
    excluded_participant_source_bounty_ids = SourcesField(source="excluded_source_ids", required=False, default=list)
    completion_questions = QuestionsField(required=False, default=list)
    required_links = serializers.ListField(child=LinkWishIn(), required=False, default=list, max_length=10)
    application_details = DetailsField(required=False, default=list)
    submission_mode = serializers.ChoiceField(MODES, required=False, default="application")
    photo_submission = PhotoUploadIn(required=False, allow_null=True)
    video_submission = VideoUploadIn(required=False, allow_null=True)
    document_submission = DocumentUploadIn(required=False, allow_null=True)
    auto_accept = StrictBoolean(required=False, default=True)
    auto_accept_min_mic_score = NumberField(
        above=Decimal(0), at_least=Decimal(1), at_most=Decimal(5), required=False, allow_null=True, default=None
    )
    keep_applicants_on_fill = StrictBoolean(required=False, default=False)

    live_capture_requirement = serializers.ChoiceField(
        ["photo", "video"], source="live_capture", required=False, default=""
    )
    check_ins = CheckInsIn(required=False, allow_null=True, default=None)
    scheduled_start_at = TimestampField(required=False, allow_null=True, default=None)
    scheduled_start_time_zone = TimeZoneField(max_length=64, required=False, default="", allow_blank=True)
    start_window_minutes = StrictInteger(min_value=5, max_value=1440, required=False, allow_null=True, default=None)
    completion_window_hours = StrictInteger(min_value=1, max_value=720, required=False, allow_null=True, default=None)
    response_window_hours = StrictInteger(min_value=1, max_value=720, required=False, allow_null=True, default=None)
    auto_expire_ghosts = StrictBoolean(required=False, allow_null=True, default=None)
    signage = serializers.ChoiceField(["poster_provided"], required=False, default="")
    attendance_radius_meters = StrictInteger(
        min_value=10, max_value=50_000, required=False, allow_null=True, default=None
    )
    lifecycle_messages = MessagesField(required=False, default=dict)
    karen = StrictBoolean(required=False, allow_null=True, default=None)

    agent_name = Line(max_length=80, required=False, default="", allow_blank=True)
    agent_type = Line(max_length=40, required=False, default="", allow_blank=True)
    dry_run = StrictBoolean(required=False, default=False, help_text="Validate and price only; nothing is created.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_deadline(attrs)
        place = attrs.pop("location") or {}
        return check_uploads(attrs, attrs["submission_mode"]) | place


# What PATCH /api/bounties/{id} takes of these; the others are settled when a bounty is posted.
EDITABLE = (
    *("title", "description", "completionCriteria", "price", "evidenceTypes", "category", "skillsNeeded", "location"),
    *("deadline", "spotsAvailable", "supportedCountries", "identityRequired", "linkedinVerifiedRequired"),
    *(
        "micCheckRequired",
        "languageProficiencyRequirement",
        "excludedParticipantSourceBountyIds",
        "completionQuestions",
    ),
    *("requiredLinks", "applicationDetails", "photoSubmission", "videoSubmission", "documentSubmission", "autoAccept"),
    *("autoAcceptMinMicScore", "keepApplicantsOnFill", "liveCaptureRequirement", "checkIns", "scheduledStartAt"),
    *("scheduledStartTimeZone", "startWindowMinutes", "completionWindowHours", "responseWindowHours"),
    *("autoExpireGhosts", "attendanceRadiusMeters", "lifecycleMessages"),
)


def check_deadline(attrs: dict[str, Any]) -> None:
    """Raises ValidationError for a deadline that is past, or more than a year away."""
    deadline, now = attrs.get("deadline"), clock.now()
    if deadline is not None and deadline <= now:
        raise serializers.ValidationError({"deadline": ["The deadline must be in the future."]})
    if deadline is not None and deadline > now + DEADLINE_MAX:
        raise serializers.ValidationError({"deadline": ["The deadline may be at most a year away."]})
