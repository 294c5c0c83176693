from django.contrib.postgres.indexes import GinIndex
from django.db import models

from marketplace.core import clock
from marketplace.models.base import Row

LISTED = models.Q(is_active=True, hidden_at=None, deleted_at=None)


class Service(Row):
    """A fixed-price service of a person. Subscriptions copy its terms, so that an edit never changes a running one."""

    PREFIX = "svc"

    human = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="services")
    title = models.CharField(max_length=200)
    description = models.TextField(max_length=5000)
    category = models.CharField(max_length=40)
    price_cents = models.BigIntegerField(help_text="The worker's pay for one appointment; our fee comes on top.")
    duration_minutes = models.PositiveSmallIntegerField()
    is_active = models.BooleanField(default=True, help_text="Switched by its owner.")
    hidden_at = models.DateTimeField(null=True, help_text="Taken off the list by our staff.")
    hidden_reason = models.CharField(max_length=300, blank=True)
    deleted_at = models.DateTimeField(null=True)
    words = models.TextField(default=" ", help_text="Title and category, folded: what a search looks through.")
    updated_at = models.DateTimeField(default=clock.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(price_cents__gt=0), name="service_price_positive"),
            models.CheckConstraint(
                condition=models.Q(hidden_at=None, hidden_reason="")
                | (models.Q(hidden_at__isnull=False) & ~models.Q(hidden_reason="")),
                name="service_hidden_says_why",
            ),
        ]
        indexes = [
            models.Index(fields=["human", "-id"], condition=models.Q(deleted_at=None), name="service_of_human"),
            models.Index(fields=["-id"], condition=LISTED, name="service_newest"),
            models.Index(fields=["price_cents", "id"], condition=LISTED, name="service_price"),
            models.Index(fields=["category", "-id"], condition=LISTED, name="service_category"),
            GinIndex(fields=["words"], opclasses=["gin_trgm_ops"], name="service_words"),
        ]
