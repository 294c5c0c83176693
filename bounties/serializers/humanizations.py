"""Request and response bodies of humanizations."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bounties.models import Rewrite
from bounties.rules import humanizations as rules
from bounties.services import funding
from bounties.services.humanizations import unseal
from marketplace.api.fields import (
    CurrencyField,
    FormBoolean,
    IdField,
    Line,
    StrictBoolean,
    StrictInteger,
    Text,
    TimestampField,
)
from marketplace.api.serializers import Shape


class RewriteScreeningIn(Shape):
    """What applicants rewrite, to show that they can."""

    ai_generated_source_text = Text(
        max_length=rules.SOURCE_MAX,
        default="",
        allow_blank=True,
        help_text="What applicants read, and rewrite to show that they can write, instead of the beginning of sourceText, of "
        "which then no word reaches an applicant. They read percentage of its words, so give 200 words or more: a text by a "
        "machine, about as yours is. Empty: the sample is the beginning of sourceText.",
    )
    percentage = StrictInteger(
        min_value=rules.PERCENTAGES[0],
        max_value=rules.PERCENTAGES[1],
        default=rules.PERCENTAGE,
        help_text="Percent of the words of that text; 5 when left out. Of a short text take 25: a sample of some words shows "
        "nothing.",
    )
    maximum_words = StrictInteger(
        min_value=rules.WORDS[0],
        max_value=rules.WORDS[1],
        default=rules.WORDS[1],
        help_text="At most; 500 when left out.",
    )
    instructions = Text(
        max_length=rules.INSTRUCTIONS_MAX, default="", allow_blank=True, help_text="What applicants are told."
    )


def _defaults() -> dict[str, Any]:
    return {
        "ai_generated_source_text": "",
        "percentage": rules.PERCENTAGE,
        "maximum_words": rules.WORDS[1],
        "instructions": "",
    }


class HumanizationIn(Shape):
    """POST /api/v1/humanizations. Source text and instructions reach you and the hired person only, but for the sample: the
    beginning of the source text, unless `applicantScreening.aiGeneratedSourceText` is given."""

    format = serializers.ChoiceField(["text"], help_text="Only text.")
    source_text = Text(
        max_length=rules.SOURCE_MAX,
        help_text="The text to rewrite. Only the hired person reads all of it. Everybody who may apply reads its beginning, the "
        "sample (applicantScreening.percentage of its words, maximumWords at most), unless aiGeneratedSourceText is given.",
    )
    transformation = serializers.ChoiceField(rules.TRANSFORMATIONS, help_text="What to do with it.")
    subject = Line(min_length=3, max_length=80, default="", help_text="The public title of the listing.")
    instructions = Text(
        max_length=rules.INSTRUCTIONS_MAX, default="", allow_blank=True, help_text="For the hired person only."
    )
    turnaround_minutes = StrictInteger(
        min_value=rules.TURNAROUND_MINUTES[0],
        max_value=rules.TURNAROUND_MINUTES[1],
        help_text="Minutes from being hired until it is due.",
    )
    price_cents = StrictInteger(
        min_value=rules.PRICE_MIN_CENTS,
        max_value=rules.PRICE_MAX_CENTS,
        help_text="US cents. The worker's pay; the fee comes on top. Above 1,000,000 (10,000 USD) it is 400 "
        "pool_too_large, as for every bounty.",
    )
    currency = CurrencyField()
    applicant_screening = RewriteScreeningIn(default=_defaults, help_text="The sample that applicants rewrite.")
    require_resume = StrictBoolean(default=False, help_text="Applicants send a resume, too.")


class RewriteSampleIn(Shape):
    """POST …/applications, multipart."""

    document = serializers.FileField(allow_empty_file=True, help_text="Your rewrite of the sample: DOCX or UTF-8 text.")
    recording = serializers.FileField(allow_empty_file=True, help_text="MP4, MOV or WebM, of the whole writing.")
    attestation = FormBoolean(help_text="true: you wrote this yourself, without a text generator.")
    resume = serializers.FileField(
        default=None, allow_empty_file=True, help_text="PDF, DOCX or UTF-8 text, where it is asked for."
    )
    cover_letter = Text(max_length=5000, default="", allow_blank=True)

    def validate_attestation(self, value: bool) -> bool:
        if not value:
            raise serializers.ValidationError("Attest that you wrote this yourself: true.")
        return value


class FinalTextIn(Shape):
    """POST …/submission, multipart."""

    document = serializers.FileField(allow_empty_file=True, help_text="The whole text: DOCX or UTF-8 text.")
    recording = serializers.FileField(allow_empty_file=True, help_text="MP4, MOV or WebM, of the whole writing.")


# ------------------------------------------------------------------ answers


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 1})
class FractionField(serializers.Field):
    """Four decimals at most."""

    def to_representation(self, value: Decimal) -> float:
        return float(value)


UNCHANGED_WORDS = (
    f"The share, 0 to 1, of its words that stand here unchanged, in {rules.RUN} or more in a row; from {rules.UNCHANGED} on it is "
    "called a copy. Null: handed in before it was measured."
)


class RewriteScreeningOut(Shape):
    sample_from = serializers.ChoiceField(
        rules.SAMPLE_SOURCES, help_text="The text of which every applicant reads the beginning."
    )
    sample_words = serializers.IntegerField(
        help_text="How many words every applicant reads, and rewrites: few show nothing."
    )
    percentage = serializers.IntegerField()
    maximum_words = serializers.IntegerField()
    instructions = Text()
    require_resume = serializers.BooleanField()


class RewriteFundingOut(Shape):
    source = serializers.ChoiceField(["wallet", "checkout", "mpp", "x402"], allow_null=True)  # type: ignore[assignment]
    status = serializers.ChoiceField(funding.FUNDING_STATUSES)
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
    screening = RewriteScreeningOut()
    funding = RewriteFundingOut()
    worker_amount_cents = serializers.IntegerField()
    service_fee_cents = serializers.IntegerField()
    fee_bps = serializers.IntegerField(help_text="The rate of that fee in basis points: 1800 is 18 %.")
    total_cents = serializers.IntegerField()
    currency = Text()
    created_at = TimestampField()


class RewritePlanOut(Shape):
    """Of a dry run: what applicants would read, and what it would cost."""

    sample_text = Text(help_text="What everybody who may apply reads, and rewrites to be hired.")
    screening = RewriteScreeningOut()
    worker_amount_cents = serializers.IntegerField()
    service_fee_cents = serializers.IntegerField()
    fee_bps = serializers.IntegerField(help_text="The rate of that fee in basis points: 1800 is 18 %.")
    total_cents = serializers.IntegerField(help_text="What leaves your wallet into escrow.")
    currency = Text()


class TextScoreOut(Shape):
    part = serializers.IntegerField()
    characters = serializers.IntegerField()
    ai_fraction = serializers.FloatField()


class DetectorOut(Shape):
    status = serializers.ChoiceField(rules.DETECTOR_STATES, source="detector_state")
    ai_fraction = FractionField(allow_null=True)
    scores = serializers.ListField(child=TextScoreOut())


def detector_of(rewrite: Rewrite) -> dict[str, Any] | None:
    """The detector's result; None before it has one or has failed for good."""
    return DetectorOut.render(rewrite) if rewrite.detector_state else None


def final_text(final: Rewrite) -> dict[str, Any]:
    """The final text itself and what the detector says of it; no text where only the document is kept."""
    text = unseal(final.sealed_text) or None
    return {
        "text": text[: rules.TEXT_INLINE] if text else None,
        "textTruncated": bool(text and len(text) > rules.TEXT_INLINE),
        "detector": detector_of(final),
        "unchangedFraction": share_of(final.unchanged_fraction),
    }


def share_of(fraction: Decimal | None) -> float | None:
    return None if fraction is None else float(fraction)


class SentSampleOut(Shape):
    document_url = serializers.URLField()
    recording_url = serializers.URLField()
    attested = serializers.BooleanField()
    detector = DetectorOut(allow_null=True)
    unchanged_fraction = FractionField(
        allow_null=True,
        help_text=f"Of the sample. {UNCHANGED_WORDS} A detector takes a copied text of a person for a person's.",
    )
    decision = serializers.ChoiceField(rules.DECISIONS, allow_null=True)
    reason = Text(allow_null=True)


class RewriteApplicantOut(Shape):
    application_id = IdField("app")
    human_id = IdField("prf")
    application_status = Text()
    applied_at = TimestampField()
    screening = SentSampleOut()
    resume_url = serializers.URLField(required=False)


class SeatOut(Shape):
    application_id = IdField("app")
    human_id = IdField("prf")
    accepted_at = TimestampField()
    deadline_at = TimestampField(allow_null=True)
    state = Text()
    ended_at = TimestampField(allow_null=True)


class FinalTextOut(Shape):
    submission_id = IdField("sub")
    escrow_id = IdField("esc", allow_null=True, help_text="What POST /api/escrow/{id}/release pays.")
    text = Text(
        allow_null=True,
        help_text=f"The final text, up to {rules.TEXT_INLINE:,} characters of it; the document has all. Null for texts of earlier "
        "versions.",
    )
    text_truncated = serializers.BooleanField()
    flags = serializers.ListField(
        child=Text(),
        help_text="What the checks and the detector found against it, each code once: look before you pay. "
        f"{rules.IS_UNCHANGED}: it is the source text, almost word for word. None of them: nobody has judged it yet all the same.",
    )
    document_url = serializers.URLField()
    recording_url = serializers.URLField()
    submitted_at = TimestampField()
    detector = DetectorOut(allow_null=True)
    unchanged_fraction = FractionField(allow_null=True, help_text=f"Of sourceText. {UNCHANGED_WORDS}")


class RewriteReviewOut(Shape):
    state = serializers.ChoiceField(rules.REVIEW_STATES)
    reason = Text(allow_null=True)


class HumanizationDetail(HumanizationOut):
    source_text = Text(allow_null=True, help_text="Null for our staff.")
    sample_text = Text(allow_null=True, help_text="What everybody who may apply reads. Null for our staff.")
    instructions = Text(allow_null=True, help_text="Null for our staff.")
    applicant_count = serializers.IntegerField()
    applicants = RewriteApplicantOut(many=True)
    assignment = SeatOut(allow_null=True)
    attempts = SeatOut(many=True)
    final = FinalTextOut(allow_null=True)
    review = RewriteReviewOut()


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


class RewriteAssignmentOut(Shape):
    humanization_id = IdField("hmz")
    bounty_id = IdField("bty")
    application_id = IdField("app")
    subject = Text()
    transformation = Text()
    source_text = Text()
    instructions = Text()
    deadline_at = TimestampField(allow_null=True)
    state = Text()
