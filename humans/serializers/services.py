"""Wire forms of services, their slots, subscriptions and cycles."""

import re
from datetime import time
from typing import Any

from rest_framework import serializers

from humans.rules.people import WEEKDAYS
from humans.rules.services import (
    BOOKING_STATUSES,
    INTERVALS,
    SERVICE_CATEGORY,
    SERVICE_MAX_CENTS,
    SERVICE_MIN_CENTS,
    SERVICE_MINUTES_MAX,
    SERVICE_MINUTES_MIN,
    SUBSCRIPTION_STATUSES,
)
from marketplace.api.fields import (
    CurrencyField,
    DollarsField,
    IdField,
    Line,
    StrictBoolean,
    StrictInteger,
    Text,
    TimestampField,
)
from marketplace.api.serializers import Shape

_HH_MM = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_PAY = "What the provider gets for one appointment; the fee comes on top."
_RATE = "The rate of that fee in basis points (1800 is 18 %), as it was when the subscription was made."


class ServiceIn(Shape):
    """POST /api/services."""

    title = Line(max_length=200, trim=True)
    description = Text(max_length=5000)
    category = Line(max_length=40, help_text="A slug of your own words, such as dog-walking.")
    price = DollarsField(source="price_cents", min_cents=SERVICE_MIN_CENTS, max_cents=SERVICE_MAX_CENTS, help_text=_PAY)
    currency = CurrencyField()
    duration_minutes = StrictInteger(min_value=SERVICE_MINUTES_MIN, max_value=SERVICE_MINUTES_MAX)
    is_active = StrictBoolean(default=True)

    def validate_category(self, category: str) -> str:
        if not SERVICE_CATEGORY.fullmatch(category):
            raise serializers.ValidationError("Give small letters, digits and single dashes, such as dog-walking.")
        return category


class ServicePatch(ServiceIn):
    """PATCH /api/services/{id}: what is sent changes, for subscriptions that are made from then on."""

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, serializers.empty
        return fields


class ServiceOut(Shape):
    id = IdField("svc", source="pk")
    human_id = IdField("prf", source="human.profile_id")
    human_name = Text(source="human.display_name")
    title = Text()
    description = Text()
    category = Text()
    price = DollarsField(source="price_cents", help_text=_PAY)
    price_cents = serializers.IntegerField()
    duration_minutes = serializers.IntegerField()
    is_active = serializers.BooleanField()
    rating = serializers.FloatField(source="human.profile.rating", help_text="The provider's, over all reviews.")
    review_count = serializers.IntegerField(source="human.profile.review_count")
    created_at = TimestampField()


class OwnService(ServiceOut):
    """As its owner sees it."""

    hidden_at = TimestampField(allow_null=True, help_text="Since when our staff keep it off the list.")
    hidden_reason = Text()


class SlotOut(Shape):
    start = Text(help_text="HH:mm in the provider's time zone.")
    end = Text()


class ClockField(Text):
    """HH:mm on the wire."""

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        if not _HH_MM.fullmatch(text):
            raise serializers.ValidationError("Give HH:mm, such as 09:30.")
        return time.fromisoformat(text)


class SubscribeIn(Shape):
    """POST /api/services/subscribe."""

    human_id = Text(max_length=64, help_text="The provider's profile id or username.")
    service_id = Text(max_length=64, help_text="The service (svc_…), from browse_services.")
    interval = serializers.ChoiceField(INTERVALS, help_text="How often.")
    day_of_week = serializers.ChoiceField(WEEKDAYS, help_text="On which day.")
    start_time = ClockField(help_text="HH:mm in the provider's time zone.")


class DeclineIn(Shape):
    reason = Text(max_length=1000, default="", allow_blank=True, help_text="The booker reads it.")


class CycleOut(Shape):
    """One appointment."""

    id = IdField("sbk", source="pk")
    status = serializers.ChoiceField(BOOKING_STATUSES)
    date = serializers.DateField(help_text="The provider's own.")
    starts_at = TimestampField()
    ends_at = TimestampField()
    escrow_id = IdField("esc", allow_null=True)
    escrow_status = Text(allow_null=True)
    due_at = TimestampField(
        allow_null=True,
        help_text="When it lapses: without payment (pending_payment), an answer (pending_approval), or the provider's word that it "
        "took place (confirmed).",
    )
    end_reason = Text(help_text="Why it ended, when not as planned.")


class BookingOut(CycleOut):
    """One cycle of a subscription."""

    subscription_id = IdField("ssb")
    service_id = IdField("svc", source="subscription.service_id")
    title = Text(source="subscription.title")
    human_id = IdField("prf", source="provider.profile_id", help_text="The provider.")
    human_name = Text(source="provider.display_name")
    booker_id = IdField("prf", source="booker.profile_id")
    booker_name = Text(source="booker.display_name")
    conversation_id = IdField("cnv", source="subscription.conversation_id", allow_null=True)
    start_time = Text(source="subscription.starts_at_time")
    timezone = Text(source="subscription.timezone")
    price = DollarsField(source="subscription.price_cents")
    price_cents = serializers.IntegerField(source="subscription.price_cents")
    fee_cents = serializers.IntegerField(source="subscription.fee_cents")
    fee_bps = serializers.IntegerField(source="subscription.fee_bps", help_text=_RATE)
    total_cents = serializers.IntegerField(source="subscription.total_cents")
    created_at = TimestampField()


class SubscriptionOut(Shape):
    """Its terms stay as they were when it was made."""

    id = IdField("ssb", source="pk")
    status = serializers.ChoiceField(SUBSCRIPTION_STATUSES)
    role = serializers.ChoiceField(["booker", "provider"], source="viewer_role", help_text="Yours.")
    service_id = IdField("svc")
    title = Text()
    human_id = IdField("prf", source="provider.profile_id", help_text="The provider.")
    human_name = Text(source="provider.display_name")
    booker_id = IdField("prf", source="booker.profile_id")
    booker_name = Text(source="booker.display_name")
    conversation_id = IdField("cnv", allow_null=True)
    interval = serializers.ChoiceField(INTERVALS)
    day_of_week = serializers.ChoiceField(WEEKDAYS)
    start_time = Text(source="starts_at_time")
    timezone = Text(help_text="The provider's; the times above stay the same there when the clocks change.")
    duration_minutes = serializers.IntegerField()
    price = DollarsField(source="price_cents", help_text=_PAY)
    price_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    fee_bps = serializers.IntegerField(help_text=_RATE)
    total_cents = serializers.IntegerField(help_text="What each cycle takes from the booker's wallet.")
    first_date = serializers.DateField()
    next_date = serializers.DateField(allow_null=True, help_text="The appointment that the next cycle pays for.")
    next_cycle_at = TimestampField(
        allow_null=True, help_text="When that is paid, or tried again; the period ends then."
    )
    past_due_since = TimestampField(allow_null=True)
    cancel_at_period_end = serializers.BooleanField()
    approved_at = TimestampField(allow_null=True)
    canceled_at = TimestampField(allow_null=True)
    end_reason = Text()
    latest_booking = CycleOut(allow_null=True)
    created_at = TimestampField()
