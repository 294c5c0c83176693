"""Prices of cakes, and available couriers."""

from bounties.models import Application, Bounty, CakePrice
from bounties.rules.cakes import SKILL
from humans.models import Profile
from humans.selectors.relations import blocked_either_way
from humans.selectors.search import in_city


def price_cents(country: str, size: str) -> int | None:
    """The courier's pay including the cake, in cents. None where operators have set no price."""
    row = CakePrice.objects.filter(country__in=[country, ""], size=size).order_by("-country").first()
    return row.price_cents if row else None


def next_courier(bounty: Bounty) -> Profile | None:
    """The next courier to hire: people in this city with the skill `delivery`, most bookings first, each once per order."""
    asked = Application.objects.filter(bounty_id=bounty.pk).values_list("human_id", flat=True)
    others = {bounty.owner_id, *blocked_either_way(bounty.owner_id), *asked}
    people = in_city(city=bounty.city, country=bounty.country, skill=SKILL).exclude(pk__in=others)
    found: Profile | None = people.select_related("account").order_by("-total_bookings", "pk").first()
    return found
