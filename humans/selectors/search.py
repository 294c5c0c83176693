"""Search over people: only complete, available, mail-verified, recently active profiles, ranked local-first.

Ranking looks at a bounded window: people of the searcher's country first, then the others, the most recently active
first in each. `totalCount` counts that window only. Everything that is filtered by is a column of the profile, so that
each filter has an index (docs/decisions/search-columns.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from humans.models import Profile
from humans.rules import RANKING_WINDOW, SEARCH_ACTIVE, TASTE, folded_set, words
from humans.selectors.signals import with_signals
from marketplace.core import clock, countries, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

ORDER = ("-last_active_at", "-pk")


@dataclass(slots=True)
class Found:
    rows: list[Profile]
    total: int


def find(criteria: Mapping[str, Any], *, local: str | None, offset: int, limit: int, slim: bool = False) -> Found:
    """One page of the window. `criteria`: skill (list, OR), name, min_rate, max_rate (cents), city, country, featured.

    People of the country `local` come first. `slim` rows come without their signals.
    """
    rows = _matching(criteria)
    groups = [rows.filter(country=local), rows.exclude(country=local)] if local else [rows]
    page: list[Profile] = []
    total = 0
    for group in groups:
        if total < RANKING_WINDOW:
            size = group[: RANKING_WINDOW - total].count()
            start, end = max(0, offset - total), min(size, offset + limit - total)
            if start < end:
                page += group.select_related("account").order_by(*ORDER)[start:end]
            total += size
    if not slim:
        with_signals(page)
    return Found(page, total)


def local_country(criteria: Mapping[str, Any], actor: Actor | None) -> str | None:
    """Whose people come first: an explicit place leaves nothing to rank by, unless a `countryCode` says so; without
    either it is where the caller signed up."""
    if criteria["country"]:
        return None
    if criteria["country_code"]:
        return countries.find(criteria["country_code"])
    return None if criteria["city"] or actor is None else actor.me.signup_country or None


def taste(criteria: Mapping[str, Any]) -> QuerySet[Profile]:
    """People for taste panels. `criteria`: category, skill (list, OR), country, gender, identity_verified."""
    rows = _findable()
    if category := criteria.get("category"):
        rows = rows.filter(terms__overlap=list(TASTE[category]))
    if skills := criteria.get("skill"):
        rows = rows.filter(terms__overlap=folded_set(skills))
    if country := criteria.get("country"):
        rows = rows.filter(country=countries.find(country) or "??")
    if gender := criteria.get("gender"):
        rows = rows.filter(gender=gender)
    if criteria.get("identity_verified") is not None:
        rows = rows.filter(is_verified=criteria["identity_verified"])
    return rows.select_related("account")


def get_public(text: str, *, by_username: bool = True) -> Profile:
    """By profile id or username. Raises NotFound for anybody unknown or not active."""
    rows = Profile.objects.select_related("account").filter(account__is_active=True)
    try:
        if not text.isprintable():
            raise ValueError("neither an id nor a username")
        found: Profile = (
            rows.get(account__profile_id=ids.decode("prf", text))
            if text[:4] == "prf_" or not by_username
            else rows.get(account__username=text)
        )
        return found
    except (ValueError, Profile.DoesNotExist):
        raise NotFound("There is no such human. Give a profile id (prf_…) or a username.")


def get_whole(text: str) -> Profile:
    """The same, with its signals."""
    return with_signals([get_public(text)])[0]


def account_id_of(human_id: str) -> UUID:
    """The account behind a profile id, active or not. Raises NotFound for an unknown one."""
    try:
        profile_id = ids.decode("prf", human_id)
    except ValueError:
        profile_id = None
    found = profile_id and Profile.objects.filter(account__profile_id=profile_id).values_list("pk", flat=True).first()
    if not found:
        raise NotFound("There is no such human. Give a profile id (prf_…).")
    return found


def _findable() -> QuerySet[Profile]:
    return Profile.objects.filter(is_findable=True, last_active_at__gte=clock.now() - SEARCH_ACTIVE)


def _matching(criteria: Mapping[str, Any]) -> QuerySet[Profile]:
    rows = _findable()
    if skills := criteria.get("skill"):
        rows = rows.filter(terms__overlap=folded_set(skills))
    if name := criteria.get("name"):
        rows = _named(rows, words(name))
    if (least := criteria.get("min_rate")) is not None:
        rows = rows.filter(hourly_rate_cents__gte=least)
    if (most := criteria.get("max_rate")) is not None:
        rows = rows.filter(hourly_rate_cents__lte=most)
    if city := criteria.get("city"):
        rows = rows.filter(city_words=words(city) or "?")
    if country := criteria.get("country"):
        rows = rows.filter(country=countries.find(country) or "??")
    if criteria.get("featured") is not None:
        rows = rows.filter(is_featured=criteria["featured"])
    return rows


def _named(rows: QuerySet[Profile], part: str) -> QuerySet[Profile]:
    """Three letters are found anywhere in a name or username, fewer at the beginning of a word: no index of three-letter
    pieces finds them elsewhere. Nothing but signs is no name."""
    if not part:
        return rows.none()
    return rows.filter(name_words__contains=part if len(part) > 2 else f" {part}")
