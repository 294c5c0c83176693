from django.db import models


class BlockedCountry(models.Model):
    """A country in which this instance does no business: no sign-up from there, no bounty there."""

    code = models.CharField(max_length=2, primary_key=True, help_text="ISO 3166 alpha-2.")
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name_plural = "blocked countries"

    def __str__(self) -> str:
        return self.code
