"""Search over people: only complete, available, mail-verified, recently active profiles, ranked local-first.

Ranking looks at a bounded window: people of the searcher's country first, then the others, the most recently active
first in each. `totalCount` counts that window only. Everything that is filtered by is a column of the profile, so that
each filter has an index (docs/decisions/search-columns.md).

There are two ways to a page. Either the most recently active are walked until enough of them fit: good when many do, and a
cursor says whom the walk goes on behind. Or all that fit are collected from the index of the filter and sorted: good when
few do. PostgreSQL's own estimate says which.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import connection, transaction
from django.db.models import BooleanField, Func, Q, QuerySet

from humans.models import Profile
from humans.rules import RANKING_WINDOW, SEARCH_ACTIVE, TASTE, folded_set, words
from humans.selectors.signals import with_signals
from marketplace.core import clock, countries, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound

ORDER = ("-last_active_at", "-pk")
# So many times more than a window must be expected before it is taken as full without counting; and in a walk, rows that
# fit must be at least half as frequent as expected: together that still fills it.
CERTAIN = 2
HALF_AS_FREQUENT = 2


class Start(NamedTuple):
    """Where a page begins. A cursor knows more than the offset: the group (the near, or the others), how many came before
    that group, and the last person of the page before."""

    offset: int
    group: int = 0
    before: int = 0
    at: datetime | None = None
    pk: UUID | None = None

    @property
    def behind(self) -> Q:
        """Who comes after that person; everybody, without one."""
        if self.at is None:
            return Q()
        return Q(last_active_at__lte=self.at) & (Q(last_active_at__lt=self.at) | Q(pk__lt=self.pk))


@dataclass(slots=True)
class Found:
    """`following` is where the next page begins, None after the last one."""

    rows: list[Profile]
    total: int
    following: Start | None


class _Looked(Func):
    """The same condition, and no index answers it: rows that are walked anyway are looked at one by one. PostgreSQL would
    first gather all that meet it, half a million perhaps, to leave out a few."""

    template = "(%(expressions)s) IS TRUE"
    output_field = BooleanField()


def find(criteria: Mapping[str, Any], *, local: str | None, start: Start, limit: int, slim: bool = False) -> Found:
    """One page of the window. `criteria`: skill (list, OR), name, min_rate, max_rate (cents), city, country, featured.

    People of the country `local` come first. `slim` rows come without their signals.
    """
    placed, narrowed = _matching(criteria)
    near = [Q(country=local), ~Q(country=local)] if local else [Q()]
    page: list[Profile] = []
    following: Start | None = None
    total = start.before
    for number, group in enumerate(near[start.group :], start.group):
        if total < RANKING_WINDOW:
            size, part = _window(
                placed.filter(group),
                narrowed,
                size=RANKING_WINDOW - total,
                offset=max(0, start.offset - total),
                limit=limit - len(page),
                behind=start.behind if number == start.group else Q(),
            )
            page += part
            if part:
                last = part[-1]
                following = Start(start.offset + len(page), number, total, last.last_active_at, last.pk)
            total += size
    if not slim:
        with_signals(page)
    return Found(page, total, following if following and following.offset < total else None)


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
    if (category or skills) and _estimated(rows) < CERTAIN * RANKING_WINDOW:
        # As in _window: fewer than fill a window are named one by one, more are soon met on a walk.
        count, keys = _any(rows, size=RANKING_WINDOW, offset=0, limit=RANKING_WINDOW, rare=True)
        if count < RANKING_WINDOW:
            rows = Profile.objects.filter(pk__in=keys)
    return rows.select_related("account")


def invitable() -> QuerySet[Profile]:
    """People who can be found and like to be told about work."""
    return _findable().filter(accepts_invitations=True)


def in_place(*, city: str, country: str, skill: str) -> QuerySet[Profile]:
    """People who can be found in this city and name this skill, however either is written."""
    placed, narrowed = _matching({"city": city, "country": country, "skill": [skill]})
    return placed.filter(narrowed)


def most_recent(rows: QuerySet[Profile], *, limit: int, rare: bool) -> list[Profile]:
    """The `limit` most recently active of these people, with their accounts, by indexes only. `rare`: perhaps nobody
    meets these filters."""
    count, keys = _any(rows, size=limit, offset=0, limit=limit, rare=rare)
    return _named_by(keys) if count < limit else _ranked(rows, 0, limit)


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


def _window(
    placed: QuerySet[Profile], narrowed: Q, *, size: int, offset: int, limit: int, behind: Q
) -> tuple[int, list[Profile]]:
    """How many of at most `size` there are among `placed` that are `narrowed`, and a page of them, ranked: from `offset`,
    or the next ones that are `behind`."""
    end = max(offset, min(size, offset + limit))
    if not narrowed:  # every such list has an index in the order of the ranking: to count it is a walk of that index
        count, _ = _any(placed, size=size, offset=0, limit=0, rare=False)
        end = min(end, count)
        return count, _ranked(placed.filter(behind), 0, end - offset) if behind else _ranked(placed, offset, end)
    rows = placed.filter(narrowed)
    expected = _estimated(rows)
    first, last = (0, end - offset) if behind else (offset, end)
    walked = last * _estimated(placed) // max(1, expected)
    if expected >= CERTAIN * size and walked <= expected:
        met = _met(placed.filter(behind), narrowed, first, last, within=HALF_AS_FREQUENT * walked)
        if len(met) == end - offset:
            return size, met
    most = max(CERTAIN * size, 2 * expected)
    count, keys = _any(rows, size=most, offset=offset, limit=end - offset, rare=True)
    return min(count, size), _named_by(keys) if count < most else _ranked(rows, offset, end)


def _met(placed: QuerySet[Profile], narrowed: Q, offset: int, end: int, *, within: int) -> list[Profile]:
    """A page of those who are `narrowed`, as far as they are met among the `within` most recently active of `placed`: a
    walk that ends also when the estimate was wrong."""
    floor = placed.order_by(*ORDER).values_list("last_active_at", flat=True)[within : within + 1]
    rows = placed.filter(_Looked(narrowed))
    return _ranked(rows.filter(last_active_at__gte=floor[0]) if floor else rows, offset, end)


def _ranked(rows: QuerySet[Profile], offset: int, end: int) -> list[Profile]:
    """Only those of the page are read whole."""
    return _named_by(rows.order_by(*ORDER).values("pk")[offset:end]) if offset < end else []


def _named_by(keys: Any) -> list[Profile]:
    return list(Profile.objects.select_related("account").filter(pk__in=keys).order_by(*ORDER))


def _estimated(rows: QuerySet[Profile]) -> int:
    """How many PostgreSQL expects, from its statistics: nothing is read."""
    try:
        query, parameters = rows.values_list("pk").query.sql_with_params()
    except EmptyResultSet:
        return 0
    with connection.cursor() as cursor:
        cursor.execute(f"explain (format json) {query}", parameters)
        return int(cursor.fetchone()[0][0]["Plan"]["Plan Rows"])


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


def _matching(criteria: Mapping[str, Any]) -> tuple[QuerySet[Profile], Q]:
    """Everybody in the places asked for, whom an index holds in the order of the ranking; and what narrows that down,
    which perhaps nobody meets."""
    placed, narrowed = _findable(), Q()
    if city := criteria.get("city"):
        placed = placed.filter(city_words=words(city) or "?")
    if country := criteria.get("country"):
        placed = placed.filter(country=countries.find(country) or "??")
    if criteria.get("featured") is not None:
        placed = placed.filter(is_featured=criteria["featured"])
    if skills := criteria.get("skill"):
        narrowed &= Q(terms__overlap=folded_set(skills))
    if name := criteria.get("name"):
        narrowed &= _named(words(name))
    if (least := criteria.get("min_rate")) is not None:
        narrowed &= Q(hourly_rate_cents__gte=least)
    if (most := criteria.get("max_rate")) is not None:
        narrowed &= Q(hourly_rate_cents__lte=most)
    return placed, narrowed


def _named(part: str) -> Q:
    """Three letters are found anywhere in a name or username, fewer at the beginning of a word: no index of three-letter
    pieces finds them elsewhere. Nothing but signs is no name."""
    if not part:
        return Q(pk__in=[])
    return Q(name_words__contains=part if len(part) > 2 else f" {part}")
