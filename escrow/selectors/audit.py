"""An escrow's audit log and the money it holds now, for its parties."""

from collections.abc import Sequence
from typing import Any

from escrow.models import Escrow
from marketplace.api.fields import timestamp
from marketplace.core.actor import Actor, as_account
from wallet import ledger
from webhooks.selectors.events import timeline


def log(escrow: Escrow, reader: Actor) -> list[dict[str, Any]]:
    """`[{ at, actor, action, from, to, note }]`, oldest first: the internal events of this escrow.

    The owner's side and staff read which member of the account acted; the worker reads that the account did.
    """
    within = reader.is_staff or reader.id == escrow.owner_id
    return [
        {
            "at": timestamp(event.created_at),
            "actor": event.actor if within else as_account(event.actor, escrow.owner.profile_id),
            "action": event.data.get("action"),
            "from": event.data.get("from"),
            "to": event.data.get("to"),
            "note": event.note,
        }
        for event in timeline(escrow.pk)
        if not event.public
    ]


def held_cents(escrows: Sequence[Escrow]) -> dict[str, int]:
    """Public id -> the cents in the escrow's pool or hold right now, for all of them in one query."""
    codes = {ledger.pool(row.pk) if row.is_pool else ledger.hold(row.pk): row.public_id for row in escrows}
    found = ledger.balances(codes) if codes else {}
    return {public_id: found.get(code, 0) for code, public_id in codes.items()}
