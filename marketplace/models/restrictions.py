from django.db import models
from django.db.models import Q

from marketplace.models.base import Row


class AccountRestriction(Row):
    """What an account may not do for a while, or until operators lift it. What is underway goes on. One of an account is in force
    at a time; a change is written into it, and ended ones stay."""

    PREFIX = "rst"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="restrictions", db_index=False
    )
    no_jobs = models.BooleanField("no new jobs", default=False)
    no_applications = models.BooleanField(default=False)
    no_withdrawals = models.BooleanField(default=False)
    reason = models.CharField(max_length=300, help_text="The person reads it.")
    until = models.DateTimeField(null=True, help_text="Empty: until it is lifted.")
    made_by = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        "marketplace.Account",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Empty: it came to its end.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(ended_at=None), name="restriction_one_in_force_per_account"
            ),
            models.CheckConstraint(
                condition=Q(no_jobs=True) | Q(no_applications=True) | Q(no_withdrawals=True),
                name="restriction_of_something",
            ),
        ]
        indexes = [
            models.Index(fields=["until"], condition=Q(ended_at=None, until__isnull=False), name="restriction_due"),
            models.Index(fields=["account", "-id"], name="restriction_of_account"),
        ]
