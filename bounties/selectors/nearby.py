"""Jobs around a place. A job has a town and no coordinates, so what is near is known by the towns, and distances are rough."""

from functools import lru_cache
from typing import Any

from django.db.models import BooleanField, F, Func, Q, QuerySet
from django.db.models.functions import Upper

from bounties.models import Bounty
from bounties.rules import places
from marketplace.core import towns
from marketplace.core.towns import Town


def town_of(city: str, state: str, country: str) -> Town | None:
    """The town that is meant, as people write it (`New York, NY`, `NYC`); None where it is not known or could be several."""
    if not city or not country:
        return None
    return towns.find(places.town(city, country), country, places.region_of(city, state, country))


def within(rows: QuerySet[Bounty], lat: float, lng: float, km: int) -> QuerySet[Bounty]:
    """The bounties whose town lies at most `km` from the point (degrees), by any of its names; those without a place are none of
    them. Where several towns of a country share the name, the state decides. One condition, on the index of cities."""
    wanted = Q(pk__in=[])
    for (country, state), names in _names_around(lat, lng, km).items():
        inside = Q(country=country) & Q(_IsCalled("city", names))
        if state:
            inside &= Q(state_in_capitals__in=places.state_names(state, country))
        wanted |= inside
    return rows.alias(state_in_capitals=Upper("state")).filter(wanted)


class _IsCalled(Func):
    """`upper(city)` is one of these names in whatever case, by PostgreSQL's own rule, as the index has them. One expression for all
    of them: a circle has hundreds, and Django takes longer over as many expressions than PostgreSQL over the query. The names are
    one array that is read while the statement runs: as constants they would be capitalised and counted one by one while it is
    planned, which takes longer than finding the rows."""

    output_field = BooleanField()

    def __init__(self, column: str, names: tuple[str, ...]) -> None:
        super().__init__(F(column))
        self.names = names

    def as_sql(self, compiler: Any, connection: Any, **_: Any) -> Any:  # type: ignore[override]
        (column,) = self.get_source_expressions()
        sql, values = compiler.compile(column)
        called = f"upper({sql}) = any(array(select upper(name) from unnest(%s::text[]) name))"  # noqa: S608 - the column's own SQL
        return called, [*values, list(self.names)]


@lru_cache(maxsize=64)
def _names_around(lat: float, lng: float, km: int) -> dict[tuple[str, str], tuple[str, ...]]:
    """By country and state, how the towns of a circle are written; the state is empty where the name alone says which town it is.
    The towns are data that never changes, and the circles are few: around towns, or around a tenth of a degree."""
    found: dict[tuple[str, str], set[str]] = {}
    for town in towns.around(lat, lng, km):
        for name in town.names:
            state = "" if towns.find(name, town.country) == town else town.state
            if state or towns.find(name, town.country) == town:
                found.setdefault((town.country, state), set()).update(_spellings(name))
    return {place: tuple(sorted(names)) for place, names in found.items()}


def _spellings(name: str) -> set[str]:
    """With its accents and dashes and without: the column has what its owner typed. Once where they differ by case alone."""
    plain = towns.plain(name)
    return {name} if plain == name.lower() else {name, plain}
