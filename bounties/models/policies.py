"""Settings rows of operators: categories, notice hours, minimum pay, phrases that need a review."""

from django.db import models


class Category(models.Model):
    """A category of bounties. Bounties keep a slug that is switched off later."""

    slug = models.SlugField(max_length=30, primary_key=True)
    name = models.CharField(max_length=60)
    is_active = models.BooleanField(default=True)

    class Meta:
        verbose_name_plural = "categories"

    def __str__(self) -> str:
        return self.slug


class NoticeRule(models.Model):
    """How many hours before its deadline an on-site bounty must be posted. Without a city: the whole country; without
    both: everywhere without a rule of its own."""

    city = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=2, blank=True)
    hours = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["country", "city"], name="notice_rule_once_per_place")]

    def __str__(self) -> str:
        return f"{self.city or 'everywhere'} {self.country}".strip()


class PayMinimum(models.Model):
    """The least an hour on site must pay in an area, as shown by GET /api/bounties/location-minimum."""

    country = models.CharField(max_length=2)
    state = models.CharField(max_length=100, blank=True)
    city = models.CharField(max_length=100, blank=True)
    currency = models.CharField(max_length=3, default="USD")
    hourly_cents = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["country", "state", "city", "currency"], name="pay_minimum_once_per_area")
        ]

    def __str__(self) -> str:
        return ", ".join(part for part in (self.city, self.state, self.country) if part)


class ScreeningRule(models.Model):
    """A word or phrase that holds a new listing for review. Matches whole words, in any case."""

    phrase = models.CharField(max_length=100, unique=True)
    reason = models.CharField(max_length=200, help_text="What the reviewer should look for.")
    is_active = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.phrase
