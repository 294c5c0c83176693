from django.db import models

from marketplace.core import clock


class IdempotencyRecord(models.Model):
    """A caller's idempotency key for an operation, the hash of the request, and the answer; stored in the transaction of the
    work.
    """

    account = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+", db_index=False)
    operation = models.CharField(max_length=60)
    key = models.CharField(max_length=255)
    fingerprint = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="")  # text, because jsonb would reorder the fields
    secrets = models.JSONField(default=list)
    # Something that waits for a payment: a replay shows its current state instead of the stored answer.
    intent = models.CharField(max_length=64, blank=True, default="")
    created_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["account", "operation", "key"], name="idempotency_once")]
        indexes = [
            models.Index(fields=["created_at"], name="idempotency_age"),
            # Among a million keys few are of payments: the clean-up would read all others before it found one.
            models.Index(fields=["created_at"], condition=~models.Q(intent=""), name="idempotency_intent_age"),
        ]
