"""Search over people: only complete, available, mail-verified, recently active profiles, ranked local-first.

Ranking looks at a bounded window: people of the searcher's country first, then the others, the most recently active
first in each. `totalCount` counts that window only. Everything that is filtered by is a column of the profile, so that
each filter has an index (docs/decisions/search-columns.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import QuerySet

from humans.models import Profile
from humans.rules import RANKING_WINDOW, SEARCH_ACTIVE, TASTE, folded_set, words
from humans.selectors.signals import with_signals
from marketplace.core import clock, countries, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

ORDER = ("-last_active_at", "-pk")
# Criteria that perhaps nobody meets. The others have an index that is in the order of the ranking.
RARE = ("skill", "name", "min_rate", "max_rate")


@dataclass(slots=True)
class Found:
    rows: list[Profile]
    total: int


def find(criteria: Mapping[str, Any], *, local: str | None, offset: int, limit: int, slim: bool = False) -> Found:
    """One page of the window. `criteria`: skill (list, OR), name, min_rate, max_rate (cents), city, country, featured.

    People of the country `local` come first. `slim` rows come without their signals.
    """
    rows = _matching(criteria)
    rare = any(criteria.get(name) not in (None, "", []) for name in RARE)
    groups = [rows.filter(country=local), rows.exclude(country=local)] if local else [rows]
    page: list[Profile] = []
    total = 0
    for group in groups:
        if total < RANKING_WINDOW:
            size, part = _window(
                group, size=RANKING_WINDOW - total, offset=max(0, offset - total), limit=limit - len(page), rare=rare
            )
            page += part
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
    if category or skills:
        # As in _window: fewer than fill a window are named one by one, more are soon met on a walk.
        count, keys = _any(rows, size=RANKING_WINDOW, offset=0, limit=RANKING_WINDOW, rare=True)
        if count < RANKING_WINDOW:
            rows = Profile.objects.filter(pk__in=keys)
    return rows.select_related("account")


def invitable() -> QuerySet[Profile]:
    """People who can be found and like to be told about work."""
    return _findable().filter(accepts_invitations=True)


def most_recent(rows: QuerySet[Profile], *, limit: int, rare: bool) -> list[Profile]:
    """The `limit` most recently active of these people, with their accounts, by indexes only. `rare`: perhaps nobody
    meets these filters."""
    return _window(rows, size=limit, offset=0, limit=limit, rare=rare)[1]


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


def _window(rows: QuerySet[Profile], *, size: int, offset: int, limit: int, rare: bool) -> tuple[int, list[Profile]]:
    """How many of at most `size` rows there are, and a page of them, the most recently active first.

    First any `size` rows are looked for, in no order, so that a filter that few meet is answered from its own index. Are
    there fewer, then these are all, and they are put in order here. Are there more, then a walk of the most recently
    active soon has a page together.
    """
    count, keys = _any(rows, size=size, offset=offset, limit=limit, rare=rare)
    if count == size:
        end = min(size, offset + limit)
        return size, list(rows.select_related("account").order_by(*ORDER)[offset:end]) if offset < end else []
    by_key = {profile.pk: profile for profile in Profile.objects.select_related("account").filter(pk__in=keys)}
    return count, [by_key[key] for key in keys if key in by_key]


def _any(rows: QuerySet[Profile], *, size: int, offset: int, limit: int, rare: bool) -> tuple[int, list[UUID]]:
    """Count up to `size` rows; and the keys of a page, which is the right one when these are all.

    PostgreSQL would read a table from its beginning, where the oldest and least active are, or walk an index in the hope
    of meeting enough; when it guesses wrong, that is the whole table. So it may use indexes only, and for filters that
    are perhaps met by nobody (`rare`) only such that name their rows without a walk.
    """
    try:
        inner, parameters = rows.values_list("pk", "last_active_at")[:size].query.sql_with_params()
    except EmptyResultSet:  # the ORM sees without asking that nobody meets this
        return 0, []
    query = (
        f"with w (pk, at) as materialized ({inner}) "  # noqa: S608  (the ORM's own text)
        "select (select count(*) from w), array(select pk from w order by at desc, pk desc offset %s limit %s)"
    )
    avoided = ("seqscan", "indexscan", "indexonlyscan") if rare else ("seqscan",)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("; ".join(f"set local enable_{name} = off" for name in avoided))
        cursor.execute(query, [*parameters, offset, limit])
        count, keys = cursor.fetchone()
        # Inside another transaction this one's end would not bring them back.
        cursor.execute("; ".join(f"set local enable_{name} = on" for name in avoided))
    return count, keys


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
