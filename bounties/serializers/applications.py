from datetime import UTC, datetime
from typing import Any

from rest_framework import serializers

from bounties.models import Application
from bounties.rules.applications import LINK_TYPES
from bounties.rules.bounties import POOL_MAX_CENTS
from bounties.rules.seats import EXTENSION_MAX_HOURS
from bounties.rules.terms import STATES as TERMS_STATES
from bounties.serializers.submissions import FileOut, LinkField, check_one_each, uploads_of, with_urls
from bounties.services.screening import Position
from marketplace.api.fields import DollarsField, IdField, StrictBoolean, StrictInteger, Text, TimestampField, timestamp
from marketplace.api.serializers import Shape, Sparse
from marketplace.core import strict_json
from marketplace.core.errors import Invalid

FILES_AT_MOST = 20
KINDS = "upload (what a bounty collects), resume, portfolio, or the id of an application detail"


class LinkIn(Shape):
    type = serializers.ChoiceField(LINK_TYPES)
    url = LinkField(max_length=2048)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return dict(attrs)


class AnswerIn(Shape):
    """An answer is a text, or true for an acknowledgment."""

    question_id = Text(max_length=40)
    value = serializers.JSONField()

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given = super().to_internal_value(data)
        value = given["value"]
        if not isinstance(value, bool) and not (isinstance(value, str) and len(value) <= 5000):
            raise serializers.ValidationError({"value": ["Give a text of up to 5000 characters, or true."]})
        return {"questionId": given["question_id"], "value": value}


class ApplyIn(Shape):
    """POST /api/bounties/{id}/applications, as JSON, or multipart with files (`kinds` names what each file is for, in
    the same order; links and answers are then JSON texts). `capturedLive` and `capturedAt` are one for each file, too,
    where one is a live video."""

    cover_letter = Text(max_length=5000, default="", allow_blank=True)
    proposed_price = DollarsField(
        source="proposed_price_cents", min_cents=0, max_cents=1_000_000, allow_null=True, default=None
    )
    availability = Text(max_length=1000, default="", allow_blank=True)
    links = serializers.ListField(child=LinkIn(), default=list, max_length=20)
    answers = serializers.ListField(child=AnswerIn(), default=list, max_length=20)
    consent = StrictBoolean(default=False)
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True), default=list, max_length=FILES_AT_MOST
    )
    kinds = serializers.ListField(
        child=Text(max_length=40),
        default=list,
        max_length=FILES_AT_MOST,
        help_text=f"What each of `files` is, in the same order: {KINDS}. "
        "May be left out where a bounty collects uploads and asks for no other file.",
    )
    captured_live = serializers.ListField(
        child=serializers.ChoiceField(["true", "false"]), default=list, max_length=FILES_AT_MOST
    )
    captured_at = serializers.ListField(child=TimestampField(), default=list, max_length=FILES_AT_MOST)

    def validate_answers(self, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return check_one_each(answers)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        kinds = attrs.pop("kinds") or [""] * len(attrs["files"])  # named by the bounty, where it has one kind
        if len(kinds) != len(attrs["files"]):
            raise serializers.ValidationError({"kinds": [f"Name the kind of each file, in the same order: {KINDS}."]})
        attrs["files"] = list(zip(uploads_of(attrs), kinds, strict=True))
        return attrs


def read_position(header: str | None) -> Position | None:
    """X-Application-Location: JSON { lat, lng, accuracyM, capturedAt }. Raises Invalid (400) for anything else."""
    if not header:
        return None
    try:
        sent = strict_json.loads(header)
        lat, lng, accuracy, at = (sent[name] for name in ("lat", "lng", "accuracyM", "capturedAt"))
        numbers = (lat, lng, accuracy, at)
        if not all(isinstance(value, int | float) and not isinstance(value, bool) for value in numbers):
            raise ValueError("four numbers")
        if not (-90 <= lat <= 90 and -180 <= lng <= 180 and accuracy >= 0):
            raise ValueError("out of range")
        return Position(float(lat), float(lng), float(accuracy), datetime.fromtimestamp(at / 1000, UTC))
    except (ValueError, KeyError, TypeError, OverflowError, OSError):
        raise Invalid(
            {
                "X-Application-Location": [
                    'Give JSON such as {"lat": 52.52, "lng": 13.4, "accuracyM": 20, "capturedAt": 1790000000000}.'
                ]
            }
        )


class DecisionIn(Shape):
    """PATCH …/applications/{appId}."""

    action = serializers.ChoiceField(["accept", "reject", "unreject", "withdraw"])
    response = Text(max_length=1000, default="", allow_blank=True, help_text="Words to the person.")


class ExpireIn(Shape):
    """POST …/applications/{appId}/expire."""

    reason = Text(max_length=1000, default="", allow_blank=True, help_text="What the person reads.")


class ExtensionIn(Shape):
    """POST …/applications/{appId}/extension."""

    hours = StrictInteger(min_value=1, max_value=EXTENSION_MAX_HOURS)
    reason = Text(max_length=1000)


class ExtensionDecisionIn(Shape):
    """POST …/extension/decision. `grant` needs hours; approve may name others than were asked for."""

    action = serializers.ChoiceField(["approve", "deny", "grant"], help_text="What you decide.")
    hours = StrictInteger(
        min_value=1,
        max_value=EXTENSION_MAX_HOURS,
        allow_null=True,
        default=None,
        help_text="Needed with grant; other hours than asked for with approve.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] == "grant" and attrs["hours"] is None:
            raise serializers.ValidationError({"hours": ["Say how many hours more."]})
        return attrs


class DifferenceOut(Shape):
    """One term that changed."""

    field = Text(help_text="Its name in the bounty.")
    before = serializers.JSONField(allow_null=True, help_text="What was agreed.")
    after = serializers.JSONField(allow_null=True, help_text="What is asked for now.")


class TermsChangedOut(Shape):
    """A change of terms under a hired person."""

    changed_at = TimestampField(help_text="Names this change; accepting repeats it.")
    answer_by = TimestampField(allow_null=True, help_text="Until then one may leave because of it.")
    state = serializers.ChoiceField(
        TERMS_STATES, help_text="asked: waits for an answer; kept: none came, the old terms count; left."
    )
    differences = DifferenceOut(many=True)


class TermsIn(Shape):
    """POST /api/work/{applicationId}/terms."""

    accept = StrictBoolean(help_text="true: the changed terms hold from now on. false: leave because of them.")
    changed_at = TimestampField(
        required=False, allow_null=True, help_text="Needed to accept: termsChanged.changedAt as it was shown."
    )
    response = Text(max_length=1000, default="", allow_blank=True, help_text="Words to the owner.")


class AttendancePayIn(Shape):
    """POST …/applications/{appId}/attendance-pay."""

    worker_cents = StrictInteger(
        min_value=0, max_value=POOL_MAX_CENTS, help_text="US cents for the attendance: 0 to what the seat pays."
    )
    response = Text(max_length=1000, default="", allow_blank=True, help_text="Words to the person.")


class ApplicationOut(Sparse):
    """As its applicant sees it."""

    omitted_if_null = ("currentEscrowId",)

    id = IdField("app", source="pk")
    bounty_id = IdField("bty")
    human_id = IdField("prf", source="human.profile_id")
    human_name = Text()
    status = serializers.ChoiceField(["pending", "accepted", "rejected", "withdrawn", "expired"])
    cover_letter = Text()
    proposed_price = DollarsField(source="proposed_price_cents", allow_null=True)
    availability = Text()
    links = serializers.ListField(child=serializers.DictField())
    answers = serializers.ListField(child=serializers.DictField())
    terms_snapshot = serializers.DictField(
        help_text="What the work is and pays, as it was when the person was hired (before that: when they applied)."
    )
    terms_changed = TermsChangedOut(
        allow_null=True, help_text="What the owner has changed since, and the person has not accepted."
    )
    response = Text()
    conversation_id = IdField("cnv", allow_null=True)
    current_escrow_id = IdField("esc", source="escrow_id", required=False, help_text="Once it was accepted.")
    confirm_by = TimestampField(allow_null=True)
    confirmed_at = TimestampField(allow_null=True)
    start_by = TimestampField(allow_null=True)
    started_at = TimestampField(allow_null=True)
    complete_by = TimestampField(
        allow_null=True, help_text="When evidence is due; known once the person has confirmed."
    )
    due_at = TimestampField(
        allow_null=True,
        help_text="When evidence is due; until the person has confirmed, the latest that this can come to. Null where none is "
        "awaited, or a managed product names the time at the confirmation.",
    )
    extension = serializers.DictField(allow_null=True)
    ended_at = TimestampField(allow_null=True)
    end_reason = Text()
    created_at = TimestampField()


class SubmissionReviewIn(Shape):
    """PATCH …/submissions/{submissionId}. Rejecting and asking for a redo need words."""

    action = serializers.ChoiceField(["approve", "reject", "request_redo"], help_text="Your judgement.")
    response = Text(
        max_length=1000,
        default="",
        allow_blank=True,
        help_text="What is right or missing; needed for reject and request_redo.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["action"] != "approve" and not attrs["response"].strip():
            raise serializers.ValidationError({"response": ["Tell the worker what is wrong or missing."]})
        return attrs


def escalation(application: Application) -> dict[str, Any] | None:
    """autoAcceptEscalation: the state of a pending application's automatic review; None unless it needs a retry or a person."""
    if application.status != "pending" or not application.review_state:
        return None
    shown: dict[str, Any] = {
        "state": application.review_state,
        "attempts": application.attempts,
        "reason": application.review_reason,
    }
    if application.review_state == "retry_scheduled":
        shown["nextRetryAt"] = timestamp(application.review_at)
    else:
        shown["manualReviewReason"] = application.review_reason
    return shown


def render_files(application: Application) -> list[dict[str, Any]]:
    """Its uploads with fresh signed urls, each with what it is for."""
    return [
        FileOut.render(file) | {"kind": application.file_kinds.get(file.public_id, "")}
        for file in with_urls(application.files.all())
    ]
