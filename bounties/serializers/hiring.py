"""Request bodies of direct hires, and their list."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bounties.rules.bounties import DEADLINE_MAX, DIRECT, POOL_MAX_CENTS, STATUSES
from bounties.rules.hiring import BEFORE_HIRE, DEFAULT_HOURS
from bounties.rules.overview import ACTIONS, STATES
from bounties.serializers.numbers import NumberField
from bounties.serializers.overview import DeadlineOut
from marketplace.api.fields import CurrencyField, DollarsField, IdField, Line, StrictInteger, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import clock


class _HireIn(Shape):
    human_id = Text(max_length=64, help_text="A profile id (prf_…) or a username.")
    price = DollarsField(
        source="price_cents",
        min_cents=100,
        max_cents=POOL_MAX_CENTS,
        help_text="The worker's pay; the fee comes on top.",
    )
    currency = CurrencyField()
    estimated_hours = NumberField(
        above=Decimal(0), at_most=Decimal(10_000), default=DEFAULT_HOURS, help_text="Hours of work."
    )
    funding_method = serializers.ChoiceField(
        ["wallet", "checkout"],
        default="",
        help_text="wallet: refused when it is short. checkout: always a payment page. Left out: the wallet if it "
        "covers it, else a page.",
    )


class RentalIn(_HireIn):
    """POST /api/escrow/agent-checkout."""

    task_title = Line(max_length=200, source="title", help_text="What is asked for, in one line.")
    task_description = Text(max_length=5000, source="description", help_text="Everything the person must know.")
    completion_window_hours = StrictInteger(
        min_value=1,
        max_value=720,
        allow_null=True,
        default=None,
        help_text="Hours after confirming in which evidence is due; a late seat is released. Left out: seven days, then a "
        "silent worker is warned and let go two days later.",
    )


class PersonalIn(_HireIn):
    """POST /api/escrow/personal-bounty."""

    title = Line(max_length=200, required=False, help_text="What is asked for, in one line. Needed, or taskTitle.")
    description = Text(
        max_length=5000, required=False, help_text="Everything the person must know. Needed, or taskDescription."
    )
    task_title = Line(max_length=200, required=False, help_text="The same as title.")
    task_description = Text(max_length=5000, required=False, help_text="The same as description.")
    completion_criteria = Text(
        max_length=5000, help_text="How both sides see that it is done; evidence is judged by it."
    )
    deadline = TimestampField(help_text="When it is due; two days after it the bounty is settled by itself.")
    category = Line(max_length=30, default="", allow_blank=True, help_text="A category slug, such as labor-gigs.")
    conversation_id = Text(
        max_length=64, allow_null=True, default=None, help_text="Your conversation with this person, when there is one."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name, wire in (("title", "taskTitle"), ("description", "taskDescription")):
            alias = attrs.pop(f"task_{name}", None)
            if alias is not None and attrs.setdefault(name, alias) != alias:
                raise serializers.ValidationError({wire: [f"{name} says something else: send one of them."]})
            if name not in attrs:
                raise serializers.ValidationError({name: ["This field is required."]})
        return attrs

    def validate_deadline(self, value: datetime) -> datetime:
        now = clock.now()
        if value <= now:
            raise serializers.ValidationError(f"The deadline must be in the future; {clock.here()}")
        if value > now + DEADLINE_MAX:
            raise serializers.ValidationError(f"The deadline may be at most a year away; {clock.here()}")
        return value


class SeatCheckoutIn(Shape):
    """POST /api/escrow/checkout: a conversation, or a bounty and an application."""

    conversation_id = Text(
        max_length=64, allow_null=True, default=None, help_text="The conversation; or bountyId and applicationId."
    )
    bounty_id = Text(max_length=64, allow_null=True, default=None)
    application_id = Text(max_length=64, allow_null=True, default=None)
    booking_id = Text(max_length=64, allow_null=True, default=None, help_text="Not used: service bookings are paused.")
    amount = DollarsField(
        source="cents",
        min_cents=1,
        allow_null=True,
        default=None,
        help_text="What you mean to pay: the seat's price, or its total with the fee. Refused when it is neither.",
    )
    currency = CurrencyField()


class NextActionOut(Shape):
    kind = serializers.ChoiceField([*ACTIONS, *(kind for kind, _ in BEFORE_HIRE.values())])
    actor_is_owner = serializers.BooleanField()


class RentalSummaryOut(Shape):
    active = serializers.IntegerField(help_text="Somebody is hired, and the money is still held.")
    waiting = serializers.IntegerField(
        help_text="Nobody is hired yet: the deposit, or a review of the listing, is missing."
    )
    done = serializers.IntegerField(help_text="Paid, closed or cancelled.")


class RentalOut(Shape):
    """A direct hire, as its owner sees it."""

    id = IdField("bty", source="bounty.pk")
    kind = serializers.ChoiceField(DIRECT, source="bounty.kind")
    bounty_id = IdField("bty", source="bounty.pk")
    application_id = IdField("app", source="application.pk")
    escrow_id = IdField("esc", source="application.escrow_id", allow_null=True, help_text="The seat's, once hired.")
    conversation_id = IdField("cnv", source="application.conversation_id")
    human_id = Text(source="application.human.public_profile_id")
    human_name = Text(source="application.human_name")
    title = Text(source="bounty.title")
    price = DollarsField(source="bounty.price_cents")
    status = serializers.ChoiceField(STATUSES, source="bounty.status", help_text="The bounty's.")
    application_status = Text(source="application.status")
    overall_state = serializers.ChoiceField(
        [*STATES, *(status for status in STATUSES if status not in STATES)],
        source="state",
        help_text="As in jobOverview; before anybody is hired, the bounty's status.",
    )
    next_action = NextActionOut(allow_null=True)
    next_deadline = DeadlineOut(allow_null=True)
    ends_at = TimestampField(
        allow_null=True, help_text="When the seat ends by itself if nothing is sent; null once something was."
    )
    completion_window_hours = serializers.IntegerField(source="bounty.completion_window_hours", allow_null=True)
    deadline = TimestampField(source="bounty.deadline")
    created_at = TimestampField(source="bounty.created_at")
