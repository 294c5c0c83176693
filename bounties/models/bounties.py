from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q

from bounties.rules import CATEGORIES, STATUSES
from marketplace.core import clock, ids
from marketplace.models.base import Row, Rows


class Bounties(Rows):
    def for_reading(self) -> Self:
        """With what BountyOut needs of the owner: one column, not the two dozen of an account."""
        return self.annotate(owner_profile_id=F("owner__profile_id"))


class Bounty(Row):
    """A task with a price per seat. `pool` is its escrow; what a seat costs is fixed at creation (`seat_cents`)."""

    PREFIX = "bty"

    objects = Bounties.as_manager()  # type: ignore[misc]

    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="bounties")
    agent_name = models.CharField(max_length=100, blank=True)
    agent_type = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=20, choices=[(s, s) for s in STATUSES])
    is_private = models.BooleanField(default=False)

    title = models.CharField(max_length=200)
    description = models.TextField(max_length=5000)
    completion_criteria = models.TextField(max_length=5000, blank=True)
    evidence_types = ArrayField(models.CharField(max_length=10), default=list)
    category = models.CharField(max_length=30, blank=True, choices=[(c, c) for c in CATEGORIES])
    skills_needed = ArrayField(models.CharField(max_length=60), default=list)
    city = models.CharField(max_length=100, blank=True)
    state = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=2, blank=True)
    is_remote_allowed = models.BooleanField(default=True)

    price_type = models.CharField(max_length=6, choices=[("fixed", "fixed"), ("hourly", "hourly")], default="fixed")
    price_cents = models.BigIntegerField()
    estimated_hours = models.DecimalField(max_digits=8, decimal_places=3)
    seat_cents = models.BigIntegerField(help_text="The worker's pay of one seat.")
    spots_available = models.PositiveIntegerField(default=1)
    spots_filled = models.PositiveIntegerField(default=0)
    application_count = models.PositiveIntegerField(default=0)
    auto_accept = models.BooleanField(default=True)
    deadline = models.DateTimeField()

    pool = models.OneToOneField("escrow.Escrow", null=True, on_delete=models.PROTECT, related_name="bounty")
    went_live_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    close_reason = models.CharField(max_length=60, blank=True)
    close_details = models.CharField(max_length=500, blank=True)
    updated_at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name_plural = "bounties"
        constraints = [
            models.CheckConstraint(
                condition=Q(spots_filled__lte=F("spots_available")), name="bounty_spots_not_overfilled"
            ),
            models.CheckConstraint(condition=Q(price_cents__gt=0, seat_cents__gt=0), name="bounty_price_positive"),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="bounty_of_owner"),
            models.Index(
                fields=["-id"],
                condition=Q(status__in=["open", "partially_filled"], is_private=False),
                name="bounty_new",
            ),
            models.Index(
                fields=["-seat_cents", "-id"],
                condition=Q(status__in=["open", "partially_filled"], is_private=False),
                name="bounty_value",
            ),
            models.Index(fields=["status", "-id"], name="bounty_status"),
            GinIndex(fields=["skills_needed"], name="bounty_skills"),
        ]

    @property
    def currency(self) -> str:
        return "USD"

    @property
    def spots_remaining(self) -> int:
        return self.spots_available - self.spots_filled

    @property
    def agent_id(self) -> str:
        """The owner's profile id, until an Ed25519 identity is bound."""
        profile_id = self.__dict__.get("owner_profile_id") or self.owner.profile_id
        return ids.encode("prf", profile_id)

    @property
    def public_url(self) -> str:
        return f"{settings.BASE_URL}/api/bounties/{self.public_id}"
