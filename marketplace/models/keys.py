from django.db import models

from marketplace.models.base import Row


class ApiKey(Row):
    """Only the digest is kept; `shown_prefix` lets a person tell keys apart."""

    PREFIX = "key"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="keys")
    name = models.CharField(max_length=50)
    digest = models.BinaryField(max_length=32, unique=True)
    shown_prefix = models.CharField(max_length=24)
    tier = models.ForeignKey("marketplace.RateTier", null=True, blank=True, on_delete=models.PROTECT)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = "API key"
        indexes = [models.Index(fields=["account", "-id"], name="key_of_account")]
