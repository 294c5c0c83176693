from django.db import models
from django.db.models import Q

from bounties.rules.humanizations import DECISIONS, DETECTOR_STATES, TRANSFORMATIONS
from marketplace.models.base import FollowedUp, Row
from marketplace.models.sealed import SealedField

# Needs a manual review: no rule decided it, and nobody has since.
CASE = Q(decision="needs_manual_review") & (
    Q(submission=None, application__status="pending") | Q(submission__status="pending_review")
)


class Humanization(Row):
    """A private text that one person rewrites. Its bounty is the public listing, the seat and the pool, and shows only the
    subject. `sealed_…` columns are encrypted: owner and hired person read source and instructions, people who may apply
    read the sample."""

    PREFIX = "hmz"

    bounty = models.OneToOneField("bounties.Bounty", on_delete=models.PROTECT, related_name="humanization")
    subject = models.CharField(max_length=80, blank=True, help_text="Public.")
    format = models.CharField(max_length=10, default="text")
    transformation = models.CharField(max_length=20, choices=[(one, one) for one in TRANSFORMATIONS])
    turnaround_minutes = models.PositiveIntegerField(help_text="From acceptance.")
    percentage = models.PositiveSmallIntegerField(help_text="Of the words that applicants rewrite.")
    maximum_words = models.PositiveSmallIntegerField()
    require_resume = models.BooleanField(default=False)
    sealed_source = SealedField(purpose="humanization")
    sealed_instructions = SealedField(purpose="humanization", blank=True)
    sealed_sample = SealedField(purpose="humanization")
    sealed_screening_instructions = SealedField(purpose="humanization", blank=True)


class Rewrite(FollowedUp, Row):
    """A hand-in: the rewritten sample of an applicant, or, with a submission, the whole text. The detector scores it when
    `next_attempt_at` is due."""

    PREFIX = "rwt"

    humanization = models.ForeignKey(Humanization, on_delete=models.PROTECT, related_name="rewrites", db_index=False)
    application = models.ForeignKey("bounties.Application", on_delete=models.PROTECT, related_name="rewrites")
    submission = models.OneToOneField(
        "bounties.Submission", null=True, on_delete=models.PROTECT, related_name="rewrite"
    )
    document = models.ForeignKey("marketplace.File", on_delete=models.PROTECT, related_name="+")
    recording = models.ForeignKey("marketplace.File", on_delete=models.PROTECT, related_name="+")
    resume = models.ForeignKey("marketplace.File", null=True, on_delete=models.PROTECT, related_name="+")
    recording_seconds = models.PositiveIntegerField(null=True, help_text="Where its container says so.")
    attested = models.BooleanField(default=False, help_text="The applicant says that it is their own work.")
    sealed_text = SealedField(
        purpose="humanization", help_text="The document's text, encrypted; that of a sample is empty once scored."
    )
    word_count = models.PositiveIntegerField()
    unchanged_fraction = models.DecimalField(
        max_digits=5,
        decimal_places=4,
        null=True,
        help_text="Of the words that were to be rewritten: those that stand in it unchanged. Null: handed in before it was "
        "measured.",
    )

    detector_state = models.CharField(max_length=12, blank=True, choices=[(one, one) for one in DETECTOR_STATES])
    ai_fraction = models.DecimalField(max_digits=5, decimal_places=4, null=True)
    scores = models.JSONField(default=list, help_text="What the detector said of each part.")
    scored_at = models.DateTimeField(null=True)
    decision = models.CharField(max_length=20, blank=True, choices=[(one, one) for one in DECISIONS])
    reason = models.CharField(max_length=60, blank=True, help_text="Why it needs a manual review.")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(scored_at=None, detector_state="", ai_fraction=None)
                | Q(scored_at__isnull=False, detector_state="complete", ai_fraction__isnull=False)
                | Q(scored_at__isnull=False, detector_state__in=("partial", "unavailable"), ai_fraction=None),
                name="rewrite_score_fits",
            )
        ]
        indexes = [
            models.Index(fields=["humanization", "-id"], name="rewrite_of_humanization"),
            models.Index(fields=["-id"], condition=Q(decision="needs_manual_review"), name="rewrite_for_people"),
            models.Index(
                fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="rewrite_score_due"
            ),
        ]

    @property
    def verdict(self) -> str | None:
        """The decision about an applicant's sample. A hire or rejection by owner or staff overrules the detector's. None
        before the first decision. Needs the application."""
        if self.application.escrow_id is not None:
            return "approved"
        if self.decision == "needs_manual_review" and self.application.status == "rejected":
            return "rejected"
        return self.decision or None

    @property
    def is_case(self) -> bool:
        """Whether it needs a manual review: `CASE` for this row. Needs application and submission."""
        if self.decision != "needs_manual_review":
            return False
        if self.submission is not None:
            return self.submission.status == "pending_review"
        return self.application.status == "pending"
