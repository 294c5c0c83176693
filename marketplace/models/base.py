"""Base classes: a row has a time-ordered UUID key, shown as a prefixed id, and its time of creation; a row that is followed up
with a provider also has attempts and a due time.
"""

from typing import Any, ClassVar, Self

from django.db import models

from marketplace.core import clock, context, ids


class Rows(models.QuerySet[Any]):
    """Querysets of all models."""

    def locked(self) -> Self:
        """SELECT … FOR NO KEY UPDATE of these rows only, in order of the key, so that all code locks in the same order."""
        return self.select_for_update(of=("self",), no_key=True).order_by("pk")


class Row(models.Model):
    """Abstract. A subclass defines its PREFIX; `public_id` is the id that the API shows."""

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


def current_request_id() -> str | None:
    """Of a new row: the request, or the task, that makes it."""
    return context.request_id() or None


class FollowedUp(models.Model):
    """Abstract: a row about which a provider is asked until the outcome is known (`marketplace/services/followups.py`)."""

    attempts = models.PositiveIntegerField(default=0, help_text="How often the provider was asked.")
    next_attempt_at = models.DateTimeField(
        null=True, blank=True, help_text="When the provider is asked next; while it is, when the lease ends."
    )
    caused_by = models.CharField(
        max_length=128,
        null=True,
        blank=True,
        editable=False,
        default=current_request_id,
        help_text="The request that made it.",
    )

    class Meta:
        abstract = True
