from datetime import datetime

from django.db import models
from django.db.models import Case, Q, When

from bounties.rules import applications as rules
from bounties.rules import seats as clocks
from bounties.rules.bounties import MANAGED, REVIEWABLE
from bounties.rules.contests import SILENCE_ENDS_AFTER
from bounties.rules.hiring import settles_at
from bounties.rules.terms import Change, differences
from marketplace.models.base import Row

# Staff cases: a worker contests a verdict, or a rule can't decide, and the money is still held.
CASE_STATES = ("locked", "delivered")
CASE = Q(status="accepted", needs_staff_at__isnull=False, escrow__status__in=CASE_STATES)


class Application(Row):
    """One person's application to a bounty, and, once accepted, the seat: its clocks and its escrow."""

    PREFIX = "app"

    bounty = models.ForeignKey("bounties.Bounty", on_delete=models.PROTECT, related_name="applications", db_index=False)
    human = models.ForeignKey(
        "marketplace.Account", on_delete=models.PROTECT, related_name="applications", db_index=False
    )
    status = models.CharField(max_length=10, default="pending")
    cover_letter = models.TextField(max_length=5000, blank=True)
    proposed_price_cents = models.BigIntegerField(null=True, help_text="The applicant's wish; it changes no money.")
    availability = models.CharField(max_length=1000, blank=True)
    links = models.JSONField(default=list)
    answers = models.JSONField(default=list)
    files = models.ManyToManyField("marketplace.File", related_name="+")
    file_kinds = models.JSONField(default=dict, help_text="What each file is for, by its id.")
    consented_at = models.DateTimeField(null=True)
    country = models.CharField(
        max_length=2, blank=True, help_text="Where the applicant's device or document says they are."
    )
    terms_snapshot = models.JSONField(
        default=dict, help_text="What the work was and paid when applying, then when hired."
    )
    response = models.CharField(max_length=1000, blank=True, help_text="The owner's words on accepting or rejecting.")
    conversation = models.ForeignKey("humans.Conversation", null=True, on_delete=models.PROTECT, related_name="+")
    escrow = models.ForeignKey("escrow.Escrow", null=True, on_delete=models.PROTECT, related_name="+")

    decided_at = models.DateTimeField(null=True)
    confirm_by = models.DateTimeField(null=True)
    confirmed_at = models.DateTimeField(null=True)
    start_by = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    complete_by = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(
        null=True,
        help_text="When a seat without a window of its own ends, if nothing was sent: two days after it was due.",
    )
    end_warning_at = models.DateTimeField(null=True, help_text="When the worker is warned of that end (again).")
    active_at = models.DateTimeField(null=True, help_text="The hired worker's last message or submission.")
    nudge_at = models.DateTimeField(null=True, help_text="When silence earns a nudge; empty once it was sent.")
    flag_at = models.DateTimeField(null=True, help_text="When silence is flagged; empty once it was.")
    # The owner's policy on inactivity as it was at confirmation: later edits apply to later seats.
    response_window_hours = models.PositiveIntegerField(null=True)
    auto_expire_ghosts = models.BooleanField(null=True)
    ghost_flagged_at = models.DateTimeField(null=True)
    silent_since = models.DateTimeField(
        null=True, help_text="The end of a redo that brought no evidence: `complete_by` ends the seat since then."
    )
    silence_warning_at = models.DateTimeField(null=True, help_text="When the worker is warned of that end a last time.")
    needs_staff_at = models.DateTimeField(null=True, help_text="Since when staff have to decide about it.")
    staff_due_at = models.DateTimeField(null=True, help_text="Until when; empty once staff were told that it passed.")
    extension = models.JSONField(null=True, help_text="The latest request: hours, reason, state, when.")
    extension_until = models.DateTimeField(null=True, help_text="A pending request holds back the release until then.")
    review_at = models.DateTimeField(null=True, help_text="When the automatic reviewer looks (again).")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Of the automatic reviewer, without hiring.")
    review_state = models.CharField(max_length=20, blank=True)
    review_reason = models.CharField(max_length=300, blank=True)
    review_warning_at = models.DateTimeField(
        null=True, help_text="When the owner is warned that evidence is soon accepted by the clock."
    )
    rejection_mailed_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=30, blank=True)
    may_reapply_at = models.DateTimeField(
        null=True, help_text="When the owner allowed the person of this ended seat to apply again."
    )
    # Terms of the work that changed under the hired person (`services.terms`).
    terms_proposed = models.JSONField(null=True, help_text="The changed terms, until the worker accepts them.")
    terms_changed_at = models.DateTimeField(null=True, help_text="When they were last changed.")
    terms_answer_by = models.DateTimeField(
        null=True, help_text="Until when the worker may leave because of them; empty once it is decided."
    )
    terms_left_at = models.DateTimeField(
        null=True, help_text="When the worker left because of them, with attendance that the owner has not settled."
    )
    # Generated by the database, so that it is always up to date and can be indexed for the paged list.
    rank = models.GeneratedField(
        expression=Case(When(status="accepted", then=2), When(status="rejected", then=0), default=1),
        output_field=models.SmallIntegerField(),
        db_persist=True,
        help_text="For the order `recommended`: accepted first, rejected last.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bounty", "human"], name="application_once_per_bounty"),
            # A seat that was paid in part for changed terms has a reason, too, but no end.
            models.CheckConstraint(
                condition=(Q(status__in=rules.ENDED, ended_at__isnull=False) & ~Q(end_reason=""))
                | (~Q(status__in=rules.ENDED) & Q(ended_at=None)),
                name="application_end_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["bounty", "status", "-id"], name="application_of_bounty"),
            models.Index(fields=["bounty", "-id"], name="application_newest"),
            models.Index(fields=["bounty", "-rank", "-id"], name="application_recommended"),
            models.Index(fields=["human", "-id"], name="application_of_human"),
            models.Index(fields=["human", "status", "-id"], name="application_human_status"),
            models.Index(
                fields=["confirm_by"], condition=Q(status="accepted", confirmed_at=None), name="application_confirm_due"
            ),
            models.Index(
                fields=["start_by"],
                condition=Q(status="accepted", started_at=None, start_by__isnull=False),
                name="application_start_due",
            ),
            models.Index(
                fields=["complete_by"],
                condition=Q(status="accepted", complete_by__isnull=False),
                name="application_complete_due",
            ),
            models.Index(
                fields=["ends_at"], condition=Q(status="accepted", ends_at__isnull=False), name="application_end_due"
            ),
            models.Index(
                fields=["end_warning_at"],
                condition=Q(status="accepted", end_warning_at__isnull=False),
                name="application_end_warning_due",
            ),
            models.Index(
                fields=["nudge_at"],
                condition=Q(status="accepted", nudge_at__isnull=False),
                name="application_nudge_due",
            ),
            models.Index(
                fields=["silence_warning_at"],
                condition=Q(silence_warning_at__isnull=False),
                name="application_silence_due",
            ),
            models.Index(
                fields=["staff_due_at"], condition=Q(staff_due_at__isnull=False), name="application_staff_due"
            ),
            models.Index(
                fields=["needs_staff_at"],
                condition=Q(status="accepted", needs_staff_at__isnull=False),
                name="application_case",
            ),
            models.Index(
                fields=["flag_at"], condition=Q(status="accepted", flag_at__isnull=False), name="application_flag_due"
            ),
            models.Index(
                fields=["terms_answer_by"],
                condition=Q(status="accepted", terms_answer_by__isnull=False),
                name="application_terms_due",
            ),
            models.Index(
                fields=["terms_left_at"],
                condition=Q(status="accepted", terms_left_at__isnull=False),
                name="application_left_due",
            ),
            models.Index(
                fields=["review_at"],
                condition=Q(status="pending", review_at__isnull=False),
                name="application_review_due",
            ),
            models.Index(
                fields=["review_warning_at"],
                condition=Q(review_warning_at__isnull=False),
                name="application_warning_due",
            ),
        ]

    @property
    def is_delivered(self) -> bool:
        """Whether evidence was ever sent for its seat, even if it was rejected since."""
        return self.escrow is not None and self.escrow.delivered_at is not None

    def is_closed(self, now: datetime) -> bool:
        """Whether its time for evidence is over at `now` (UTC). Never before its worker has had every warning."""
        closes_at = clocks.closes_at(self.complete_by, self.ends_at, self.extension_until)
        return closes_at is not None and closes_at <= now and self.end_warning_at is None

    @property
    def is_overdue(self) -> bool:
        """Whether its last call has begun: nothing came by its time."""
        return self.ends_at is not None and self.end_warning_at != self.complete_by

    @property
    def due_at(self) -> datetime | None:
        """When the evidence of its seat is due (UTC); until its confirmation, the latest that this can come to. None where nothing
        is awaited, or a managed product names the time once it is confirmed."""
        if self.status != "accepted" or self.is_decided:
            return None
        if self.confirmed_at is not None or self.confirm_by is None:
            return clocks.overdue_at(self.complete_by, self.extension_until)
        bounty = self.bounty
        if bounty.kind in MANAGED:
            return None
        if bounty.kind == "personal":
            return settles_at(bounty.deadline, self.confirm_by)
        return bounty.due_if_confirmed(self.confirm_by)

    @property
    def new_evidence_by(self) -> datetime | None:
        """Its evidence was sent back: until when new evidence is due (UTC). None where none is awaited, or our staff decide."""
        if self.status != "accepted" or self.escrow is None or self.escrow.status != "locked" or not self.is_delivered:
            return None
        return self.silent_since or clocks.overdue_at(self.complete_by, self.extension_until)

    @property
    def ends_without_evidence_at(self) -> datetime | None:
        """When the seat ends without pay by itself, should none come (UTC)."""
        return self.new_evidence_by and self.new_evidence_by + SILENCE_ENDS_AFTER

    @property
    def owner_actions(self) -> list[str]:
        """The owner's possible actions, as named in a 409."""
        over = self.bounty.status not in REVIEWABLE or (self.status != "rejected" and self.bounty.kind != "ordinary")
        if self.status in ("rejected", "expired", "withdrawn") and over:
            return []
        return rules.owner_actions(
            self.status,
            confirmed=self.confirmed_at is not None,
            delivered=self.is_delivered,
            decided=self.is_decided,
            was_hired=self.escrow_id is not None,
            may_reapply=self.may_reapply_at is not None,
        )

    @property
    def applicant_actions(self) -> list[str]:
        """The applicant's possible actions, as named in a 409."""
        return rules.applicant_actions(
            self.status,
            confirmed=self.confirmed_at is not None,
            started=self.started_at is not None,
            delivered=self.is_delivered,
            was_hired=self.escrow_id is not None,
            decided=self.is_decided,
            may_reapply=self.may_reapply_at is not None,
        )

    @property
    def terms_changed(self) -> Change | None:
        """The terms that changed under this hired person and that they have not accepted."""
        if self.terms_proposed is None or self.terms_changed_at is None or self.status != "accepted":
            return None
        state = "left" if self.terms_left_at else "asked" if self.terms_answer_by else "kept"
        found = differences(self.terms_snapshot, self.terms_proposed)
        return Change(self.terms_changed_at, self.terms_answer_by, state, found)

    @property
    def is_decided(self) -> bool:
        """Whether the seat's escrow has ended: paid, refunded or divided."""
        return self.escrow is not None and self.escrow.ended_at is not None

    @property
    def human_name(self) -> str:
        return self.human.display_name

    @property
    def is_frozen(self) -> bool:
        """Whether its escrow is disputed: its deadlines are paused then. Needs the escrow."""
        return self.escrow is not None and self.escrow.status == "disputed"

    @property
    def is_case(self) -> bool:
        """Whether it is a staff case: `CASE` for this row. Needs the escrow."""
        return (
            self.status == "accepted"
            and self.needs_staff_at is not None
            and self.escrow is not None
            and self.escrow.status in CASE_STATES
        )
