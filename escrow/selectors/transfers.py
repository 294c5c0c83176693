"""Transfers as their sender or recipient may read them."""

from django.db.models import QuerySet

from escrow.models import Transfer
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def mine(actor: Actor, direction: str = "all") -> list[QuerySet[Transfer]]:
    """What this caller sent, received, or both: one queryset for each, because each uses its own index; to be merged."""
    rows = Transfer.objects.select_related("sender", "recipient")
    parts = {"sent": rows.filter(sender_id=actor.id), "received": rows.filter(recipient_id=actor.id)}
    return [part for name, part in parts.items() if direction in (name, "all")]


def with_direction(actor: Actor, row: Transfer) -> Transfer:
    """The row with its `direction` set for this caller, its sender or recipient."""
    row.direction = "sent" if row.sender_id == actor.id else "received"
    return row


def get(actor: Actor, transfer_id: str) -> Transfer:
    """One transfer of the caller's by its public id (trf_…). Raises NotFound (404) for everybody else."""
    found: Transfer | None = None
    try:
        pk = ids.decode("trf", transfer_id)
        found = Transfer.objects.select_related("sender", "recipient").get(pk=pk)
    except (ValueError, Transfer.DoesNotExist):
        pass
    if found is None or actor.id not in (found.sender_id, found.recipient_id):
        raise NotFound("There is no such transfer among yours. GET /api/transfers/mine lists them.")
    return with_direction(actor, found)
