"""Webhook endpoints of an API key: create, renew, delete, disable, enable, test."""

import secrets
from collections.abc import Sequence
from uuid import UUID

from marketplace.core import clock, crypto
from marketplace.core.actor import Actor
from marketplace.core.errors import Unauthorized
from marketplace.core.http import Blocked, check, policy
from marketplace.errors import KeyRevoked
from marketplace.models import ApiKey
from webhooks.errors import EndpointDeleted, EndpointDisabled, EndpointLimitReached, EndpointNotDisabled, InvalidUrl
from webhooks.models import Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.selectors import access
from webhooks.services import fan_out

MAX_PER_KEY = 5
LOOK_UP_SECONDS = 5.0  # the request waits for the DNS lookup
_PURPOSE = "webhook-secret"


def check_url(url: str) -> None:
    """Raise InvalidUrl (400) unless a delivery to this URL would be made now. Spec: Webhook management.

    Resolves the host name for up to 5 seconds: call it before the transaction.
    """
    try:
        check(url, policy(timeout=LOOK_UP_SECONDS))
    except Blocked as reason:
        raise InvalidUrl(f"This address is not called: {reason}. Give a public https address.")


def create(actor: Actor, *, url: str, events: Sequence[str], description: str = "") -> tuple[Endpoint, str]:
    """Create an endpoint, or renew the one that this key has for the URL: new secret, enabled, failure counter 0. Spec: Webhook
    management.

    events: event types of the catalogue, or ["*"] for all. description: for the owner, at most 200 characters.
    Returns the endpoint and its secret, which is shown once.

    Locks the key, then the endpoint. Raises EndpointLimitReached (409) for a sixth endpoint; Unauthorized (401) when the key was
    revoked since the request began, because its endpoints were disabled then and nothing would disable this one.
    """
    assert actor.key is not None
    key: ApiKey = ApiKey.objects.locked().get(pk=actor.key.pk)
    if key.revoked_at is not None:
        raise Unauthorized()
    mine = Endpoint.objects.filter(key=key, deleted_at=None, legacy=False)
    endpoint = mine.locked().filter(url=url).first()
    if endpoint is None:
        if mine.count() >= MAX_PER_KEY:
            raise EndpointLimitReached()
        endpoint = Endpoint(account_id=key.account_id, key=key, url=url)
    return endpoint, renew(endpoint, events=events, description=description)


def renew(endpoint: Endpoint, *, events: Sequence[str], description: str) -> str:
    """Save an endpoint enabled, with its failure counter at 0 and a new secret, which is returned. The caller holds the lock of
    the endpoint's key.
    """
    secret = f"whsec_{secrets.token_urlsafe(32)}"
    endpoint.events = list(dict.fromkeys(events))
    endpoint.description = description
    endpoint.sealed_secret = crypto.seal(secret, _PURPOSE)
    endpoint.consecutive_failures = 0
    endpoint.disabled_at, endpoint.disabled_reason = None, ""
    endpoint.save()
    return secret


def secret_of(endpoint: Endpoint) -> str:
    """The signing secret, decrypted. Raises ValueError when no SECRET_KEY fits."""
    return crypto.unseal(endpoint.sealed_secret, _PURPOSE)


def delete(actor: Actor, endpoint_id: str) -> Endpoint:
    """Delete an endpoint (`whe_…`): its open deliveries fail, its log stays readable. Spec: Webhook management.

    Locks the endpoint. Raises NotFound (404).
    """
    endpoint = access.endpoint(actor, endpoint_id, lock=True)
    mark_deleted(endpoint)
    return endpoint


def mark_deleted(endpoint: Endpoint) -> None:
    """Mark an endpoint as deleted and fail its open deliveries. The caller holds the endpoint's lock."""
    endpoint.deleted_at = clock.now()
    endpoint.save(update_fields=["deleted_at"])
    fail_open(endpoint, "endpoint_deleted")


def send_test(actor: Actor, endpoint_id: str) -> Delivery:
    """Send a signed webhook.test to this endpoint alone, through the real queue, whatever it is subscribed to. Spec: Webhook
    management.

    Locks the endpoint. Raises NotFound (404), EndpointDisabled (409).
    """
    endpoint = access.endpoint(actor, endpoint_id, lock=True)
    if endpoint.disabled:
        raise EndpointDisabled(currentState="disabled", allowedActions=["renew", "delete"])
    return fan_out.send_test(endpoint)


def enable(endpoint_id: UUID) -> Endpoint:
    """For staff: enable a disabled endpoint again, with its old secret and its failure counter at 0. Deliveries that have failed
    stay failed; the owner can replay them. Spec: Webhook endpoint (states).

    Locks the key, then the endpoint. Raises EndpointDeleted, EndpointNotDisabled, KeyRevoked (409).
    """
    key_id = Endpoint.objects.values_list("key_id", flat=True).get(pk=endpoint_id)
    key: ApiKey = ApiKey.objects.locked().get(pk=key_id)
    endpoint: Endpoint = Endpoint.objects.locked().get(pk=endpoint_id)
    if endpoint.deleted_at is not None:
        raise EndpointDeleted(currentState="deleted", allowedActions=[])
    if not endpoint.disabled:
        raise EndpointNotDisabled(currentState="enabled", allowedActions=[])
    if key.revoked_at is not None:
        raise KeyRevoked(currentState="revoked", allowedActions=[])
    endpoint.consecutive_failures = 0
    endpoint.disabled_at, endpoint.disabled_reason = None, ""
    endpoint.save(update_fields=["consecutive_failures", "disabled_at", "disabled_reason"])
    return endpoint


def disable_of_key(key: ApiKey) -> None:
    """Disable all endpoints of a key that is being revoked. Locks the endpoints."""
    for endpoint in Endpoint.objects.locked().filter(key=key, disabled_at=None, deleted_at=None):
        disable(endpoint, "key_revoked")


def disable(endpoint: Endpoint, reason: str) -> None:
    """Disable an endpoint and fail its open deliveries. `reason` is its `disabledReason`. The caller holds the endpoint's lock."""
    endpoint.disabled_at, endpoint.disabled_reason = clock.now(), reason
    endpoint.save(update_fields=["disabled_at", "disabled_reason", "consecutive_failures"])
    fail_open(endpoint, "endpoint_disabled")


def fail_open(endpoint: Endpoint, reason: str) -> None:
    """Fail the open deliveries of an endpoint. `reason` becomes their `lastError`."""
    Delivery.objects.filter(endpoint=endpoint, status__in=OPEN).update(
        status="failed", last_error=reason, next_attempt_at=None, leased_until=None
    )
