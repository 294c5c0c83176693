"""What every row of the program has: a time-ordered uuid key, shown as a prefixed id, and the moment it was made. And what
rows have about which a provider is asked."""

from typing import Any, ClassVar, Self

from django.db import models

from marketplace.core import clock, ids


class Rows(models.QuerySet[Any]):
    def locked(self) -> Self:
        """SELECT … FOR NO KEY UPDATE of these rows only, in order of key: a lock is taken in one way everywhere."""
        return self.select_for_update(of=("self",), no_key=True).order_by("pk")


class Row(models.Model):
    """Abstract. A subclass names its PREFIX; `public_id` is what the wire shows."""

    PREFIX: ClassVar[str]

    id = models.UUIDField(primary_key=True, default=ids.new, editable=False)
    created_at = models.DateTimeField(default=clock.now, editable=False)

    objects = Rows.as_manager()

    class Meta:
        abstract = True

    @property
    def public_id(self) -> str:
        return ids.encode(self.PREFIX, self.pk)

    def __str__(self) -> str:
        return self.public_id


class FollowedUp(models.Model):
    """Abstract: a row about which a provider is asked until its answer is known (`marketplace/services/followups.py`)."""

    attempts = models.PositiveIntegerField(default=0, help_text="How often the provider was asked.")
    next_attempt_at = models.DateTimeField(
        null=True, blank=True, help_text="When the provider is asked next; while it is, when the lease ends."
    )

    class Meta:
        abstract = True
