from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from marketplace.core import clock
from marketplace.models.base import Row
from marketplace.models.sealed import SealedField
from qa.models.runs import STARTED
from qa.rules.templates import CADENCES, MODES, STATUSES, Taking, days_between, run_cost, runs_at_most


class Template(Row):
    """What is tested, how often, and for how much. `next_run_at`: when the next run starts; null when none is scheduled."""

    PREFIX = "qat"

    owner = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="qa_templates", db_index=False
    )
    name = models.CharField(max_length=120)
    target_url = models.CharField(max_length=2048)
    instructions = models.TextField(max_length=5000)
    tester_start_message = models.TextField(max_length=1500, blank=True, help_text="Sent to testers on acceptance.")
    instruction_media = ArrayField(models.CharField(max_length=400), default=list)
    checklist = ArrayField(models.CharField(max_length=300), default=list)
    cadence = models.CharField(max_length=12, choices=[(c, c) for c in CADENCES])
    cadence_days = models.PositiveSmallIntegerField(null=True)
    budget_per_run_cents = models.BigIntegerField()
    pay_per_tester_cents = models.BigIntegerField()
    tester_count = models.PositiveSmallIntegerField()
    fee_bps = models.PositiveSmallIntegerField(
        help_text="Our fee on the pay in basis points, as it was when pay, testers and budget were last set."
    )
    period_cap_cents = models.BigIntegerField(help_text="What its runs may reserve in a month (UTC).")
    submission_mode = models.CharField(max_length=8, choices=[(m, m) for m in MODES])
    live_video_required = models.BooleanField(default=False)
    linkedin_required = models.BooleanField(default=False)
    resume_required = models.BooleanField(default=False)
    allowed_countries = ArrayField(models.CharField(max_length=2), default=list)
    required_credentials = ArrayField(models.CharField(max_length=100), default=list)
    sealed_credentials = SealedField(purpose="qa-credentials", blank=True, help_text="Their values, encrypted.")
    credential_names = ArrayField(models.CharField(max_length=100), default=list, help_text="Those with a value.")
    auto_mode = models.BooleanField(default=True, help_text="Without it the owner decides on every tester and report.")

    spender = models.CharField(
        max_length=50, blank=True, help_text="Who set its money last (Actor.spender): its runs are spent by them."
    )
    status = models.CharField(max_length=6, choices=[(s, s) for s in STATUSES], default="active")
    paused_reason = models.CharField(max_length=30, blank=True)
    next_run_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True, help_text="No run starts from then on.")
    max_runs = models.PositiveSmallIntegerField(null=True, help_text="How many runs it opens in all.")
    unfunded_runs = models.PositiveSmallIntegerField(default=0, help_text="In a row; the third pauses it.")
    finding_count = models.PositiveIntegerField(
        default=0, help_text="How many faults were ever reported: numbers them."
    )
    updated_at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name = "QA template"
        constraints = [
            models.CheckConstraint(
                condition=Q(period_cap_cents__gte=models.F("budget_per_run_cents")), name="qa_cap_covers_a_run"
            ),
            models.CheckConstraint(
                condition=(Q(status="paused") & ~Q(paused_reason="")) | Q(status="active", paused_reason=""),
                name="qa_template_paused_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="qa_template_of_owner"),
            models.Index(
                fields=["next_run_at"], condition=Q(status="active", next_run_at__isnull=False), name="qa_template_due"
            ),
        ]

    @property
    def days(self) -> int | None:
        """Days from one run to the next; None when it runs once."""
        return days_between(self.cadence, self.cadence_days)

    @property
    def run_cents(self) -> int:
        """What a run reserves, in cents: pay and fee of every tester."""
        return run_cost(self.pay_per_tester_cents, self.tester_count, self.fee_bps)

    @property
    def runs_at_most(self) -> int | None:
        """How many runs it has in all; None when its schedule has no end."""
        return runs_at_most(self.days, begins=self.created_at, ends_at=self.ends_at, most=self.max_runs)

    @property
    def total_cents(self) -> int | None:
        """What all of its runs together reserve at most, in cents, by its present terms; None when its schedule has no end."""
        runs = self.runs_at_most
        return None if runs is None else runs * self.run_cents

    @property
    def upcoming_run_at(self) -> datetime | None:
        """When the next run starts; None while it is paused, too."""
        return self.next_run_at if self.status == "active" else None

    @property
    def runs_left(self) -> int | None:
        """How many runs can still start once it is active; None when its schedule has no end."""
        if self.next_run_at is None:
            return 0
        left = None if self.max_runs is None else max(0, self.max_runs - self.runs_started)
        return runs_at_most(self.days, begins=self.next_run_at, ends_at=self.ends_at, most=left)

    @property
    def runs_to_come(self) -> int | None:
        """How many runs start by themselves as it stands: none while it is paused; None when its schedule has no end."""
        return 0 if self.upcoming_run_at is None else self.runs_left

    @property
    def taking(self) -> Taking:
        """What it may still take of its owner's wallet once it is active."""
        return Taking(self.run_cents, self.runs_left, self.days, self.period_cap_cents)

    @property
    def to_come_cents(self) -> int | None:
        """What those reserve at most, in cents, by its present terms; None when its schedule has no end."""
        runs = self.runs_to_come
        return None if runs is None else runs * self.run_cents

    @property
    def runs_started(self) -> int:
        """How many of its runs were opened, or wait for money now; skipped and unfunded ones don't count. A list reads it for
        all its rows at once (selectors.runs.templates_of)."""
        if "started_count" in self.__dict__:
            return int(self.__dict__["started_count"])
        return int(self.runs.filter(STARTED).count())

    @property
    def title(self) -> str:
        return self.name

    @property
    def applicant_screening(self) -> dict[str, bool]:
        return {
            "liveVideoRequired": self.live_video_required,
            "linkedinRequired": self.linkedin_required,
            "resumeRequired": self.resume_required,
        }

    @property
    def paused_reason_or_none(self) -> str | None:
        return self.paused_reason or None
