from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from humans.rules.people import WAYS_OF_WORKING, average, freshness
from marketplace.core import addresses, clock, ids
from marketplace.models.base import Rows

FINDABLE = models.Q(is_findable=True)


class Profile(models.Model):
    """A person's public profile, created on first use. Its public id is the account's `profile_id`."""

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
    is_featured = models.BooleanField(default=False, help_text="Set by operators.")
    accepts_invitations = models.BooleanField(default=True, help_text="May be mailed about bounties that fit.")
    way_of_working = models.CharField(max_length=9, null=True, choices=[(way, way) for way in WAYS_OF_WORKING])
    work_domains = ArrayField(models.CharField(max_length=60), default=list)
    photo_ids = ArrayField(models.UUIDField(), default=list, help_text="Files, in the order they are shown.")
    is_complete = models.BooleanField(default=False, help_text="Written with every edit; search asks for it.")
    created_at = models.DateTimeField(default=clock.now)
    updated_at = models.DateTimeField(default=clock.now)

    # Denormalised totals, so that lists of people need no aggregates.
    total_bookings = models.PositiveIntegerField(default=0, help_text="Seats whose work was paid.")
    review_count = models.PositiveIntegerField(default=0)
    rating_total = models.PositiveIntegerField(default=0, help_text="Sum of all ratings.")

    # Columns that search filters by, written by services.profiles.index with every change of the profile or its account.
    is_findable = models.BooleanField(default=False, help_text="Complete, available, mail-verified, account active.")
    is_verified = models.BooleanField(default=False, help_text="A government document was checked.")
    last_active_at = models.DateTimeField(default=clock.now)
    name_words = models.TextField(default=" ")
    city_words = models.TextField(blank=True)
    terms = ArrayField(models.TextField(), default=list, help_text="Skills and expertise, folded.")

    objects = Rows.as_manager()

    class Meta:
        # A common filter scans the index of the most recently active, a rare one its own index; measurements are in
        # docs/decisions/search-columns.md.
        indexes = [
            models.Index(fields=["-last_active_at", "-account"], condition=FINDABLE, name="human_recent"),
            models.Index(fields=["country", "-last_active_at", "-account"], condition=FINDABLE, name="human_country"),
            models.Index(fields=["city_words", "-last_active_at", "-account"], condition=FINDABLE, name="human_city"),
            models.Index(fields=["gender", "-last_active_at", "-account"], condition=FINDABLE, name="human_gender"),
            models.Index(
                fields=["-last_active_at", "-account"],
                condition=FINDABLE & models.Q(is_featured=True),
                name="human_featured",
            ),
            models.Index(
                fields=["-last_active_at", "-account"],
                condition=FINDABLE & models.Q(is_verified=True),
                name="human_verified",
            ),
            # Without a condition: PostgreSQL never combines two partial indexes with the same condition, and these are to
            # be combined with those above.
            models.Index(fields=["hourly_rate_cents"], name="human_rate"),
            GinIndex(fields=["terms"], name="human_terms"),
            GinIndex(fields=["name_words"], opclasses=["gin_trgm_ops"], name="human_name"),
        ]

    def __str__(self) -> str:
        return self.account.public_profile_id

    @property
    def currency(self) -> str:
        return "USD"

    @property
    def rating(self) -> float:
        return average(self.rating_total, self.review_count)

    @property
    def work_preferences(self) -> "Profile | None":
        """This row, once the person has set their way of working."""
        return self if self.way_of_working else None

    @property
    def photos(self) -> list[dict[str, str]]:
        return [
            {"id": (public_id := ids.encode("fil", pk)), "url": f"{settings.BASE_URL}/files/photos/{public_id}"}
            for pk in self.photo_ids
        ]

    @property
    def photo_urls(self) -> list[str]:
        return [photo["url"] for photo in self.photos]

    @property
    def profile_url(self) -> str:
        """The page that people read."""
        return addresses.person(self.account.username or self.account.public_profile_id)

    @property
    def activity_freshness(self) -> str | None:
        return freshness(self.last_active_at, clock.now())
