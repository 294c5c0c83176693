from django.db import models
from django.db.models import Func, Q, Value

from marketplace.models.base import Row
from marketplace.rules import REPORT_CATEGORIES, REPORT_PRIORITIES, REPORT_STATUSES


class SupportReport(Row):
    """A report of an agent. People refer to it by `number`; messages about it are in its conversation (humans)."""

    PREFIX = "rpt"

    number = models.PositiveIntegerField(
        unique=True, editable=False, db_default=Func(Value("support_report_number"), function="nextval")
    )
    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="support_reports", db_index=False
    )
    key = models.ForeignKey("marketplace.ApiKey", null=True, on_delete=models.PROTECT, related_name="+")
    summary = models.CharField(max_length=160)
    description = models.TextField(max_length=5000)
    category = models.CharField(max_length=20, choices=[(c, c) for c in REPORT_CATEGORIES], default="bug")
    priority = models.CharField(max_length=10, choices=[(p, p) for p in REPORT_PRIORITIES], default="medium")
    error_code = models.CharField(max_length=100, blank=True)
    source_tool = models.CharField(max_length=100, blank=True)
    status = models.CharField(max_length=10, choices=[(s, s) for s in REPORT_STATUSES], default="open")
    conversation_id = models.UUIDField(null=True, unique=True)
    answered_at = models.DateTimeField(null=True, help_text="Last.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(status__in=REPORT_STATUSES), name="report_status_known"),
            # Not the other way round: an answered report is opened by its author's next words, or closed.
            models.CheckConstraint(
                condition=~Q(status="answered") | Q(answered_at__isnull=False), name="report_answered_at_a_moment"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="report_of_account"),
            models.Index(fields=["-id"], condition=Q(status="open"), name="report_open"),
        ]

    def __str__(self) -> str:
        return f"Report {self.number}: {self.summary}"
