"""What operators have set: categories, notice, minimum pay, screening words. Small tables, read when they are needed."""

import re
from dataclasses import dataclass

from django.db.models import Q

from bounties.models import Category, NoticeRule, PayMinimum, ScreeningRule
from bounties.rules.bounties import NOTICE_HOURS


def is_category(slug: str) -> bool:
    return Category.objects.filter(slug=slug, is_active=True).exists()


def categories(*, all_of_them: bool = False) -> list[str]:
    """The slugs that a new bounty may have; with `all_of_them` also those that were switched off."""
    rows = Category.objects.all() if all_of_them else Category.objects.filter(is_active=True)
    return list(rows.order_by("slug").values_list("slug", flat=True))


def notice_hours(city: str, country: str) -> int:
    """How many hours before its deadline an on-site bounty there must be posted: the closest rule's."""
    rules = NoticeRule.objects.filter(
        Q(country=country, city__iexact=city) | Q(country=country, city="") | Q(country="", city="")
    )
    closest = max(rules, key=lambda rule: (bool(rule.city), bool(rule.country)), default=None)
    return closest.hours if closest else NOTICE_HOURS


@dataclass(frozen=True, slots=True)
class Minimum:
    """The least an hour on site must pay in `area`, in cents."""

    area: str
    currency: str
    hourly_cents: int


def pay_minimum(*, city: str, state: str, country: str, currency: str = "USD") -> Minimum | None:
    """The closest area that operators have set: the city's, else the state's, else the country's; None without one."""
    rows = PayMinimum.objects.filter(
        Q(city__iexact=city) | Q(city=""), Q(state__iexact=state) | Q(state=""), country=country, currency=currency
    )
    closest = max(rows, key=lambda row: (bool(row.city), bool(row.state)), default=None)
    return Minimum(str(closest), closest.currency, closest.hourly_cents) if closest else None


def screening_reason(*texts: str) -> str | None:
    """Why an operator should look at a listing with these texts first; None when it may go live."""
    whole = "\n".join(texts)
    for rule in ScreeningRule.objects.filter(is_active=True).order_by("pk"):
        if re.search(rf"(?<!\w){re.escape(rule.phrase)}(?!\w)", whole, re.IGNORECASE):
            return f"{rule.phrase}: {rule.reason}"
    return None
