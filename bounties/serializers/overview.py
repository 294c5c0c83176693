from typing import Any

from rest_framework import serializers

from bounties.models import Application, Bounty
from bounties.rules.overview import ACTIONS, BUYER_ACTIONS, DEADLINES, STATES
from bounties.selectors.checks import CheckResults
from bounties.selectors.overview import Applicant
from bounties.serializers.applications import ApplicationOut, escalation, render_files
from bounties.serializers.checks import LevelOut, MicScoreOut
from bounties.serializers.contests import ContestOut
from bounties.serializers.submissions import FileOut
from marketplace.api.fields import IdField, Text, TimestampField
from marketplace.api.serializers import Shape


class DeadlineOut(Shape):
    kind = serializers.ChoiceField(DEADLINES, help_text="review and release are the owner's, the others the worker's.")
    at = TimestampField()
    is_overdue = serializers.BooleanField()


class ActionOut(Shape):
    kind = serializers.ChoiceField(ACTIONS)
    actor_is_owner = serializers.BooleanField()


class LatestMessageOut(Shape):
    at = TimestampField()
    preview = Text()
    from_side = serializers.ChoiceField(["agent", "human"])


class SeatMoneyOut(Shape):
    """The seat's escrow: cents."""

    status = Text()
    amount_cents = serializers.IntegerField(help_text="With the fee.")
    worker_payout_cents = serializers.IntegerField(source="human_payout_cents")
    escrow_id = IdField("esc", source="pk")
    refunded_to = serializers.ChoiceField(
        ["pool", "wallet"],
        allow_null=True,
        help_text="Where the money went that came back: pool, the bounty's, whose spot is free again; wallet, its owner's.",
    )


class JobOverviewOut(Shape):
    overall_state = serializers.ChoiceField(
        STATES, source="decided.overall_state", help_text="What became of the money, else where the work stands."
    )
    job_state = serializers.ChoiceField(
        STATES, source="decided.job_state", help_text="The same, but a dispute does not hide where the work stands."
    )
    next_deadline = DeadlineOut(source="decided.next_deadline", allow_null=True)
    ends_at = TimestampField(
        source="decided.ends_at",
        allow_null=True,
        help_text="When the seat ends by itself if nothing is sent; null once something was.",
    )
    missing_evidence = serializers.ListField(
        child=Text(),
        source="decided.missing_evidence",
        help_text="Kinds of evidence that nothing was sent for, and check_in.",
    )
    latest_message = LatestMessageOut(allow_null=True)
    money = SeatMoneyOut(source="escrow")
    next_action = ActionOut(source="decided.next_action", allow_null=True)
    buyer_actions = serializers.ListField(
        child=serializers.ChoiceField(BUYER_ACTIONS),
        source="decided.buyer_actions",
        help_text="What PATCH …/submissions/{submissionId} takes now.",
    )
    evidence_flags = serializers.ListField(
        child=Text(), help_text="Codes of what the checks found against the latest evidence; empty without any."
    )
    contest = ContestOut(allow_null=True, help_text="The latest time that the worker asked our staff to decide.")


class RecentAnswerOut(Shape):
    text = Text(help_text="Empty when our staff hid it.")
    created_at = TimestampField()
    is_hidden = serializers.BooleanField()


class RecentReviewOut(Shape):
    id = IdField("rev", source="pk")
    bounty_id = IdField("bty")
    rating = serializers.IntegerField()
    comment = Text(source="shown_comment")
    author_name = Text(source="author.display_name")
    created_at = TimestampField()
    answer = RecentAnswerOut(source="shown_answer", allow_null=True, help_text="Of the person reviewed.")


class ReviewSummaryOut(Shape):
    average_rating = serializers.FloatField(allow_null=True)
    review_count = serializers.IntegerField()
    recent_reviews = RecentReviewOut(many=True)


class ApplicantOut(Shape):
    """What the owner is told of the person and the seat."""

    is_blocked_by_owner = serializers.BooleanField()
    is_preferred_by_owner = serializers.BooleanField()
    review_summary = ReviewSummaryOut()
    completed_tasks_count = serializers.IntegerField(source="earned.seats")
    total_earned_cents = serializers.IntegerField(source="earned.cents")
    job_overview = JobOverviewOut(source="job", allow_null=True, help_text="Of hired seats.")


class EscalationOut(Shape):
    state = serializers.ChoiceField(["retry_scheduled", "needs_manual_review"])
    attempts = serializers.IntegerField()
    reason = Text()
    next_retry_at = TimestampField(required=False)
    manual_review_reason = Text(required=False)


class ApplicationFileOut(FileOut):
    kind = Text(help_text="upload, or the id of the question it answers.")


class OwnerApplicationOut(ApplicationOut, ApplicantOut):
    """As the bounty's owner and staff see it."""

    run_id = Text(required=False, help_text="Of a managed run: which one judges and pays. Absent otherwise.")
    auto_accept_escalation = EscalationOut(allow_null=True, help_text="Of pending ones whose review needs somebody.")
    files = ApplicationFileOut(many=True)
    image_urls = serializers.ListField(child=Text(), required=False, help_text="In the upload modes, as the next two.")
    video_urls = serializers.ListField(child=Text(), required=False)
    document_urls = serializers.ListField(child=Text(), required=False)
    mic_check = MicScoreOut(
        required=False, allow_null=True, help_text="Where one is required; null until a sample was scored."
    )
    language_proficiency = LevelOut(
        required=False, allow_null=True, help_text="Where a level is required; null until the person has it."
    )

    @classmethod
    def render(cls, row: Applicant) -> dict[str, Any]:
        application, files = row.application, render_files(row.application)
        return (
            ApplicationOut.render(application)
            | ApplicantOut.render(row)
            | {"autoAcceptEscalation": escalation(application), "files": files}
            | ({"runId": application.bounty.run_ref} if application.bounty.run_ref else {})
            | _uploads(application, files)
            | _checks(application.bounty, row.checks)
        )


class ApplicationDetail(OwnerApplicationOut):
    """One application; what only its owner and staff see is left out for its applicant."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name in fields.keys() - ApplicationOut().fields.keys():
            fields[name].required = False
        return fields


def _uploads(application: Application, files: list[dict[str, Any]]) -> dict[str, list[str]]:
    """Signed urls of the uploads by kind; empty unless the bounty is of an upload mode."""
    if application.bounty.submission_mode == "application":
        return {}
    urls: dict[str, list[str]] = {"imageUrls": [], "videoUrls": [], "documentUrls": []}
    names = {"image": "imageUrls", "video": "videoUrls"}
    for file in files:
        if file["kind"] == "upload":
            urls[names.get(file["contentType"].partition("/")[0], "documentUrls")].append(file["url"])
    return urls


def _checks(bounty: Bounty, results: CheckResults) -> dict[str, Any]:
    """Results of the checks that the bounty requires, and of no others."""
    shown: dict[str, Any] = {}
    if bounty.mic_check_required:
        shown["micCheck"] = MicScoreOut.render(results.mic) if results.mic else None
    if bounty.language_requirement:
        shown["languageProficiency"] = LevelOut.render(results.level) if results.level else None
    return shown
