from django.db import models

from marketplace.models.base import Row


class Restoration(Row):
    """The database was restored from a backup. From then on inboxes count in another epoch, so that a reader who was further than
    the backup learns of it. Written by an operator's command, never changed."""

    PREFIX = "rst"

    epoch = models.BigIntegerField(
        unique=True, help_text="Unix seconds: no other restoration has it, not even one that a further restore undid."
    )
    note = models.CharField(max_length=200, blank=True)
