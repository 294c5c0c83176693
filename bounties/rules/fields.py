"""What a bounty consists of, as services take it: by column, as `BountyIn` and `BountyPatch` read it or a product lists it.

The values of JSON columns have the names that the API gives them.
"""

from datetime import datetime
from decimal import Decimal
from typing import NotRequired, TypedDict
from uuid import UUID


class Question(TypedDict):
    """Answered by the worker with the evidence."""

    id: str
    prompt: str
    required: bool


class LinkWish(TypedDict):
    """A link that applicants give."""

    type: str  # one of rules.applications.LINK_TYPES
    label: NotRequired[str]  # which one is meant, of the type custom


class ApplicationDetail(TypedDict):
    """What applicants are asked besides."""

    id: str
    type: str  # one of rules.applications.DETAIL_TYPES
    label: str
    required: bool
    fileType: NotRequired[str]  # image or docx


class LanguageRequirement(TypedDict):
    language: str
    minimumCefr: str  # one of rules.checks.LEVELS


class CheckIns(TypedDict):
    """Moments (ISO 8601, UTC) at which the worker must report."""

    times: list[str]
    photoRequired: bool


class UploadSettings(TypedDict, total=False):
    """Of an upload mode, each with its own `max…`: what an applicant sends, and the words that they are shown."""

    maxImages: int
    maxVideos: int
    maxDocuments: int
    minimumResolutionPx: int  # of the shorter side
    consentText: str
    confirmationMessage: str
    acceptText: str


class ChangeableFields(TypedDict, total=False):
    """What may be said of a new bounty, and changed later. A column that is left out has its default, or stays."""

    completion_criteria: str
    evidence_types: list[str]  # of rules.bounties.EVIDENCE
    category: str
    skills_needed: list[str]
    city: str
    state: str
    country: str  # ISO 3166, two letters
    is_remote_allowed: bool
    deadline: datetime  # UTC
    supported_countries: list[str]
    identity_required: bool
    linkedin_verified_required: bool
    mic_check_required: bool
    language_requirement: LanguageRequirement | None
    excluded_source_ids: list[UUID]  # of earlier bounties
    completion_questions: list[Question]
    required_links: list[LinkWish]
    application_details: list[ApplicationDetail]
    auto_accept: bool
    auto_accept_min_mic_score: Decimal | None
    keep_applicants_on_fill: bool
    live_capture: str  # photo, video, or empty
    check_ins: CheckIns | None
    scheduled_start_at: datetime | None  # UTC
    scheduled_start_time_zone: str  # IANA
    start_window_minutes: int | None
    completion_window_hours: int | None
    response_window_hours: int | None
    auto_expire_ghosts: bool | None
    attendance_radius_meters: int | None
    lifecycle_messages: dict[str, str]  # by the moment at which they are sent


class BountyFields(ChangeableFields):
    """What a bounty is created from."""

    title: str
    description: str
    price_cents: int  # US cents, of one seat or one hour
    price_type: str  # fixed or hourly
    estimated_hours: Decimal
    spots_available: int
    submission_mode: NotRequired[str]  # one of rules.bounties.MODES
    upload_settings: NotRequired[UploadSettings | None]
    signage: NotRequired[str]
    karen: NotRequired[bool | None]
    agent_name: NotRequired[str]
    agent_type: NotRequired[str]
    fee_bps: NotRequired[int]  # basis points, when it was quoted before
    product_ref: NotRequired[str]  # public id of the managed run that it is part of
    offer_id: NotRequired[UUID]  # the payment offer that this hire takes up


class BountyChanges(ChangeableFields, total=False):
    """What an edit changes; besides columns the status, and its upload settings by the wire name of their mode."""

    title: str
    description: str
    price_cents: int
    spots_available: int
    upload_settings: dict[str, UploadSettings]
    intake_closed_countries: list[str]  # by operators only
    status: str  # open, in_review, paused or closed
    close_reason: str
