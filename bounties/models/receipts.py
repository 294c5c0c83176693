from django.db import models

from marketplace.models.base import Row


class Receipt(Row):
    """What was paid for a bounty; immutable. When more seats are released or tips are sent, the next version is a new row."""

    PREFIX = "rct"

    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="receipts", db_index=False)
    version = models.PositiveSmallIntegerField()
    number = models.CharField(max_length=40, unique=True)
    seat_count = models.PositiveIntegerField(help_text="How many released seats it lists.")
    billing_email = models.EmailField(
        max_length=254, blank=True, help_text="Recorded when made, or when it is first mailed; then it stays."
    )
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bounty", "version"], name="receipt_version_once")]

    def __str__(self) -> str:
        return self.number
