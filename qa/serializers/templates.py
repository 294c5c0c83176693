from typing import Any

from rest_framework import serializers

from bounties.rules.lifecycle_messages import unknown_variable
from marketplace.api.fields import (
    CountryCode,
    CurrencyField,
    IdField,
    Line,
    LinkField,
    StrictBoolean,
    StrictInteger,
    Text,
    TimestampField,
)
from marketplace.api.serializers import Shape
from qa.rules.templates import CADENCES, MODES, RUNS_MAX, STATUSES


class StartMessage(Text):
    """The first message to a tester: with the variables that a bounty's messages have."""

    def to_internal_value(self, data: Any) -> str:
        text = str(super().to_internal_value(data))
        if wrong := unknown_variable(text):
            raise serializers.ValidationError(wrong)
        return text


class QaScreeningIn(Shape):
    live_video_required = StrictBoolean(required=False, help_text="A video recorded on the spot.")
    linkedin_required = StrictBoolean(required=False, help_text="A LinkedIn profile.")
    resume_required = StrictBoolean(required=False, help_text="A resume.")


def _names(child: serializers.Field[Any, Any, Any, Any], most: int, **how: Any) -> serializers.ListField:
    return serializers.ListField(child=child, max_length=most, required=False, **how)


class TemplatePatch(Shape):
    """PATCH: whatever is sent changes, the rest stays."""

    name = Line(min_length=3, max_length=120, required=False, help_text="Its name.")
    target_url = LinkField(max_length=2048, required=False, help_text="Where testers go: public http(s).")
    instructions = Text(
        min_length=20, max_length=5000, required=False, help_text="What to test; public: applicants read it."
    )
    tester_start_message = StartMessage(
        max_length=1500, required=False, allow_blank=True, help_text="Sent to testers only once they are hired."
    )
    instruction_media = _names(LinkField(max_length=400), 6, help_text="Addresses of pictures or videos.")
    checklist = _names(Text(max_length=300), 10, help_text="Steps that every tester answers.")
    cadence = serializers.ChoiceField(list(CADENCES), required=False, help_text="How often.")
    cadence_days = StrictInteger(
        min_value=1, max_value=30, required=False, allow_null=True, help_text="Days between runs; needed with custom."
    )
    budget_per_run_cents = StrictInteger(
        min_value=1, max_value=5_000_000, required=False, help_text="US cents. Must cover testerCount x (pay + fee)."
    )
    pay_per_tester_cents = StrictInteger(
        min_value=100, max_value=500_000, required=False, help_text="US cents. Pay of each tester."
    )
    currency = CurrencyField()
    tester_count = StrictInteger(min_value=1, max_value=20, required=False, help_text="Testers of a run.")
    submission_mode = serializers.ChoiceField(MODES, required=False, help_text="What testers send.")
    applicant_screening = QaScreeningIn(required=False, help_text="What testers must have.")
    required_credentials = _names(
        Line(max_length=100, trim=True), 10, help_text="Names of the logins that testers need; never values."
    )
    allowed_countries = _names(CountryCode(), 30, help_text="Only testers who are there.")
    period_cap_cents = StrictInteger(
        min_value=100,
        max_value=5_000_000,
        required=False,
        help_text="US cents. What runs may reserve in a calendar month (UTC); for once, budgetPerRunCents.",
    )
    auto_mode = StrictBoolean(required=False, help_text="false: you decide on every tester and every report.")
    ends_at = TimestampField(
        required=False, allow_null=True, help_text="No run starts from then on. null: the schedule has no end."
    )
    max_runs = StrictInteger(
        min_value=1,
        max_value=RUNS_MAX,
        required=False,
        allow_null=True,
        help_text="How many runs it opens in all; skipped and unfunded ones don't count. null: any number.",
    )
    status = serializers.ChoiceField(STATUSES, required=False, help_text="paused: no more runs. active: go on.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs |= attrs.pop("applicant_screening", {})
        for name in ("required_credentials", "allowed_countries"):
            if name in attrs:
                attrs[name] = list(dict.fromkeys(attrs[name]))
        return attrs


_NEEDED = (
    *("name", "targetUrl", "instructions", "cadence", "budgetPerRunCents", "payPerTesterCents", "testerCount"),
    *("submissionMode", "periodCapCents"),
)
_DEFAULTS: dict[str, Any] = {"cadence_days": None, "allowed_countries": []}


class TemplateIn(TemplatePatch):
    """POST /api/v1/qa/templates."""

    status = None  # type: ignore[assignment]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for name in _NEEDED:
            fields[name].required = True
        return fields

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return _DEFAULTS | super().validate(attrs)


class QaScreeningOut(Shape):
    live_video_required = serializers.BooleanField()
    linkedin_required = serializers.BooleanField()
    resume_required = serializers.BooleanField()


class TemplateOut(Shape):
    """Everything it was made of, and how it stands. Values of credentials are never shown."""

    id = IdField("qat", source="pk")
    name = Text()
    target_url = Text()
    instructions = Text()
    tester_start_message = Text()
    instruction_media = serializers.ListField(child=Text())
    checklist = serializers.ListField(child=Text())
    cadence = serializers.ChoiceField(list(CADENCES))
    cadence_days = serializers.IntegerField(allow_null=True)
    budget_per_run_cents = serializers.IntegerField()
    pay_per_tester_cents = serializers.IntegerField()
    fee_bps = serializers.IntegerField(
        help_text="The platform's fee on that pay in basis points (1800 is 18 %), as it was when pay, testers and budget were "
        "last set."
    )
    tester_count = serializers.IntegerField()
    submission_mode = serializers.ChoiceField(MODES)
    applicant_screening = QaScreeningOut(source="*")
    required_credentials = serializers.ListField(child=Text())
    credentials_set = serializers.ListField(
        child=Text(), source="credential_names", help_text="Those of requiredCredentials that have a value."
    )
    allowed_countries = serializers.ListField(child=Text())
    period_cap_cents = serializers.IntegerField()
    reserves_per_run_cents = serializers.IntegerField(
        source="run_cents",
        help_text="What a run takes from your wallet when it opens: pay and fee of every tester. Unused money returns.",
    )
    max_total_cents = serializers.IntegerField(
        source="total_cents",
        allow_null=True,
        help_text="What all runs together reserve at most, by these terms; null: the schedule has no end.",
    )
    auto_mode = serializers.BooleanField()
    status = serializers.ChoiceField(STATUSES)
    paused_reason = serializers.CharField(
        source="paused_reason_or_none", allow_null=True, help_text="user, insufficient_funds or operator."
    )
    ends_at = TimestampField(allow_null=True)
    max_runs = serializers.IntegerField(allow_null=True)
    runs_started = serializers.IntegerField(help_text="Runs that were opened, or wait for money now.")
    next_run_at = TimestampField(
        source="upcoming_run_at", allow_null=True, help_text="null: none is scheduled, or it is paused."
    )
    created_at = TimestampField()
    updated_at = TimestampField()


class QaPlanOut(Shape):
    """Of a dry run: what the schedule will take from your wallet, and when."""

    reserves_per_run_cents = serializers.IntegerField(
        source="run_cents", help_text="When each run opens, the first at once."
    )
    runs_at_most = serializers.IntegerField(allow_null=True, help_text="null: the schedule has no end.")
    max_total_cents = serializers.IntegerField(
        source="total_cents",
        allow_null=True,
        help_text="What all runs together reserve at most; null: the schedule has no end.",
    )
    period_cap_cents = serializers.IntegerField(help_text="What runs reserve at most in a calendar month.")
    fee_bps = serializers.IntegerField()
    runs_started = serializers.IntegerField(help_text="Of these, runs that were opened, or wait for money now.")
    runs_to_come = serializers.IntegerField(
        allow_null=True, help_text="How many can still start: none while it is paused; null: the schedule has no end."
    )
    to_come_cents = serializers.IntegerField(
        allow_null=True, help_text="What those reserve at most together; null: the schedule has no end."
    )
    next_run_at = TimestampField(
        source="upcoming_run_at",
        allow_null=True,
        help_text="When the first, or the next, one opens and reserves its money; null: none does.",
    )


class TemplateWarning(Shape):
    code = serializers.ChoiceField(["insufficient_wallet_balance"])
    message = Text()
    balance_cents = serializers.IntegerField()
    required_cents = serializers.IntegerField()
    deposit_endpoint = Text()


class CredentialsIn(Shape):
    credentials = serializers.DictField(
        child=Text(max_length=2000), allow_empty=False, help_text="Name -> value, of requiredCredentials."
    )


class CredentialsSet(Shape):
    """Which have a value by now. The values are never shown to anybody but hired testers."""

    template_id = IdField("qat", source="pk")
    required_credentials = serializers.ListField(child=Text())
    credentials_set = serializers.ListField(child=Text(), source="credential_names")
