from datetime import datetime
from uuid import UUID

from django.db import models
from django.db.models import F, Q

from escrow.rules.escrows import DISPUTED, ENDED, PAID, POOL, REFUNDED, SEAT, STATUSES, Unit, unit
from marketplace.models.base import Row


class Escrow(Row):
    """Money held between a poster and a worker. A `pool` is a bounty's funding; a `seat` is one hired person's share, or
    money set aside for one person without a bounty (no parent, no bounty_id).

    `amount = human_payout + platform_fee`, always. The money held now is the balance of the ledger account (`pool:<id>` or
    `hold:<id>`), never a column here.
    """

    PREFIX = "esc"

    kind = models.CharField(max_length=4, choices=[("pool", "pool"), ("seat", "seat")])
    status = models.CharField(max_length=16, choices=[(s, s) for s in STATUSES])
    owner = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="escrows_paid", db_index=False
    )
    worker = models.ForeignKey(
        "marketplace.Account",
        null=True,
        on_delete=models.PROTECT,
        related_name="escrows_earned",
        db_index=False,
    )
    parent = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="seats")
    # What is paid for, by kind and id: its model belongs to an upper step.
    subject_kind = models.CharField(max_length=20)
    subject_id = models.UUIDField()
    bounty_id = models.UUIDField(null=True)
    run_ref = models.CharField(
        max_length=64, blank=True, default="", help_text="Public id of the managed run that hires: `runId` of events."
    )

    unit_price_cents = models.BigIntegerField(help_text="The worker's pay of one seat.")
    fee_bps = models.PositiveSmallIntegerField(
        help_text="Our fee on that pay in basis points, as it was agreed; a seat has its pool's."
    )
    human_payout_cents = models.BigIntegerField()
    platform_fee_cents = models.BigIntegerField()
    amount_cents = models.BigIntegerField()
    earned_cents = models.BigIntegerField(default=0, help_text="Of an ended seat: what the worker got.")
    corrected_cents = models.BigIntegerField(
        default=0,
        help_text="What an appeal gave the worker more, or took of it (negative): with `earned_cents` what they have.",
    )
    warranty_days = models.PositiveSmallIntegerField(
        default=0, help_text="Of a pool: how long accepted work is held before its dispute window begins."
    )
    version = models.PositiveIntegerField(default=0, help_text="Of a pool: how often its price or seats were changed.")
    funding_source = models.CharField(max_length=10, default="wallet")
    refunded_to = models.CharField(max_length=10, null=True)

    funded_at = models.DateTimeField(null=True)
    delivered_at = models.DateTimeField(null=True, help_text="The first delivery; it stays when a redo is asked for.")
    review_due_at = models.DateTimeField(null=True)
    warranty_ends_at = models.DateTimeField(null=True, help_text="Of a seat in warranty_hold: when it is completed.")
    completed_at = models.DateTimeField(null=True)
    released_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    dispute_window_ends_at = models.DateTimeField(null=True)
    auto_release_at = models.DateTimeField(null=True)
    accepted_unanswered = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Of a seat: the work counts as accepted because nobody reviewed it in time.",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(amount_cents=F("human_payout_cents") + F("platform_fee_cents"), human_payout_cents__gte=0),
                name="escrow_parts_make_the_amount",
            ),
            models.CheckConstraint(
                condition=Q(kind="pool") | Q(platform_fee_cents=(F("unit_price_cents") * F("fee_bps") + 5000) / 10_000),
                name="escrow_seat_has_the_fee_of_its_rate",
            ),
            models.CheckConstraint(
                condition=Q(kind="pool", parent=None, worker=None) | Q(kind="seat", worker__isnull=False),
                name="escrow_kind_fits",
            ),
            # Columns that say the same thing as the status.
            models.CheckConstraint(
                condition=Q(kind="pool", status__in=sorted(POOL.states))
                | Q(kind="seat", status__in=sorted(SEAT.states)),
                name="escrow_status_of_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(status__in=ENDED, ended_at__isnull=False) | (~Q(status__in=ENDED) & Q(ended_at=None)),
                name="escrow_end_has_its_moment",
            ),
            models.CheckConstraint(
                condition=Q(status__in=REFUNDED, refunded_to__isnull=False)
                | (~Q(status__in=REFUNDED) & Q(refunded_to=None)),
                name="escrow_refund_says_where_to",
            ),
            models.CheckConstraint(
                condition=Q(kind="seat", status__in=PAID, released_at__isnull=False, completed_at__isnull=False)
                | (Q(released_at=None) & (Q(kind="pool") | ~Q(status__in=PAID))),
                name="escrow_payment_has_its_moment",
            ),
            models.CheckConstraint(
                condition=Q(kind="seat", status="released", earned_cents=F("human_payout_cents"))
                | Q(kind="seat", status="resolved", earned_cents__gt=0, earned_cents__lt=F("human_payout_cents"))
                | (Q(earned_cents=0) & (Q(kind="pool") | ~Q(status__in=PAID))),
                name="escrow_earned_when_paid",
            ),
            models.CheckConstraint(
                condition=Q(corrected_cents=0)
                | Q(
                    kind="seat",
                    ended_at__isnull=False,
                    corrected_cents__gte=-F("earned_cents"),
                    corrected_cents__lte=F("human_payout_cents") - F("earned_cents"),
                ),
                name="escrow_correction_fits",
            ),
            models.CheckConstraint(
                condition=(~Q(status="warranty_hold") | Q(warranty_ends_at__isnull=False))
                & (~Q(status="completed") | Q(completed_at__isnull=False))
                & (~Q(status="delivered") | Q(delivered_at__isnull=False)),
                name="escrow_state_has_its_moment",
            ),
            models.UniqueConstraint(
                fields=["subject_kind", "subject_id"], condition=Q(ended_at=None), name="escrow_one_open_per_subject"
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="escrow_of_owner"),
            models.Index(fields=["owner"], condition=Q(kind="seat", status="released"), name="escrow_paid_by_owner"),
            models.Index(fields=["worker", "-id"], condition=Q(worker__isnull=False), name="escrow_of_worker"),
            # What is held now, whatever was paid before.
            models.Index(fields=["owner"], condition=Q(ended_at=None), name="escrow_open_of_owner"),
            models.Index(
                fields=["worker"], condition=Q(ended_at=None, worker__isnull=False), name="escrow_open_of_worker"
            ),
            models.Index(fields=["bounty_id"], name="escrow_of_bounty"),
            models.Index(fields=["review_due_at"], condition=Q(status="delivered"), name="escrow_review_due"),
            models.Index(fields=["worker"], condition=Q(status__in=DISPUTED), name="escrow_disputed"),
            models.Index(fields=["warranty_ends_at"], condition=Q(status="warranty_hold"), name="escrow_warranty_due"),
            models.Index(fields=["auto_release_at"], condition=Q(status="completed"), name="escrow_release_due"),
            # The nightly audits: what has ended since the last checkpoint.
            models.Index(fields=["ended_at"], condition=Q(ended_at__isnull=False), name="escrow_ended"),
        ]

    @property
    def is_pool(self) -> bool:
        return self.kind == "pool"

    @property
    def unit(self) -> Unit:
        """The cost of one seat, at this row's price and fee rate."""
        return unit(self.unit_price_cents, self.fee_bps)

    @property
    def received_cents(self) -> int:
        """Of an ended seat: what the worker has got of it, after an appeal as well."""
        return self.earned_cents + self.corrected_cents

    @property
    def dispute_window_until(self) -> datetime | None:
        """Until when it can be disputed; None when it has ended before that, for then nobody can any more."""
        return self._unless_ended(self.dispute_window_ends_at)

    @property
    def released_by_itself_at(self) -> datetime | None:
        """When a timer releases it; None when it has ended before that."""
        return self._unless_ended(self.auto_release_at)

    def _unless_ended(self, moment: datetime | None) -> datetime | None:
        return None if moment and self.ended_at and self.ended_at < moment else moment

    @property
    def application_id(self) -> UUID | None:
        return self.subject_id if self.subject_kind == "application" else None

    @property
    def booking_id(self) -> UUID | None:
        return self.subject_id if self.subject_kind == "booking" else None

    @property
    def human_id(self) -> UUID | None:
        return self.worker.profile_id if self.worker else None

    @property
    def payout_status(self) -> str | None:
        """`hold`, then `paid` from the commit that credits the earnings; None for a pool or a refunded seat."""
        if self.is_pool or self.status in ("refunded", "cancelled", "expired"):
            return None
        return "paid" if self.status in ("released", "resolved") else "hold"
