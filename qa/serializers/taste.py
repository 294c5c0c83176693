"""Request and response shapes of taste runs, for their owner and their respondents."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from humans.rules.people import TASTE as CATEGORIES
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
from qa.rules import taste as rules

_SUMS = "In cents, our fee included."


class ArtifactIn(Shape):
    label = Line(max_length=rules.LABEL_MAX, trim=True, help_text="What people vote for; no two are alike.")  # type: ignore[assignment]
    url = LinkField(max_length=rules.URL_MAX, help_text="A public http(s) address. People open it; we never do.")


class PanelCountries(serializers.ListField):
    """1 to 30 countries, each once; leave it out for anybody."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=CountryCode(), max_length=250, **kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        found = list(dict.fromkeys(super().to_internal_value(data)))
        if not 1 <= len(found) <= rules.COUNTRIES_MAX:
            raise serializers.ValidationError(f"Name 1 to {rules.COUNTRIES_MAX} countries, or leave this out.")
        return found


def title_of(question: str) -> str:
    """A question as a title: one line of at most TITLE_MAX characters, without what a line may not hold."""
    words = " ".join(Line.forbidden.sub(" ", question).split())
    return words if len(words) <= rules.TITLE_MAX else f"{words[: rules.TITLE_MAX - 1].rstrip()}…"


class TasteRunIn(Shape):
    """POST /api/v1/taste/runs. `Idempotency-Key` (8 to 128 characters) is required."""

    title = Line(
        min_length=3, max_length=rules.TITLE_MAX, required=False, help_text="Public title; the question when left out."
    )
    question = Text(min_length=5, max_length=2000, help_text="What to decide.")
    artifacts = serializers.ListField(
        child=ArtifactIn(),
        min_length=rules.ARTIFACTS[0],
        max_length=rules.ARTIFACTS[1],
        help_text="What is voted on: 2 to 6.",
    )
    respondent_count = StrictInteger(
        min_value=rules.RESPONDENTS[0], max_value=rules.RESPONDENTS[1], help_text="How many people."
    )
    pay_per_respondent_cents = StrictInteger(
        min_value=rules.PAY_CENTS[0],
        max_value=rules.PAY_CENTS[1],
        help_text="US cents. Pay of each; the fee comes on top.",
    )
    currency = CurrencyField()
    target_categories = serializers.ListField(
        child=serializers.ChoiceField(list(CATEGORIES)),
        default=list,
        max_length=len(CATEGORIES),
        help_text="Only people with a skill or expertise of one of these fields.",
    )
    allowed_countries = PanelCountries(default=list, help_text="Only people who are there: 1 to 30.")
    allowed_genders = serializers.ListField(
        child=serializers.ChoiceField(rules.GENDERS),
        default=list,
        max_length=len(rules.GENDERS),
        help_text="Only these.",
    )
    identity_required = StrictBoolean(default=False, help_text="Only people whose identity document was checked.")
    require_video_response = StrictBoolean(
        default=False, help_text="Each vote comes with a video, recorded at that moment."
    )
    require_portfolio_upload = StrictBoolean(
        default=False, help_text="Whoever applies sends a portfolio: an image or a DOCX file."
    )

    def validate_artifacts(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        labels = [row["label"].casefold() for row in value]
        if len(set(labels)) < len(labels):
            raise serializers.ValidationError("Each label must be another one.")
        return [{"label": row["label"], "url": row["url"]} for row in value]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return {"title": title_of(attrs["question"])} | attrs

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        given = super().to_internal_value(data)
        for name in ("target_categories", "allowed_genders"):
            given[name] = list(dict.fromkeys(given[name]))
        return given


class TasteArtifactOut(Shape):
    label = Text()  # type: ignore[assignment]
    url = Text()


class TasteTallyOut(Shape):
    label = Text()  # type: ignore[assignment]
    votes = serializers.IntegerField()
    share = serializers.FloatField(help_text="Of all votes, 0 to 1.")


class TasteQuoteOut(Shape):
    label = Text()  # type: ignore[assignment]
    text = Text(help_text="A respondent's own words.")


class TasteReportOut(Shape):
    summary = Text()
    tally = TasteTallyOut(many=True)
    winner = Text(allow_null=True, help_text="null on a tie.")
    quotes = TasteQuoteOut(many=True, help_text="The first reasons given for each label, at most three.")
    quotes_notice = Text(help_text="How quotes are to be read.")
    respondents = serializers.IntegerField(help_text="Votes that were taken.")
    degraded = serializers.BooleanField(help_text="Fewer voted than were asked for.")
    degraded_reason = Text(allow_null=True, help_text="What became of the places that brought no valid vote.")
    generated_at = TimestampField()


@extend_schema_field(TasteReportOut)
class ReportField(serializers.DictField):
    """Kept as it goes out; earlier reports do not say why fewer voted."""

    def to_representation(self, value: Any) -> Any:
        return {"degradedReason": None} | super().to_representation(value)


class TasteRunOut(Shape):
    id = IdField("tst", source="run.pk")
    status = serializers.ChoiceField(rules.STATUSES, source="run.status")
    title = Text(source="run.bounty.title")
    question = Text(source="run.question")
    artifacts = serializers.ListField(child=TasteArtifactOut(), source="run.artifacts")
    respondent_count = serializers.IntegerField(source="run.respondent_count")
    accepted_count = serializers.IntegerField(source="run.bounty.spots_filled", help_text="People who are hired.")
    pay_per_respondent_cents = serializers.IntegerField(source="run.bounty.seat_cents")
    fee_bps = serializers.IntegerField(
        source="run.bounty.fee_bps", help_text="The platform's fee on that pay in basis points: 1800 is 18 %."
    )
    target_categories = serializers.ListField(child=Text(), source="run.target_categories")
    allowed_countries = serializers.ListField(child=Text(), source="run.bounty.supported_countries")
    allowed_genders = serializers.ListField(child=Text(), source="run.allowed_genders")
    identity_required = serializers.BooleanField(source="run.bounty.identity_required")
    require_video_response = serializers.BooleanField(source="run.requires_video")
    require_portfolio_upload = serializers.BooleanField(source="run.requires_portfolio")
    bounty_id = IdField("bty", source="run.bounty_id")
    reserved_cents = serializers.IntegerField(source="sums.reserved", help_text=f"What the wallet put in. {_SUMS}")
    spent_cents = serializers.IntegerField(source="sums.spent", help_text=f"What was paid for votes. {_SUMS}")
    refunded_cents = serializers.IntegerField(source="sums.refunded", help_text=f"What came back. {_SUMS}")
    ends_at = TimestampField(source="run.ends_at", allow_null=True, help_text="Until when people are hired.")
    ended_at = TimestampField(source="run.ended_at", allow_null=True)
    end_reason = Text(source="run.end_reason", help_text="Why it ended; empty until then.")
    report = ReportField(source="run.report", allow_null=True)
    report_url = serializers.URLField(source="run.report_url", allow_null=True, help_text="The report as a page.")
    created_at = TimestampField(source="run.created_at")


class BallotOut(Shape):
    """What a respondent reads: the works in an order of their own."""

    run_id = IdField("tst", source="run.pk")
    bounty_id = IdField("bty", source="run.bounty_id")
    title = Text(source="run.bounty.title")
    question = Text(source="run.question")
    artifacts = serializers.ListField(child=TasteArtifactOut())
    require_video_response = serializers.BooleanField(source="run.requires_video")
    submit_url = serializers.URLField(help_text="Where to POST `{ vote, reason, fileIds }`.")
    due_at = TimestampField(allow_null=True)
    vote = Text(allow_null=True, help_text="What you voted for, once it was taken.")
