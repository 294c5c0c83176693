"""What an owner has posted and what of it waits for them: lists of jobs, and matters grouped by job, first due first. The number of
queries does not depend on the number of rows."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    IntegerField,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Cast, Coalesce, Least

from bounties.models import Application, Bounty, Submission
from bounties.ports import products
from bounties.rules.bounties import DIRECT, HIRES, KINDS, MANAGED, OVER, REFILL, UNFILLED
from bounties.rules.terms import SETTLE_WITHIN
from escrow.models import Dispute
from escrow.rules.disputes import OPEN_DISPUTE
from escrow.selectors import ladder
from marketplace.core import clock, ids
from marketplace.core.actor import Actor

AT_MOST = 30  # matters of one kind on one page

# Kinds of matters of seats, the first that holds names the row: what the owner would do next.
_DISPUTED = Q(escrow__status="disputed")
_LEFT = Q(terms_left_at__isnull=False, needs_staff_at=None, escrow__status="locked")
_MORE_TIME = Q(extension__state="pending", escrow__status="locked")
_SILENT = Q(ghost_flagged_at__isnull=False, needs_staff_at=None, escrow__status="locked")
_DELIVERED = Q(escrow__status="delivered")
_PAY = Q(escrow__status="completed")
_ANY = Min(Cast("pk", TextField()))  # PostgreSQL has no least uuid
_BY_PRODUCT = ("review", "claimed", "pay", "silent", "more_time", "left")  # what a managed product sees to itself


@dataclass(frozen=True, slots=True)
class Matter:
    """What waits for the owner about one job. `kind`: applications, review, claimed, pay, more_time, silent, left, disputed,
    unfilled, unpaid or raise; `count`: how many of it; `due_at`: the first moment of it (UTC), None without one; `only`: the
    public id of the application when it is about one person; `dispute`: that of its open dispute, then. Of what is accepted or paid
    by itself (review, claimed, pay): `cents`, what goes without an answer, pay and fee of all of them together, and `paid_at`, the
    first moment when some of it goes (UTC)."""

    kind: str
    bounty_id: str
    title: str
    count: int
    due_at: datetime | None
    only: str | None = None
    dispute: str | None = None
    cents: int = 0
    paid_at: datetime | None = None


def waiting(actor: Actor) -> list[Matter]:
    """Everything about the caller's jobs and seats that waits for them, first due first; at most AT_MOST of each. Two queries."""
    found = [*_of_seats(Application.objects.filter(bounty__owner_id=actor.id)), *_of_applications(actor)]
    return sorted(found, key=lambda one: (one.due_at is None, one.due_at or clock.now(), one.bounty_id))


def paid_by_itself(bounty: Bounty, application: Application | None = None) -> list[Matter]:
    """What of a job, or of one person's place in it, is accepted and paid without an answer, first due first. One query."""
    rows = Application.objects.filter(bounty_id=bounty.pk)
    found = _of_seats(rows if application is None else rows.filter(pk=application.pk))
    return [one for one in found if one.paid_at is not None]


def _of_seats(applications: QuerySet[Application]) -> Iterable[Matter]:
    kind = Case(
        When(_DISPUTED, then=Value("disputed")),
        When(_LEFT, then=Value("left")),
        When(_DELIVERED & Q(has_evidence=True), then=Value("review")),
        When(_DELIVERED, then=Value("claimed")),
        When(_PAY, then=Value("pay")),
        When(_MORE_TIME, then=Value("more_time")),
        When(_SILENT, then=Value("silent")),
    )
    due = Case(
        When(_DISPUTED, then=None),
        When(_LEFT, then=F("terms_left_at") + SETTLE_WITHIN),
        When(_DELIVERED, then=review_until()),
        When(_PAY, then=F("escrow__auto_release_at")),
        When(_MORE_TIME, then=F("extension_until")),
        When(_SILENT, then=F("ends_at")),
    )
    rows = applications.filter(status="accepted", escrow__ended_at=None)
    sent = Submission.objects.filter(application_id=OuterRef("pk"), status="pending_review")
    rows = rows.annotate(has_evidence=Exists(sent))
    open_dispute = Dispute.objects.filter(escrow_id=OuterRef("escrow_id"), status__in=OPEN_DISPUTE).values("pk")[:1]
    rows = rows.annotate(open_dispute=Case(When(_DISPUTED, then=Subquery(open_dispute))))
    waits = rows.filter(_DISPUTED | _LEFT | _DELIVERED | _PAY | _MORE_TIME | _SILENT).annotate(
        matter=kind, due=due, goes_at=_paid_by_itself_at()
    )
    waits = waits.exclude(matter__in=_BY_PRODUCT, bounty__kind__in=kinds_that_reserve("review"))
    grouped = waits.order_by().values("bounty_id", "bounty__title", "matter")
    about = Min(Cast("open_dispute", TextField()))
    summed = grouped.annotate(
        people=Count("pk"), first=Min("due"), one=_ANY, about=about, cents=_SUM, goes_first=_FIRST
    )
    for row in summed.order_by(F("first").asc(nulls_last=True), "bounty_id")[:AT_MOST]:
        only = ids.encode("app", UUID(row["one"])) if row["people"] == 1 else None
        dispute = ids.encode(Dispute.PREFIX, UUID(row["about"])) if only and row["about"] else None
        job, title = _job(row["bounty_id"]), row["bounty__title"]
        goes = (row["cents"], row["goes_first"]) if row["goes_first"] else (0, None)
        yield Matter(row["matter"], job, title, row["people"], row["first"], only, dispute, *goes)


_SUM, _FIRST = Sum("escrow__amount_cents"), Min("goes_at")


def review_until() -> Case:
    """`rules.hiring.review_until` of delivered seats, as an expression over applications."""
    settled = Least("escrow__review_due_at", "complete_by")  # complete_by may be null: Least leaves it out
    return Case(When(bounty__kind="personal", then=settled), default=F("escrow__review_due_at"))


def _paid_by_itself_at() -> Case:
    """When a seat of which the owner says nothing more is paid, as the timers will carry it out: delivered work after the
    acceptance, a warranty and the wait of the ladder (`escrows.complete_unreviewed`, `releases.release_due`).

    A personal job is paid at its settlement if that comes first (`hiring.settle_personal`). Delivered work is, whatever its
    warranty; work that was accepted before is, unless its warranty runs, since that is followed by the whole ladder.
    """
    warranty = ExpressionWrapper(F("escrow__parent__warranty_days") * timedelta(days=1), output_field=DurationField())
    wait = ladder.wait_after_acceptance("escrow__amount_cents")
    usual = ExpressionWrapper(F("escrow__review_due_at") + warranty + wait, output_field=DateTimeField())
    unreviewed = Q(complete_by__lte=F("escrow__review_due_at"))
    settles = Q(bounty__kind="personal") & (unreviewed | Q(escrow__parent__warranty_days=0))
    return Case(
        When(_PAY, then=F("escrow__auto_release_at")),
        When(_DELIVERED & settles, then=Least(usual, "complete_by")),
        When(_DELIVERED, then=usual),
        output_field=DateTimeField(),
    )


def _of_applications(actor: Actor) -> Iterable[Matter]:
    rows = Application.objects.filter(bounty__owner_id=actor.id, status="pending", bounty__status__in=HIRES)
    rows = rows.exclude(bounty__kind__in=[*kinds_that_reserve("accept"), *DIRECT])
    rows = rows.filter(bounty__deadline__gt=clock.now() - REFILL, bounty__spots_filled__lt=F("bounty__spots_available"))
    grouped = rows.order_by().values("bounty_id", "bounty__title", "bounty__deadline")
    summed = grouped.annotate(people=Count("pk"), one=_ANY)
    for row in summed.order_by("bounty__deadline", "bounty_id")[:AT_MOST]:
        only = ids.encode("app", UUID(row["one"])) if row["people"] == 1 else None
        until = row["bounty__deadline"] + REFILL
        yield Matter("applications", _job(row["bounty_id"]), row["bounty__title"], row["people"], until, only)


def _job(bounty_id: UUID) -> str:
    return ids.encode("bty", bounty_id)


def kinds_that_reserve(verb: str) -> list[str]:
    """Kinds of bounties on which this verb is the managed product's alone."""
    found = {kind: products.find(kind) for kind in KINDS}
    return [kind for kind, product in found.items() if product is not None and verb in product.reserved]


# ------------------------------------------------------------------ jobs

STALLED = Q(status__in=("pending_deposit", "pending_funding"))


def unfilled() -> Q:
    """Jobs past their deadline with free places, for which those who have applied can still be hired."""
    now = clock.now()
    late = Q(status__in=UNFILLED, deadline__lte=now, deadline__gt=now - REFILL, spots_filled__lt=F("spots_available"))
    return late & ~Q(kind__in=[*DIRECT, *MANAGED])


def running(actor: Actor, *, at_most: int) -> list[Bounty]:
    """The caller's jobs that are not over, those without money or people first, then the newest. One query."""
    first = Case(When(STALLED | unfilled(), then=Value(0)), default=Value(1), output_field=IntegerField())
    rows = Bounty.objects.filter(owner_id=actor.id).exclude(status__in=[*OVER, "closing"])
    rows = rows.defer("description", "completion_criteria").annotate(urgency=first)
    return list(rows.order_by("urgency", "-id")[:at_most])


def stalled(bounty: Bounty) -> Matter | None:
    """What a job of `running` waits for by itself: money, or people after its deadline; None for the others."""
    if bounty.status == "pending_deposit":
        return Matter("unpaid", bounty.public_id, bounty.title, 1, bounty.deadline)
    if bounty.status == "pending_funding":
        return Matter("raise", bounty.public_id, bounty.title, 1, None)
    if bounty.__dict__.get("urgency") == 0:
        return Matter("unfilled", bounty.public_id, bounty.title, bounty.spots_remaining, bounty.deadline + REFILL)
    return None


def counts(actor: Actor) -> dict[str, int]:
    """How many jobs the caller has in each status. One query."""
    rows = Bounty.objects.filter(owner_id=actor.id).order_by().values_list("status")
    return dict(rows.annotate(Count("pk")))


def needing(rows: QuerySet[Bounty], actor: Actor) -> QuerySet[Bounty]:
    """Of these jobs of the caller those about which something waits for them."""
    seats = Application.objects.filter(bounty__owner_id=actor.id, status="accepted", escrow__ended_at=None)
    seats = seats.filter(_LEFT | _DELIVERED | _PAY | _MORE_TIME | _SILENT)
    seats = seats.exclude(bounty__kind__in=kinds_that_reserve("review"))
    asked = Application.objects.filter(bounty__owner_id=actor.id, status="pending", bounty__status__in=HIRES)
    asked = asked.exclude(bounty__kind__in=[*kinds_that_reserve("accept"), *DIRECT])
    return rows.filter(STALLED | unfilled() | Q(pk__in=seats.values("bounty_id")) | Q(pk__in=asked.values("bounty_id")))


@dataclass(frozen=True, slots=True)
class People:
    """How many people stand where with some job."""

    pending: int = 0
    hired: int = 0
    review: int = 0
    pay: int = 0
    paid: int = 0
    at_work: int = 0


def people(bounty_ids: Iterable[UUID]) -> dict[UUID, People]:
    """By job, for those that somebody applied to. One query."""
    rows = Application.objects.filter(bounty_id__in=list(bounty_ids)).order_by().values("bounty_id")
    hired, names = Q(status="accepted"), [field.name for field in fields(People)]
    summed = rows.annotate(
        pending=Count("pk", filter=Q(status="pending")),
        hired=Count("pk", filter=hired),
        review=Count("pk", filter=hired & Q(escrow__status="delivered")),
        pay=Count("pk", filter=hired & Q(escrow__status="completed")),
        paid=Count("pk", filter=Q(escrow__released_at__isnull=False)),
        at_work=Count("pk", filter=hired & Q(escrow__status="locked")),
    )
    return {row[0]: People(*row[1:]) for row in summed.values_list("bounty_id", *names)}


def by_urgency(rows: QuerySet[Application]) -> QuerySet[Application]:
    """Hired people, those whom the owner has to do something about first, by what is due first."""
    due = Coalesce("escrow__review_due_at", "escrow__auto_release_at", "extension_until", "ends_at", "complete_by")
    waits = Case(
        When(_LEFT | _DELIVERED | _PAY | _MORE_TIME | _SILENT, then=Value(0)),
        When(escrow__ended_at=None, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    return rows.annotate(waits=waits, due=due).order_by("waits", F("due").asc(nulls_last=True), "-id")
