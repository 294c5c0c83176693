from django.db import models

from marketplace.core import clock


class MessageRule(models.Model):
    """A phrase that no message may contain, edited by operators."""

    phrase = models.CharField(max_length=100, unique=True, help_text="Whole words; upper and lower case are the same.")
    reason = models.CharField(max_length=200, help_text="What the sender is told.")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=clock.now, editable=False)

    def __str__(self) -> str:
        return self.phrase
