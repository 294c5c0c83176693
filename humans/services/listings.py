"""One's own services: offered, edited, removed; and taken off the list by our staff."""

from typing import Any
from uuid import UUID

from humans.errors import ProfileIncomplete, ServiceLimitReached
from humans.models import Profile, Service
from humans.rules import SERVICES_MAX, words
from humans.selectors import listings
from humans.services import profiles
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.services import switches


def offer(actor: Actor, fields: dict[str, Any]) -> Service:
    """POST /api/services. Locks the profile, so that the number of listings is exact.

    Raises ProductUnavailable (503), ProfileIncomplete (403), ServiceLimitReached (409).
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


def edit(actor: Actor, service_id: str, changes: dict[str, Any]) -> Service:
    """PATCH /api/services/{id}: what was sent. Subscriptions keep the terms that they were made with. Locks the service.

    Raises NotFound.
    """
    service = listings.own_one(actor, service_id, lock=True)
    for name, value in changes.items():
        setattr(service, name, value)
    service.words, service.updated_at = _words(service), clock.now()
    service.save()
    return service


def remove(actor: Actor, service_id: str) -> None:
    """DELETE /api/services/{id}: off the list for good; its subscriptions run on until one of the two cancels. Locks the
    service. Raises NotFound, also for one that was removed before."""
    service = listings.own_one(actor, service_id, lock=True)
    service.deleted_at = clock.now()
    service.save(update_fields=["deleted_at"])


def hide(actor: Actor, pk: UUID, *, reason: str) -> None:
    """Staff take a listing off the list, or put it back with an empty reason. Locks the service. Raises InvalidState."""
    service: Service = Service.objects.locked().get(pk=pk)
    if (service.hidden_at is None) != bool(reason):
        state = "listed" if service.hidden_at is None else "hidden"
        raise InvalidState(f"This service is {state} already.", currentState=state, allowedActions=[])
    service.hidden_at, service.hidden_reason = (clock.now(), reason) if reason else (None, "")
    service.save(update_fields=["hidden_at", "hidden_reason"])


def _words(service: Service) -> str:
    return f" {words(f'{service.title} {service.category}')}"
