from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Least

from escrow.rules.cases import ASK_STATES, FINDINGS, KINDS, OFFER, SIDES, STAGES
from marketplace.core import clock, ids
from marketplace.models.base import Row

_ACCOUNT = "marketplace.Account"


class Case(Row):
    """What staff have to decide: a dispute, or a seat that its worker contests or a rule left to them. `created_at` is when it
    was opened. Its parties, amount, title and category are copies, so that the queue reads one table."""

    PREFIX = "cas"

    kind = models.CharField(max_length=10, choices=[(k, k) for k in KINDS])
    escrow = models.ForeignKey("escrow.Escrow", on_delete=models.PROTECT, related_name="cases")
    dispute = models.OneToOneField("escrow.Dispute", null=True, on_delete=models.PROTECT, related_name="case")
    owner = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="cases_as_funder", db_index=False)
    worker = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="cases_as_worker", db_index=False)
    title = models.CharField(max_length=200)
    category = models.CharField(max_length=20, help_text="Of the dispute; `contest` for a contested seat.")
    amount_cents = models.BigIntegerField()
    stage = models.CharField(max_length=10, choices=[(s, s) for s in STAGES])
    stage_at = models.DateTimeField(default=clock.now, help_text="Since when it is in this stage.")
    due_at = models.DateTimeField(null=True, help_text="When the clock of this stage runs out.")
    round = models.PositiveSmallIntegerField(default=1, help_text="2: an appeal is decided.")
    first_look_due_at = models.DateTimeField(null=True, help_text="It stands still with staff's own clock.")
    first_look_at = models.DateTimeField(null=True, help_text="When who has it of the staff saw it first.")
    decision_due_at = models.DateTimeField(
        null=True, help_text="Staff's own clock; it moves on while a party is asked."
    )
    paused_at = models.DateTimeField(null=True, help_text="Since when staff's own clock stands still.")
    # The order of the queue. The database computes it, so that no way of moving a case can leave it behind.
    next_due_at = models.GeneratedField(
        expression=Least(
            "due_at",
            models.Case(models.When(first_look_at=None, paused_at=None, then="first_look_due_at"), default=None),
        ),
        output_field=models.DateTimeField(null=True),
        db_persist=True,
        help_text="Which clock runs out first: of the stage, or of the first look while staff's runs and nobody has looked.",
    )
    assignee = models.ForeignKey(_ACCOUNT, null=True, on_delete=models.PROTECT, related_name="+")
    assigned_at = models.DateTimeField(null=True)
    snoozed_until = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True, help_text="When the other party is reminded to answer the objection.")
    with_lead_at = models.DateTimeField(
        null=True, help_text="Since when a clock of staff has run out: a lead sees to it."
    )
    tags = models.JSONField(default=list)
    closed_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        _ACCOUNT,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        help_text="Who of the staff ended it without a decision about the money: gave a worker more time.",
    )
    sampled_at = models.DateTimeField(
        null=True, help_text="When it was drawn, or not, for a colleague to score; empty until it is closed."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(stage__in=STAGES), name="case_stage_known"),
            models.CheckConstraint(
                condition=Q(stage="closed", closed_at__isnull=False, due_at=None)
                | (~Q(stage="closed") & Q(closed_at=None)),
                name="case_end_fits",
            ),
            models.CheckConstraint(
                condition=Q(kind="dispute", dispute__isnull=False) | Q(kind="contest", dispute=None),
                name="case_of_its_kind",
            ),
            models.CheckConstraint(
                condition=Q(assignee=None, assigned_at=None) | Q(assignee__isnull=False, assigned_at__isnull=False),
                name="case_assigned_at_fits",
            ),
            models.UniqueConstraint(
                fields=["escrow"], condition=Q(kind="contest", closed_at=None), name="case_one_open_contest"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at", "id"], condition=Q(closed_at=None), name="case_due"),
            models.Index(fields=["next_due_at", "id"], condition=Q(closed_at=None), name="case_next_due"),
            models.Index(
                fields=["first_look_due_at"],
                condition=Q(closed_at=None, first_look_at=None, with_lead_at=None),
                name="case_unseen",
            ),
            models.Index(fields=["assignee", "due_at"], condition=Q(closed_at=None), name="case_of_assignee"),
            models.Index(fields=["stage", "due_at"], condition=Q(closed_at=None), name="case_in_stage"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="case_reminder"),
            models.Index(fields=["-closed_at"], condition=Q(closed_at__isnull=False), name="case_closed"),
            models.Index(
                fields=["closed_at"], condition=Q(closed_at__isnull=False, sampled_at=None), name="case_not_sampled"
            ),
            models.Index(fields=["created_at"], name="case_opened"),
            models.Index(fields=["owner", "-id"], name="case_of_funder"),
            models.Index(fields=["worker", "-id"], name="case_of_worker"),
            models.Index(fields=["category", "-closed_at"], name="case_of_category"),
            models.Index(fields=["amount_cents"], name="case_of_amount"),
            GinIndex(fields=["title"], name="case_title", opclasses=["gin_trgm_ops"]),
        ]

    @property
    def dispute_public_id(self) -> str:
        """Of the dispute that it stands beside, without reading that; empty for a contested seat."""
        return ids.encode("dsp", self.dispute_id) if self.dispute_id else ""


class CaseStage(models.Model):
    """A stage that a case has left, for the report of times. Written by a trigger of the case's table (`case_stage_left`), so
    that no way of moving a case can leave it out; never changed."""

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="stages", db_index=False)
    stage = models.CharField(max_length=10)
    round = models.PositiveSmallIntegerField()
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["case", "id"], name="case_stage_of_case")]

    def __str__(self) -> str:
        return f"{self.stage} from {self.began_at:%Y-%m-%d %H:%M}"


class CaseRequest(Row):
    """Staff ask a party for named items by a date. Answered by `POST /api/disputes/{id}/answer`."""

    PREFIX = "crq"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="requests")
    asked = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="+")
    made_by = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="+")
    items = models.JSONField(help_text="What is asked for: 1 to 10 short texts.")
    words = models.TextField(max_length=2000, blank=True)
    state = models.CharField(max_length=10, choices=[(s, s) for s in ASK_STATES], default="open")
    due_at = models.DateTimeField()
    remind_at = models.DateTimeField(null=True, help_text="When who has to answer is reminded; None: done, or no need.")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ASK_STATES), name="case_request_state_known"),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None) | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="case_request_end_fits",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="open"), name="case_request_due"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="case_request_reminder"),
        ]


class CaseOffer(Row):
    """A party proposes how the money of a dispute is divided; accepted, it is posted at once."""

    PREFIX = "dof"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="offers")
    made_by = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="+")
    amount_cents = models.BigIntegerField()
    worker_cents = models.BigIntegerField()
    fee_cents = models.BigIntegerField()
    refund_cents = models.BigIntegerField()
    words = models.TextField(max_length=2000, blank=True)
    state = models.CharField(max_length=10, choices=[(s, s) for s in sorted(OFFER.states)], default="open")
    due_at = models.DateTimeField()
    remind_at = models.DateTimeField(null=True, help_text="When who has to answer is reminded; None: done, or no need.")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=sorted(OFFER.states)), name="case_offer_state_known"),
            models.CheckConstraint(
                condition=Q(
                    amount_cents=F("worker_cents") + F("fee_cents") + F("refund_cents"),
                    worker_cents__gte=0,
                    fee_cents__gte=0,
                    refund_cents__gte=0,
                ),
                name="case_offer_parts_make_the_amount",
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None) | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="case_offer_end_fits",
            ),
            models.UniqueConstraint(
                fields=["case", "made_by"], condition=Q(state="open"), name="case_offer_one_open_of_each"
            ),
            models.UniqueConstraint(fields=["case"], condition=Q(state="accepted"), name="case_offer_one_accepted"),
            models.UniqueConstraint(
                fields=["id", "worker_cents", "fee_cents", "refund_cents"], name="case_offer_parts"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="open"), name="case_offer_due"),
            models.Index(fields=["remind_at"], condition=Q(remind_at__isnull=False), name="case_offer_reminder"),
            models.Index(fields=["ended_at"], name="case_offer_ended"),
        ]


class CaseFinding(Row):
    """What staff found about one thing that was agreed: a criterion, a required piece of evidence, a check-in, a question."""

    PREFIX = "cfd"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="findings", db_index=False)
    round = models.PositiveSmallIntegerField(default=1)
    key = models.CharField(
        max_length=40, help_text="Which line of the contract, such as criterion:1 or evidence:photo."
    )
    asked = models.CharField(max_length=500, help_text="What was agreed, as both sides read it.")
    finding = models.CharField(max_length=8, choices=[(f, f) for f in FINDINGS])
    words = models.CharField(max_length=300, blank=True)
    found_by = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(finding__in=FINDINGS), name="case_finding_known"),
            models.UniqueConstraint(fields=["case", "round", "key"], name="case_finding_once_a_line"),
        ]


class CaseMessage(Row):
    """Staff write to a party, or to both; the other side does not read what is not to it. Sent, never changed."""

    PREFIX = "cmg"

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="messages", db_index=False)
    author = models.ForeignKey(_ACCOUNT, on_delete=models.PROTECT, related_name="+")
    to = models.CharField(max_length=6, choices=[(s, s) for s in SIDES])
    words = models.TextField(max_length=5000)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(to__in=SIDES), name="case_message_side_known")]
        indexes = [models.Index(fields=["case", "id"], name="case_message_of_case")]
