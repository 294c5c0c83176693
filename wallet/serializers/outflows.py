"""Shapes of outgoing money: withdrawals, and refunds of deposits."""

from django.core.validators import RegexValidator
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
from marketplace.api.serializers import Shape
from wallet.rules.outflows import (
    REFUND_STATUSES,
    WITHDRAWAL_MAX_CENTS,
    WITHDRAWAL_MIN_CENTS,
    WITHDRAWAL_STATUS,
    WITHDRAWALS,
)

_REQUEST = RegexValidator(r"\A[A-Za-z0-9_-]{8,100}\Z", "Give 8 to 100 letters, digits, underscores and dashes.")


class WithdrawIn(Shape):
    """POST /api/wallet/withdraw and /api/earnings/withdraw."""

    amount_cents = StrictInteger(
        min_value=WITHDRAWAL_MIN_CENTS,
        max_value=WITHDRAWAL_MAX_CENTS,
        default=None,
        allow_null=True,
        help_text="US cents. Left out: all there is, up to 1,000,000.",
    )
    currency = CurrencyField()


class WithdrawalSum(Shape):
    """The sum as it is typed on a page, within the same bounds."""

    amount = DollarsField(source="amount_cents", min_cents=WITHDRAWAL_MIN_CENTS, max_cents=WITHDRAWAL_MAX_CENTS)


class WithdrawalOut(Shape):
    id = IdField("wdr", source="pk")
    source = serializers.ChoiceField(sorted(WITHDRAWALS))  # type: ignore[assignment]
    amount_cents = serializers.IntegerField()
    status = serializers.ChoiceField(
        sorted(set(WITHDRAWAL_STATUS.values())),
        source="withdrawal_status",
        help_text="A failed one is back where it came from.",
    )
    failure_reason = Text(source="why_failed", allow_null=True, help_text="A machine word; null unless it failed.")
    created_at = TimestampField()
    paid_at = TimestampField(allow_null=True)


class RefundIn(Shape):
    """POST /api/wallet/funding-refunds: the figures of the quote as its owner has seen them."""

    funding_transaction_id = Text(max_length=64, help_text="The deposit (txn_…).")
    request_id = Text(
        validators=[_REQUEST],
        help_text="Your own name of this refund, for ever: 8 to 100 of A-Z a-z 0-9 _ -. Repeating it is safe.",
    )
    expected_principal_cents = StrictInteger(
        min_value=1, max_value=10**12, help_text="US cents. principalCents of the quote."
    )
    expected_refund_amount_cents = StrictInteger(
        min_value=1, max_value=10**12, help_text="US cents. refundAmountCents of the quote."
    )
    confirm = StrictBoolean(help_text="true: the money really goes back.")

    def validate_confirm(self, value: bool) -> bool:
        if not value:
            raise serializers.ValidationError("Send true once you have seen the quote.")
        return value


class _FundingOut(Shape):
    funding_transaction_id = IdField("txn", source="funding_id")
    principal_cents = serializers.IntegerField(help_text="What leaves the wallet.")
    fee_retained_cents = serializers.IntegerField(source="kept_cents", help_text="What we keep of it, once a deposit.")
    refund_amount_cents = serializers.IntegerField(source="refund_cents", help_text="What arrives.")
    destination = Text(help_text="Where it came from, masked.")


class RefundableOut(_FundingOut):
    """A quote: what returning this deposit would do now."""


class RefundOut(_FundingOut):
    id = IdField("ref", source="pk")
    request_id = Text()
    principal_cents = serializers.IntegerField(source="amount_cents", help_text="What left the wallet.")
    destination = Text(source="destination_label", help_text="Where it came from, masked.")
    status = serializers.ChoiceField(
        REFUND_STATUSES,
        source="refund_status",
        help_text="A failed one is back in the wallet. attention: our staff is asking the provider.",
    )
    failure_reason = Text(source="why_failed", allow_null=True, help_text="A machine word; null unless it failed.")
    created_at = TimestampField()
    completed_at = TimestampField(source="paid_at", allow_null=True)
