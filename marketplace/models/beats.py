"""What beat keeps (`config/beat`): which process is beat, and when the timers run that wait for no row."""

from django.db import models


class HeldPlace(models.Model):
    """Abstract: a place that one process at a time holds (`marketplace/services/places.py`)."""

    number = models.SmallIntegerField(primary_key=True)
    holder = models.UUIDField(null=True)
    # The database's own time: every machine agrees on it.
    held_until = models.DateTimeField()

    class Meta:
        abstract = True


class BeatPlace(HeldPlace):
    """The one place of beat: a second process waits for it."""


class TimerTurn(models.Model):
    """When a timer runs next that runs by the hour or by the day, whatever there is to do."""

    task = models.CharField(max_length=60, primary_key=True)
    next_at = models.DateTimeField(help_text="The machine's time.")
