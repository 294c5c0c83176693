"""Whom a job would reach before it is posted, and what the like pays: counts of people and averages of jobs, never one of them.

People are those who could apply (`search` finds them once they were active within 30 days), by what their profiles say: the gates
of a job that are met while applying, such as a microphone sample, keep nobody out here. Jobs are public ones of the last months.
The work is bounded: counting stops at COUNTED_AT_MOST, and jobs are compared with the newest only.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet, TextField, Value

from bounties.models import Bounty
from bounties.models.bounties import folded_skills
from bounties.rules import reach as rules
from bounties.rules.bounties import LIVE, least_price
from bounties.rules.checks import LEVELS
from bounties.selectors import policies
from humans.models import Proficiency, Profile
from humans.rules.people import SEARCH_ACTIVE, folded_set, words
from humans.selectors import ranking
from marketplace.core import clock

NEWEST, NEWEST_ALIKE = 4000, 300  # jobs that are read, and of those compared with
CHECKED_AT_MOST = 10_000  # people, the most recently active first, whose account is read for what no index has
_ALL = Q()
_TYPICAL = """
with alike as materialized ({alike}),
applied as (
  select seat_cents, estimated_hours, went_live_at,
    (select min(a.created_at) from bounties_application a where a.bounty_id = alike.id) as first_at
  from alike)
select count(*), count(first_at),
  percentile_cont(array[.25, .5, .75]) within group (order by seat_cents),
  percentile_cont(array[.25, .5, .75]) within group (order by seat_cents / estimated_hours),
  percentile_cont(.5) within group (order by extract(epoch from first_at - went_live_at) / 3600)
from applied
"""


class Quartiles(NamedTuple):
    """Cents: a quarter of the jobs pays less than `low`, half less than `median`, three quarters less than `high`."""

    low: int
    median: int
    high: int


class Gate(NamedTuple):
    """A condition on people, by its field, and how many would fit without it."""

    gate: str
    people: rules.Bounds


@dataclass(frozen=True, slots=True)
class Typical:
    """What the like pays; None where fewer than ALIKE_AT_LEAST are compared with, and `why_not` says why."""

    basis: str  # category, skills, or none
    jobs: rules.Bounds
    pay: Quartiles | None = None
    pay_per_hour: Quartiles | None = None
    hours_to_first_application: float | None = None
    why_not: str | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """The estimate. `at_their_rate`: of those who fit, whose own hourly rate it pays, None without a price. `in_city`: who live
    in its city, None without one. `warnings`: (code, what it is about)."""

    people: rules.Bounds
    active: rules.Bounds
    in_city: rules.Bounds | None
    at_their_rate: rules.Bounds | None
    gates: list[Gate]
    cuts_most: str | None
    typical: Typical
    warnings: list[tuple[str, Any]] = field(default_factory=list)


def estimate(owner_id: UUID, bounty: Bounty) -> Reach:
    """The reach of a job that need not be saved; `price_cents` may be None. At most eight statements."""
    per_hour = _per_hour(bounty)
    found = _count(owner_id, bounty, per_hour)
    people, active = rules.bounds(found["people"]), rules.bounds(found["active"])
    without: dict[str, rules.Bounds] = {name: rules.bounds(found[name]) for name in rules.GATES if name in found}
    typical = _typical(bounty)
    reach = Reach(
        people=people,
        active=active,
        in_city=rules.bounds(found["city"]) if "city" in found else None,
        at_their_rate=rules.bounds(found["rate"]) if "rate" in found else None,
        gates=[Gate(name, others) for name, others in without.items()],
        cuts_most=rules.cuts_most(without, people),
        typical=typical,
    )
    reach.warnings.extend(_warnings(bounty, reach, per_hour))
    return reach


def _per_hour(bounty: Bounty) -> Decimal | None:
    if bounty.price_cents is None:
        return None
    price = Decimal(bounty.price_cents)
    return price if bounty.price_type == "hourly" else price / Decimal(bounty.estimated_hours)


def _warnings(bounty: Bounty, reach: Reach, per_hour: Decimal | None) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    if (least := _least_price(bounty)) is not None and bounty.price_cents < least:
        found.append(("pay_below_minimum", least))
    if reach.people.is_few:
        found.append(("few_people", reach.cuts_most))
    elif reach.people.below is not None and bounty.spots_available >= reach.people.below:
        found.append(("more_spots_than_people", reach.people))
    typical = reach.typical.pay_per_hour
    if per_hour is not None and typical is not None and per_hour < typical.low:
        found.append(("pay_below_typical", typical))
    return found


def _least_price(bounty: Bounty) -> int | None:
    """What operators ask for there, in cents of the price; None where nothing applies."""
    if bounty.price_cents is None or bounty.is_remote_allowed:
        return None
    minimum = policies.pay_minimum(city=bounty.city, state=bounty.state, country=bounty.country)
    if minimum is None:
        return None
    hours = Decimal(bounty.estimated_hours)
    return least_price(minimum.hourly_cents, price_type=bounty.price_type, estimated_hours=hours)


# ------------------------------------------------------------------ people


def _count(owner_id: UUID, bounty: Bounty, per_hour: Decimal | None) -> dict[str, int]:
    """Counts by name, up to COUNTED_AT_MOST: people, active, city, rate, and for each gate who would fit without it."""
    indexed, late = _conditions(bounty)
    base = Profile.objects.filter(is_findable=True).exclude(pk=owner_id)
    if bounty.is_remote_allowed:
        base = base.filter(Q(is_remote_available=True) | (Q(country=bounty.country) if bounty.country else Q(pk=None)))

    def fitting(more: Q = _ALL, *, without: str = "") -> QuerySet[Profile]:
        rows = base.filter(more, *(condition for name, condition in indexed.items() if name != without))
        rest = [condition for name, condition in late.items() if name != without]
        if not rest:
            return rows
        newest = rows.order_by(*ranking.ORDER).values("pk")[:CHECKED_AT_MOST]
        return Profile.objects.filter(*rest, pk__in=newest)

    active = Q(last_active_at__gte=clock.now() - SEARCH_ACTIVE)
    parts = {"people": fitting(), "active": fitting(active)}
    if bounty.city:
        in_country = Q(country=bounty.country) if bounty.country else Q()
        parts["city"] = fitting(in_country & Q(city_words=words(bounty.city) or "?"))
    if per_hour is not None:
        parts["rate"] = fitting(Q(hourly_rate_cents=None) | Q(hourly_rate_cents__lte=int(per_hour)))
    parts |= {name: fitting(without=name) for name in (*indexed, *late)}
    most = rules.COUNTED_AT_MOST
    if "skillsNeeded" not in parts:
        return ranking.counts(parts, most=most, rare=False)
    common = {"skillsNeeded": parts.pop("skillsNeeded")}
    return ranking.counts(parts, most=most, rare=True) | ranking.counts(common, most=most, rare=False)


def _conditions(bounty: Bounty) -> tuple[dict[str, Q], dict[str, Q]]:
    """The job's conditions on people by their field: those that columns of the profile answer, and those of the account."""
    indexed: dict[str, Q] = {}
    late: dict[str, Q] = {}
    allowed = bounty.eligible_countries
    if bounty.skills_needed:
        indexed["skillsNeeded"] = Q(terms__overlap=folded_set(bounty.skills_needed))
    if allowed:
        named = "supportedCountries" if bounty.is_remote_allowed else "country"  # the field that was given
        indexed[named] = Q(country__in=allowed)
    if bounty.identity_required:
        indexed["identityRequired"] = Q(is_verified=True)
    if bounty.linkedin_verified_required:
        late["linkedinVerifiedRequired"] = Q(account__linkedin_verified_at__isnull=False)
    if wanted := bounty.language_requirement:
        lower = ["A1", *LEVELS][: LEVELS.index(wanted["minimumCefr"]) + 1]
        known = Proficiency.objects.filter(account_id=OuterRef("pk"), language=wanted["language"], cefr__in=lower)
        late["languageProficiencyRequirement"] = Q(
            ~Exists(known)
        )  # whoever has no level yet records one while applying
    return indexed, late


# ------------------------------------------------------------------ jobs


def _typical(bounty: Bounty) -> Typical:
    """What comparable jobs paid, and when their first application came: one statement."""
    basis = "category" if bounty.category else "skills" if bounty.skills_needed else "none"
    if basis == "none":
        return Typical(basis, rules.bounds(0), why_not="no_basis")
    try:
        alike, parameters = _alike(bounty).query.sql_with_params()
    except EmptyResultSet:
        return Typical(basis, rules.bounds(0), why_not="too_few")
    with connection.cursor() as cursor:
        cursor.execute(_TYPICAL.format(alike=alike), parameters)
        jobs, applied, pay, per_hour, first = cursor.fetchone()
    enough, told = jobs >= rules.ALIKE_AT_LEAST, applied >= rules.ALIKE_AT_LEAST
    return Typical(
        basis=basis,
        jobs=rules.bounds(jobs),
        pay=Quartiles(*(round(cents) for cents in pay)) if enough else None,
        pay_per_hour=Quartiles(*(round(cents) for cents in per_hour)) if enough else None,
        hours_to_first_application=round(float(first), 1) if told else None,
        why_not=None if enough else "too_few",
    )


def _alike(bounty: Bounty) -> QuerySet[Bounty, Any]:
    """The newest public jobs of its category, or without one with a skill of it, where it is done from anywhere or in the same
    country, as it is."""
    newest = Bounty.objects.order_by("-pk").values("pk")[:NEWEST]
    open_ = Bounty.objects.filter(status__in=LIVE, is_private=False, category=bounty.category).order_by("-pk")
    candidates = newest.union(open_.values("pk")[:NEWEST_ALIKE]) if bounty.category else newest
    rows = Bounty.objects.filter(
        pk__in=candidates,
        kind="ordinary",
        is_private=False,
        went_live_at__isnull=False,
        is_remote_allowed=bounty.is_remote_allowed,
        estimated_hours__gt=0,
    )
    if not bounty.is_remote_allowed:
        rows = rows.filter(country=bounty.country)
    if bounty.category:
        rows = rows.filter(category=bounty.category)
    else:
        wanted = folded_skills(Value(list(bounty.skills_needed), output_field=ArrayField(TextField())))
        rows = rows.alias(folded=folded_skills("skills_needed")).filter(folded__overlap=wanted)
    shown = rows.order_by("-pk").values("id", "seat_cents", "estimated_hours", "went_live_at")
    return shown[:NEWEST_ALIKE]
