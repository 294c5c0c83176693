from django.db import models
from django.db.models import Q

from marketplace.models.base import Row


class EarningsHold(Row):
    """A part of somebody's earnings that can't be withdrawn yet: staff's decision that gave it to them may still be appealed. It is
    theirs and in their balance; a correction takes it first. `until` is empty while an appeal is decided."""

    PREFIX = "ehd"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    reference = models.UUIDField(unique=True, help_text="The row that it is kept for, such as a dispute.")
    cents = models.BigIntegerField()
    until = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(cents__gt=0), name="earnings_hold_positive")]
        indexes = [models.Index(fields=["account"], condition=Q(ended_at=None), name="earnings_hold_open")]
