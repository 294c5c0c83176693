from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bounties.models import Submission
from bounties.rules.submissions import MEANINGS, SEVERITIES
from bounties.selectors.contests import Contested
from bounties.serializers.contests import ContestOut
from bounties.serializers.humanizations import UNCHANGED_WORDS, DetectorOut, FractionField, final_text
from bounties.services.evidence import Upload
from marketplace.api.fields import IdField, Line, LinkField, Text, TimestampField
from marketplace.api.files import FileOut, with_urls
from marketplace.api.serializers import Shape
from marketplace.models import File


def uploads_of(attrs: dict[str, Any]) -> list[Upload]:
    """The files with their capture data; removes captured_live and captured_at from `attrs`."""
    live, at = attrs.pop("captured_live"), attrs.pop("captured_at")
    for name, given in (("capturedLive", live), ("capturedAt", at)):
        if given and len(given) != len(attrs["files"]):
            raise serializers.ValidationError({name: ["Send one for each file, in the same order."]})
    return [
        Upload(upload, bool(live) and live[n] == "true", at[n] if at else None)
        for n, upload in enumerate(attrs["files"])
    ]


class EvidenceAnswerIn(Shape):
    question_id = Text(max_length=40)
    value = Text(max_length=5000, allow_blank=True)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given = super().to_internal_value(data)
        return {"questionId": given["question_id"], "value": given["value"]}


def check_one_each(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One answer a question: of two, nobody could say which is meant. Raises ValidationError (400)."""
    named = [answer["questionId"] for answer in answers]
    if twice := [name for name in dict.fromkeys(named) if named.count(name) > 1]:
        raise serializers.ValidationError(f"Answer each question once: {', '.join(twice[:5])}.")
    return answers


class FindingIn(Shape):
    """What a tester found. `fileIds` name files of this very submission by their place, `file:0` being the first."""

    title = Line(min_length=3, max_length=200)
    steps = Text(max_length=5000, help_text="What to do to see it.")
    expected = Text(max_length=2000, required=False, default="", allow_blank=True)
    actual = Text(max_length=2000)
    severity = serializers.ChoiceField(SEVERITIES)
    file_ids = serializers.ListField(child=Line(max_length=40), required=False, default=list, max_length=20)


class SubmitIn(Shape):
    """POST /api/bounties/{id}/submissions, as JSON or multipart. At least one of text, links, answers and files; where a
    QA run or a taste run asks for it, findings, or a vote with its reason.

    `capturedLive` and `capturedAt` are repeated, one for each file, in the same order."""

    text_evidence = Text(max_length=10_000, required=False, default="", allow_blank=True)
    links = serializers.ListField(child=LinkField(max_length=2048), required=False, default=list, max_length=20)
    answers = serializers.ListField(child=EvidenceAnswerIn(), required=False, default=list, max_length=20)
    files = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True),
        required=False,
        default=list,
        max_length=settings.FILES_PER_SUBMISSION,
    )
    captured_live = serializers.ListField(
        child=serializers.ChoiceField(["true", "false"]), required=False, default=list, max_length=20
    )
    captured_at = serializers.ListField(child=TimestampField(), required=False, default=list, max_length=20)

    findings = serializers.ListField(child=FindingIn(), required=False, max_length=50, help_text="Of a QA run.")
    vote = Line(required=False, max_length=200, help_text="Of a taste run: the label of what you chose.")
    reason = Text(required=False, max_length=1000, help_text="Of a taste run: why, in your own words.")
    file_ids = serializers.ListField(
        child=Line(max_length=40),
        required=False,
        max_length=20,
        help_text="Of a taste run: files that belong to the vote.",
    )

    def validate_answers(self, answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return check_one_each(answers)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        said = attrs["links"] or attrs["files"] or attrs["answers"] or "vote" in attrs or "findings" in attrs
        if not attrs["text_evidence"].strip() and not said:
            raise serializers.ValidationError(
                "Send text, a link or a file: an empty submission shows nothing. A taste run takes your `vote` and its "
                "`reason`, a QA run your `findings`."
            )
        attrs["files"] = uploads_of(attrs)
        return attrs


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": True,
        "properties": {
            "coverage": {
                "type": "object",
                "additionalProperties": {"type": "boolean"},
                "description": "Of each kind of evidence that was asked for: is any there?",
            },
            "recommendation": {
                "type": "string",
                "enum": list(MEANINGS),
                "description": "Not whether the work is good: `meaning` says what it means.",
            },
            "meaning": {
                "type": "string",
                "description": "What the recommendation says, and what nothing has looked at.",
            },
            "findings": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
            "checkIns": {"type": "array", "items": {"type": "object", "additionalProperties": True}},
        },
    }
)
class ChecksField(serializers.Field):
    """The automatic checks, with what they say and don't say in words."""

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        meaning = MEANINGS.get(value.get("recommendation", ""))
        return value | {"meaning": meaning} if meaning else value


class SubmissionOut(Shape):
    id = IdField("sub", source="pk")
    bounty_id = IdField("bty")
    application_id = IdField("app")
    escrow_id = IdField(
        "esc", source="application.escrow_id", allow_null=True, help_text="Of the seat: what is released, or disputed."
    )
    escrow_status = Text(source="application.escrow.status", allow_null=True, default=None, help_text="Of the seat.")
    doer_human_id = IdField("prf", source="application.human.profile_id")
    doer_name = Text(source="application.human.display_name")
    status = serializers.ChoiceField(["pending_review", "approved", "rejected", "redo_requested"])
    text_evidence = Text()
    links = serializers.ListField(child=Text())
    answers = serializers.ListField(child=serializers.DictField())
    checks = ChecksField(help_text="Automatic and advisory: they decide nothing.")
    response = Text()
    new_evidence_by = TimestampField(
        allow_null=True,
        help_text="Of evidence that was sent back: until when new evidence is due. Null when none is awaited, or staff decide.",
    )
    seat_ends_at = TimestampField(
        allow_null=True,
        help_text="When the seat then ends without pay by itself, unless evidence comes or the worker contests.",
    )
    created_at = TimestampField()
    finalized_at = TimestampField(source="created_at", help_text="When its upload was complete.")
    reviewed_at = TimestampField(source="finalized_at", allow_null=True, help_text="When it was judged.")


class SubmissionDetail(SubmissionOut):
    files = FileOut(many=True)
    contest = ContestOut(
        required=False,
        allow_null=True,
        help_text="The latest time that the worker asked our staff to decide about this seat; in reads.",
    )
    run_id = Text(required=False, help_text="Of a managed run, in reads: which one judges and pays.")
    findings = serializers.ListField(child=serializers.DictField(), required=False, help_text="Of a QA run.")
    vote = Text(required=False, help_text="Of a taste run.")
    reason = Text(required=False, help_text="Of a taste run.")
    file_ids = serializers.ListField(child=Text(), required=False, help_text="Of a taste run: the files of the vote.")
    text = Text(
        required=False, allow_null=True, help_text="Of a humanization: the final text, up to 20,000 characters."
    )
    text_truncated = serializers.BooleanField(required=False, help_text="Of a humanization.")
    detector = DetectorOut(required=False, allow_null=True, help_text="Of a humanization.")
    unchanged_fraction = FractionField(
        required=False, allow_null=True, help_text=f"Of a humanization's source text. {UNCHANGED_WORDS}"
    )


def render_read(submission: Submission, contested: Mapping[UUID, Contested], run_ref: str = "") -> dict[str, Any]:
    """As `render`, with the contest of its seat, of those that were read, and the managed run that its bounty belongs to."""
    found = contested.get(submission.application_id)
    shown = render(submission) | {"contest": ContestOut.render(found) if found else None}
    return shown | ({"runId": run_ref} if run_ref else {})


def render(submission: Submission, files: Iterable[File] | None = None) -> dict[str, Any]:
    """A submission with its files (queried unless given) and the form of a managed product; with the final text of a humanization
    where the selector has read it."""
    shown = with_urls(submission.files.all() if files is None else files)
    rewrite = submission._state.fields_cache.get("rewrite")
    final = final_text(rewrite) if rewrite is not None else {}
    return SubmissionOut.render(submission) | submission.form | final | {"files": FileOut.render_many(shown)}
