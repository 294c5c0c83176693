"""Prices of cakes, and who could carry one."""

from bounties.models import Application, Bounty, CakePrice
from bounties.rules.cakes import SKILL
from humans.models import Profile
from humans.selectors.relations import blocked_either_way
from humans.selectors.search import in_city


def price_cents(country: str, size: str) -> int | None:
    """The courier's pay, cake included, in cents. None where operators name no price."""
    row = CakePrice.objects.filter(country__in=[country, ""], size=size).order_by("-country").first()
    return row.price_cents if row else None


def next_courier(bounty: Bounty) -> Profile | None:
    """Who is asked next: people who are found in this city and list `delivery`, busiest first, each once for an order."""
    asked = Application.objects.filter(bounty_id=bounty.pk).values_list("human_id", flat=True)
    others = {bounty.owner_id, *blocked_either_way(bounty.owner_id), *asked}
    people = in_city(city=bounty.city, country=bounty.country, skill=SKILL).exclude(pk__in=others)
    found: Profile | None = people.select_related("account").order_by("-total_bookings", "pk").first()
    return found
