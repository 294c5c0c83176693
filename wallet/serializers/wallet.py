from typing import Any
from uuid import UUID

from rest_framework import serializers

from marketplace.api.fields import DollarsField, IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from wallet.rules import DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS
from wallet.selectors.balances import TYPES


class DepositIn(Shape):
    """POST /api/wallet/deposit."""

    amount = DollarsField(
        source="amount_cents",
        min_cents=DEPOSIT_MIN_CENTS,
        max_cents=DEPOSIT_MAX_CENTS,
        help_text="US dollars, 1 to 10,000.",
    )


class DepositOut(Shape):
    deposit_id = IdField("dep", source="pk")
    checkout_url = Text(source="url", help_text="Open it in a browser and pay there.")
    amount = DollarsField(source="amount_cents")
    amount_cents = serializers.IntegerField()
    status = serializers.ChoiceField(["open", "paid", "cancelled", "expired"])
    expires_at = TimestampField()


class BalanceOut(Shape):
    """`balance`, `totalDeposited` and `totalSent` are cents (clients read them so); explicit twins beside them."""

    balance = serializers.IntegerField(help_text="Cents.")
    total_deposited = serializers.IntegerField(source="deposited", help_text="Cents.")
    total_sent = serializers.IntegerField(source="sent", help_text="Cents.")
    balance_cents = serializers.IntegerField(source="balance")
    total_deposited_cents = serializers.IntegerField(source="deposited")
    total_sent_cents = serializers.IntegerField(source="sent")


class EarningsOut(Shape):
    available_cents = serializers.IntegerField(source="available")
    held_cents = serializers.IntegerField(source="held")
    disputed_cents = serializers.IntegerField(source="disputed")
    withdrawn_cents = serializers.IntegerField(source="withdrawn")


class LineOut(Shape):
    id = IdField("txn", source="transaction_id")
    type = Text()
    direction = serializers.ChoiceField(["in", "out"])
    amount_cents = serializers.IntegerField()
    balance_after_cents = serializers.IntegerField(source="balance_after")
    bounty_id = IdField("bty", allow_null=True)
    escrow_id = IdField("esc", allow_null=True)
    description = Text()
    created_at = TimestampField()


def render_line(line: Any) -> dict[str, Any]:
    """A line of the statement: positive cents and a direction, named for people."""
    line.type = TYPES.get(line.transaction.kind, line.transaction.kind)
    line.direction = "in" if line.cents > 0 else "out"
    line.amount_cents = abs(line.cents)
    line.escrow_id = _escrow(line)
    line.description = _WORDS.get(line.transaction.kind, line.transaction.kind)
    return LineOut.render(line)


def _escrow(line: Any) -> UUID | None:
    owner: UUID | None = line.other.owner_id
    return owner if line.other.kind in ("pool", "hold") else None


_WORDS = {
    "deposit": "Deposit",
    "fund": "Bounty funded",
    "close": "Unused bounty money returned",
    "seat_back": "Seat cancelled, money returned",
}
