from django.db import models


class LadderBand(models.Model):
    """One band of the release ladder, edited by operators, for seats of up to `max_cents` in total."""

    max_cents = models.BigIntegerField(null=True, blank=True, unique=True, help_text="Empty: everything above.")
    dispute_window_hours = models.PositiveIntegerField()
    auto_release_hours = models.PositiveIntegerField(help_text="After completion.")

    def __str__(self) -> str:
        return "above" if self.max_cents is None else f"up to {self.max_cents / 100:.2f} USD"
