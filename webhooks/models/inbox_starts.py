from django.db import models

from marketplace.models.base import Rows


class InboxStart(models.Model):
    """Of an account some of whose events were deleted after their keeping time. Written in the transaction that deletes them."""

    account = models.OneToOneField(
        "marketplace.Account", primary_key=True, on_delete=models.CASCADE, related_name="inbox_start"
    )
    position = models.BigIntegerField(help_text="Up to here the inbox is no longer whole.")
    until = models.DateTimeField(help_text="When the youngest event that was deleted happened.")

    objects = Rows.as_manager()
