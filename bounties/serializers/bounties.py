from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from bounties.models import Bounty
from bounties.rules import CANCEL_REASONS, CATEGORIES, DEADLINE_MAX, EVIDENCE, POOL_MAX_CENTS, SPOTS_MAX
from bounties.services.funding import Quote
from marketplace.api.fields import DollarsField, IdField, StrictBoolean, StrictInteger, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import clock, countries, money


@extend_schema_field({"type": "number"})
class NumberField(serializers.Field):
    """A JSON number, kept exactly: at most three decimals."""

    def __init__(self, *, above: Decimal, at_most: Decimal, **kwargs: Any) -> None:
        self.above, self.at_most = above, at_most
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise serializers.ValidationError("Give a number.")
        value = Decimal(repr(data))
        if not self.above < value <= self.at_most:
            raise serializers.ValidationError(f"Give a number above {self.above} and up to {self.at_most}.")
        if value != value.quantize(Decimal("0.001")):
            raise serializers.ValidationError("Give at most three decimals.")
        return value

    def to_representation(self, value: Decimal) -> int | float:
        return int(value) if value == value.to_integral_value() else float(value)


class PlaceIn(Shape):
    city = Text(max_length=100, required=False, default="", allow_blank=True, trim=True)
    state = Text(max_length=100, required=False, default="", allow_blank=True, trim=True)
    country = Text(max_length=56, required=False, default="", allow_blank=True)
    is_remote_allowed = StrictBoolean(required=False, default=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["country"]:
            code = countries.find(attrs["country"])
            if code is None:
                raise serializers.ValidationError({"country": ["Give an ISO 3166 code or an English name."]})
            attrs["country"] = code
        if not attrs["is_remote_allowed"] and not attrs["country"]:
            raise serializers.ValidationError({"country": ["An on-site task names its country."]})
        if attrs["city"] and not attrs["country"]:
            raise serializers.ValidationError({"country": ["Name the city's country, too."]})
        return attrs


class BountyIn(Shape):
    """POST /api/bounties."""

    title = Text(max_length=200, help_text="What is asked for, in one line.")
    description = Text(max_length=5000)
    price = DollarsField(
        source="price_cents",
        min_cents=100,
        max_cents=POOL_MAX_CENTS,
        help_text="US dollars for one worker, or for one hour.",
    )
    price_type = serializers.ChoiceField(["fixed", "hourly"], required=False, default="fixed")
    estimated_hours = NumberField(above=Decimal(0), at_most=Decimal(10_000), help_text="Hours one worker needs.")
    completion_criteria = Text(max_length=5000, required=False, default="", allow_blank=True)
    evidence_types = serializers.ListField(
        child=serializers.ChoiceField(EVIDENCE), required=False, default=list, max_length=4
    )
    category = serializers.ChoiceField(CATEGORIES, required=False, default="", allow_blank=True)
    skills_needed = serializers.ListField(
        child=Text(max_length=60, trim=True), required=False, default=list, max_length=30
    )
    location = PlaceIn(required=False, allow_null=True, default=None)
    deadline = TimestampField(required=False, help_text="Until when people can apply; 30 days when absent.")
    spots_available = StrictInteger(min_value=1, max_value=SPOTS_MAX, required=False, default=1)
    auto_accept = StrictBoolean(required=False, default=True)
    agent_name = Text(max_length=80, required=False, default="", allow_blank=True)
    agent_type = Text(max_length=40, required=False, default="", allow_blank=True)
    dry_run = StrictBoolean(required=False, default=False, help_text="Validate and price only; nothing is created.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        deadline, now = attrs.get("deadline"), clock.now()
        if deadline is not None and deadline <= now:
            raise serializers.ValidationError({"deadline": ["The deadline must be in the future."]})
        if deadline is not None and deadline > now + DEADLINE_MAX:
            raise serializers.ValidationError({"deadline": ["The deadline may be at most a year away."]})
        for name in ("evidence_types", "skills_needed"):
            attrs[name] = list(dict.fromkeys(attrs[name]))
        return attrs | (attrs.pop("location") or {})


class PlaceOut(Shape):
    city = Text()
    state = Text()
    country = Text()
    is_remote_allowed = serializers.BooleanField()


class BountyOut(Shape):
    """A bounty as everybody may see it."""

    id = IdField("bty", source="pk")
    status = Text()
    title = Text()
    description = Text()
    price = DollarsField(source="price_cents")
    price_type = serializers.ChoiceField(["fixed", "hourly"])
    currency = serializers.ChoiceField(["USD"])
    estimated_hours = NumberField(above=Decimal(0), at_most=Decimal(10_000))
    completion_criteria = Text()
    evidence_types = serializers.ListField(child=Text())
    category = Text()
    skills_needed = serializers.ListField(child=Text())
    location = PlaceOut(source="*")
    deadline = TimestampField()
    spots_available = serializers.IntegerField()
    spots_filled = serializers.IntegerField()
    spots_remaining = serializers.IntegerField()
    application_count = serializers.IntegerField()
    agent_id = Text()
    agent_name = Text()
    agent_type = Text()
    public_url = Text()
    created_at = TimestampField()
    updated_at = TimestampField()
    went_live_at = TimestampField(allow_null=True)


class OwnBounty(BountyOut):
    """What the owner and operators see besides; absent for everybody else."""

    escrow_id = IdField("esc", source="pool_id", allow_null=True, required=False)
    auto_accept = serializers.BooleanField(required=False)
    funding_total = DollarsField(required=False)
    assigned_human_ids = serializers.ListField(child=Text(), required=False)


class BountyDepositIn(Shape):
    """POST /api/bounties/deposit."""

    bounty_id = Text(max_length=64)


class QuoteOut(Shape):
    """What funding takes, in cents."""

    bounty_id = Text()
    funding_total_cents = serializers.IntegerField(source="funding_total")
    worker_total_cents = serializers.IntegerField(source="worker_total")
    fee_cents = serializers.IntegerField(source="fee")
    spots = serializers.IntegerField()
    wallet_balance_cents = serializers.IntegerField(source="wallet_balance")
    shortfall_cents = serializers.IntegerField(source="shortfall")
    deposit_cents = serializers.IntegerField(source="deposit")


class CancelIn(Shape):
    """DELETE /api/bounties/{id}: from the body or the query."""

    reason = serializers.ChoiceField(CANCEL_REASONS)
    details = Text(max_length=500, required=False, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["reason"] == "other" and not attrs["details"].strip():
            raise serializers.ValidationError({"details": ["Say what the reason is."]})
        return attrs


def render_own(bounty: Bounty, need: Quote, hired: list[str]) -> dict[str, Any]:
    """The owner's view. `hired` are the profile ids of the people with a seat."""
    shown = BountyOut.render(bounty)
    shown["escrowId"] = bounty.pool.public_id if bounty.pool else None
    shown["autoAccept"] = bounty.auto_accept
    shown["fundingTotal"] = money.dollars_from_cents(need.funding_total)
    shown["assignedHumanIds"] = hired
    return shown
