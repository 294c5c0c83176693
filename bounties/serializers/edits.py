"""PATCH /api/bounties/{id}: a strict allowlist. Other fields are refused, unless they only repeat the present value."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from bounties.rules.bounties import UPLOAD_SETTINGS
from bounties.serializers.posting import EDITABLE, BountyIn, check_deadline
from marketplace.api.fields import CountriesField, StrictBoolean, StrictInteger, Text, TimestampField, TimeZoneField
from marketplace.api.serializers import Shape

# Null resets these to the value of a bounty that never set them.
_CLEARED = {"liveCaptureRequirement": "", "scheduledStartTimeZone": "", "category": ""}


class ScheduleIn(Shape):
    scheduled_start_at = TimestampField(required=False, allow_null=True, help_text="When it begins.")
    scheduled_start_time_zone = TimeZoneField(
        max_length=64, required=False, allow_null=True, allow_blank=True, help_text="IANA zone."
    )
    deadline = TimestampField(required=False, help_text="Until when people can apply.")


class BountyPatch(BountyIn):
    """Only what is sent is changed; null clears what can be absent."""

    schedule_times = ScheduleIn(required=False, help_text="Times of a shift, changed together.")
    status = serializers.ChoiceField(
        ["open", "in_review", "paused", "closed"],
        required=False,
        help_text="Open it again, or stop taking applications.",
    )
    close_reason = Text(
        max_length=500, required=False, help_text="With status closed: why, as a reason of cancelling or in your words."
    )
    intake_closed_countries = CountriesField(
        required=False, help_text="Of supportedCountries, where nobody new may apply."
    )
    wallet_impact_acknowledged = StrictBoolean(required=False, help_text="true: take the money that the refusal named.")
    wallet_impact_cents = StrictInteger(
        min_value=0, required=False, allow_null=True, help_text="US cents. Exactly what the refusal named."
    )

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """The editable fields of `BountyIn`, all optional and without defaults, and those of an edit only."""
        fields = super().get_fields()
        for wire in BountyIn().fields.keys() - set(EDITABLE):
            del fields[wire]
        for wire in EDITABLE:
            fields[wire].required, fields[wire].default = False, serializers.empty
        for wire in _CLEARED:
            fields[wire].allow_null = True
        for wire in ("location", *(wire for wire, _ in UPLOAD_SETTINGS.values())):
            fields[wire].allow_null = False  # these are edited in part or replaced, never cleared
        return fields

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name, value in attrs.pop("schedule_times", {}).items():
            if name in attrs:
                raise serializers.ValidationError({"scheduleTimes": [f"{name} is sent twice: leave one of them out."]})
            attrs[name] = value
        check_deadline(attrs)
        if "close_reason" in attrs and attrs.get("status") != "closed":
            raise serializers.ValidationError({"closeReason": ["A reason goes with status closed."]})
        for wire, empty in _CLEARED.items():
            name = str(self.fields[wire].source)
            if attrs.get(name, empty) is None:
                attrs[name] = empty
        uploads = {wire: attrs.pop(name) for wire, name in UPLOAD_SETTINGS.values() if name in attrs}
        if uploads:
            attrs["upload_settings"] = uploads  # by wire name: `edits` picks the one of the bounty's mode
        return attrs | attrs.pop("location", {})


# Accepted in the body without effect on the bounty: other code reads them.
TOLERATED = frozenset({"idempotencyKey", "agentId", "agentVerification", "agentName", "agentType", "dryRun"})
# Wire names that cannot change once somebody has applied.
LOCKED_BY_APPLICANTS = (
    *("completionQuestions", "requiredLinks", "applicationDetails"),
    *(wire for wire, _ in UPLOAD_SETTINGS.values()),
)


_CONFIRMING = frozenset({"walletImpactAcknowledged", "walletImpactCents"})


def confirms_nothing(body: Mapping[str, Any]) -> bool:
    """Does it agree that money is taken, without the edit that takes it?"""
    return bool(body.keys() & _CONFIRMING) and body.keys() <= _CONFIRMING | TOLERATED


def without_echoes(body: Mapping[str, Any], shown: Mapping[str, Any]) -> dict[str, Any]:
    """The body without fields that only repeat what the caller was shown, since clients send back whole objects."""
    return {
        name: value
        for name, value in body.items()
        if name in TOLERATED or name not in shown or not _repeats(value, shown[name])
    }


def _repeats(sent: Any, shown: Any) -> bool:
    """Whether it is what the caller was shown. Rows of questions and details may be sent as they were posted: without the
    ids that they got then, and without what defaults to true."""
    if sent == shown:
        return True
    if not isinstance(sent, list) or not isinstance(shown, list) or len(sent) != len(shown):
        return False
    return all(
        isinstance(row, dict) and isinstance(was, dict) and _left_out(was) | row == was
        for row, was in zip(sent, shown, strict=True)
    )


def _left_out(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a row as it was posted may lack of this one."""
    return {name: value for name, value in (("id", row.get("id")), ("required", True)) if name in row}


def not_editable(body: Mapping[str, Any]) -> list[str]:
    """Sent names that are not in the allowlist."""
    known = BountyPatch().fields
    return sorted(name for name in body if name not in known and name not in TOLERATED)
