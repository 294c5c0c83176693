from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from marketplace.core import ids
from marketplace.models.base import FollowedUp, Row
from wallet.rules.outflows import OUTFLOW, OUTFLOW_KINDS, REFUND_STATUS, WITHDRAWAL_STATUS


class Outflow(FollowedUp, Row):
    """Outgoing money: already posted from the account (`out:<id>`), in transit until the provider has confirmed.

    The row's id is the provider's idempotency key and is stored with the provider's object, so the call can be repeated
    after any crash.
    """

    PREFIX = "wdr"

    account = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="outflows", db_index=False
    )
    kind = models.CharField(max_length=16, choices=[(kind, kind) for kind in OUTFLOW_KINDS])
    rail = models.CharField(max_length=10, help_text="Which world.<rail> it leaves by.")
    amount_cents = models.BigIntegerField(help_text="What left the account.")
    kept_cents = models.BigIntegerField(default=0, help_text="The part of it that stays with us as a fee.")
    payment = models.ForeignKey(
        "wallet.Payment", null=True, on_delete=models.PROTECT, related_name="outflows", db_index=False
    )
    destination = models.CharField(max_length=200, blank=True, help_text="The provider's id of who is paid.")
    destination_label = models.CharField(max_length=60, blank=True, help_text="Masked, for people.")
    request_id = models.CharField(max_length=100, null=True, help_text="The caller's own name of a refund.")
    status = models.CharField(max_length=10, default="sending", choices=[(s, s) for s in sorted(OUTFLOW.states)])
    provider_ref = models.CharField(max_length=200, blank=True)
    failure = models.CharField(max_length=60, blank=True)
    ended_at = models.DateTimeField(null=True)
    returned_at = models.DateTimeField(null=True, help_text="When it was sent back after it was paid.")
    poll_at = models.DateTimeField(
        db_column="look_at",
        null=True,
        help_text="When the provider is asked again about a paid one: it may be sent back.",
    )

    funding_id: UUID  # of a refund: its deposit's transaction, set by the selector

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="outflow_amount_positive"),
            models.CheckConstraint(
                condition=Q(kept_cents__gte=0, kept_cents__lt=F("amount_cents")), name="outflow_keeps_a_part"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["sending", "attention"], ended_at=None)
                | (~Q(status__in=["sending", "attention"]) & Q(ended_at__isnull=False)),
                name="outflow_end_has_its_moment",
            ),
            models.UniqueConstraint(
                fields=["account", "request_id"], condition=Q(request_id__isnull=False), name="outflow_once_per_request"
            ),
        ]
        indexes = [
            models.Index(fields=["account", "-id"], name="outflow_of_account"),
            models.Index(fields=["payment"], condition=Q(payment__isnull=False), name="outflow_of_payment"),
            models.Index(fields=["next_attempt_at"], condition=Q(status="sending"), name="outflow_due"),
            models.Index(fields=["poll_at"], condition=Q(status="paid", poll_at__isnull=False), name="outflow_look"),
            models.Index(fields=["created_at"], condition=Q(status="attention"), name="outflow_unknown"),
            models.Index(fields=["provider_ref"], condition=~Q(provider_ref=""), name="outflow_provider_ref"),
            # The nightly audit: what is open or has ended since the last checkpoint.
            models.Index(fields=["ended_at"], name="outflow_ended"),
            models.Index(fields=["returned_at"], condition=Q(status="returned"), name="outflow_returned"),
        ]

    @property
    def public_id(self) -> str:
        """`ref_…` for refunds, `wdr_…` for payouts."""
        return ids.encode("wdr" if self.rail == "payout" else "ref", self.pk)

    @property
    def provider_kind(self) -> Literal["refund", "payout"]:
        return "payout" if self.rail == "payout" else "refund"

    @property
    def refund_cents(self) -> int:
        """The cents that the recipient gets."""
        return self.amount_cents - self.kept_cents

    @property
    def source(self) -> str:
        return "earnings" if self.kind == "earnings" else "wallet"

    @property
    def paid_at(self) -> datetime | None:
        """When the provider paid it; None if it was returned."""
        return self.ended_at if self.status == "paid" else None

    @property
    def why_failed(self) -> str | None:
        """The machine-readable reason of a failure; None without one."""
        return (self.failure or "refused") if self.status in ("failed", "returned") else None

    @property
    def withdrawal_status(self) -> str:
        return WITHDRAWAL_STATUS[self.status]

    @property
    def refund_status(self) -> str:
        return REFUND_STATUS[self.status]
