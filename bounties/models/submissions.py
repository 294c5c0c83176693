from datetime import datetime

from django.db import models
from django.db.models import Q

from bounties.rules.submissions import AGAINST
from marketplace.models.base import Row


class Submission(Row):
    """Evidence for one seat. Each submission is a new row; a seat has at most one pending."""

    PREFIX = "sub"

    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="submissions", db_index=False)
    application = models.ForeignKey("bounties.Application", on_delete=models.PROTECT, related_name="submissions")
    status = models.CharField(max_length=16, default="pending_review")
    text_evidence = models.TextField(max_length=10_000, blank=True)
    links = models.JSONField(default=list)
    answers = models.JSONField(default=list)
    form = models.JSONField(default=dict, help_text="What a managed product asked for besides: findings, or a vote.")
    files = models.ManyToManyField("marketplace.File", related_name="+")
    checks = models.JSONField(default=dict)
    response = models.CharField(max_length=1000, blank=True)
    finalized_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["application"], condition=Q(status="pending_review"), name="submission_one_in_review_per_seat"
            ),
            models.CheckConstraint(
                condition=Q(status="pending_review", finalized_at=None)
                | (~Q(status="pending_review") & Q(finalized_at__isnull=False)),
                name="submission_verdict_has_its_moment",
            ),
        ]
        indexes = [models.Index(fields=["bounty", "-id"], name="submission_of_bounty")]

    @property
    def new_evidence_by(self) -> datetime | None:
        """Of evidence that was sent back: `Application.new_evidence_by`."""
        return self.application.new_evidence_by if self.status in AGAINST else None

    @property
    def seat_ends_at(self) -> datetime | None:
        """Of evidence that was sent back: `Application.ends_without_evidence_at`."""
        return self.application.ends_without_evidence_at if self.status in AGAINST else None

    @property
    def evidence_flags(self) -> list[str]:
        """Codes of what the checks found against it, each once, of however many files."""
        return list(dict.fromkeys(str(finding.get("code")) for finding in self.checks.get("findings", [])))
