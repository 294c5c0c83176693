from django.db import models
from django.db.models import F, Q

from escrow.rules.transfers import PAYOUT_STATUS, TRANSFER
from marketplace.core import ids
from marketplace.models.base import Row


class Transfer(Row):
    """A tip or reimbursement: from the sender's wallet to the recipient's earnings, for a bounty they worked on."""

    PREFIX = "trf"

    sender = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="transfers_sent", db_index=False
    )
    recipient = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="transfers_received", db_index=False
    )
    bounty_id = models.UUIDField(help_text="For which work.")
    run_ref = models.CharField(
        max_length=64, blank=True, default="", help_text="Public id of the managed run that hired: `runId` of events."
    )
    conversation_id = models.UUIDField(null=True)
    batch_id = models.UUIDField(null=True, help_text="The bulk send that it was a part of.")
    amount_cents = models.BigIntegerField()
    description = models.CharField(max_length=500, blank=True)
    status = models.CharField(max_length=10, default="pending", choices=[(s, s) for s in sorted(TRANSFER.states)])
    lapses_at = models.DateTimeField(null=True, help_text="A pending one that was not paid by then has failed.")
    completed_at = models.DateTimeField(null=True)
    failure_reason = models.CharField(
        max_length=24, blank=True, default="", help_text="Why a failed one was not sent; empty for old ones."
    )

    # `sent` or `received`, from the caller's point of view; set by the selectors and services that return it to a caller.
    direction: str | None = None

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="transfer_amount_positive"),
            models.CheckConstraint(condition=~Q(sender=F("recipient")), name="transfer_to_somebody_else"),
            models.CheckConstraint(
                condition=Q(status="completed", completed_at__isnull=False)
                | (~Q(status="completed") & Q(completed_at__isnull=True)),
                name="transfer_completed_has_its_moment",
            ),
            models.CheckConstraint(
                condition=~Q(status="pending") | Q(lapses_at__isnull=False), name="transfer_pending_lapses"
            ),
            models.CheckConstraint(
                condition=Q(status="failed") | Q(failure_reason=""), name="transfer_reason_of_a_failed_one"
            ),
        ]
        indexes = [
            models.Index(fields=["sender", "-id"], name="transfer_sent"),
            models.Index(fields=["recipient", "-id"], name="transfer_received"),
            models.Index(fields=["bounty_id", "recipient"], name="transfer_of_work"),
            models.Index(fields=["batch_id"], condition=Q(batch_id__isnull=False), name="transfer_of_batch"),
            models.Index(fields=["lapses_at"], condition=Q(status="pending"), name="transfer_lapse"),
            models.Index(fields=["completed_at"], condition=Q(completed_at__isnull=False), name="transfer_completed"),
        ]

    @property
    def currency(self) -> str:
        return "usd"

    @property
    def payout_status(self) -> str:
        """`paid` once the money is in the recipient's earnings, where it can be withdrawn."""
        return PAYOUT_STATUS[self.status]

    @property
    def shown_reason(self) -> str:
        """Why it failed, for its sender; what their wallet lacks is not for the recipient."""
        return self.failure_reason if self.direction == "sent" else ""

    @property
    def public_bounty_id(self) -> str:
        return ids.encode("bty", self.bounty_id)
