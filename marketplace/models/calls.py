from typing import Final

from django.db import models
from django.db.models import Q

from marketplace.models.base import Row

SERVICE: Final = "service"  # `via` of what happened by itself: no call
VIA: Final = ("key", "oauth", "session", SERVICE)


class Call(Row):
    """A call that changed something, or a write that was refused. Never a body, of which a refusal's note has the title and a sum
    only; never a secret. Reads are not kept."""

    PREFIX = "act"

    account = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+", db_index=False)
    via = models.CharField(max_length=10, help_text="key, oauth or session; service: it happened by itself")
    key = models.ForeignKey("marketplace.ApiKey", null=True, on_delete=models.CASCADE, related_name="+", db_index=False)
    # Of a connected program. Without a reference: what it did stays told when its registration is gone.
    connector_id = models.UUIDField(null=True)
    program = models.CharField(max_length=100, blank=True, help_text="Name of the key or program, as it was then.")
    person = models.ForeignKey("marketplace.Account", null=True, on_delete=models.CASCADE, related_name="+")
    request_id = models.CharField(max_length=128)
    idempotency_key = models.CharField(max_length=255, blank=True)
    operation = models.CharField(max_length=100, help_text="operationId, or page.<page>.<act>")
    verb = models.CharField(max_length=100, blank=True)
    note = models.CharField(
        max_length=200, blank=True, help_text="What the page said, what was changed, or what was tried."
    )
    method = models.CharField(max_length=7)
    path = models.CharField(max_length=300)
    status = models.PositiveSmallIntegerField()
    error_code = models.CharField(max_length=60, blank=True)
    cents = models.BigIntegerField(default=0, help_text="That left the account's wallet in this call.")
    object_id = models.CharField(max_length=64, blank=True, help_text="Public id of what it concerns.")
    # The same refusal within a minute is one row, which counts.
    repeats = models.PositiveIntegerField(default=1)
    last_at = models.DateTimeField(null=True)
    slot = models.BinaryField(max_length=16, null=True, unique=True)

    class Meta:
        indexes = [
            models.Index(fields=["account", "-created_at", "-id"], name="call_of_account"),
            models.Index(fields=["key", "-created_at", "-id"], condition=Q(key__isnull=False), name="call_of_key"),
            models.Index(
                fields=["connector_id", "-created_at", "-id"],
                condition=Q(connector_id__isnull=False),
                name="call_of_connector",
            ),
            models.Index(fields=["account", "operation", "-created_at", "-id"], name="call_of_operation"),
            models.Index(fields=["account", "-created_at", "-id"], condition=Q(cents__gt=0), name="call_that_cost"),
            models.Index(fields=["account", "-created_at", "-id"], condition=Q(status__gte=400), name="call_refused"),
            models.Index(fields=["created_at"], name="call_age"),
            # For our staff, who ask by the request that a report names, and by what a call concerned.
            models.Index(fields=["request_id"], name="call_of_request"),
            models.Index(fields=["object_id"], condition=~Q(object_id=""), name="call_about"),
        ]
