from django.db import models


class RateTier(models.Model):
    """A multiplier of the per-key quotas. A key without a tier has the standard quotas."""

    name = models.SlugField(max_length=30, primary_key=True)
    multiplier = models.DecimalField(max_digits=6, decimal_places=2, default=1)
    note = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"{self.name} (x{self.multiplier})"
