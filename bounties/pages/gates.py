"""What a job asks of those who apply, in words: beforehand on the job's page, and with its outcome where one applies."""

from typing import Any

from django.utils.translation import gettext as _

from bounties.models import Bounty
from bounties.services import screening
from marketplace.core import countries

_LINKS = {"linkedin": "LinkedIn", "github": "GitHub", "twitter": "X (Twitter)"}
_COUNTRIES_SHOWN = 8


def needed(bounty: Bounty) -> list[str]:
    """What anybody needs before they can apply."""
    links = [_("A link: %s") % link_label(wish) for wish in bounty.required_links]
    return [*(words(bounty, name) for name in screening.asks_for(bounty)), *links]


def words(bounty: Bounty, name: str) -> str:
    """A gate by its name (`screening.Gate`)."""
    match name:
        case "country":
            return _country(bounty)
        case "language":
            wanted = bounty.language_requirement or {}
            return _("A recording that shows your spoken English at level %s or better") % wanted.get("minimumCefr", "")
    return {
        "profile": _("A complete profile"),
        "eligible": _("This job is open to you"),
        "product": _("You fit this kind of work"),
        "identity": _("Your identity is verified"),
        "linkedin": _("Your LinkedIn profile is verified"),
        "mic": _("A short recording with your microphone"),
    }[name]


def link_label(wish: dict[str, Any]) -> str:
    """A link that every applicant gives, as the job names it, else by its kind."""
    return str(wish.get("label") or _LINKS.get(wish["type"], wish["type"].capitalize()))


def _country(bounty: Bounty) -> str:
    if not bounty.eligible_countries:
        return _("You are in a country that this job takes people from")
    named = (countries.local_name(code) for code in bounty.eligible_countries[:_COUNTRIES_SHOWN])
    return _("You are in %s") % ", ".join(named)
