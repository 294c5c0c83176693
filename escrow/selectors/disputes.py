"""Disputes for their two parties and for staff, and who was in one."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Count, QuerySet

from escrow.errors import NotPoster
from escrow.models import Dispute, DisputePolicy
from escrow.rules import DEFAULT_APPROVAL_CENTS, OPEN_DISPUTE
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Forbidden, NotFound


def visible(actor: Actor) -> list[QuerySet[Dispute]]:
    """What this caller may see, with all that a record shows: of a party the ones he opened and the ones about him, each
    walked by an index of its own; of staff all."""
    rows = Dispute.objects.select_related("escrow").prefetch_related("evidence__author", "evidence__files", "decisions")
    return [rows] if actor.is_staff else [rows.filter(owner_id=actor.id), rows.filter(worker_id=actor.id)]


def one(actor: Actor, dispute_id: str) -> Dispute:
    """Raises NotFound for a stranger."""
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
    """Raises NotFound for a stranger, 403 for staff, who decide in the admin and bring no evidence."""
    found = one(actor, dispute_id)
    if actor.id not in (found.owner_id, found.worker_id):
        raise Forbidden("Only the two parties of a dispute add to it.", code="not_party")
    return found


def as_funder(actor: Actor, dispute_id: str) -> Dispute:
    """Raises NotFound for a stranger, NotPoster (403) for the worker and for staff."""
    found = one(actor, dispute_id)
    if found.owner_id != actor.id:
        raise NotPoster()
    return found


def counts(worker_ids: Iterable[UUID]) -> dict[UUID, int]:
    """Disputes about each worker that are open or were decided, for all of them in one query. One that was withdrawn
    leaves no trace here."""
    rows = Dispute.objects.filter(worker_id__in=list(worker_ids)).exclude(status="withdrawn").order_by()
    return dict(rows.values_list("worker_id").annotate(Count("pk")))


def approval_above() -> int:
    """The seat total, in cents, above which a decision needs a second person."""
    found = DisputePolicy.objects.order_by("pk").values_list("approval_above_cents", flat=True).first()
    return DEFAULT_APPROVAL_CENTS if found is None else int(found)


def waiting() -> int:
    """Disputes that wait for staff."""
    return Dispute.objects.filter(status__in=OPEN_DISPUTE).count()
