"""Service listings: created, edited and removed by their owner; hidden and shown again by staff."""

from typing import TypedDict
from uuid import UUID

from humans.errors import ProfileIncomplete, ServiceLimitReached
from humans.models import Profile, Service
from humans.rules.people import words
from humans.rules.services import SERVICES_MAX
from humans.selectors import listings
from humans.services import profiles
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.services import switches


class ServiceFields(TypedDict, total=False):
    """What an owner may set. `price_cents`: the provider's pay for one appointment."""

    title: str
    description: str
    category: str
    price_cents: int
    duration_minutes: int
    is_active: bool


def offer(actor: Actor, fields: ServiceFields) -> Service:
    """Create a listing from all `fields`. Locks the profile, so that the limit of listings is exact.

    Raises ProfileIncomplete (403), ServiceLimitReached (409), ProductUnavailable (503).
    Route: POST /api/services. Spec: Endpoints, Services.
    """
    switches.require("services")
    profile: Profile = profiles.own_locked(actor)
    if not profile.is_complete:
        raise ProfileIncomplete()
    if Service.objects.filter(human_id=actor.id, deleted_at=None).count() >= SERVICES_MAX:
        raise ServiceLimitReached(maximum=SERVICES_MAX)
    service = Service(human=actor.me, **fields)
    service.words = _words(service)
    service.save(force_insert=True)
    return listings.own_one(actor, service.public_id)


def edit(actor: Actor, service_id: str, changes: ServiceFields) -> Service:
    """Change the fields that were sent. Existing subscriptions keep their terms. Locks the service.

    Raises NotFound (404). Route: PATCH /api/services/{id}.
    """
    service = listings.own_one(actor, service_id, lock=True)
    for name, value in changes.items():
        setattr(service, name, value)
    service.words, service.updated_at = _words(service), clock.now()
    service.save()
    return service


def remove(actor: Actor, service_id: str) -> None:
    """Delete a listing for good; its subscriptions go on until one of the two sides cancels them. Locks the service.

    Raises NotFound (404), also for one that was removed before. Route: DELETE /api/services/{id}.
    """
    service = listings.own_one(actor, service_id, lock=True)
    service.deleted_at = clock.now()
    service.save(update_fields=["deleted_at"])


def hide(actor: Actor, pk: UUID, *, reason: str) -> None:
    """Staff hide a listing; with an empty `reason` they show it again. Locks the service. Raises InvalidState (409)."""
    service: Service = Service.objects.locked().get(pk=pk)
    if (service.hidden_at is None) != bool(reason):
        state = "listed" if service.hidden_at is None else "hidden"
        raise InvalidState(f"This service is {state} already.", currentState=state, allowedActions=[])
    service.hidden_at, service.hidden_reason = (clock.now(), reason) if reason else (None, "")
    service.save(update_fields=["hidden_at", "hidden_reason"])


def _words(service: Service) -> str:
    return f" {words(f'{service.title} {service.category}')}"
