from django.db import models
from django.db.models import Q

from marketplace.models.base import FollowedUp, Row


class Export(FollowedUp, Row):
    """A copy of one's data: asked for by the account's owner, made by a task, fetched for a few days, then deleted."""

    PREFIX = "exp"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="exports", db_index=False)
    file = models.OneToOneField("marketplace.File", null=True, on_delete=models.PROTECT, related_name="+")
    ready_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, help_text="When its file is deleted.")
    failed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["account"], condition=Q(ready_at=None, failed_at=None), name="export_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(ready_at=None) | Q(failed_at=None), name="export_ready_or_failed"),
        ]
        indexes = [
            models.Index(fields=["next_attempt_at"], condition=Q(next_attempt_at__isnull=False), name="export_due"),
            models.Index(fields=["expires_at"], condition=Q(file__isnull=False), name="export_expiry"),
            models.Index(fields=["account", "-id"], name="export_of_account"),
        ]
