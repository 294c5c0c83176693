from django.db import models
from django.db.models import Q

from marketplace.core.keeping import KEEPING, MOST_DAYS


class KeepingTime(models.Model):
    """How long records of a kind are kept, edited by operators. `marketplace/core/keeping.py` has the kinds and their floors."""

    kind = models.SlugField(max_length=30, primary_key=True)
    days = models.PositiveIntegerField()
    is_archived = models.BooleanField(
        default=False, help_text="Written to the storage of files, as JSON lines, before they are deleted."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(days__range=(1, MOST_DAYS)), name="keeping_time_of_some_days"),
        ]

    def __str__(self) -> str:
        return KEEPING[self.kind].title if self.kind in KEEPING else self.kind
