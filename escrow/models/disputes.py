from uuid import UUID

from django.db import models
from django.db.models import F, Q

from escrow.rules.cases import APPEAL, APPEAL_MEANINGS, GROUNDS
from escrow.rules.disputes import CATEGORIES, DECISIONS, DISPUTE, OPEN_DISPUTE
from escrow.rules.escrows import DISPUTABLE
from marketplace.core import addresses
from marketplace.models.base import Row

_STATUSES = sorted(DISPUTE.states)
_CONTEST = "Of a contested seat, which has no dispute."
_OF_ONE = Q(dispute__isnull=False, case=None) | Q(dispute=None, case__isnull=False)


class Dispute(Row):
    """An objection of a seat's funder: the money is frozen until staff decide or they withdraw. `created_at` is when it was
    opened; `owner` and `worker` are copied from the escrow for the lists of both."""

    PREFIX = "dsp"

    escrow = models.ForeignKey("escrow.Escrow", on_delete=models.PROTECT, related_name="disputes")
    owner = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="disputes_opened", db_index=False
    )
    worker = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="disputes_about", db_index=False
    )
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
            models.Index(fields=["resolved_at"], condition=Q(resolved_at__isnull=False), name="dispute_resolved"),
        ]

    def side_of(self, account_id: UUID | None) -> str:
        """funder or worker; empty for anybody else."""
        return "funder" if account_id == self.owner_id else "worker" if account_id == self.worker_id else ""

    def url_of(self, account_id: UUID | None) -> str:
        """Its page for this party."""
        return addresses.dispute(self.public_id, of_owner=self.side_of(account_id) == "funder")

    @property
    def decision(self) -> "DisputeDecision | None":
        """The final decision that holds, from the prefetched ones: that of the appeal, if there was one; None before there is
        one."""
        final = [row for row in self.decisions.all() if row.state == "final"]
        return max(final, key=lambda row: row.round, default=None)


class DisputeEvidence(Row):
    """Text, addresses and files that one party added. Never changed afterwards."""

    PREFIX = "dev"

    dispute = models.ForeignKey(Dispute, on_delete=models.PROTECT, related_name="evidence")
    author = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    text = models.TextField(max_length=5000, blank=True)
    urls = models.JSONField(default=list)
    files = models.ManyToManyField("marketplace.File", related_name="+")
    answers = models.ForeignKey(
        "escrow.CaseRequest",
        null=True,
        on_delete=models.PROTECT,
        related_name="pieces",
        help_text="What staff asked for.",
    )


class DecisionPreview(Row):
    """Exactly what a decision would do, and what was known when it was computed. A decision is made by naming one, and only
    while the case is still as it was. Rows are never changed (a trigger refuses it). Of a contested seat it names the case, which
    has no dispute."""

    PREFIX = "dpv"

    dispute = models.ForeignKey(Dispute, null=True, on_delete=models.PROTECT, related_name="previews", db_index=False)
    case = models.ForeignKey(
        "escrow.Case", null=True, on_delete=models.PROTECT, related_name="previews", db_index=False, help_text=_CONTEST
    )
    made_by = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    round = models.PositiveSmallIntegerField(default=1)
    decision = models.CharField(max_length=7, choices=[(d, d) for d in DECISIONS])
    amount_cents = models.BigIntegerField()
    worker_cents = models.BigIntegerField()
    fee_cents = models.BigIntegerField()
    refund_cents = models.BigIntegerField()
    moves = models.JSONField(help_text="The postings: [from, to, cents] of each.")
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=300, help_text="Both parties read it.")
    words = models.JSONField(default=dict, help_text="What each side is written besides: funder, worker.")
    needs_second = models.BooleanField(default=False)
    facts = models.JSONField(help_text="What the case consisted of: [key, words, moment] of each.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the facts.")
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    amount_cents=F("worker_cents") + F("fee_cents") + F("refund_cents"),
                    worker_cents__gte=0,
                    fee_cents__gte=0,
                    refund_cents__gte=0,
                ),
                name="preview_parts_make_the_amount",
            ),
            models.UniqueConstraint(
                fields=["id", "dispute", "round", "worker_cents", "fee_cents", "refund_cents"], name="preview_parts"
            ),
            models.UniqueConstraint(
                fields=["id", "case", "round", "worker_cents", "fee_cents", "refund_cents"],
                name="preview_parts_of_case",
            ),
            models.CheckConstraint(condition=_OF_ONE, name="preview_of_one_matter"),
        ]
        indexes = [
            models.Index(fields=["dispute", "-id"], name="preview_of_dispute"),
            models.Index(fields=["case", "-id"], condition=Q(case__isnull=False), name="preview_of_case"),
        ]


class DisputeDecision(Row):
    """How the money of a disputed or contested seat is divided, in cents. `proposed`: awaits a second person; `final`: the money
    was moved; `sent_back`: not approved, not in time, or void. Made from a preview by staff, or from an offer that was accepted."""

    PREFIX = "ddc"

    dispute = models.ForeignKey(Dispute, null=True, on_delete=models.PROTECT, related_name="decisions")
    case = models.ForeignKey(
        "escrow.Case", null=True, on_delete=models.PROTECT, related_name="decisions", db_index=False, help_text=_CONTEST
    )
    preview = models.OneToOneField(
        DecisionPreview, null=True, on_delete=models.PROTECT, related_name="made", help_text="What staff had read."
    )
    offer = models.OneToOneField(
        "escrow.CaseOffer", null=True, on_delete=models.PROTECT, related_name="made", help_text="The parties settled."
    )
    round = models.PositiveSmallIntegerField(default=1, help_text="2: about an appeal.")
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
                fields=["dispute", "round"], condition=Q(state__in=["proposed", "final"]), name="decision_one_standing"
            ),
            models.UniqueConstraint(
                fields=["case"], condition=Q(state__in=["proposed", "final"]), name="decision_one_standing_of_case"
            ),
            models.CheckConstraint(condition=_OF_ONE, name="decision_of_one_matter"),
        ]
        indexes = [
            models.Index(fields=["case", "-id"], condition=Q(case__isnull=False), name="decision_of_case"),
            models.Index(fields=["decided_at"], name="decision_decided"),
        ]


class Appeal(Row):
    """Who lost asks once, with a new fact or a claimed error, that another person decides again."""

    PREFIX = "apl"

    dispute = models.OneToOneField(Dispute, on_delete=models.PROTECT, related_name="appeal")
    made_by = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="+")
    ground = models.CharField(max_length=8, choices=[(g, g) for g in GROUNDS])
    words = models.TextField(max_length=5000)
    state = models.CharField(max_length=10, choices=[(s, s) for s in sorted(APPEAL.states)], default="open")
    decided_at = models.DateTimeField(null=True)
    borne_cents = models.BigIntegerField(
        default=0, help_text="What the platform paid, since the side that had got it did not have it any more."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ground__in=GROUNDS), name="appeal_ground_known"),
            models.CheckConstraint(
                condition=Q(state="open", decided_at=None, borne_cents=0)
                | (~Q(state="open") & Q(decided_at__isnull=False, borne_cents__gte=0)),
                name="appeal_end_fits",
            ),
        ]
        indexes = [
            models.Index(fields=["decided_at"], condition=Q(decided_at__isnull=False), name="appeal_decided"),
            models.Index(fields=["id"], condition=Q(decided_at=None), name="appeal_open"),
        ]

    @property
    def meaning(self) -> str:
        """What its state means, in words."""
        return APPEAL_MEANINGS[self.state]


class DisputePolicy(models.Model):
    """A single row, edited by operators: decisions on seats above this total need a second person."""

    approval_above_cents = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "dispute policies"

    def __str__(self) -> str:
        return f"a second person above {self.approval_above_cents / 100:.2f} USD"
