"""Fetch transfers for one of their two people."""

from django.db.models import QuerySet

from escrow.models import Transfer
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound


def mine(actor: Actor, direction: str = "all") -> list[QuerySet[Transfer]]:
    """What this caller sent, received, or both: a queryset for each, walked by an index of its own, to be merged."""
    rows = Transfer.objects.select_related("sender", "recipient")
    parts = {"sent": rows.filter(sender_id=actor.id), "received": rows.filter(recipient_id=actor.id)}
    return [part for name, part in parts.items() if direction in (name, "all")]


def seen_by(actor: Actor, row: Transfer) -> Transfer:
    """The row with the direction that it has for this caller, one of its two people."""
    row.seen_as = "sent" if row.sender_id == actor.id else "received"
    return row


def one(actor: Actor, transfer_id: str) -> Transfer:
    """Its sender's or recipient's. Raises NotFound for everybody else."""
    found: Transfer | None = None
    try:
        pk = ids.decode("trf", transfer_id)
        found = Transfer.objects.select_related("sender", "recipient").get(pk=pk)
    except (ValueError, Transfer.DoesNotExist):
        pass
    if found is None or actor.id not in (found.sender_id, found.recipient_id):
        raise NotFound("There is no such transfer among yours. GET /api/transfers/mine lists them.")
    return seen_by(actor, found)
