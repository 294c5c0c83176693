from django.db import models


class Switch(models.Model):
    """Whether a managed product accepts new orders. Running work is finished either way."""

    name = models.SlugField(max_length=30, primary_key=True)
    is_on = models.BooleanField(default=True)
    message = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "switches"

    def __str__(self) -> str:
        return f"{self.name} ({'on' if self.is_on else 'off'})"
