"""Where the reader is, as far as they say so, and how far a job is from there."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from bounties.models import Bounty
from bounties.rules import places
from bounties.selectors import listing, nearby
from humans.models import Profile
from marketplace.core import countries
from marketplace.core.earth import meters_between
from marketplace.core.errors import Invalid
from marketplace.web import formats, reader

DISTANCES = (10, 25, 50, 100)  # kilometres
USUAL = 50
FAR = 200  # kilometres: nobody goes there for a job


@dataclass(frozen=True, slots=True)
class Origin:
    """A point in degrees. From a browser it comes rounded to a tenth, about ten kilometres: the address of a list says no more."""

    lat: float
    lng: float


def of_profile(profile: Profile | None) -> Origin | None:
    """The town of the reader's profile. The zone of a clock names one, too, but many live far from it: no distance from there."""
    town = nearby.town_of(profile.city, "", profile.country) if profile is not None else None
    return Origin(town.lat, town.lng) if town is not None else None


def asked(request: HttpRequest, profile: Profile | None) -> tuple[Origin, int] | None:
    """The circle that the address asks for: around `city`, or else around `near`, the place that a browser told; None without one.

    Raises Invalid (400) for what is no distance or place, and for a city that is not known."""
    near, city, typed = (request.GET.get(name, "").strip() for name in ("near", "city", "within"))
    if not typed and not near:
        return None
    try:
        km = int(typed or USUAL)
    except ValueError:
        km = 0
    if km not in DISTANCES:
        raise Invalid({"within": [_("Choose one of the distances.")]})
    if city:
        return _around(city, request, profile), km
    if not near:
        raise Invalid({"city": [_("Say around which city.")]})
    try:
        lat, lng = (float(number) for number in near.split(","))
    except ValueError:
        lat = lng = float("nan")
    if not (-90 <= lat <= 90 and -180 <= lng <= 180):
        raise Invalid({"near": [_("This is no place.")]})
    return Origin(round(lat, 1), round(lng, 1)), km


def _around(city: str, request: HttpRequest, profile: Profile | None) -> Origin:
    typed = request.GET.get("country", "").strip()
    country = (
        countries.find(typed) if typed else (profile.country if profile is not None else "") or reader.country(request)
    )
    town = nearby.town_of(city, "", country or "")
    if town is None:
        words = _(
            "We don't know where that is. Choose its country, or look for jobs in the city alone, without a distance."
        )
        raise Invalid({"city": [words]})
    return Origin(town.lat, town.lng)


def away(origin: Origin | None, bounty: Bounty) -> str:
    """How far it is to the job's town, roughly, in words; empty where one of the two is not known, or the job has no place."""
    if origin is None or bounty.is_remote_allowed:
        return ""
    return _away(origin, bounty.city, bounty.state, bounty.country, translation.get_language())


def of_town(bounty: Bounty) -> Origin | None:
    """The town of a job that is done there."""
    if bounty.is_remote_allowed:
        return None
    town = nearby.town_of(bounty.city, bounty.state, bounty.country)
    return Origin(town.lat, town.lng) if town is not None else None


def is_far(origin: Origin | None, bounty: Bounty) -> bool:
    """Would nobody go from there to this job? Not known of what has no town, or can be done from anywhere."""
    there = of_town(bounty)
    if origin is None or there is None:
        return False
    return meters_between(origin.lat, origin.lng, there.lat, there.lng) > FAR * 1000


def is_close(profile: Profile | None, bounty: Bounty) -> bool:
    """Whether somebody's town is that of the job or close by, as `away` says it to them; by its name where it is on no map."""
    if profile is None or not profile.city or not bounty.city or bounty.is_remote_allowed:
        return False
    home, there = of_profile(profile), of_town(bounty)
    if home is None or there is None:
        same = places.town(profile.city, profile.country) == places.town(bounty.city, bounty.country)
        return same and (profile.country == bounty.country or not profile.country or not bounty.country)
    return meters_between(home.lat, home.lng, there.lat, there.lng) < formats.CLOSE_BY


@lru_cache(maxsize=2048)  # a list names few towns, and many readers count from one
def _away(origin: Origin, city: str, state: str, country: str, _language: str | None) -> str:
    town = nearby.town_of(city, state, country)
    return formats.distance(meters_between(origin.lat, origin.lng, town.lat, town.lng)) if town is not None else ""


def links(request: HttpRequest, profile: Profile | None) -> dict[str, Any] | None:
    """The lists of jobs around the reader and in their country: by their profile, else by what the zone of their clock names, else
    the country of their language. What is guessed is offered only where it leads to a job. None where nothing tells."""
    is_known = profile is not None and bool(profile.country)
    city, code = (profile.city, profile.country) if profile is not None and is_known else reader.place(request)
    if not code:
        return None
    town = nearby.town_of(city, "", code)
    around = {"within": USUAL} if town is not None else {}
    if not is_known:
        open_ = listing.with_status(listing.cards(), "open")
        if not open_.filter(country=code).exists():
            return None
        there = nearby.within(open_, town.lat, town.lng, USUAL) if town is not None else open_.filter(city__iexact=city)
        city = city if city and there.exists() else ""
    return {
        "city": city,
        "city_href": f"/jobs?{urlencode({'country': code, 'city': city} | around)}",
        "country": countries.place("", country=code),
        "country_href": f"/jobs?{urlencode({'country': code})}",
        "is_known": is_known,
    }
