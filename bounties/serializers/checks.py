from typing import Any

from rest_framework import serializers

from bounties.rules.checks import LANGUAGE_STATES, LEVELS, MIC_STATES
from bounties.selectors.checks import LanguageRecord
from humans.rules.speech import SPEECH_STATUSES
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
    fluency = serializers.FloatField(allow_null=True, help_text="0 to 1.")
    evaluated_at = TimestampField()


class LanguageAttemptOut(Shape):
    status = serializers.ChoiceField(SPEECH_STATUSES)
    reason = Text(required=False, help_text="Of retry: low_confidence or insufficient_audio.")
    error_code = Text(required=False, help_text="Of error: what went wrong on our side.")
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


class DnsmosOut(Shape):
    sig = serializers.FloatField()
    bak = serializers.FloatField()
    ovrl = serializers.FloatField()


class MicScoreOut(Shape):
    """What the owner sees of an applicant's microphone."""

    status = serializers.ChoiceField(["pass", "warn", "fail"])
    attempts = serializers.IntegerField()
    dnsmos = DnsmosOut(help_text="1 to 5, by a model of what listeners say (P.835).")
    snr_db = serializers.FloatField()
    bandwidth_class = serializers.ChoiceField(["narrowband", "wideband", "superwideband", "fullband"])
    issues = serializers.ListField(child=Text())


class LevelOut(Shape):
    """What the owner sees of an applicant's level, where it is the bounty's or higher."""

    status = serializers.ChoiceField(["passed"])
    language = Text()
    minimum_cefr = serializers.ChoiceField(LEVELS)
    cefr = Text()
    cefr_score = serializers.FloatField(allow_null=True, help_text="1 is A1, 6 is C2.")
    confidence = serializers.FloatField(allow_null=True, help_text="0 to 1.")
    fluency = serializers.FloatField(allow_null=True, help_text="0 to 1.")
    provider = Text(help_text="`estimate` is a heuristic, `sandbox` is play.")
    model = Text()
    evaluated_at = TimestampField()


def render_language(found: LanguageRecord) -> dict[str, Any]:
    check, level, latest = found
    if check is None:
        return {"required": False}
    body: dict[str, Any] = {
        "required": True,
        "requirement": dict(check.requirement),
        "state": check.state,
        "satisfied": check.satisfied,
        "attemptsUsed": check.attempts_used,
        "attemptsRemaining": check.attempts_remaining,
        "canRetry": check.can_retry,
    }
    if level is not None:
        body["result"] = LanguageResultOut.render(level)
    if latest is not None:
        attempt = LanguageAttemptOut.render(latest)
        body["latestAttempt"] = {name: value for name, value in attempt.items() if value}  # reason, errorCode
    return body
