from datetime import datetime
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Func, OuterRef, Q, Subquery, Value
from django.db.models.functions import Upper

from bounties.rules.bounties import CLOSED, DIRECT, KINDS, LIVE, MODES, RUNS, STATUSES, UNFILLED
from bounties.rules.seats import complete_by, due_by_default
from escrow.rules.escrows import Unit, unit
from marketplace.core import addresses, clock, ids
from marketplace.models import Account
from marketplace.models.base import Row, Rows

_LISTED = Q(status__in=["open", "partially_filled"], is_private=False)  # what discovery searches
_OVER = ~Q(status__in=["open", "partially_filled"])


def folded_skills(skills: str | Value) -> Func:
    """Skills (a column's name or a value) without regard to case, by a function of the database, which is indexed."""
    return Func(skills, function="bounty_folded", output_field=ArrayField(models.TextField()))


class Bounties(Rows):
    def locked(self) -> Self:
        """SELECT … FOR UPDATE, for what concerns the whole bounty: it waits for the verbs of its seats that are under way, and they
        wait for it. What a seat's verb takes instead: `bounties/selectors/locks.py`."""
        return self.select_for_update(of=("self",)).order_by("pk")

    def for_reading(self) -> Self:
        """With the two columns of the owner that BountyOut needs. As subqueries, which are evaluated for the rows of a page
        only: with a join PostgreSQL joins all sorted rows, and prefers a sequential scan."""
        owner = Account.objects.filter(pk=OuterRef("owner_id"))
        return self.annotate(
            owner_profile_id=Subquery(owner.values("profile_id")), owner_agent_id=Subquery(owner.values("agent_id"))
        )


class Bounty(Row):
    """A task with a price per seat. `pool` is its escrow; what a seat costs is fixed at creation (`seat_cents`)."""

    PREFIX = "bty"
    # Whether this transaction keeps others from changing what follows its seats (`bounties/services/counts.py`): the counters
    # and the status, which are else those of the moment in which they were read.
    is_held = False

    objects = Bounties.as_manager()  # type: ignore[misc]

    owner = models.ForeignKey("marketplace.Account", on_delete=models.PROTECT, related_name="bounties", db_index=False)
    agent_name = models.CharField(max_length=100, blank=True)
    agent_type = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=20, choices=[(s, s) for s in STATUSES])
    is_private = models.BooleanField(default=False)

    title = models.CharField(max_length=200)
    description = models.TextField(max_length=5000)
    completion_criteria = models.TextField(max_length=5000, blank=True)
    evidence_types = ArrayField(models.CharField(max_length=10), default=list)
    category = models.CharField(max_length=30, blank=True, help_text="A slug of the category rows.")
    skills_needed = ArrayField(models.CharField(max_length=60), default=list)
    city = models.CharField(max_length=100, blank=True)
    state = models.CharField(max_length=100, blank=True)
    country = models.CharField(max_length=2, blank=True)
    is_remote_allowed = models.BooleanField(default=True)

    price_type = models.CharField(max_length=6, choices=[("fixed", "fixed"), ("hourly", "hourly")], default="fixed")
    price_cents = models.BigIntegerField()
    estimated_hours = models.DecimalField(max_digits=8, decimal_places=3)
    seat_cents = models.BigIntegerField(help_text="The worker's pay of one seat.")
    fee_bps = models.PositiveSmallIntegerField(
        help_text="Our fee on that pay in basis points, as it was when the bounty was made."
    )
    spots_available = models.PositiveIntegerField(default=1)
    spots_filled = models.PositiveIntegerField(default=0)
    application_count = models.PositiveIntegerField(default=0)
    deadline = models.DateTimeField(help_text="Until when people can apply.")

    # Who may apply, and with what.
    supported_countries = ArrayField(models.CharField(max_length=2), default=list)
    intake_closed_countries = ArrayField(models.CharField(max_length=2), default=list, blank=True)
    identity_required = models.BooleanField(default=False)
    linkedin_verified_required = models.BooleanField(default=False)
    mic_check_required = models.BooleanField(default=False)
    language_requirement = models.JSONField(null=True)
    excluded_source_ids = ArrayField(models.UUIDField(), default=list)
    completion_questions = models.JSONField(default=list)
    required_links = models.JSONField(default=list)
    application_details = models.JSONField(default=list)
    submission_mode = models.CharField(max_length=16, default="application", choices=[(m, m) for m in MODES])
    upload_settings = models.JSONField(
        null=True, help_text="Of the upload modes: how many files, consent, confirmation."
    )
    auto_accept = models.BooleanField(default=True)
    auto_accept_min_mic_score = models.DecimalField(max_digits=4, decimal_places=3, null=True)
    keep_applicants_on_fill = models.BooleanField(default=False)

    # The work and its deadlines.
    live_capture = models.CharField(max_length=5, blank=True)
    check_ins = models.JSONField(null=True)
    scheduled_start_at = models.DateTimeField(null=True)
    scheduled_start_time_zone = models.CharField(max_length=64, blank=True)
    start_window_minutes = models.PositiveIntegerField(null=True)
    completion_window_hours = models.PositiveIntegerField(null=True)
    response_window_hours = models.PositiveIntegerField(null=True)
    auto_expire_ghosts = models.BooleanField(null=True)
    signage = models.CharField(max_length=20, blank=True)
    attendance_radius_meters = models.PositiveIntegerField(null=True)
    lifecycle_messages = models.JSONField(default=dict)
    karen = models.BooleanField(null=True)
    kind = models.CharField(max_length=12, default="ordinary", choices=[(k, k) for k in KINDS])

    spender = models.CharField(
        max_length=50, blank=True, help_text="Who made it (Actor.spender): what is funded later is spent by them."
    )
    product_ref = models.CharField(
        max_length=80, blank=True, help_text="Public id of the managed run that it is part of."
    )
    dirty_since = models.DateTimeField(
        db_column="stirred_at", null=True, help_text="Something happened that its managed product has not seen yet."
    )

    pool = models.OneToOneField("escrow.Escrow", null=True, on_delete=models.PROTECT, related_name="bounty")
    went_live_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    screening_reason = models.CharField(
        max_length=300, blank=True, help_text="Why an operator should look at it first."
    )
    closing_to = models.CharField(max_length=10, blank=True, help_text="While closing: closed or cancelled.")
    pending_edit = models.JSONField(null=True, help_text="A confirmed price or spots edit that waits for its checkout.")
    offer_id = models.UUIDField(null=True, help_text="The payment offer that this hire took up.")
    raise_asked_at = models.DateTimeField(
        null=True, help_text="When that edit was confirmed; it is forgotten a day later."
    )
    rejects_rest = models.BooleanField(default=False, help_text="Every seat is confirmed: the others are turned down.")
    close_reason = models.CharField(max_length=60, blank=True)
    close_details = models.CharField(max_length=500, blank=True)
    updated_at = models.DateTimeField(default=clock.now)

    # Events queued for the owner's next mail: at most one an hour.
    owner_mails = ArrayField(models.CharField(max_length=12), db_column="news", default=list, blank=True)
    owner_mails_due_at = models.DateTimeField(
        db_column="news_due_at", null=True, help_text="When the owner is mailed about `owner_mails`."
    )
    owner_mailed_at = models.DateTimeField(db_column="news_mailed_at", null=True)
    deadline_mailed = models.DateTimeField(null=True, help_text="The deadline whose end the owner was mailed about.")

    class Meta:
        verbose_name_plural = "bounties"
        constraints = [
            models.CheckConstraint(
                condition=Q(spots_filled__lte=F("spots_available")), name="bounty_spots_not_overfilled"
            ),
            models.CheckConstraint(condition=Q(price_cents__gt=0, seat_cents__gt=0), name="bounty_price_positive"),
            models.UniqueConstraint(
                fields=["offer_id"], condition=Q(offer_id__isnull=False), name="bounty_takes_an_offer_up_once"
            ),
            # Columns that say the same thing as the status.
            models.CheckConstraint(
                condition=Q(status="pending_funding", pending_edit__isnull=False, raise_asked_at__isnull=False)
                | (~Q(status="pending_funding") & Q(pending_edit__isnull=True, raise_asked_at=None)),
                name="bounty_raise_waits_while_pending",
            ),
            models.CheckConstraint(
                condition=Q(status__in=CLOSED, closed_at__isnull=False) | (~Q(status__in=CLOSED) & Q(closed_at=None)),
                name="bounty_close_has_its_moment",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="bounty_of_owner"),
            # Discovery: each filter with the order of its list, so that a page is an index range. Full text search uses
            # bounty_search_live and bounty_search_over, on a column generated by the database (migrations 0006, 0015).
            models.Index(fields=["-id"], condition=_LISTED, name="bounty_new"),
            models.Index(fields=["-seat_cents", "-id"], condition=_LISTED, name="bounty_value"),
            models.Index(fields=["-application_count", "-id"], condition=_LISTED, name="bounty_top"),
            models.Index(Upper("city"), F("id").desc(), condition=_LISTED, name="bounty_city"),
            models.Index(fields=["country", "-id"], condition=_LISTED, name="bounty_country"),
            models.Index(fields=["category", "-id"], condition=_LISTED, name="bounty_category"),
            models.Index(fields=["price_cents", "-id"], condition=_LISTED, name="bounty_price"),
            models.Index(fields=["status", "-id"], name="bounty_status"),
            models.Index(fields=["status", "-seat_cents", "-id"], condition=_OVER, name="bounty_over_value"),
            models.Index(fields=["status", "-application_count", "-id"], condition=_OVER, name="bounty_over_top"),
            models.Index(fields=["deadline"], condition=Q(status__in=UNFILLED), name="bounty_deadline_due"),
            models.Index(fields=["updated_at"], condition=Q(status="closing"), name="bounty_closing_due"),
            models.Index(fields=["created_at"], condition=Q(status="pending_deposit"), name="bounty_unpaid_due"),
            models.Index(
                fields=["deadline"],
                condition=Q(status__in=["pending_deposit", "pending_review"]),
                name="bounty_unpublished_due",
            ),
            models.Index(fields=["updated_at"], condition=Q(rejects_rest=True), name="bounty_rest_due"),
            models.Index(fields=["raise_asked_at"], condition=Q(status="pending_funding"), name="bounty_raise_due"),
            models.Index(
                fields=["owner_mails_due_at"], condition=Q(owner_mails_due_at__isnull=False), name="bounty_news_due"
            ),
            models.Index(fields=["owner", "-id"], condition=Q(kind__in=DIRECT), name="bounty_direct_of_owner"),
            models.Index(fields=["dirty_since"], condition=Q(dirty_since__isnull=False), name="bounty_stirred"),
            GinIndex(folded_skills("skills_needed"), name="bounty_skills_folded"),
        ]

    @property
    def run_ref(self) -> str:
        """The public id of the managed run that hires by this bounty; empty without one."""
        return self.product_ref if self.kind in RUNS else ""

    @property
    def qa_run_id(self) -> str | None:
        """The QA run that it belongs to, if it is one's."""
        return self.product_ref if self.kind == "qa" else None

    @property
    def currency(self) -> str:
        return "USD"

    @property
    def unit(self) -> Unit:
        """Price, fee and total of one seat, in cents, at this row's price and fee rate."""
        return unit(self.seat_cents, self.fee_bps)

    @property
    def spots_remaining(self) -> int:
        return self.spots_available - self.spots_filled

    @property
    def accepts_applications(self) -> bool:
        """Whether its status and deadline let people apply now; gates are another matter."""
        return self.status in LIVE and self.kind not in DIRECT and self.deadline > clock.now()

    @property
    def agent_id(self) -> str:
        """The owner's bound agent identity, else their profile id."""
        if "owner_profile_id" not in self.__dict__:
            return self.owner.public_agent_id
        return self.__dict__["owner_agent_id"] or ids.encode("prf", self.__dict__["owner_profile_id"])

    @property
    def public_url(self) -> str:
        """The page that people read."""
        return addresses.job(self.public_id)

    @property
    def eligible_countries(self) -> list[str]:
        """ISO codes of the countries whose people may apply; empty: all. On site: only the task's country."""
        if not self.is_remote_allowed:
            return [self.country]
        return self.supported_countries

    @property
    def check_in_times(self) -> list[datetime]:
        """The times (UTC) at which hired people must report; empty where none are asked for."""
        return [datetime.fromisoformat(moment) for moment in (self.check_ins or {}).get("times", [])]

    def due_by_default(self, confirmed_at: datetime) -> datetime:
        """When the evidence of a seat confirmed then is due (UTC), if nothing else names a time."""
        start = self.scheduled_start_at
        return due_by_default(confirmed_at, [*([start] if start else []), *self.check_in_times], self.estimated_hours)

    def due_if_confirmed(self, confirmed_at: datetime) -> datetime:
        """When the evidence of a seat confirmed then is due (UTC), by its own window or by default."""
        return complete_by(confirmed_at, self.completion_window_hours) or self.due_by_default(confirmed_at)

    @property
    def evidence_wanted(self) -> list[str]:
        """What a submission must contain: the kinds of evidence, and `check_in` where there are check-in times."""
        return [*self.evidence_types, *(["check_in"] if self.check_in_times else [])]

    @property
    def photo_submission(self) -> dict[str, Any] | None:
        return self.upload_settings if self.submission_mode == "photo_upload" else None

    @property
    def video_submission(self) -> dict[str, Any] | None:
        return self.upload_settings if self.submission_mode == "video_upload" else None

    @property
    def document_submission(self) -> dict[str, Any] | None:
        return self.upload_settings if self.submission_mode == "document_upload" else None

    @property
    def live_capture_or_none(self) -> str | None:
        return self.live_capture or None

    @property
    def schedule_zone_or_none(self) -> str | None:
        return self.scheduled_start_time_zone or None

    @property
    def signage_or_none(self) -> str | None:
        return self.signage or None

    @property
    def excluded_source_public_ids(self) -> list[str]:
        return [ids.encode("bty", pk) for pk in self.excluded_source_ids]
