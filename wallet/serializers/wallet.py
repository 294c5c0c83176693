"""Shapes of /api/wallet."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from marketplace.api.fields import (
    CurrencyField,
    DollarsField,
    IdField,
    StrictBoolean,
    StrictInteger,
    Text,
    TimestampField,
)
from marketplace.api.serializers import Shape, camel
from marketplace.core.money import format_usd
from wallet.rules.checkouts import CHECKOUT, DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS
from wallet.rules.controls import CAP_WINDOWS, CONTROL_MAX_CENTS, overruled


class DepositIn(Shape):
    """POST /api/wallet/deposit."""

    amount = DollarsField(source="amount_cents", min_cents=DEPOSIT_MIN_CENTS, max_cents=DEPOSIT_MAX_CENTS)
    currency = CurrencyField()
    save_payment_method = StrictBoolean(
        default=False, help_text="Ask the payer to keep the card for automatic top-ups of this wallet."
    )


class DepositOut(Shape):
    deposit_id = IdField("dep", source="pk")
    checkout_url = Text(source="url", help_text="Open it in a browser and pay there.")
    amount = DollarsField(source="amount_cents")
    amount_cents = serializers.IntegerField()
    status = serializers.ChoiceField(sorted(CHECKOUT.states))
    expires_at = TimestampField()


class BalanceOut(Shape):
    """All in cents: balance = totalDeposited - totalSent + totalReturned - totalWithdrawn, with explicit twins."""

    balance = serializers.IntegerField(help_text="US cents.")
    total_deposited = serializers.IntegerField(source="deposited", help_text="US cents.")
    total_sent = serializers.IntegerField(source="sent", help_text="US cents, before anything came back.")
    total_returned = serializers.IntegerField(source="returned", help_text="US cents that came back from bounties.")
    total_withdrawn = serializers.IntegerField(source="withdrawn", help_text="US cents that left the marketplace.")
    balance_cents = serializers.IntegerField(source="balance")
    total_deposited_cents = serializers.IntegerField(source="deposited")
    total_sent_cents = serializers.IntegerField(source="sent")
    total_returned_cents = serializers.IntegerField(source="returned")
    total_withdrawn_cents = serializers.IntegerField(source="withdrawn")


class CentsField(StrictInteger):
    """Non-negative integer cents; null clears the setting."""

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=0, max_value=CONTROL_MAX_CENTS, required=False, allow_null=True, **more)


class ControlsIn(Shape):
    """PATCH /api/wallet/controls: only what is sent changes."""

    low_balance_threshold_cents = CentsField(
        help_text="US cents. wallet.low_balance is sent when the balance falls below this."
    )
    spending_cap_per_bounty_cents = CentsField(help_text="US cents. What one bounty may take, fee and tips included.")
    spending_cap_rolling_24h_cents = CentsField(help_text="US cents. What may be spent in 24 hours, over everything.")
    spending_cap_rolling_7d_cents = CentsField(help_text="US cents. The same for 7 days.")
    spending_cap_rolling_30d_cents = CentsField(help_text="US cents. The same for 30 days.")
    ask_above_cents = CentsField(
        help_text="US cents. A single spend of an API key or connected program above this waits for your approval; null: none "
        "does. Only you can change it, signed in."
    )
    auto_topup_enabled = StrictBoolean(
        required=False,
        help_text="Charge the kept card by itself; needs target > floor > 0 and max per day >= target - floor.",
    )
    auto_topup_floor_cents = CentsField(help_text="US cents. The kept card is charged when the balance is below this.")
    auto_topup_target_cents = CentsField(help_text="US cents. Charged up to this.")
    auto_topup_max_per_day_cents = CentsField(help_text="US cents. At most this in 24 hours.")


class ControlsOut(Shape):
    """All in cents, null when unset."""

    low_balance_threshold_cents = serializers.IntegerField(allow_null=True)
    spending_cap_per_bounty_cents = serializers.IntegerField(allow_null=True)
    spending_cap_rolling_24h_cents = serializers.IntegerField(allow_null=True)
    spending_cap_rolling_7d_cents = serializers.IntegerField(allow_null=True)
    spending_cap_rolling_30d_cents = serializers.IntegerField(allow_null=True)
    ask_above_cents = serializers.IntegerField(
        allow_null=True, help_text="A spend above this waits for the owner's approval; null: none does."
    )
    frozen_at = TimestampField(allow_null=True, help_text="Since then only the owner, signed in, may spend.")
    frozen_reason = Text()
    auto_topup_enabled = serializers.BooleanField()
    auto_topup_floor_cents = serializers.IntegerField(allow_null=True)
    auto_topup_target_cents = serializers.IntegerField(allow_null=True)
    auto_topup_max_per_day_cents = serializers.IntegerField(allow_null=True)


def cap_warnings(caps: Mapping[str, int]) -> dict[str, list[str]]:
    """The `warnings` of an answer whose rolling caps these are, in cents; empty where each can be reached."""
    told = [
        f"{_cap_field(name)} is {format_usd(caps[name])}, below {_cap_field(shorter)} with {format_usd(caps[shorter])}: the lower "
        "one rules, and the other is never reached."
        for name, shorter in overruled(caps)
    ]
    return {"warnings": told} if told else {}


def _cap_field(name: str) -> str:
    return camel(f"spending_cap_{name}_cents")


CAP_NAMES = [f"{whose}{name}" for whose in ("", "key_", "connector_") for name in ("per_bounty", *CAP_WINDOWS)]


class CapOut(Shape):
    cap = serializers.ChoiceField(CAP_NAMES)
    cap_cents = serializers.IntegerField()
    spent_cents = serializers.IntegerField(help_text="Of this cap. For per_bounty: on the bounty asked for, or 0.")
    left_cents = serializers.IntegerField()


class HeadroomOut(Shape):
    """All in cents."""

    spendable_cents = serializers.IntegerField(
        help_text="What one spend may take now, fee included; 0 while the wallet is frozen or owes."
    )
    balance_cents = serializers.IntegerField()
    owed_cents = serializers.IntegerField(help_text="A debt from a payment that its bank took back.")
    frozen_at = TimestampField(allow_null=True, help_text="Since then only the owner, signed in, may spend.")
    frozen_reason = Text(help_text="The owner's note on why they stopped it; empty without one.")
    asks_above_cents = serializers.IntegerField(
        allow_null=True,
        help_text="A single spend above this is answered with 202 and waits for the owner's approval; null: none does.",
    )
    caps = CapOut(many=True)
    bound_by = serializers.ChoiceField(
        ["balance", "frozen", "debt", *CAP_NAMES], help_text="What bounds spendableCents: the smallest of all."
    )
    allowed_scopes = serializers.ListField(
        child=Text(), allow_null=True, help_text="Of the key or connector that asks; null: all."
    )
    allowed_categories = serializers.ListField(
        child=Text(), allow_null=True, help_text="Work that it may spend on; null: all."
    )
    allowed_countries = serializers.ListField(
        child=Text(), allow_null=True, help_text="Countries of work that it may spend on; null: all."
    )


class FreezeIn(Shape):
    reason = Text(max_length=200, required=False, default="", help_text="A note of yours, shown to your agents.")


class LineOut(Shape):
    """A line of the statement: positive cents and a direction, with the balance after it."""

    id = IdField("txn", source="transaction_id")
    type = Text()
    direction = serializers.ChoiceField(["in", "out"])
    amount_cents = serializers.IntegerField()
    balance_after_cents = serializers.IntegerField(source="balance_after")
    bounty_id = IdField("bty", source="about_bounty_id", allow_null=True)
    escrow_id = IdField("esc", allow_null=True)
    transfer_id = IdField("trf", allow_null=True)
    description = Text()
    created_at = TimestampField()
