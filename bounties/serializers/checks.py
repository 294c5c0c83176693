from typing import Any

from rest_framework import serializers

from bounties.rules.checks import LANGUAGE_STATES, LEVELS, MIC_STATES, LanguageCheck
from marketplace.api.fields import Text, TimestampField
from marketplace.api.serializers import Shape


class MicCheckOut(Shape):
    required = serializers.BooleanField()  # type: ignore[assignment]
    state = serializers.ChoiceField(MIC_STATES)
    attempts_used = serializers.IntegerField()
    attempts_remaining = serializers.IntegerField(help_text="Of 5 for this bounty.")


class LanguageRequirementOut(Shape):
    language = serializers.ChoiceField(["en"])
    minimum_cefr = serializers.ChoiceField(LEVELS)


class LanguageResultOut(Shape):
    cefr = Text()
    fluency = serializers.FloatField()
    evaluated_at = TimestampField()


class LanguageAttemptOut(Shape):
    status = Text()
    reason = Text(required=False)
    error_code = Text(required=False)
    created_at = TimestampField()


class LanguageCheckOut(Shape):
    """Only `required` where the bounty asks for no level; `result` and `latestAttempt` once there was one."""

    required = serializers.BooleanField()  # type: ignore[assignment]
    requirement = LanguageRequirementOut(required=False)
    state = serializers.ChoiceField(LANGUAGE_STATES, required=False)
    satisfied = serializers.BooleanField(required=False)
    attempts_used = serializers.IntegerField(required=False)
    attempts_remaining = serializers.IntegerField(required=False, help_text="Of 6 in 30 days.")
    can_retry = serializers.BooleanField(required=False, help_text="Another attempt would be taken now.")
    result = LanguageResultOut(required=False)
    latest_attempt = LanguageAttemptOut(required=False)


def render_language(check: LanguageCheck | None) -> dict[str, Any]:
    if check is None:
        return {"required": False}
    return {
        "required": True,
        "requirement": dict(check.requirement),
        "state": check.state,
        "satisfied": check.satisfied,
        "attemptsUsed": check.attempts_used,
        "attemptsRemaining": check.attempts_remaining,
        "canRetry": check.can_retry,
    }
