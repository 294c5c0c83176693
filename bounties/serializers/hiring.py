"""Bodies of direct hires, and their list."""

from datetime import datetime
from decimal import Decimal

from rest_framework import serializers

from bounties.rules.bounties import DEADLINE_MAX, POOL_MAX_CENTS
from bounties.rules.hiring import DEFAULT_HOURS
from bounties.serializers.numbers import NumberField
from marketplace.api.fields import DollarsField, IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import clock


class _HireIn(Shape):
    human_id = Text(max_length=64, help_text="A profile id (prf_…) or a username.")
    price = DollarsField(source="price_cents", min_cents=100, max_cents=POOL_MAX_CENTS, help_text="The worker's pay.")
    estimated_hours = NumberField(above=Decimal(0), at_most=Decimal(10_000), required=False, default=DEFAULT_HOURS)
    funding_method = serializers.ChoiceField(
        ["wallet", "checkout"],
        required=False,
        default="checkout",
        help_text="Wallet first in both cases; a short wallet is a page to pay (checkout) or 402 (wallet).",
    )


class RentalIn(_HireIn):
    """POST /api/escrow/agent-checkout."""

    task_title = Text(max_length=200, source="title")
    task_description = Text(max_length=5000, source="description")


class PersonalIn(_HireIn):
    """POST /api/escrow/personal-bounty."""

    title = Text(max_length=200)
    description = Text(max_length=5000)
    completion_criteria = Text(max_length=5000)
    deadline = TimestampField(help_text="Two days after it the bounty is settled by itself.")
    category = Text(max_length=30, required=False, default="", allow_blank=True, help_text="A category slug.")
    conversation_id = Text(max_length=64, required=False, allow_null=True, default=None)

    def validate_deadline(self, value: datetime) -> datetime:
        now = clock.now()
        if value <= now:
            raise serializers.ValidationError("The deadline must be in the future.")
        if value > now + DEADLINE_MAX:
            raise serializers.ValidationError("The deadline may be at most a year away.")
        return value


class NextActionOut(Shape):
    kind = Text(source="rental_next_action")
    actor_is_owner = serializers.BooleanField(source="rental_is_owners_turn")


class RentalOut(Shape):
    """A direct hire, as its owner sees it."""

    id = IdField("app", source="pk")
    application_id = IdField("app", source="pk")
    bounty_id = IdField("bty")
    escrow_id = IdField("esc", allow_null=True)
    conversation_id = IdField("cnv", allow_null=True)
    kind = Text(source="bounty.kind")
    title = Text(source="bounty.title")
    price = DollarsField(source="bounty.price_cents")
    human_id = Text(source="human.public_profile_id")
    human_name = Text()
    status = Text(source="bounty.status")
    state = Text(source="rental_state")
    next_action = NextActionOut(source="*")
    confirm_by = TimestampField(allow_null=True)
    deadline = TimestampField(source="bounty.deadline")
    created_at = TimestampField()
