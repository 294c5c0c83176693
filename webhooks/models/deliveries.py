from django.db import models
from django.db.models import Q

from marketplace.models.base import Row

OPEN = ("pending", "retrying")


class Delivery(Row):
    """One event to be delivered to one endpoint. The body is frozen: every attempt sends the same bytes."""

    PREFIX = "whd"

    endpoint = models.ForeignKey(
        "webhooks.Endpoint", on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    event = models.ForeignKey("webhooks.Event", on_delete=models.CASCADE, related_name="deliveries")
    event_type = models.CharField(max_length=60)
    status = models.CharField(max_length=10, default="pending")
    body = models.TextField()
    attempts = models.PositiveSmallIntegerField(default=0)
    # Of `attempts`, those before the last redelivery, which starts a new series of six.
    earlier_attempts = models.PositiveSmallIntegerField(default=0)
    response_status = models.PositiveSmallIntegerField(null=True)
    last_error = models.CharField(max_length=300, blank=True)
    next_attempt_at = models.DateTimeField(null=True, help_text="Business time.")
    # Wall clock. The worker that claimed the delivery has it until then; after a crash the lease expires by itself.
    leased_until = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["endpoint", "event"], name="delivery_once"),
            models.CheckConstraint(
                condition=Q(status__in=OPEN, next_attempt_at__isnull=False)
                | (~Q(status__in=OPEN) & Q(next_attempt_at=None)),
                name="delivery_due_while_open",
            ),
            # Not the other way round: what was delivered once may be sent again, and fail.
            models.CheckConstraint(
                condition=~Q(status="delivered") | Q(delivered_at__isnull=False), name="delivery_delivered_at_a_moment"
            ),
        ]
        indexes = [
            # Of one endpoint what is due first (services/claims.py). None has `leased_until`: a claim is a HOT update.
            models.Index(
                fields=["endpoint", "next_attempt_at", "id"], condition=Q(status__in=OPEN), name="delivery_next"
            ),
            models.Index(fields=["endpoint", "-id"], name="delivery_of_endpoint"),
            models.Index(fields=["endpoint", "-id"], condition=Q(status="failed"), name="delivery_failed"),
        ]


class Attempt(models.Model):
    """One HTTP call, kept for the delivery log."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="tries", db_index=False)
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=300, blank=True)
    duration_ms = models.PositiveIntegerField()
    response_excerpt = models.CharField(max_length=1000, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["delivery", "number"], name="attempt_numbered")]
