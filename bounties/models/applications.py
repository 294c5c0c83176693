from django.db import models
from django.db.models import Q

from marketplace.models.base import Row


class Application(Row):
    """One person's application to a bounty, and, once accepted, the seat: its clocks and its escrow."""

    PREFIX = "app"

    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="applications")
    human = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="applications")
    status = models.CharField(max_length=10, default="pending")
    cover_letter = models.TextField(max_length=5000, blank=True)
    terms_snapshot = models.JSONField(default=dict, help_text="Currency and compensation as they were when applying.")
    response = models.CharField(max_length=1000, blank=True, help_text="The owner's words on accepting or rejecting.")
    conversation = models.ForeignKey("humans.Conversation", null=True, on_delete=models.PROTECT, related_name="+")
    escrow = models.ForeignKey("escrow.Escrow", null=True, on_delete=models.PROTECT, related_name="+")

    decided_at = models.DateTimeField(null=True)
    confirm_by = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=30, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bounty", "human"], name="application_once_per_bounty")]
        indexes = [
            models.Index(fields=["bounty", "status", "-id"], name="application_of_bounty"),
            models.Index(fields=["human", "-id"], name="application_of_human"),
            models.Index(
                fields=["confirm_by"], condition=Q(status="accepted", confirmed_at=None), name="application_confirm_due"
            ),
        ]

    @property
    def human_name(self) -> str:
        return self.human.display_name
