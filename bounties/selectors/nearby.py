"""Jobs around a place. A job has a town and no coordinates, so what is near is known by the towns, and distances are rough."""

from django.db.models import Q, QuerySet, Value
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
    found: dict[tuple[str, str], set[str]] = {}
    for town in towns.around(lat, lng, km):
        for name in town.names:
            state = "" if towns.find(name, town.country) == town else town.state
            if state or towns.find(name, town.country) == town:
                found.setdefault((town.country, state), set()).update(_spellings(name))
    wanted = Q(pk__in=[])
    for (country, state), names in found.items():
        inside = Q(country=country, in_capitals__in=[Upper(Value(name)) for name in sorted(names)])
        if state:
            inside &= Q(state_in_capitals__in=places.state_names(state, country))
        wanted |= inside
    return rows.alias(in_capitals=Upper("city"), state_in_capitals=Upper("state")).filter(wanted)


def _spellings(name: str) -> set[str]:
    """With its accents and dashes and without: the column has what its owner typed."""
    return {name, towns.plain(name)}
