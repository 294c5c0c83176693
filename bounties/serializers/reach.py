"""GET /api/bounties/reach: the fields of a job that decide who fits, as query parameters, and the estimate."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from rest_framework import serializers

from bounties.models import Bounty
from bounties.rules import reach as rules
from bounties.rules.bounties import POOL_MAX_CENTS, SPOTS_MAX, plan_bounty
from bounties.rules.checks import LEVELS
from bounties.selectors import policies
from bounties.selectors.reach import Reach
from marketplace.api.fields import DollarsField, Text
from marketplace.api.filters import BooleanField, CountryField
from marketplace.api.filters import DollarsField as DollarsText
from marketplace.api.serializers import Shape
from marketplace.core import countries
from marketplace.core.errors import Invalid
from marketplace.core.money import format_usd

_MOST_TEXT = 2000


class ReachQuery(forms.Form):
    """The names are those of the body that posts the job; lists are separated by commas."""

    category = forms.CharField(required=False, max_length=30)
    skillsNeeded = forms.CharField(required=False, max_length=_MOST_TEXT)
    city = forms.CharField(required=False, max_length=100)
    state = forms.CharField(required=False, max_length=100)
    country = CountryField(required=False)
    isRemoteAllowed = BooleanField(required=False)
    supportedCountries = forms.CharField(required=False, max_length=_MOST_TEXT)
    identityRequired = BooleanField(required=False)
    linkedinVerifiedRequired = BooleanField(required=False)
    minimumCefr = forms.ChoiceField(
        required=False,
        choices=[(level, level) for level in LEVELS],
        error_messages={"invalid_choice": f"Give one of: {', '.join(LEVELS)}."},
    )
    price = DollarsText(required=False)
    priceType = forms.ChoiceField(
        required=False,
        choices=[("fixed", "fixed"), ("hourly", "hourly")],
        error_messages={"invalid_choice": "Give fixed or hourly."},
    )
    estimatedHours = forms.DecimalField(required=False, min_value=0, max_value=10_000, max_digits=8, decimal_places=3)
    spotsAvailable = forms.IntegerField(required=False, min_value=1, max_value=SPOTS_MAX)

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> Bounty:
        """An unsaved job of these fields. Raises Invalid (400)."""
        form = cls(data=parameters)
        wrong = {name: [str(text) for text in errors] for name, errors in form.errors.items()}
        sent: dict[str, Any] = form.cleaned_data
        codes = [countries.find(name) for name in _listed(sent.get("supportedCountries", ""))]
        if None in codes:
            wrong["supportedCountries"] = ["Give countries by their ISO 3166 codes, separated by commas."]
        skills = _listed(sent.get("skillsNeeded", ""))
        if len(skills) > 30 or any(len(skill) > 60 for skill in skills):
            wrong["skillsNeeded"] = ["Give at most 30 skills of 60 characters, separated by commas."]
        if sent.get("category") and not policies.is_category(sent["category"]):
            wrong["category"] = [f"Give one of: {', '.join(policies.categories())}."]
        is_remote = sent.get("isRemoteAllowed")
        if is_remote is False and not sent.get("country"):
            wrong.setdefault("country", ["An on-site task names its country."])
        price = sent.get("price")
        if price is not None and not 1 <= price <= POOL_MAX_CENTS:
            wrong["price"] = [f"Give 0.01 to {format_usd(POOL_MAX_CENTS)}."]
        if sent.get("estimatedHours") == 0:
            wrong["estimatedHours"] = ["Give more than 0."]
        if wrong:
            raise Invalid(wrong)
        return _unsaved(sent, skills=skills, allowed=[code for code in codes if code], price_cents=price)


def _unsaved(sent: dict[str, Any], *, skills: list[str], allowed: list[str], price_cents: int | None) -> Bounty:
    hours, price_type = sent["estimatedHours"] or Decimal(1), sent["priceType"] or "fixed"
    spots = sent["spotsAvailable"] or 1
    if price_cents is not None:
        plan_bounty(price_cents=price_cents, price_type=price_type, estimated_hours=hours, spots=spots)
    level = sent["minimumCefr"]
    return Bounty(
        category=sent["category"],
        skills_needed=skills,
        city=sent["city"],
        state=sent["state"],
        country=sent["country"],
        is_remote_allowed=sent["isRemoteAllowed"] is not False,
        supported_countries=allowed,
        identity_required=bool(sent["identityRequired"]),
        linkedin_verified_required=bool(sent["linkedinVerifiedRequired"]),
        language_requirement={"language": "en", "minimumCefr": level} if level else None,
        price_cents=price_cents,  # type: ignore[misc]  # unsaved: a reach can be asked for without a price
        price_type=price_type,
        estimated_hours=hours,
        spots_available=spots,
    )


def _listed(text: str) -> list[str]:
    return list(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


class BoundsOut(Shape):
    """A number of people or jobs, never told exactly: small sets could be told apart by asking again."""

    at_least = serializers.IntegerField()
    below = serializers.IntegerField(allow_null=True, help_text="Fewer than this; null from 1,000 on.")


class QuartilesOut(Shape):
    low = DollarsField(help_text="A quarter of them pays less.")
    median = DollarsField(help_text="Half of them pays less.")
    high = DollarsField(help_text="Three quarters of them pay less.")


class GateOut(Shape):
    gate = serializers.ChoiceField(
        rules.GATES, help_text="The field, of those that were given; country: of on-site work."
    )
    people = BoundsOut(help_text="How many would fit without it.")


class ReachOut(Shape):
    people = BoundsOut(help_text="Who fit.")
    active = BoundsOut(help_text="Of them, who were active within 30 days.")
    in_city = BoundsOut(allow_null=True, help_text="Of them, who live in the city; null without one.")
    at_their_rate = BoundsOut(
        allow_null=True, help_text="Of them, whose own hourly rate it pays, or who name none; null without a price."
    )
    gates = GateOut(many=True)
    cuts_most = serializers.ChoiceField(
        rules.GATES, allow_null=True, help_text="Without it most others would fit; null when no gate keeps anybody out."
    )
    comparable_jobs = BoundsOut(
        source="typical.jobs",
        help_text="What the averages are of: the newest of its category, else with a skill of it.",
    )
    typical_pay = QuartilesOut(source="typical.pay", allow_null=True, help_text="For a place, in US dollars.")
    typical_pay_per_hour = QuartilesOut(source="typical.pay_per_hour", allow_null=True)
    typical_hours_to_first_application = serializers.FloatField(
        source="typical.hours_to_first_application", allow_null=True, help_text="From going live; the median."
    )
    not_typical_because = Text(
        source="typical.why_not",
        allow_null=True,
        help_text="too_few: fewer than 5 comparable jobs. no_basis: name a category or skills.",
    )


def said(reach: Reach) -> list[str]:
    """The warnings of an answer: a code, and what it means."""
    return [f"{code}: {_said(code, about)}" for code, about in reach.warnings]


def _said(code: str, about: Any) -> str:
    if code == "pay_below_minimum":
        return f"on site there, the price has to be {format_usd(about)} or more."
    if code == "few_people":
        return f"fewer than {rules.FEW} people fit." + (f" What keeps most out: {about}." if about else "")
    if code == "more_spots_than_people":
        return f"fewer than {about.below} people fit, and more are to be hired."
    return f"three quarters of the comparable jobs pay {format_usd(about.low)} or more an hour."
