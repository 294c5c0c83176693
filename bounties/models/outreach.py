from django.db import models
from django.db.models import Q

from marketplace.core import ids
from marketplace.models.base import Row, Rows


class Outreach(models.Model):
    """Progress of a listing's invitations by mail. Created when it goes live; written under the bounty's lock."""

    bounty = models.OneToOneField(
        "bounties.Bounty", primary_key=True, on_delete=models.CASCADE, related_name="outreach"
    )
    target = models.PositiveIntegerField(default=0, help_text="How many people it means to invite in all.")
    wave = models.PositiveSmallIntegerField(default=0, help_text="How many waves have gone out.")
    next_wave_at = models.DateTimeField(null=True, help_text="Waits while the listing is paused; empty after the last.")
    boosted_at = models.DateTimeField(null=True)

    objects = Rows.as_manager()

    class Meta:
        verbose_name_plural = "outreach"
        indexes = [
            models.Index(fields=["next_wave_at"], condition=Q(next_wave_at__isnull=False), name="outreach_wave_due")
        ]

    def __str__(self) -> str:
        return f"outreach of {ids.encode('bty', self.bounty_id)}"


class Invitation(Row):
    """One person invited to one bounty, by a mail that is queued in the same transaction."""

    PREFIX = "inv"

    # Indexed below, together with other columns.
    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="invitations", db_index=False)
    human = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+", db_index=False)
    wave = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bounty", "human"], name="invitation_once_per_bounty")]
        indexes = [models.Index(fields=["human", "-created_at"], name="invitation_of_human")]
