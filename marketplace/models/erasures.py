from django.db import models
from django.db.models import F, Q

from marketplace.core.personal import READS
from marketplace.models.base import Row


class Erasure(Row):
    """That an account was erased: when, at whose word, and when what was left is looked at next. `due_at` is empty once nothing
    that may go is left."""

    PREFIX = "era"

    account = models.OneToOneField("marketplace.Account", on_delete=models.PROTECT, related_name="erasure")
    operator = models.ForeignKey(
        "marketplace.Account",
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="Who did it; empty: the person themselves.",
    )
    due_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    waits_for = models.JSONField(
        default=list, help_text="What kept something back when it was looked at last, in codes."
    )
    last_mail_id = models.UUIDField(null=True, help_text="The mail that told them; it goes once it was sent.")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(due_at=None) ^ Q(done_at=None), name="erasure_due_or_done"),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="erasure_due")]


class PrivateRead(Row):
    """That a member of staff looked at somebody's private data. Append-only: the database refuses changes, and deletions within the
    first year. One row for what the same person does with the same page within an hour."""

    PREFIX = "prd"

    staff = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    about = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    role = models.CharField(max_length=10)
    what = models.CharField(max_length=10, choices=[(one, one) for one in READS])
    object_type = models.CharField(max_length=60, help_text="A model, such as humans.conversation.")
    object_id = models.CharField(max_length=64, help_text="Its primary key.")
    reason = models.CharField(max_length=500, blank=True, help_text="What was said where a reason is asked for.")
    hour = models.DateTimeField(help_text="The hour (UTC) that it fell into.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["about", "staff", "hour", "what", "object_type", "object_id", "reason"],
                name="private_read_once_an_hour",
            ),
            models.CheckConstraint(condition=~Q(staff=F("about")), name="private_read_of_others"),
        ]
        indexes = [
            models.Index(fields=["about", "-id"], name="private_read_of_person"),
            models.Index(fields=["created_at"], name="private_read_by_time"),
        ]
