from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from humans.rules import freshness
from marketplace.core import clock
from marketplace.models.base import Rows


class Profile(models.Model):
    """What a person shows. Its public id is the account's `profile_id`; it is made on first need."""

    account = models.OneToOneField(
        "marketplace.Account", primary_key=True, on_delete=models.CASCADE, related_name="profile"
    )
    headline = models.CharField(max_length=120, blank=True)
    bio = models.TextField(max_length=5000, blank=True)
    gender = models.CharField(max_length=20, null=True, blank=True)
    skills = ArrayField(models.CharField(max_length=60), default=list)
    expertise = ArrayField(models.CharField(max_length=60), default=list)
    city = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=2, blank=True)
    is_remote_available = models.BooleanField(default=True)
    hourly_rate_cents = models.BigIntegerField(null=True)
    availability = models.JSONField(default=dict)
    timezone = models.CharField(max_length=64, blank=True)
    is_available = models.BooleanField(default=True)
    is_featured = models.BooleanField(default=False)
    is_complete = models.BooleanField(default=False, help_text="Written with every edit; search asks for it.")
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)

    objects = Rows.as_manager()

    class Meta:
        indexes = [
            GinIndex(fields=["skills"], name="profile_skills"),
            models.Index(
                fields=["country", "city"],
                condition=models.Q(is_complete=True, is_available=True),
                name="profile_findable",
            ),
        ]

    def __str__(self) -> str:
        return self.account.public_profile_id

    @property
    def currency(self) -> str:
        return "USD"

    @property
    def is_verified(self) -> bool:
        """A government document was checked."""
        return self.account.identity_verified_at is not None

    @property
    def profile_url(self) -> str:
        return f"{settings.BASE_URL}/api/humans/{self.account.username or self.account.public_profile_id}"

    @property
    def activity_freshness(self) -> str | None:
        return freshness(self.account.last_active_at, clock.now())
