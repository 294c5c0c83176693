"""Search over people: only complete, available, mail-verified, recently active profiles, ranked local-first.

Ranking looks at a bounded window of the most recently active matches, and `totalCount` counts that window only.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from humans.models import Profile
from humans.rules import RANKING_WINDOW, SEARCH_ACTIVE
from marketplace.core import clock, countries, ids
from marketplace.core.errors import NotFound


@dataclass(slots=True)
class Found:
    rows: list[Profile]
    total: int


def find(criteria: Mapping[str, Any], *, offset: int, limit: int) -> Found:
    """`criteria`: skill (list, OR), name, min_rate, max_rate (cents), city, country, country_code (hint), featured."""
    rows = _matching(criteria)
    hint = _country(criteria.get("country_code"))
    window = list(
        rows.order_by("-account__last_active_at", "-pk").values_list("pk", "country", "is_featured")[:RANKING_WINDOW]
    )
    if hint:
        window.sort(key=lambda row: row[1] != hint)  # stable: within a country the most recently active come first
    page = [pk for pk, _, _ in window[offset : offset + limit]]
    by_id = {profile.pk: profile for profile in Profile.objects.select_related("account").filter(pk__in=page)}
    return Found([by_id[pk] for pk in page if pk in by_id], len(window))


def get_public(text: str) -> Profile:
    """By profile id or username. Raises NotFound for anybody unknown or not active."""
    rows = Profile.objects.select_related("account").filter(account__is_active=True)
    try:
        if not text.isprintable():
            raise ValueError("neither an id nor a username")
        found: Profile = (
            rows.get(account__profile_id=ids.decode("prf", text))
            if text[:4] == "prf_"
            else rows.get(account__username=text)
        )
        return found
    except (ValueError, Profile.DoesNotExist):
        raise NotFound("There is no such human. Give a profile id (prf_…) or a username.")


def account_id_of(profile_id: UUID) -> UUID | None:
    found = Profile.objects.filter(account__profile_id=profile_id).values_list("account_id", flat=True).first()
    return found


def _matching(criteria: Mapping[str, Any]) -> QuerySet[Profile]:
    rows: QuerySet[Profile] = Profile.objects.filter(
        is_complete=True,
        is_available=True,
        account__is_active=True,
        account__email_verified_at__isnull=False,
        account__last_active_at__gte=clock.now() - SEARCH_ACTIVE,
    )
    if skills := criteria.get("skill"):
        rows = rows.filter(skills__overlap=skills)
    if name := criteria.get("name"):
        rows = rows.filter(Q(account__name__icontains=name) | Q(account__username__icontains=name))
    if (least := criteria.get("min_rate")) is not None:
        rows = rows.filter(hourly_rate_cents__gte=least)
    if (most := criteria.get("max_rate")) is not None:
        rows = rows.filter(hourly_rate_cents__lte=most)
    if city := criteria.get("city"):
        rows = rows.filter(city__iexact=city)
    if country := criteria.get("country"):
        rows = rows.filter(country=_country(country) or "??")
    if criteria.get("featured") is not None:
        rows = rows.filter(is_featured=criteria["featured"])
    return rows


def _country(text: str | None) -> str | None:
    return countries.find(text) if text else None
