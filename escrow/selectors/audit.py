"""An escrow's audit log and what it holds right now, for its parties."""

from collections.abc import Sequence
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
            "action": fact.data.get("action"),
            "from": fact.data.get("from"),
            "to": fact.data.get("to"),
            "note": fact.note,
        }
        for fact in timeline(escrow_id)
        if not fact.public
    ]


def held_by(escrows: Sequence[Escrow]) -> dict[str, int]:
    """Public id -> the cents that a pool or hold has right now, for all of them in one look at the ledger."""
    codes = {ledger.pool(row.pk) if row.is_pool else ledger.hold(row.pk): row.public_id for row in escrows}
    found = ledger.balances(codes) if codes else {}
    return {public_id: found.get(code, 0) for code, public_id in codes.items()}
