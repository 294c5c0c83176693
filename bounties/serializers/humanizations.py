"""Bodies and answers of humanizations."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bounties.models import Application, Humanization, Rewrite
from bounties.rules import humanizations as rules
from bounties.rules.humanizations import words
from bounties.selectors.humanizations import Whole, state_of
from bounties.services import funding
from bounties.services.humanizations import opened
from marketplace.api.fields import IdField, Line, StrictBoolean, StrictInteger, Text, TimestampField, timestamp
from marketplace.api.serializers import Shape
from marketplace.services import files
from wallet.models import Checkout


class ScreeningIn(Shape):
    """What applicants rewrite, to show that they can."""

    ai_generated_source_text = Text(
        max_length=rules.SOURCE_MAX,
        required=False,
        default="",
        allow_blank=True,
        help_text="A text that the sample is taken from instead of sourceText, which then reaches no applicant.",
    )
    percentage = StrictInteger(
        min_value=rules.PERCENTAGES[0],
        max_value=rules.PERCENTAGES[1],
        required=False,
        default=rules.PERCENTAGE,
        help_text="Of the words of that text.",
    )
    maximum_words = StrictInteger(
        min_value=rules.WORDS[0], max_value=rules.WORDS[1], required=False, default=rules.WORDS[1]
    )
    instructions = Text(max_length=rules.INSTRUCTIONS_MAX, required=False, default="", allow_blank=True)


def _defaults() -> dict[str, Any]:
    return {
        "ai_generated_source_text": "",
        "percentage": rules.PERCENTAGE,
        "maximum_words": rules.WORDS[1],
        "instructions": "",
    }


class HumanizationIn(Shape):
    """POST /api/v1/humanizations. Source text and instructions reach you and the hired person only."""

    format = serializers.ChoiceField(["text"])
    source_text = Text(max_length=rules.SOURCE_MAX)
    transformation = serializers.ChoiceField(rules.TRANSFORMATIONS)
    subject = Line(
        min_length=3, max_length=80, required=False, default="", help_text="The public title of the listing."
    )
    instructions = Text(max_length=rules.INSTRUCTIONS_MAX, required=False, default="", allow_blank=True)
    turnaround_minutes = StrictInteger(
        min_value=rules.TURNAROUND_MINUTES[0],
        max_value=rules.TURNAROUND_MINUTES[1],
        help_text="For the whole text, from the moment somebody is hired.",
    )
    price_cents = StrictInteger(
        min_value=rules.PRICE_MIN_CENTS,
        max_value=rules.PRICE_MAX_CENTS,
        help_text="The worker's pay; the fee comes on top. Above 1,000,000 (10,000 USD) it is 400 pool_too_large, as for "
        "every bounty.",
    )
    currency = serializers.ChoiceField(["USD"], required=False, default="USD")
    applicant_screening = ScreeningIn(required=False, default=_defaults)
    require_resume = StrictBoolean(required=False, default=False, help_text="Applicants send a résumé, too.")


class SampleIn(Shape):
    """POST …/applications, multipart."""

    document = serializers.FileField(allow_empty_file=True, help_text="Your rewrite of the sample: DOCX or UTF-8 text.")
    recording = serializers.FileField(allow_empty_file=True, help_text="MP4, MOV or WebM, of the whole writing.")
    attestation = serializers.BooleanField(help_text="true: you wrote this yourself, without a text generator.")
    resume = serializers.FileField(
        required=False, default=None, allow_empty_file=True, help_text="PDF, DOCX or UTF-8 text, where it is asked for."
    )
    cover_letter = Text(max_length=5000, required=False, default="", allow_blank=True)

    def validate_attestation(self, value: bool) -> bool:
        if not value:
            raise serializers.ValidationError("Attest that you wrote this yourself: true.")
        return value


class FinalIn(Shape):
    """POST …/submission, multipart."""

    document = serializers.FileField(allow_empty_file=True, help_text="The whole text: DOCX or UTF-8 text.")
    recording = serializers.FileField(allow_empty_file=True, help_text="MP4, MOV or WebM, of the whole writing.")


# ------------------------------------------------------------------ answers


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 1})
class FractionField(serializers.Field):
    """Four decimals at most."""

    def to_representation(self, value: Decimal) -> float:
        return float(value)


class ScreeningOut(Shape):
    percentage = serializers.IntegerField()
    maximum_words = serializers.IntegerField()
    instructions = Text()
    require_resume = serializers.BooleanField()


class FundingOut(Shape):
    source = serializers.ChoiceField(["wallet", "checkout", "mpp", "x402"], allow_null=True)  # type: ignore[assignment]
    status = serializers.ChoiceField(funding.STANDINGS)
    deposit_url = serializers.URLField(required=False)


class HumanizationOut(Shape):
    id = IdField("hmz", source="pk")
    bounty_id = IdField("bty")
    public_url = serializers.URLField(source="bounty.public_url")
    status = serializers.ChoiceField(rules.STATUSES)
    format = Text()
    transformation = Text()
    subject = Text()
    turnaround_minutes = serializers.IntegerField()
    screening = ScreeningOut()
    funding = FundingOut()
    worker_amount_cents = serializers.IntegerField()
    service_fee_cents = serializers.IntegerField()
    total_cents = serializers.IntegerField()
    currency = Text()
    created_at = TimestampField()


class ScoreOut(Shape):
    part = serializers.IntegerField()
    characters = serializers.IntegerField()
    ai_fraction = serializers.FloatField()


class DetectorOut(Shape):
    status = serializers.ChoiceField(rules.DETECTOR_STATES, source="detector_state")
    ai_fraction = FractionField(allow_null=True)
    scores = serializers.ListField(child=ScoreOut())


class SampleOut(Shape):
    document_url = serializers.URLField()
    recording_url = serializers.URLField()
    attested = serializers.BooleanField()
    detector = DetectorOut(allow_null=True)
    decision = serializers.ChoiceField(rules.DECISIONS, allow_null=True)
    reason = Text(allow_null=True)


class ApplicantOut(Shape):
    application_id = IdField("app")
    human_id = IdField("prf")
    application_status = Text()
    applied_at = TimestampField()
    screening = SampleOut()
    resume_url = serializers.URLField(required=False)


class SeatOut(Shape):
    application_id = IdField("app")
    human_id = IdField("prf")
    accepted_at = TimestampField()
    deadline_at = TimestampField(allow_null=True)
    state = Text()
    ended_at = TimestampField(allow_null=True)


class FinalOut(Shape):
    submission_id = IdField("sub")
    document_url = serializers.URLField()
    recording_url = serializers.URLField()
    submitted_at = TimestampField()
    detector = DetectorOut(allow_null=True)


class ReviewOut(Shape):
    state = serializers.ChoiceField(rules.REVIEW_STATES)
    reason = Text(allow_null=True)


class HumanizationDetail(HumanizationOut):
    source_text = Text(allow_null=True, help_text="Null for our staff.")
    instructions = Text(allow_null=True, help_text="Null for our staff.")
    applicant_count = serializers.IntegerField()
    applicants = ApplicantOut(many=True)
    assignment = SeatOut(allow_null=True)
    attempts = SeatOut(many=True)
    final = FinalOut(allow_null=True)
    review = ReviewOut()


class OwnSampleOut(Shape):
    """One's own application, as the applicant reads it."""

    application_id = IdField("app")
    application_status = serializers.ChoiceField(["pending", "accepted", "rejected", "withdrawn", "expired"])
    decision = serializers.ChoiceField(rules.DECISIONS, allow_null=True)
    detector = DetectorOut(allow_null=True)


class SampleToWrite(Shape):
    humanization_id = IdField("hmz")
    bounty_id = IdField("bty")
    subject = Text()
    transformation = Text()
    sample_text = Text(allow_null=True, help_text="What you rewrite to apply; null once that is over for you.")
    sample_words = serializers.IntegerField()
    instructions = Text()
    require_resume = serializers.BooleanField()
    turnaround_minutes = serializers.IntegerField()
    worker_amount_cents = serializers.IntegerField()
    application = OwnSampleOut(allow_null=True)


class AssignmentOut(Shape):
    humanization_id = IdField("hmz")
    bounty_id = IdField("bty")
    application_id = IdField("app")
    subject = Text()
    transformation = Text()
    source_text = Text()
    instructions = Text()
    deadline_at = TimestampField(allow_null=True)
    state = Text()


# ------------------------------------------------------------------ rendered


def render(row: Humanization, page: Checkout | None, *, status: str) -> dict[str, Any]:
    """What creating answers: nothing of the private texts. `page` is the one that asks for the deposit."""
    bounty, need = row.bounty, funding.quote(row.bounty)
    source = bounty.pool.funding_source if bounty.pool is not None and bounty.pool.funded_at else None
    return {
        "id": row.public_id,
        "bountyId": bounty.public_id,
        "publicUrl": bounty.public_url,
        "status": status,
        "format": row.format,
        "transformation": row.transformation,
        "subject": row.subject,
        "turnaroundMinutes": row.turnaround_minutes,
        "screening": {
            "percentage": row.percentage,
            "maximumWords": row.maximum_words,
            "instructions": opened(row.sealed_screening_instructions),
            "requireResume": row.require_resume,
        },
        "funding": {"source": source or ("checkout" if page else None), "status": funding.standing_of(bounty)}
        | ({"depositUrl": page.url} if page else {}),
        "workerAmountCents": need.worker_total,
        "serviceFeeCents": need.fee,
        "totalCents": need.funding_total,
        "currency": bounty.currency,
        "createdAt": timestamp(row.created_at),
    }


def render_whole(found: Whole, page: Checkout | None, *, private: bool) -> dict[str, Any]:
    """What its owner reads; `private` texts are the owner's only."""
    row, final = found.row, found.final
    return render(row, page, status=found.status) | {
        "sourceText": opened(row.sealed_source) if private else None,
        "instructions": opened(row.sealed_instructions) if private else None,
        "applicantCount": row.bounty.application_count,
        "applicants": [_applicant(one) for one in found.applicants],
        "assignment": SeatOut.render(found.assignment) if found.assignment else None,
        "attempts": SeatOut.render_many(found.attempts),
        "final": render_final(final) if final is not None else None,
        "review": ReviewOut.render(found.review),
    }


def render_sample(row: Humanization, application: Application | None, sample: Rewrite | None) -> dict[str, Any]:
    """For somebody who may apply, or has applied."""
    shown = opened(row.sealed_sample) if application is None or application.status in ("pending", "accepted") else None
    return _work(row) | {
        "sampleText": shown,
        "sampleWords": words(shown) if shown else 0,
        "instructions": opened(row.sealed_screening_instructions),
        "requireResume": row.require_resume,
        "turnaroundMinutes": row.turnaround_minutes,
        "workerAmountCents": row.bounty.seat_cents,
        "application": render_own(sample) if sample is not None else None,
    }


def render_own(sample: Rewrite) -> dict[str, Any]:
    """One's own application by its latest sample."""
    return {
        "applicationId": sample.application.public_id,
        "applicationStatus": sample.application.status,
        "decision": sample.verdict,
        "detector": _detector(sample),
    }


def render_assignment(row: Humanization, application: Application) -> dict[str, Any]:
    return _work(row) | {
        "applicationId": application.public_id,
        "sourceText": opened(row.sealed_source),
        "instructions": opened(row.sealed_instructions),
        "deadlineAt": timestamp(application.complete_by),
        "state": state_of(application),
    }


def _work(row: Humanization) -> dict[str, Any]:
    return {
        "humanizationId": row.public_id,
        "bountyId": row.bounty.public_id,
        "subject": row.subject,
        "transformation": row.transformation,
    }


def _applicant(sample: Rewrite) -> dict[str, Any]:
    application = sample.application
    return {
        "applicationId": application.public_id,
        "humanId": application.human.public_profile_id,
        "applicationStatus": application.status,
        "appliedAt": timestamp(sample.created_at),
        "screening": {
            "documentUrl": files.signed_url(sample.document),
            "recordingUrl": files.signed_url(sample.recording),
            "attested": sample.attested,
            "detector": _detector(sample),
            "decision": sample.verdict,
            "reason": sample.reason or None,
        },
    } | ({"resumeUrl": files.signed_url(sample.resume)} if sample.resume else {})


def render_final(final: Rewrite) -> dict[str, Any]:
    assert final.submission is not None
    return {
        "submissionId": final.submission.public_id,
        "documentUrl": files.signed_url(final.document),
        "recordingUrl": files.signed_url(final.recording),
        "submittedAt": timestamp(final.created_at),
        "detector": _detector(final),
    }


def _detector(rewrite: Rewrite) -> dict[str, Any] | None:
    """None until it has answered, or was given up."""
    return DetectorOut.render(rewrite) if rewrite.detector_state else None
