"""Events of a wallet, delivered to its owner."""

from datetime import datetime
from typing import Any
from uuid import UUID

from marketplace.api.fields import timestamp
from marketplace.core import ids
from marketplace.core.open_mappings import JsonObject
from wallet.models import Approval
from webhooks import outbox

LOW_BALANCE = "wallet.low_balance"


def low_balance(account_id: UUID, *, transaction_id: UUID, balance_cents: int, threshold_cents: int) -> None:
    """This transaction brought the balance below the threshold."""
    _publish(
        LOW_BALANCE,
        account_id,
        ids.encode("txn", transaction_id),
        {"balanceCents": balance_cents, "thresholdCents": threshold_cents},
    )


def spending_cap_hit(
    account_id: UUID, *, cap: str, attempted_cents: int, cap_cents: int, spender_id: str | None
) -> None:
    """A spend was refused by a cap: of the account, or of the key or connector `spender_id`. The attempt has no row, so the
    event's entity gets a new id."""
    _publish(
        "wallet.spending_cap_hit",
        account_id,
        ids.encode("txn", ids.new()),
        {"cap": cap, "attemptedCents": attempted_cents, "capCents": cap_cents, "spenderId": spender_id},
    )


def limits_changed(account_id: UUID, *, spender_id: str, limits: JsonObject) -> None:
    """The owner set other limits for a key or connector (`spender_id`). Each change is an entity of its own."""
    _publish(
        "wallet.limits_changed",
        account_id,
        ids.encode("txn", ids.new()),
        {"spenderId": spender_id, "limits": limits},
    )


def freeze_changed(account_id: UUID, *, at: datetime | None, reason: str) -> None:
    """The owner stopped all spending (`at`), or allowed it again (None). Each change is an entity of its own."""
    _publish(
        "wallet.freeze_changed",
        account_id,
        ids.encode("txn", ids.new()),
        {"frozen": at is not None, "frozenAt": timestamp(at), "reason": reason},
    )


def topup_initiated(account_id: UUID, *, top_up: str, cents: int) -> None:
    _publish("wallet.auto_topup_initiated", account_id, top_up, {"amountCents": cents})


def topup_failed(account_id: UUID, *, top_up: str, reason: str) -> None:
    _publish("wallet.auto_topup_failed", account_id, top_up, {"reason": reason})


def approval_requested(row: Approval) -> None:
    """A spend waits for the owner."""
    _publish(
        "approval.requested",
        row.account_id,
        row.public_id,
        {
            "approvalId": row.public_id,
            "cents": row.cents,
            "operationId": row.operation_id,
            "expiresAt": timestamp(row.expires_at),
        },
    )


def approval_decided(row: Approval) -> None:
    """The owner has approved or declined it, or taken their approval back (`status` declined, again); or nobody has decided in time
    (`status` expired)."""
    data = {"approvalId": row.public_id, "status": row.status, "cents": row.cents, "note": row.note}
    _publish("approval.decided", row.account_id, row.public_id, data | {"expiresAt": timestamp(row.expires_at)})


def _publish(type_: str, account_id: UUID, entity: str, data: dict[str, Any]) -> None:
    outbox.publish(type=type_, entity=entity, account_id=account_id, data=data)
