"""Jobs from a file: what was read of each line, kept between the preview and the confirmation, and which job it became."""

from django.db import models
from django.db.models import Count, Q, Sum

from marketplace.models.base import Row, Rows


class JobImports(Rows):
    def with_counts(self) -> "JobImports":
        """With the numbers of rows in all, with a fault, and posted, and the cents of those that wait."""
        return self.annotate(
            count=Count("rows"),
            faulty=Count("rows", filter=~Q(rows__errors=[])),
            posted=Count("rows", filter=Q(rows__bounty__isnull=False)),
            waiting_cents=Sum("rows__cents", filter=Q(rows__bounty=None), default=0),
        )


class JobImport(Row):
    """A file of jobs that its owner uploaded. Unfinished ones can be gone on with until they are forgotten."""

    PREFIX = "imp"

    owner = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+", db_index=False)
    file_name = models.CharField(max_length=200, blank=True)
    digest = models.BinaryField(max_length=32, help_text="SHA-256 of the file, to tell that it was posted before.")
    expires_at = models.DateTimeField(help_text="When it is forgotten; sooner for one that was never confirmed.")

    # Where the query counts (`with_counts`).
    count: int
    faulty: int
    posted: int
    waiting_cents: int

    objects = JobImports.as_manager()  # type: ignore[misc]

    class Meta:
        indexes = [
            models.Index(fields=["owner", "-id"], name="import_of_owner"),
            models.Index(fields=["expires_at"], name="import_due"),
        ]


class ImportedRow(models.Model):
    """One line. Whoever posts it holds its lock, and `bounty` says that it was posted: so it becomes one job, however often and
    by however many it is tried."""

    batch = models.ForeignKey(JobImport, on_delete=models.CASCADE, related_name="rows", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="Of the line in the file; the names of the columns are line 1.")
    title = models.CharField(max_length=200, blank=True)
    body = models.JSONField(help_text="As POST /api/bounties takes it.")
    errors = models.JSONField(default=list, help_text="[column, reason] of each fault.")
    cents = models.BigIntegerField(null=True, help_text="What it costs with the fee; empty with a fault.")
    bounty = models.OneToOneField("bounties.Bounty", null=True, on_delete=models.PROTECT, related_name="+")
    problem = models.CharField(max_length=500, blank=True, help_text="Why it was not posted when it was tried last.")

    objects = Rows.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["batch", "number"], name="import_line_once"),
            models.CheckConstraint(
                condition=Q(errors=[], cents__isnull=False) | (~Q(errors=[]) & Q(cents=None, bounty=None)),
                name="import_line_costs_or_is_faulty",
            ),
        ]

    def __str__(self) -> str:
        return f"line {self.number} of {self.batch_id}"
