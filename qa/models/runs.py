from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from bounties.rules.seats import CONFIRM_WITHIN
from escrow.rules.escrows import REVIEW_HOURS
from marketplace.models.base import Row
from qa.rules.runs import ACTIVE, ENDED, STATUSES, WORKING, Stop

_REVIEW = timedelta(hours=REVIEW_HOURS)
STARTED = Q(opened_at__isnull=False) | Q(status="funding")  # runs that count towards a template's maxRuns


class Run(Row):
    """One run of a template, with a bounty of its own. Its public id is the template's id and the date.

    Its sums are computed from the ledger's moves of that bounty, never stored here.
    """

    PREFIX = "qar"  # of its key, which only staff see; the API uses `public_id`

    template = models.ForeignKey("qa.Template", on_delete=models.PROTECT, related_name="runs", db_index=False)
    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="qa_runs", db_index=False)
    date = models.DateField(help_text="Of the moment it was due, in UTC.")
    due_at = models.DateTimeField()
    bounty = models.OneToOneField("bounties.Bounty", null=True, on_delete=models.PROTECT, related_name="qa_run")
    status = models.CharField(max_length=10, choices=[(s, s) for s in STATUSES], default="funding")
    reason = models.CharField(max_length=60, blank=True, help_text="Why it waits, failed or found nobody.")

    target_url = models.CharField(max_length=2048, blank=True, help_text="What it tests; empty until it opens.")
    tester_count = models.PositiveSmallIntegerField()
    submission_mode = models.CharField(max_length=8)
    auto_mode = models.BooleanField()
    fund_at = models.DateTimeField(null=True, help_text="When the wallet is asked (again).")
    fund_until = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    intake_ends_at = models.DateTimeField(null=True, help_text="Until when testers are taken.")
    intake_closed_at = models.DateTimeField(null=True)
    stop_requested_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    report = models.JSONField(null=True)
    mail_due_at = models.DateTimeField(null=True, help_text="When its owner is mailed that it was skipped or failed.")
    mailed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = "QA run"
        constraints = [
            models.UniqueConstraint(fields=["template", "date"], name="qa_run_once_a_day"),
            models.UniqueConstraint(fields=["template"], condition=Q(status__in=ACTIVE), name="qa_run_one_at_a_time"),
            models.CheckConstraint(
                condition=~Q(status__in=WORKING) | Q(bounty__isnull=False), name="qa_run_works_with_a_bounty"
            ),
            models.CheckConstraint(
                condition=Q(status__in=ENDED, ended_at__isnull=False) | Q(status__in=ACTIVE, ended_at=None),
                name="qa_run_end_fits",
            ),
            models.CheckConstraint(
                condition=~Q(status__in=WORKING) | Q(opened_at__isnull=False, intake_ends_at__isnull=False),
                name="qa_run_works_since_a_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="qa_run_of_owner"),
            models.Index(fields=["template", "-id"], name="qa_run_of_template"),
            models.Index(fields=["fund_at"], condition=Q(status="funding"), name="qa_run_fund_due"),
            models.Index(fields=["mail_due_at"], condition=Q(mail_due_at__isnull=False), name="qa_run_mail_due"),
            models.Index(
                fields=["intake_ends_at"],
                condition=Q(status__in=WORKING, intake_closed_at=None),
                name="qa_run_intake_due",
            ),
            models.Index(fields=["ended_at"], name="qa_run_ended"),
        ]

    @property
    def public_id(self) -> str:
        return f"{self.template.public_id}_{self.date:%Y%m%d}"

    def __str__(self) -> str:
        return self.public_id

    @property
    def title(self) -> str:
        return f"{self.template.name}, {self.date:%Y-%m-%d}"

    @property
    def url(self) -> str:
        return f"{settings.BASE_URL}/api/v1/qa/runs/{self.public_id}"

    @property
    def report_url(self) -> str:
        return f"{self.url}/report"

    @property
    def credentials_url(self) -> str:
        return f"{self.url}/credentials"

    @property
    def why(self) -> str | None:
        """The code of why it waits, failed or had no submissions; `waits_for_approval` while an operator reviews the listing."""
        if self.status == "open" and self.bounty is not None and self.bounty.status == "pending_review":
            return "waits_for_approval"
        return self.reason or None

    @property
    def ends_by(self) -> datetime | None:
        """When it ends at the latest, as it stands (UTC): who applied last confirms, works, and is reviewed. Evidence that is sent
        back, a tester who is replaced and a dispute take longer. None before it opens, and once it is over.
        """
        closes = self.intake_closed_at or self.intake_ends_at
        if self.bounty is None or closes is None or self.is_over:
            return None
        return closes + CONFIRM_WITHIN + timedelta(hours=self.bounty.completion_window_hours or 0) + _REVIEW

    @property
    def template_next_run_at(self) -> datetime | None:
        """When the next run of its template starts (UTC); None for one that is paused or has no more."""
        return self.template.upcoming_run_at

    @property
    def is_over(self) -> bool:
        return self.status in ENDED

    @property
    def stop(self) -> Stop | None:
        """For a stopped run: `draining` until its last tester is settled, then `done`."""
        if self.stop_requested_at is None:
            return None
        return Stop("done" if self.is_over else "draining", self.stop_requested_at)
