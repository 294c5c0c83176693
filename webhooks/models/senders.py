from django.db import models


class Sender(models.Model):
    """A sender's place: WEBHOOK_SENDERS of them, each held by one run at a time (services/senders.py)."""

    number = models.SmallIntegerField(primary_key=True)
    holder = models.UUIDField(null=True)
    # The database's own time: every machine with workers agrees on it.
    held_until = models.DateTimeField()
