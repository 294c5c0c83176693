"""Service listings: the public list, and the caller's own."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from humans.models import Service
from humans.models.listings import LISTED
from humans.rules.people import words
from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.models.base import Rows

_SORTS = {"newest": ("-id",), "price-low": ("price_cents", "id"), "price-high": ("-price_cents", "-id")}


@dataclass(frozen=True, slots=True)
class Found:
    """One page; `total` counts all pages."""

    rows: list[Service]
    total: int
    has_more: bool


def listed() -> QuerySet[Service]:
    """Listings that can be booked now: active, not hidden or removed, of people who appear in search."""
    return Service.objects.filter(LISTED, human__profile__is_findable=True)


def browse(*, category: str, search: str, verified_only: bool, sort: str, limit: int, page: int) -> Found:
    """One numbered page (from 1), with the people; two queries. Every word of `search` must occur in the title or category."""
    rows = listed()
    if category:
        rows = rows.filter(category=category)
    for word in words(search).split():
        rows = rows.filter(words__contains=word if len(word) > 2 else f" {word}")
    if verified_only:
        rows = rows.filter(human__profile__is_verified=True)
    total, start = rows.count(), (page - 1) * limit
    shown = (
        rows.select_related("human__profile").order_by(*_SORTS[sort])[start : start + limit] if start < total else []
    )
    return Found(list(shown), total, start + limit < total)


def own(actor: Actor) -> Rows:
    """The caller's own listings, including hidden ones, without removed ones."""
    rows: Rows = Service.objects.select_related("human__profile").filter(human_id=actor.id, deleted_at=None)
    return rows


def own_one(actor: Actor, service_id: str, *, lock: bool = False) -> Service:
    """Raises NotFound (404) for an unknown or removed listing, and for one of another account."""
    rows = own(actor)
    try:
        found: Service = (rows.locked() if lock else rows).get(pk=ids.decode("svc", service_id))
        return found
    except (ValueError, Service.DoesNotExist):
        raise NotFound("There is no such service among yours. GET /api/services lists them.")


def bookable(service_id: str, human_id: UUID) -> Service:
    """A listed service of this person (`human_id`: the key of their account). Raises NotFound (404)."""
    try:
        found: Service = listed().get(pk=ids.decode("svc", service_id), human_id=human_id)
        return found
    except (ValueError, Service.DoesNotExist):
        raise NotFound("This person has no such service on offer. GET /api/services/browse lists what there is.")
