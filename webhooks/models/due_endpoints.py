from django.db import models
from django.db.models import Q


class DueEndpoint(models.Model):
    """An endpoint with open deliveries, and when the first of them is due: so that a claim reads what is due, and never all that
    waits. Kept by triggers of the database (migrations/sql/due_endpoints.sql), whoever writes deliveries; `due_at` may be too
    early, never too late, and the claim that finds it too early puts it right (services/due_endpoints.py)."""

    endpoint = models.OneToOneField(
        "webhooks.Endpoint", on_delete=models.CASCADE, primary_key=True, related_name="+", editable=False
    )
    # Copied, so that endpoints of accounts at their concurrency limit, and failing ones at theirs, are passed over in the index.
    account = models.ForeignKey("marketplace.Account", on_delete=models.CASCADE, related_name="+", db_index=False)
    failing = models.BooleanField()
    due_at = models.DateTimeField(
        null=True, help_text="Business time. None: nothing is sent until the endpoint changes."
    )

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], condition=Q(failing=False), name="due_endpoint_healthy"),
            models.Index(fields=["due_at"], condition=Q(failing=True), name="due_endpoint_failing"),
        ]
