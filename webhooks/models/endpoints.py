from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from marketplace.models.base import Row
from marketplace.models.sealed import SealedField


class Endpoint(Row):
    """A webhook URL of an API key. Its secret is encrypted, not hashed: every attempt is signed with it."""

    PREFIX = "whe"

    account = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="endpoints")
    key = models.ForeignKey("marketplace.ApiKey", on_delete=models.PROTECT, related_name="endpoints")
    url = models.CharField(max_length=2048)
    events = ArrayField(models.CharField(max_length=60))
    description = models.CharField(max_length=200, blank=True)
    sealed_secret = SealedField(purpose="webhook-secret")
    # Valid beside the present one until then, so that a receiver can be changed over without losing a delivery.
    old_sealed_secret = SealedField(purpose="webhook-secret", blank=True)
    old_secret_until = models.DateTimeField(null=True)
    unreadable_since = models.DateTimeField(
        null=True,
        help_text="No SECRET_KEY opens its secret since then, and its deliveries wait: put the key that is missing into "
        "SECRET_KEY_FALLBACKS and restart; they go on within a minute. If that key is lost, its owner rotates the secret.",
    )
    legacy = models.BooleanField(
        default=False, help_text="The key's single address of old, one at most; not of its five."
    )
    consecutive_failures = models.PositiveIntegerField(default=0)
    disabled_at = models.DateTimeField(null=True)
    disabled_reason = models.CharField(max_length=40, blank=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(disabled_at=None, disabled_reason="")
                | (Q(disabled_at__isnull=False) & ~Q(disabled_reason="")),
                name="endpoint_disabled_says_why",
            ),
            models.CheckConstraint(
                condition=Q(old_sealed_secret="", old_secret_until=None)
                | (~Q(old_sealed_secret="") & Q(old_secret_until__isnull=False)),
                name="endpoint_old_secret_ends",
            ),
            models.UniqueConstraint(
                fields=["key", "url"], condition=Q(deleted_at=None, legacy=False), name="endpoint_url_once_per_key"
            ),
            models.UniqueConstraint(
                fields=["key"], condition=Q(deleted_at=None, legacy=True), name="endpoint_legacy_once_per_key"
            ),
        ]
        indexes = [
            models.Index(
                fields=["old_secret_until"], condition=Q(old_secret_until__isnull=False), name="endpoint_old_secret"
            ),
            models.Index(
                fields=["unreadable_since"], condition=Q(unreadable_since__isnull=False), name="endpoint_unreadable"
            ),
            models.Index(fields=["account"], condition=Q(disabled_at=None, deleted_at=None), name="endpoint_live"),
            models.Index(fields=["disabled_at"], condition=Q(disabled_at__isnull=False), name="endpoint_disabled"),
            models.Index(
                fields=["id"], condition=Q(consecutive_failures__gt=0, disabled_at=None), name="endpoint_failing"
            ),
        ]

    @property
    def disabled(self) -> bool:
        return self.disabled_at is not None
