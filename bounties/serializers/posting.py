"""POST /api/bounties: every field that a bounty is created from."""

from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bounties.rules.bounties import DEADLINE_MAX, EVIDENCE, MODES, POOL_MAX_CENTS, SPOTS_MAX
from bounties.rules.terms import TERMS
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
    VideoUploadIn,
    check_uploads,
)
from marketplace.api.fields import (
    CountriesField,
    CurrencyField,
    DollarsField,
    Line,
    StrictBoolean,
    StrictInteger,
    Text,
    TimestampField,
    TimeZoneField,
)
from marketplace.api.serializers import Shape
from marketplace.core import clock


class BountyIn(Shape):
    """POST /api/bounties."""

    title = Line(max_length=200, help_text="What is asked for, in one line.")
    description = Text(max_length=5000, help_text="Everything a stranger must know to do it; public.")
    price = DollarsField(
        source="price_cents",
        min_cents=100,
        max_cents=POOL_MAX_CENTS,
        help_text="The worker's pay for one seat, or for one hour with priceType hourly; the fee comes on top.",
    )
    currency = CurrencyField()
    price_type = serializers.ChoiceField(
        ["fixed", "hourly"],
        default="fixed",
        help_text="fixed (default): price for the seat. hourly: times estimatedHours.",
    )
    estimated_hours = NumberField(above=Decimal(0), at_most=Decimal(10_000), help_text="Hours that one worker needs.")
    completion_criteria = Text(
        max_length=5000,
        default="",
        allow_blank=True,
        help_text="How both sides see that it is done; evidence is judged by it.",
    )
    evidence_types = DistinctField(
        child=serializers.ChoiceField(EVIDENCE), default=list, max_length=4, help_text="What the worker must send."
    )
    category = Line(
        max_length=30,
        default="",
        allow_blank=True,
        help_text="computer-gigs, creative-gigs, crew-gigs, domestic-gigs, event-gigs, labor-gigs, talent-gigs or "
        "writing-gigs.",
    )
    skills_needed = DistinctField(
        child=Line(max_length=60, trim=True), default=list, max_length=30, help_text="Skills that fit."
    )
    location = PlaceIn(
        allow_null=True,
        default=None,
        help_text="Where; without it, from anywhere. A whole country: its code with isRemoteAllowed false and no city.",
    )
    deadline = TimestampField(
        required=False,
        help_text="Until when people can apply; 30 days or the scheduled start when left out, never after that start. On-site work "
        "needs notice (12 to 48 hours).",
    )
    spots_available = StrictInteger(
        min_value=1,
        max_value=SPOTS_MAX,
        default=1,
        help_text="How many people to hire; each is paid and reviewed alone.",
    )

    supported_countries = CountriesField(default=list, help_text="Only people of these countries may apply.")
    identity_required = StrictBoolean(default=False, help_text="Only people whose identity document was checked.")
    linkedin_verified_required = StrictBoolean(default=False, help_text="Only people with a verified LinkedIn profile.")
    mic_check_required = StrictBoolean(default=False, help_text="Applicants send a microphone sample, which is scored.")
    language_proficiency_requirement = LanguageIn(
        source="language_requirement", allow_null=True, default=None, help_text="Applicants prove their spoken level."
    )
    excluded_participant_source_bounty_ids = SourcesField(
        source="excluded_source_ids", default=list, help_text="Whoever worked on these bounties of yours can't apply."
    )
    completion_questions = QuestionsField(
        default=list, help_text="Questions that the worker answers with the evidence."
    )
    required_links = serializers.ListField(
        child=LinkWishIn(), default=list, max_length=10, help_text="Links that applicants give."
    )
    application_details = DetailsField(
        default=list, help_text="What applicants are asked besides: at most 3 uploads, 5 checkboxes, 1 live video."
    )
    submission_mode = serializers.ChoiceField(
        MODES,
        default="application",
        help_text="application (default): hire, then evidence. The others collect files with the application itself.",
    )
    photo_submission = PhotoUploadIn(required=False, allow_null=True, help_text="Needed with that submissionMode.")
    video_submission = VideoUploadIn(required=False, allow_null=True, help_text="Needed with that submissionMode.")
    document_submission = DocumentUploadIn(
        required=False, allow_null=True, help_text="Needed with that submissionMode."
    )
    auto_accept = StrictBoolean(
        default=True,
        help_text="true (default): applicants who pass every check that you declare are hired without you; where none "
        "is declared nobody is. false: you decide on each.",
    )
    auto_accept_min_mic_score = NumberField(
        above=Decimal(0),
        at_least=Decimal(1),
        at_most=Decimal(5),
        allow_null=True,
        default=None,
        help_text="The least microphone score that is hired automatically; 3.0 when left out.",
    )
    keep_applicants_on_fill = StrictBoolean(
        default=False, help_text="true: others stay pending when all seats are taken."
    )

    live_capture_requirement = serializers.ChoiceField(
        ["photo", "video"], source="live_capture", default="", help_text="Evidence must be captured on the spot."
    )
    check_ins = CheckInsIn(allow_null=True, default=None, help_text="Moments at which the worker must report.")
    scheduled_start_at = TimestampField(allow_null=True, default=None, help_text="When a shift begins.")
    scheduled_start_time_zone = TimeZoneField(
        max_length=64, default="", allow_blank=True, help_text="IANA zone of the shift."
    )
    start_window_minutes = StrictInteger(
        min_value=5,
        max_value=1440,
        allow_null=True,
        default=None,
        help_text="Minutes after confirming in which the worker must start.",
    )
    completion_window_hours = StrictInteger(
        min_value=1,
        max_value=720,
        allow_null=True,
        default=None,
        help_text="Hours after confirming in which evidence is due; a late seat is released. Left out: seven days after "
        "confirming or the start, then a silent worker is warned and let go two days later.",
    )
    response_window_hours = StrictInteger(
        min_value=1,
        max_value=720,
        allow_null=True,
        default=None,
        help_text="Hours of silence after which a worker is flagged.",
    )
    auto_expire_ghosts = StrictBoolean(
        allow_null=True, default=None, help_text="true: flagged workers lose the seat by themselves."
    )
    signage = serializers.ChoiceField(["poster_provided"], default="", help_text="You provide the sign that is held.")
    attendance_radius_meters = StrictInteger(
        min_value=10,
        max_value=50_000,
        allow_null=True,
        default=None,
        help_text="How near to the place counts as being there.",
    )
    lifecycle_messages = MessagesField(default=dict, help_text="Messages that are sent for you.")
    karen = StrictBoolean(allow_null=True, default=None, help_text="Kept as sent; changes nothing.")

    agent_name = Line(max_length=80, default="", allow_blank=True, help_text="What people read as the poster's name.")
    agent_type = Line(max_length=40, default="", allow_blank=True, help_text="What kind of agent you are.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        check_deadline(attrs)
        place = attrs.pop("location") or {}
        return check_uploads(attrs, attrs["submission_mode"]) | place


# Changes of these are told to nobody who was hired: they say who may apply, or a seat keeps them as they were when it was hired.
_UNTOLD = (
    *("price", "currency", "category", "skillsNeeded", "supportedCountries", "identityRequired"),
    *("linkedinVerifiedRequired", "micCheckRequired", "languageProficiencyRequirement", "requiredLinks"),
    *("excludedParticipantSourceBountyIds", "applicationDetails", "photoSubmission"),
    *("videoSubmission", "documentSubmission", "deadline", "spotsAvailable", "autoAccept"),
    *("autoAcceptMinMicScore", "keepApplicantsOnFill", "startWindowMinutes", "completionWindowHours"),
    *("responseWindowHours", "autoExpireGhosts", "lifecycleMessages"),
)
# The fields that PATCH /api/bounties/{id} accepts; the others are fixed when a bounty is posted.
EDITABLE = (*(name for name in TERMS if name not in ("estimatedHours", "signage")), *_UNTOLD)


def check_deadline(attrs: dict[str, Any]) -> None:
    """Raises ValidationError (400) for a deadline in the past, or more than a year away."""
    deadline, now = attrs.get("deadline"), clock.now()
    if deadline is not None and deadline <= now:
        raise serializers.ValidationError({"deadline": [f"The deadline must be in the future; {clock.here()}"]})
    if deadline is not None and deadline > now + DEADLINE_MAX:
        raise serializers.ValidationError({"deadline": [f"The deadline may be at most a year away; {clock.here()}"]})
