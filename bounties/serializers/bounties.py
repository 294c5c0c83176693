from decimal import Decimal
from typing import Any

from rest_framework import serializers

from bounties.models import Bounty
from bounties.rules.bounties import CANCEL_REASONS
from bounties.rules.recommended import REASONS
from bounties.serializers.numbers import NumberField
from bounties.services.funding import total
from marketplace.api.fields import DollarsField, IdField, Text, TimestampField
from marketplace.api.serializers import Shape
from marketplace.core import money

_RATE = "The platform's fee on each seat's pay in basis points (1800 is 18 %), as it was when the bounty was made."


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
    accepts_applications = serializers.BooleanField(
        help_text="Whether one can apply now: false once the deadline has passed, whatever the status says."
    )
    supported_countries = serializers.ListField(child=Text())
    visible_countries = serializers.ListField(
        child=Text(), source="supported_countries", help_text="Deprecated: supportedCountries."
    )
    intake_closed_countries = serializers.ListField(child=Text())
    identity_required = serializers.BooleanField()
    linkedin_verified_required = serializers.BooleanField()
    mic_check_required = serializers.BooleanField()
    language_proficiency_requirement = serializers.DictField(source="language_requirement", allow_null=True)
    completion_questions = serializers.ListField(child=serializers.DictField())
    required_links = serializers.ListField(child=serializers.DictField())
    application_details = serializers.ListField(child=serializers.DictField())
    submission_mode = Text()
    photo_submission = serializers.DictField(allow_null=True)
    video_submission = serializers.DictField(allow_null=True)
    document_submission = serializers.DictField(allow_null=True)
    keep_applicants_on_fill = serializers.BooleanField()
    live_capture_requirement = Text(source="live_capture_or_none", allow_null=True)
    check_ins = serializers.DictField(allow_null=True)
    scheduled_start_at = TimestampField(allow_null=True)
    scheduled_start_time_zone = Text(source="schedule_zone_or_none", allow_null=True)
    start_window_minutes = serializers.IntegerField(allow_null=True)
    completion_window_hours = serializers.IntegerField(allow_null=True)
    response_window_hours = serializers.IntegerField(allow_null=True)
    signage = Text(source="signage_or_none", allow_null=True)
    attendance_radius_meters = serializers.IntegerField(allow_null=True)
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


class ReasonOut(Shape):
    reason = serializers.ChoiceField(REASONS)
    text = Text(help_text="In words.")


class ListedBounty(BountyOut):
    """A bounty in the list."""

    recommended_because = ReasonOut(
        many=True,
        required=False,
        help_text="With sort=recommended: what of your profile it fits, the strongest first; empty without a profile.",
    )


class OwnBounty(BountyOut):
    """What the owner and operators see besides; absent for everybody else."""

    escrow_id = IdField("esc", source="pool_id", allow_null=True, required=False)
    auto_accept = serializers.BooleanField(required=False)
    auto_accept_min_mic_score = NumberField(above=Decimal(0), at_most=Decimal(5), required=False, allow_null=True)
    auto_expire_ghosts = serializers.BooleanField(required=False, allow_null=True)
    excluded_participant_source_bounty_ids = serializers.ListField(
        child=Text(), source="excluded_source_public_ids", required=False
    )
    lifecycle_messages = serializers.DictField(required=False)
    karen = serializers.BooleanField(required=False, allow_null=True)
    qa_run_id = Text(required=False, allow_null=True)
    fee_bps = serializers.IntegerField(required=False, help_text=_RATE)
    funding_total = DollarsField(required=False)
    assigned_human_ids = serializers.ListField(child=Text(), required=False)


_MADE_ON_CREATION = ("id", "escrowId", "publicUrl", "createdAt", "updatedAt", "wentLiveAt")


class BountyPreview(OwnBounty):
    """What a dry run shows of the bounty that it does not make: every field of the owner's view."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name, field in fields.items():
            field.required = True
            if name in _MADE_ON_CREATION:
                field.allow_null = True
                field.help_text = "null: nothing was made."
        return fields


class BountyDepositIn(Shape):
    """POST /api/bounties/deposit."""

    bounty_id = Text(max_length=64)


class EnterprisePaymentIn(Shape):
    """POST /api/bounties/{id}/enterprise-payment."""

    conversation_id = Text(
        max_length=64, allow_null=True, default=None, help_text="The conversation in which it was agreed; only checked."
    )


class QuoteOut(Shape):
    """What funding takes, in cents."""

    bounty_id = Text()
    funding_total_cents = serializers.IntegerField(source="funding_total")
    worker_total_cents = serializers.IntegerField(source="worker_total")
    fee_cents = serializers.IntegerField(source="fee")
    fee_bps = serializers.IntegerField(help_text=_RATE)
    spots = serializers.IntegerField()
    wallet_balance_cents = serializers.IntegerField(source="wallet_balance")
    shortfall_cents = serializers.IntegerField(source="shortfall")
    deposit_cents = serializers.IntegerField(source="deposit")


class UnpaidOut(Shape):
    """Of a bounty that waits for money: what it needs, in cents, and how it is paid."""

    required_cents = serializers.IntegerField(help_text="Pay and fee, for every spot; of a raise what it adds.")
    balance_cents = serializers.IntegerField(help_text="What your wallet holds now.")
    shortfall_cents = serializers.IntegerField(help_text="What is missing now.")
    deposit_url = serializers.URLField(allow_null=True, help_text="Where a person pays; null when that page is over.")
    deposit_cents = serializers.IntegerField(allow_null=True, help_text="What that page asks for.")
    how_to_pay = Text(help_text="In words: the page, or the wallet once it holds enough.")


class CancelIn(Shape):
    """DELETE /api/bounties/{id}: from the body or the query."""

    reason = serializers.ChoiceField(
        CANCEL_REASONS, default="task_no_longer_needed", help_text="Why; task_no_longer_needed when left out."
    )
    details = Text(max_length=500, default="", allow_blank=True, help_text="In your words; needed with other.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["reason"] == "other" and not attrs["details"].strip():
            raise serializers.ValidationError({"details": ["Say what the reason is."]})
        return attrs


class _OnlyOwn(Shape):
    """The fields of OwnBounty that are columns of the row."""

    escrow_id = IdField("esc", source="pool_id", allow_null=True)
    auto_accept = serializers.BooleanField()
    auto_accept_min_mic_score = NumberField(above=Decimal(0), at_most=Decimal(5), allow_null=True)
    auto_expire_ghosts = serializers.BooleanField(allow_null=True)
    excluded_participant_source_bounty_ids = serializers.ListField(source="excluded_source_public_ids")
    lifecycle_messages = serializers.DictField()
    karen = serializers.BooleanField(allow_null=True)
    fee_bps = serializers.IntegerField()


def render_preview(bounty: Bounty, status: str) -> dict[str, Any]:
    """The owner's view of an unsaved bounty, in the `status` that creating it would give it."""
    told = {"status": status, "acceptsApplications": status == "open"}  # a new bounty has free spots and time
    return render_own(bounty, []) | dict.fromkeys(_MADE_ON_CREATION) | told


def render_own(bounty: Bounty, hired: list[str]) -> dict[str, Any]:
    """The owner's view. `hired`: public profile ids of the hired people."""
    shown = BountyOut.render(bounty) | _OnlyOwn.render(bounty)
    shown["fundingTotal"] = money.dollars_from_cents(total(bounty))
    shown["assignedHumanIds"] = hired
    shown["qaRunId"] = bounty.qa_run_id
    return shown
