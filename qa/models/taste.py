from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.models.base import Row
from qa.rules.taste import ENDED, STATUSES


class TasteRun(Row):
    """A question about two to six artifacts, put to a panel. Its bounty has the seats, title, pay, countries and the identity
    requirement; its sums are computed from the ledger."""

    PREFIX = "tst"

    owner = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="taste_runs", db_index=False
    )
    bounty = models.OneToOneField("bounties.Bounty", on_delete=models.PROTECT, related_name="taste_run")
    status = models.CharField(max_length=16, choices=[(s, s) for s in STATUSES], default="pending_funding")
    question = models.TextField(max_length=2000)
    artifacts = models.JSONField(help_text="Label and address of each, in the owner's order.")
    respondent_count = models.PositiveSmallIntegerField(help_text="How many were asked for.")
    target_categories = ArrayField(models.CharField(max_length=30), default=list, blank=True)
    allowed_genders = ArrayField(models.CharField(max_length=10), default=list, blank=True)
    requires_video = models.BooleanField(default=False)
    requires_portfolio = models.BooleanField(default=False)

    fund_at = models.DateTimeField(null=True, help_text="While it waits for money: when the wallet is looked at again.")
    ends_at = models.DateTimeField(null=True, help_text="Until when people are hired.")
    stopped_at = models.DateTimeField(null=True, help_text="When an operator stopped it.")
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=60, blank=True)
    report = models.JSONField(null=True)

    class Meta:
        verbose_name = "taste run"
        constraints = [
            models.CheckConstraint(
                condition=Q(status="closed", report__isnull=False) | (~Q(status="closed") & Q(report=None)),
                name="taste_run_closed_with_its_report",
            ),
            models.CheckConstraint(
                condition=Q(status__in=ENDED, ended_at__isnull=False) | (~Q(status__in=ENDED) & Q(ended_at=None)),
                name="taste_run_ended_at_a_moment",
            ),
            models.CheckConstraint(
                condition=(Q(ended_at__isnull=False) & ~Q(end_reason="")) | Q(ended_at=None, end_reason=""),
                name="taste_run_end_has_its_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="taste_run_of_owner"),
            models.Index(fields=["fund_at"], condition=Q(status="pending_funding"), name="taste_run_fund_due"),
            models.Index(fields=["ends_at"], condition=Q(status="open"), name="taste_run_ends_due"),
            models.Index(fields=["ended_at"], name="taste_run_ended"),
        ]

    @property
    def labels(self) -> list[str]:
        return [row["label"] for row in self.artifacts]

    @property
    def bounty_public_id(self) -> str:
        return ids.encode("bty", self.bounty_id)

    @property
    def report_url(self) -> str | None:
        return f"{settings.BASE_URL}/api/v1/taste/runs/{self.public_id}/report" if self.report else None

    @property
    def ballot_url(self) -> str:
        return f"{settings.BASE_URL}/api/v1/taste/runs/{self.public_id}/ballot"
