"""Disputes as their two parties and staff may read them, and counts of them."""

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from django.db.models import Case, CharField, Count, OuterRef, QuerySet, Subquery, Value, When

from escrow.errors import NotPoster
from escrow.models import Dispute, DisputeDecision, DisputePolicy
from escrow.rules.disputes import DEFAULT_APPROVAL_CENTS, OPEN_DISPUTE
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotFound


def visible(actor: Actor) -> list[QuerySet[Dispute]]:
    """The disputes that this caller may see, with everything a record shows. For a party two querysets, those they opened
    and those about them, because each uses its own index; for staff one with all, for a member what the account opened."""
    rows = _with_all_that_is_shown(Dispute.objects.all())
    if actor.is_staff:
        return [rows]
    opened = rows.filter(owner_id=actor.id)
    return [opened] if actor.member is not None else [opened, rows.filter(worker_id=actor.id)]


def get(actor: Actor, dispute_id: str) -> Dispute:
    """One dispute by its public id (dsp_…), with everything a record shows. Raises NotFound (404) for strangers."""
    return _find(actor, dispute_id, _with_all_that_is_shown(Dispute.objects.all()))


def as_party(actor: Actor, dispute_id: str) -> Dispute:
    """One dispute of a party, to act in it. Raises NotFound (404) for strangers, Forbidden (403) for staff, who decide in the
    admin, NotForOneself (403) for a member of the one side who is the other one."""
    found = _find(actor, dispute_id, Dispute.objects.select_related("escrow", "case"))
    if actor.id not in (found.owner_id, found.worker_id):
        raise Forbidden("Only the two parties of a dispute add to it.", code="not_party")
    actor.check_not_about_oneself(found.worker_id)
    return found


def as_funder(actor: Actor, dispute_id: str) -> Dispute:
    """One dispute that the caller opened. Raises NotFound (404) for strangers, NotPoster (403) for the worker and staff,
    NotForOneself (403) for a member who is the worker."""
    found = _find(actor, dispute_id, Dispute.objects.select_related("escrow", "case"))
    if found.owner_id != actor.id:
        raise NotPoster()
    actor.check_not_about_oneself(found.worker_id)
    return found


def _with_all_that_is_shown(rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
    return rows.select_related("escrow", "case", "appeal__made_by").prefetch_related(
        "evidence__author",
        "evidence__files",
        "decisions__preview",
        "case__requests",
        "case__offers",
        "case__messages",
    )


def _find(actor: Actor, dispute_id: str, rows: QuerySet[Dispute]) -> Dispute:
    unknown = NotFound("There is no such dispute among yours. GET /api/disputes lists them.")
    try:
        found = rows.filter(pk=ids.decode("dsp", dispute_id)).first()
    except ValueError:
        raise unknown
    # The same that `visible` lets through; by its key one is found whoever it concerns.
    sides = (
        () if found is None else (found.owner_id,) if actor.member is not None else (found.owner_id, found.worker_id)
    )
    if found is None or not (actor.is_staff or actor.id in sides):
        raise unknown
    return found


def counts(worker_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The number of open and decided disputes about each worker, in one query. Withdrawn ones are not counted."""
    rows = Dispute.objects.filter(worker_id__in=list(worker_ids)).exclude(status="withdrawn").order_by()
    return dict(rows.values_list("worker_id").annotate(Count("pk")))


def ends_about(worker_id: UUID) -> Counter[str]:
    """How the disputes about a worker ended, as far as they were not withdrawn: `settlement` (both agreed), a decision of staff
    (release, refund, split), or `open`. One query."""
    final = DisputeDecision.objects.filter(dispute_id=OuterRef("pk"), state="final").order_by("-pk")
    how = Case(When(offer__isnull=False, then=Value("settlement")), default="decision", output_field=CharField())
    rows = Dispute.objects.filter(worker_id=worker_id).exclude(status="withdrawn").order_by()
    ended = rows.values_list("status", Subquery(final.values(how=how)[:1]))
    return Counter("open" if status in OPEN_DISPUTE or not found else found for status, found in ended)


def approval_above() -> int:
    """The seat total, in cents, above which a decision needs a second person."""
    found = DisputePolicy.objects.order_by("pk").values_list("approval_above_cents", flat=True).first()
    return DEFAULT_APPROVAL_CENTS if found is None else int(found)


def waiting() -> int:
    """The number of disputes that await staff."""
    return Dispute.objects.filter(status__in=OPEN_DISPUTE).count()


def newest_of(conversation_id: UUID, owner_id: UUID) -> Dispute | None:
    """The latest dispute that is talked about in this conversation of the account that opened it."""
    rows = Dispute.objects.filter(owner_id=owner_id, conversation_id=conversation_id)
    found: Dispute | None = rows.order_by("-pk").first()
    return found
