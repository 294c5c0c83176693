"""Prices of cakes, and who could carry one."""

from bounties.models import Application, Bounty, CakePrice
from bounties.rules.cakes import SKILL
from humans.models import Profile
from humans.selectors.relations import stand_apart

_LOOKED_AT = 50


def price_cents(country: str, size: str) -> int | None:
    """The courier's pay, cake included, in cents. None where operators name no price."""
    row = CakePrice.objects.filter(country__in=[country, ""], size=size).order_by("-country").first()
    return row.price_cents if row else None


def next_courier(bounty: Bounty) -> Profile | None:
    """Who is asked next: people in this city whose profile lists `delivery`, busiest first, each once for an order."""
    asked = Application.objects.filter(bounty_id=bounty.pk).values("human_id")
    people = (
        Profile.objects.select_related("account")
        .filter(is_complete=True, is_available=True, skills__contains=[SKILL])
        .filter(city__iexact=bounty.city, country=bounty.country)
        .filter(account__is_active=True, account__email_verified_at__isnull=False)
        .exclude(account_id__in=asked)
        .exclude(account_id=bounty.owner_id)
        .order_by("-total_bookings", "pk")
    )
    return next((one for one in people[:_LOOKED_AT] if not stand_apart(bounty.owner_id, one.account_id)), None)
