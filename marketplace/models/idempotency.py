from django.db import models

from marketplace.core import clock


class IdempotencyRecord(models.Model):
    """A caller's key for an operation, the hash of its input, and the answer, stored with the work it belongs to."""

    account = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+")
    operation = models.CharField(max_length=60)
    key = models.CharField(max_length=255)
    fingerprint = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")  # the JSON as it was sent: jsonb would sort its fields
    secrets = models.JSONField(default=list)
    # What waits for a payment: a replay tells its present state instead of the stored answer.
    intent = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "operation", "key"], name="idempotency_once")]
        indexes = [models.Index(fields=["created_at"], name="idempotency_age")]
