"""Settings of operators: categories, notice hours, minimum pay, screening phrases. Small tables, read on each use."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bounties.models import Bounty, Category, NoticeRule, PayMinimum, ScreeningRule
from bounties.rules import places
from bounties.rules.bounties import NOTICE_HOURS, UPLOAD_SETTINGS
from marketplace.models.prepared import Prepared

_CATEGORIES = Prepared(lambda: Category.objects.order_by("slug"))


def is_category(slug: str) -> bool:
    return Category.objects.filter(slug=slug, is_active=True).exists()


def categories(*, with_inactive: bool = False) -> list[str]:
    """The slugs that a new bounty may have; with `with_inactive` also those that were switched off."""
    return [row.slug for row in _CATEGORIES.find_all() if row.is_active or with_inactive]


def notice_hours(city: str, country: str) -> int:
    """How many hours before its deadline an on-site bounty there must be posted, by the most specific rule."""
    town = places.town(city, country)
    rules = [
        rule
        for rule in NoticeRule.objects.filter(country__in=[country, ""])
        if not rule.city or places.town(rule.city, country) == town
    ]
    closest = max(rules, key=lambda rule: (bool(rule.city), bool(rule.country)), default=None)
    return closest.hours if closest else NOTICE_HOURS


@dataclass(frozen=True, slots=True)
class Minimum:
    """The least an hour on site must pay in `area`, in cents."""

    area: str
    currency: str
    hourly_cents: int


def pay_minimum(*, city: str, state: str, country: str, currency: str = "USD") -> Minimum | None:
    """The minimum of the most specific area: the city's, else the state's, else the country's; None without one.

    Names are compared as people write them (`rules.places`). A city needs no state; where two of that name have a minimum,
    the lower one counts until the state is named.
    """
    town, region = places.town(city, country), places.region_of(city, state, country)
    rows = [row for row in PayMinimum.objects.filter(country=country, currency=currency) if _lies_in(town, region, row)]
    closest = max(rows, key=lambda row: (bool(row.city), bool(row.state), -row.hourly_cents), default=None)
    return Minimum(str(closest), closest.currency, closest.hourly_cents) if closest else None


def _lies_in(town: str, region: str, area: PayMinimum) -> bool:
    """Whether a place with these names (`rules.places`) is in an area; its city stands for a state that was not given."""
    same_region = not area.state or region == places.region(area.state, area.country)
    if not area.city:
        return same_region
    return town == places.town(area.city, area.country) and (same_region or not region)


def texts(bounty: Bounty) -> dict[str, str]:
    """All texts of a bounty that others than its owner can read, by wire name."""
    settings, _ = UPLOAD_SETTINGS.get(bounty.submission_mode, ("", ""))
    read: dict[str, Iterable[str]] = {
        "title": [bounty.title],
        "description": [bounty.description],
        "completionCriteria": [bounty.completion_criteria],
        "agentName": [bounty.agent_name],
        "agentType": [bounty.agent_type],
        "location": [bounty.city, bounty.state],
        "skillsNeeded": bounty.skills_needed,
        "completionQuestions": [question["prompt"] for question in bounty.completion_questions],
        "requiredLinks": [wish.get("label", "") for wish in bounty.required_links],
        "applicationDetails": [detail["label"] for detail in bounty.application_details],
        "lifecycleMessages": bounty.lifecycle_messages.values(),
    }
    if settings:
        read[settings] = [text for text in (bounty.upload_settings or {}).values() if isinstance(text, str)]
    return {name: "\n".join(parts) for name, parts in read.items()}


def screening_matches(found: Mapping[str, str]) -> dict[str, list[str]]:
    """Which of these texts match screening rules: wire name -> `phrase: reason` of each match."""
    rules = list(ScreeningRule.objects.filter(is_active=True).order_by("pk"))
    reasons = {
        name: [f"{rule.phrase}: {rule.reason}" for rule in rules if _contains_phrase(text, rule.phrase)]
        for name, text in found.items()
    }
    return {name: why for name, why in reasons.items() if why}


def _contains_phrase(text: str, phrase: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE) is not None
