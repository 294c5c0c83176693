"""What a key or connected program may spend on: the categories and countries that its owner allows (docs/money.md).

- The category is the bounty's own. A taste panel has none of its own, and counts as creative work.
- On site the country is the bounty's. Remote work is where its people are: `supportedCountries`, which must be named then, or the
  country of the person who is hired by name.
"""

from typing import Final

from bounties.models import Application, Bounty
from bounties.rules.bounties import DIRECT
from marketplace.core.actor import Actor
from marketplace.services import restrictions

_OF_KIND: Final = {"taste": "creative-gigs"}


def check(actor: Actor, bounty: Bounty) -> None:
    """May the caller spend on this bounty, saved or not? Queries for timers and for direct hires that are saved, none else.

    Raises CategoryNotAllowed, CountryNotAllowed (403).
    """
    mine = restrictions.of(actor)
    if mine is None:
        return
    restrictions.check_category(mine, bounty.category or _OF_KIND.get(bounty.kind, ""))
    if mine.countries is None:
        return
    if not bounty.is_remote_allowed:
        restrictions.check_countries(mine, [bounty.country])
    elif bounty.kind not in DIRECT:
        restrictions.check_countries(mine, bounty.supported_countries)
    elif not bounty._state.adding:
        restrictions.check_countries(
            mine, list(Application.objects.filter(bounty=bounty).values_list("country", flat=True))
        )


def check_person(actor: Actor, country: str) -> None:
    """May the caller hire a person of this country by name? No query for keys. Raises CountryNotAllowed (403)."""
    mine = restrictions.of(actor)
    if mine is not None:
        restrictions.check_countries(mine, [country])
