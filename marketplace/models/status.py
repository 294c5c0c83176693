from django.db import models


class StatusDay(models.Model):
    """What worked in each minute of a day (UTC, the machine's time): one bit for each of its 1,440 minutes, for each part of the
    service that people see. `marketplace.services.status` sets a bit a minute; nobody else writes.
    """

    day = models.DateField()
    part = models.CharField(max_length=10)
    minutes = models.BinaryField(max_length=180, help_text="The bit of minute n is bit n mod 8 of byte n div 8.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "part"], name="status_day")]

    def __str__(self) -> str:
        return f"{self.day} {self.part}"
