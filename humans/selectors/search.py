"""Search over people: only complete, available, mail-verified, recently active profiles, ranked local-first.

Only a bounded window is ranked (RANKING_WINDOW): people of the searcher's country first, then the others, the most recently
active first in each group. `totalCount` counts that window only. Everything that is filtered by is a column of the profile,
so that each filter has an index (docs/decisions/search-columns.md).

A page is made in one of two ways. When many profiles match, an index scan in ranking order stops once enough of them were
found; a cursor says where the next scan starts. When few match, all of them are collected from the filters' own indexes and
sorted. The planner's estimate decides which.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypedDict
from uuid import UUID

from django.db.models import Q, QuerySet

from humans.models import Profile
from humans.rules.people import RANKING_WINDOW, SEARCH_ACTIVE, TASTE, folded_set, words
from humans.selectors import ranking
from humans.selectors.signals import with_signals
from marketplace.core import clock, countries, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

_NO_HUMAN = "There is no such human. Give a profile id (prf_…) or a username."


class SearchCriteria(TypedDict, total=False):
    """Filters of `find`; absent, empty or None means no filter."""

    skill: list[str]  # any of these
    name: str  # part of a name or username
    min_rate: int | None  # cents per hour
    max_rate: int | None
    city: str
    country: str  # ISO code or English name
    country_code: str  # whose people are ranked first
    featured: bool | None
    fields: str  # `slim` or ""


class TasteCriteria(TypedDict, total=False):
    """Filters of `taste`; absent, empty or None means no filter."""

    category: str  # a key of rules.TASTE
    skill: list[str]  # any of these
    country: str
    gender: str
    identity_verified: bool | None


class Start(NamedTuple):
    """Where a page begins: an offset, and from a cursor also the group (0 is local), the number of people before that
    group, and the last person of the page before (`at`, `pk`)."""

    offset: int
    group: int = 0
    before: int = 0
    at: datetime | None = None
    pk: UUID | None = None

    @property
    def after_last(self) -> Q:
        """The people ranked after the last person of the page before; empty without one."""
        if self.at is None:
            return Q()
        return Q(last_active_at__lte=self.at) & (Q(last_active_at__lt=self.at) | Q(pk__lt=self.pk))


@dataclass(slots=True)
class Found:
    """One page. `total`: size of the ranking window; `following`: where the next page begins, None after the last one."""

    rows: list[Profile]
    total: int
    following: Start | None


def find(criteria: SearchCriteria, *, local: str | None, start: Start, limit: int, slim: bool = False) -> Found:
    """One page of the ranking window. People of the country `local` (ISO code) come first. `slim` rows have no signals.

    Spec: Endpoints, Humans.
    """
    ranked, filters = _matching(criteria)
    groups = [Q(country=local), ~Q(country=local)] if local else [Q()]
    page: list[Profile] = []
    following: Start | None = None
    total = start.before
    for number, group in enumerate(groups[start.group :], start.group):
        if total < RANKING_WINDOW:
            size, part = ranking.window(
                ranked.filter(group),
                filters,
                size=RANKING_WINDOW - total,
                offset=max(0, start.offset - total),
                limit=limit - len(page),
                after_last=start.after_last if number == start.group else Q(),
            )
            page += part
            if part:
                last = part[-1]
                following = Start(start.offset + len(page), number, total, last.last_active_at, last.pk)
            total += size
    if not slim:
        with_signals(page)
    return Found(page, total, following if following and following.offset < total else None)


def local_country(criteria: SearchCriteria, actor: Actor | None) -> str | None:
    """The country whose people are ranked first: `country_code`, else the caller's sign-up country. None when the search is
    limited to a country, or to a city without `country_code`."""
    if criteria["country"]:
        return None
    if criteria["country_code"]:
        return countries.find(criteria["country_code"])
    return None if criteria["city"] or actor is None else actor.me.signup_country or None


def taste(criteria: TasteCriteria) -> QuerySet[Profile]:
    """People for taste panels, unordered. Spec: Endpoints, Tool interface (browse_taste_humans)."""
    rows = _findable()
    if category := criteria.get("category"):
        rows = rows.filter(terms__overlap=list(TASTE[category]))
    if skills := criteria.get("skill"):
        rows = rows.filter(terms__overlap=folded_set(skills))
    if country := criteria.get("country"):
        rows = rows.filter(country=country)
    if gender := criteria.get("gender"):
        rows = rows.filter(gender=gender)
    if (verified := criteria.get("identity_verified")) is not None:
        rows = rows.filter(is_verified=verified)
    if (category or skills) and ranking.estimated(rows) < ranking.CERTAIN * RANKING_WINDOW:
        # As in `ranking.window`: few matches are selected by their keys, many are found soon by a scan.
        count, keys = ranking.count_and_page(rows, size=RANKING_WINDOW, offset=0, limit=RANKING_WINDOW, rare=True)
        if count < RANKING_WINDOW:
            rows = Profile.objects.filter(pk__in=keys)
    return rows.select_related("account")


def invitable() -> QuerySet[Profile]:
    """People who appear in search and accept invitations to bounties."""
    return _findable().filter(accepts_invitations=True)


def in_city(*, city: str, country: str, skill: str) -> QuerySet[Profile]:
    """People who appear in search, in this city, with this skill; case and accents are ignored."""
    ranked, filters = _matching({"city": city, "country": country, "skill": [skill]})
    return ranked.filter(filters)


def get_public(text: str) -> Profile:
    """By profile id or username. Raises NotFound (404) for an unknown person or an inactive account."""
    rows = Profile.objects.select_related("account").filter(account__is_active=True)
    try:
        if not text.isprintable():
            raise ValueError("neither an id nor a username")
        found: Profile = (
            rows.get(account__profile_id=ids.decode("prf", text))
            if text[:4] == "prf_"
            else rows.get(account__username=text)
        )
        return found
    except (ValueError, Profile.DoesNotExist):
        raise NotFound(_NO_HUMAN)


def get_public_with_signals(text: str) -> Profile:
    """Like `get_public`, with `signals` set."""
    return with_signals([get_public(text)])[0]


def with_public_page(keys: Iterable[UUID]) -> set[str]:
    """The profile ids of those among these accounts whom `get_public` finds. One query."""
    rows = Profile.objects.filter(pk__in=list(keys), account__is_active=True)
    return {ids.encode("prf", key) for key in rows.values_list("account__profile_id", flat=True)}


def account_id_of(human_id: str) -> UUID:
    """The key of the account behind a profile id or username, active or not. Raises NotFound (404)."""
    try:
        if not human_id.isprintable():
            raise ValueError("neither an id nor a username")
        named = (
            Q(account__profile_id=ids.decode("prf", human_id))
            if human_id[:4] == "prf_"
            else Q(account__username=human_id)
        )
        found: UUID = Profile.objects.values_list("pk", flat=True).get(named)
        return found
    except (ValueError, Profile.DoesNotExist):
        raise NotFound(_NO_HUMAN)


def _findable() -> QuerySet[Profile]:
    return Profile.objects.filter(is_findable=True, last_active_at__gte=clock.now() - SEARCH_ACTIVE)


def _matching(criteria: SearchCriteria) -> tuple[QuerySet[Profile], Q]:
    """The people of the place asked for, which an index has in ranking order; and the other filters, which may match few."""
    ranked, filters = _findable(), Q()
    if city := criteria.get("city"):
        ranked = ranked.filter(city_words=words(city) or "?")
    if country := criteria.get("country"):
        ranked = ranked.filter(country=country)
    if (featured := criteria.get("featured")) is not None:
        ranked = ranked.filter(is_featured=featured)
    if skills := criteria.get("skill"):
        filters &= Q(terms__overlap=folded_set(skills))
    if name := criteria.get("name"):
        filters &= _name_filter(words(name))
    if (least := criteria.get("min_rate")) is not None:
        filters &= Q(hourly_rate_cents__gte=least)
    if (most := criteria.get("max_rate")) is not None:
        filters &= Q(hourly_rate_cents__lte=most)
    return ranked, filters


def _name_filter(part: str) -> Q:
    """Three letters or more match anywhere in a name or username; fewer match at the beginning of a word, since a trigram
    index can't find them elsewhere. Punctuation alone matches nobody."""
    if not part:
        return Q(pk__in=[])
    return Q(name_words__contains=part if len(part) > 2 else f" {part}")
