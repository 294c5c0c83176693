from django.db import models
from django.db.models import F, Q

from escrow.rules import CATEGORIES, DECISIONS, DISPUTABLE, DISPUTE, OPEN_DISPUTE
from marketplace.models.base import Row

_STATUSES = sorted(DISPUTE.states)


class Dispute(Row):
    """An objection of a seat's funder: the money is frozen until staff decide or they withdraw. `created_at` is when it was
    opened; `owner` and `worker` are copied from the escrow for the lists of both."""

    PREFIX = "dsp"

    escrow = models.ForeignKey("escrow.Escrow", on_delete=models.PROTECT, related_name="disputes")
    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="disputes_opened")
    worker = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="disputes_about")
    status = models.CharField(max_length=20, choices=[(s, s) for s in _STATUSES], default="open")
    category = models.CharField(max_length=20, choices=[(c, c) for c in CATEGORIES])
    description = models.TextField(max_length=5000)
    urls = models.JSONField(default=list)
    escrow_was = models.CharField(
        max_length=16, choices=[(s, s) for s in DISPUTABLE], help_text="Where the escrow goes when it is withdrawn."
    )
    conversation_id = models.UUIDField(null=True)
    resolved_at = models.DateTimeField(null=True, help_text="Decided or withdrawn.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["escrow"], condition=Q(status__in=OPEN_DISPUTE), name="dispute_one_open_per_escrow"
            ),
            models.CheckConstraint(condition=Q(status__in=_STATUSES), name="dispute_status_known"),
            models.CheckConstraint(
                condition=Q(status__in=OPEN_DISPUTE, resolved_at=None)
                | (~Q(status__in=OPEN_DISPUTE) & Q(resolved_at__isnull=False)),
                name="dispute_end_fits",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="dispute_of_owner"),
            models.Index(fields=["worker", "-id"], name="dispute_of_worker"),
            models.Index(fields=["status", "-id"], name="dispute_status"),
        ]

    @property
    def decision(self) -> "DisputeDecision | None":
        """The final decision, from the prefetched ones; None before there is one."""
        return next((row for row in self.decisions.all() if row.state == "final"), None)


class DisputeEvidence(Row):
    """Text, addresses and files that one party added. Never changed afterwards."""

    PREFIX = "dev"

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="evidence")
    author = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    text = models.TextField(max_length=5000, blank=True)
    urls = models.JSONField(default=list)
    files = models.ManyToManyField("marketplace.File", related_name="+")


class DisputeDecision(Row):
    """How the money of a disputed seat is divided, in cents. `proposed`: awaits a second person; `final`: the money was
    moved; `sent_back`: not approved."""

    PREFIX = "ddc"

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="decisions")
    state = models.CharField(max_length=10, choices=[(s, s) for s in ("proposed", "final", "sent_back")])
    decision = models.CharField(max_length=7, choices=[(d, d) for d in DECISIONS])
    amount_cents = models.BigIntegerField()
    worker_cents = models.BigIntegerField()
    fee_cents = models.BigIntegerField()
    refund_cents = models.BigIntegerField()
    reason = models.CharField(max_length=300, help_text="Both parties read it.")
    proposer = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    needs_second = models.BooleanField(default=False, help_text="Above the amount that one person may decide.")
    second = models.ForeignKey(
        "marketplace.Account", null=True, on_delete=models.PROTECT, related_name="+", help_text="Who approved it."
    )
    decided_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    amount_cents=F("worker_cents") + F("fee_cents") + F("refund_cents"),
                    worker_cents__gte=0,
                    fee_cents__gte=0,
                    refund_cents__gte=0,
                ),
                name="decision_parts_make_the_amount",
            ),
            models.CheckConstraint(condition=~Q(second=F("proposer")), name="decision_of_two_people"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_at=None, second=None)
                | (~Q(state="proposed") & Q(decided_at__isnull=False)),
                name="decision_has_its_moment",
            ),
            models.CheckConstraint(
                condition=~Q(state="final") | Q(needs_second=False) | Q(second__isnull=False),
                name="decision_approved_where_needed",
            ),
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(state__in=["proposed", "final"]), name="decision_one_standing"
            ),
        ]


class DisputePolicy(models.Model):
    """A single row, edited by operators: decisions on seats above this total need a second person."""

    approval_above_cents = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "dispute policies"

    def __str__(self) -> str:
        return f"a second person above {self.approval_above_cents / 100:.2f} USD"
