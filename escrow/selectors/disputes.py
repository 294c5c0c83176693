"""Disputes as their two parties and staff may read them, and counts of them."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count, QuerySet

from escrow.errors import NotPoster
from escrow.models import Dispute, DisputePolicy
from escrow.rules.disputes import DEFAULT_APPROVAL_CENTS, OPEN_DISPUTE
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotFound


def visible(actor: Actor) -> list[QuerySet[Dispute]]:
    """The disputes that this caller may see, with everything a record shows. For a party two querysets, those they opened
    and those about them, because each uses its own index; for staff one with all, for a member what the account opened."""
    rows = Dispute.objects.select_related("escrow", "case").prefetch_related(
        "evidence__author",
        "evidence__files",
        "decisions__preview",
        "case__requests",
        "case__offers",
        "case__messages",
    )
    if actor.is_staff:
        return [rows]
    opened = rows.filter(owner_id=actor.id)
    return [opened] if actor.member is not None else [opened, rows.filter(worker_id=actor.id)]


def get(actor: Actor, dispute_id: str) -> Dispute:
    """One dispute by its public id (dsp_…). Raises NotFound (404) for strangers."""
    unknown = NotFound("There is no such dispute among yours. GET /api/disputes lists them.")
    try:
        key = ids.decode("dsp", dispute_id)
    except ValueError:
        raise unknown
    for rows in visible(actor):
        if (found := rows.filter(pk=key).first()) is not None:
            return found
    raise unknown


def as_party(actor: Actor, dispute_id: str) -> Dispute:
    """One dispute of a party. Raises NotFound (404) for strangers, Forbidden (403) for staff, who decide in the admin."""
    found = get(actor, dispute_id)
    if actor.id not in (found.owner_id, found.worker_id):
        raise Forbidden("Only the two parties of a dispute add to it.", code="not_party")
    return found


def as_funder(actor: Actor, dispute_id: str) -> Dispute:
    """One dispute that the caller opened. Raises NotFound (404) for strangers, NotPoster (403) for the worker and staff."""
    found = get(actor, dispute_id)
    if found.owner_id != actor.id:
        raise NotPoster()
    return found


def counts(worker_ids: Iterable[UUID]) -> dict[UUID, int]:
    """The number of open and decided disputes about each worker, in one query. Withdrawn ones are not counted."""
    rows = Dispute.objects.filter(worker_id__in=list(worker_ids)).exclude(status="withdrawn").order_by()
    return dict(rows.values_list("worker_id").annotate(Count("pk")))


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
