"""An escrow's audit log and what it holds right now, for its parties."""

from typing import Any
from uuid import UUID

from escrow.models import Escrow
from marketplace.api.fields import timestamp
from wallet import ledger
from webhooks.selectors.events import timeline


def log(escrow_id: UUID) -> list[dict[str, Any]]:
    """`[{ at, actor, action, from, to, note }]`, oldest first: the internal facts about this escrow."""
    return [
        {
            "at": timestamp(fact.created_at),
            "actor": fact.actor,
            "action": fact.data.get("to"),
            "from": fact.data.get("from"),
            "to": fact.data.get("to"),
            "note": fact.note,
        }
        for fact in timeline(escrow_id)
        if not fact.public
    ]


def remaining_cents(escrow: Escrow) -> int:
    """What the pool or the hold has left, from the ledger."""
    return ledger.balance(ledger.pool(escrow.pk) if escrow.is_pool else ledger.hold(escrow.pk))
