"""Webhook endpoints of an API key: create, renew, change, rotate the secret, delete, disable, enable, test."""

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from marketplace.core import clock, crypto, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound, Unauthorized
from marketplace.core.http import Blocked, check, policy
from marketplace.core.queue import enqueue
from marketplace.errors import KeyRevoked
from marketplace.models import ApiKey
from marketplace.services import alerts
from webhooks.errors import (
    EndpointDeleted,
    EndpointDisabled,
    EndpointLimitReached,
    EndpointNotDisabled,
    InvalidUrl,
    SecretRotating,
)
from webhooks.models import Delivery, Endpoint
from webhooks.models.deliveries import OPEN
from webhooks.rules import event_words
from webhooks.selectors import access
from webhooks.services import fan_out

log = logging.getLogger(__name__)

MAX_PER_KEY = 5
RESUMED: Final = 1000  # endpoints looked at by one run of the timer
LOOK_UP_SECONDS = 5.0  # the request waits for the DNS lookup
BOTH_VALID: Final = timedelta(hours=24)  # the old secret beside a new one
PAUSED: Final = "paused"
_PURPOSE = "webhook-secret"


def check_url(url: str) -> None:
    """Raise InvalidUrl (400) unless a delivery to this URL would be made now. Spec: Webhook management.

    Resolves the host name for up to 5 seconds: call it before the transaction.
    """
    try:
        check(url, policy(timeout=LOOK_UP_SECONDS))
    except Blocked as reason:
        raise InvalidUrl(f"This address is not called: {reason}. Give a public https address.")


def create(
    actor: Actor, *, url: str, events: Sequence[str], description: str = "", key_id: str = ""
) -> tuple[Endpoint, str]:
    """Create an endpoint, or renew the one that this key has for the URL: new secret, enabled, failure counter 0. Spec: Webhook
    management.

    events: event types of the catalogue, or ["*"] for all. description: for the owner, at most 200 characters. key_id: the key
    (`key_…`) that it belongs to, for a person signed in; a key makes its own only.
    Returns the endpoint and its secret, which is shown once. The account is mailed about a new one, and about one that others than
    its owner renewed.

    Locks the key, then the endpoint. Raises EndpointLimitReached (409) for a sixth endpoint; Invalid (400) without a key, NotFound
    (404) for one of somebody else, KeyRevoked (409); Unauthorized (401) when the calling key was revoked since the request began,
    because its endpoints were disabled then and nothing would disable this one.
    """
    key = _lock_key(actor, key_id)
    mine = Endpoint.objects.filter(key=key, deleted_at=None, legacy=False)
    endpoint = mine.locked().filter(url=url).first()
    is_new = endpoint is None
    if endpoint is None:
        if mine.count() >= MAX_PER_KEY:
            raise EndpointLimitReached()
        endpoint = Endpoint(account_id=key.account_id, key=key, url=url)
    secret = renew(endpoint, events=events, description=description)
    if is_new:
        mail_created(endpoint)
    else:
        mail_renewed(actor, endpoint)
    return endpoint, secret


def mail_renewed(actor: Actor, endpoint: Endpoint) -> None:
    """Mail the account that an endpoint has a new secret, because a key or a member renewed it; its owner, signed in, knows. Agents
    renew theirs whenever they start, so that it is one mail a day and endpoint. In the transaction that renews it; the caller
    holds the lock of its key."""
    if actor.via == "session" and actor.member is None:
        return
    alerts.mail_owner(
        endpoint.key.account,
        "webhook_renewed",
        daily=endpoint.public_id,
        endpoint_id=endpoint.public_id,
        **_named(endpoint),
    )


def _named(endpoint: Endpoint) -> dict[str, Any]:
    """What mails say of an endpoint."""
    key = endpoint.key
    sent = [] if "*" in endpoint.events else [event_words.lazily(name) for name in endpoint.events]
    return {"key": key.name, "prefix": key.shown_prefix, "endpoint": endpoint.url, "sent": sent}


def mail_created(endpoint: Endpoint) -> None:
    """Mail the account about an endpoint that is new: of which key it is, and which events go there. In the transaction that makes
    it. Locks nothing."""
    alerts.mail_owner(endpoint.key.account, "webhook_created", **_named(endpoint))


def _lock_key(actor: Actor, key_id: str) -> ApiKey:
    """The key that a new endpoint belongs to, locked."""
    if actor.key is None and not key_id:
        raise Invalid({"keyId": ["Name the API key that the endpoint belongs to: GET /api/keys lists yours."]})
    if actor.key is None or (key_id and key_id != actor.key.public_id):
        mine = ApiKey.objects.locked().filter(account=actor.id)
        try:
            key: ApiKey | None = mine.filter(pk=ids.decode("key", key_id)).first() if actor.key is None else None
        except ValueError:
            key = None
        if key is None:
            raise NotFound("There is no such API key here. GET /api/keys lists yours.")
        if key.revoked_at is not None:
            raise KeyRevoked(currentState="revoked", allowedActions=[])
        return key
    own: ApiKey = ApiKey.objects.locked().get(pk=actor.key.pk)
    if own.revoked_at is not None:
        raise Unauthorized()
    return own


def renew(endpoint: Endpoint, *, events: Sequence[str], description: str) -> str:
    """Save an endpoint enabled, with its failure counter at 0 and a new secret, which is returned. The caller holds the lock of
    the endpoint's key.
    """
    secret = _new_secret()
    endpoint.events = list(dict.fromkeys(events))
    endpoint.description = description
    endpoint.sealed_secret = crypto.seal(secret, _PURPOSE)
    endpoint.old_sealed_secret, endpoint.old_secret_until = "", None
    endpoint.unreadable_since = None
    endpoint.consecutive_failures = 0
    endpoint.disabled_at, endpoint.disabled_reason = None, ""
    endpoint.save()
    return secret


def _new_secret() -> str:
    return f"whsec_{secrets.token_urlsafe(32)}"


def secrets_of(endpoint: Endpoint) -> list[str]:
    """The secrets that deliveries are signed with now: the present one, and for 24 hours after a rotation the one before. Raises
    ValueError when no SECRET_KEY fits.
    """
    found = [secret_of(endpoint)]
    if endpoint.old_secret_until is not None and endpoint.old_secret_until > clock.now():
        found.append(crypto.unseal(endpoint.old_sealed_secret, _PURPOSE))
    return found


def secret_of(endpoint: Endpoint) -> str:
    """The signing secret, decrypted. Raises ValueError when no SECRET_KEY fits."""
    return crypto.unseal(endpoint.sealed_secret, _PURPOSE)


def pause_unreadable(endpoint: Endpoint) -> None:
    """No SECRET_KEY opens this endpoint's secret: its deliveries wait, and that is logged once, however many there are. Staff see
    it on the first page of the back office. One statement.
    """
    rows = Endpoint.objects.filter(pk=endpoint.pk, unreadable_since=None, sealed_secret=endpoint.sealed_secret)
    if rows.update(unreadable_since=clock.now()):
        log.error(
            "no SECRET_KEY opens the secret of a webhook endpoint: its deliveries wait. Put the missing key into "
            "SECRET_KEY_FALLBACKS and restart",
            extra={"endpoint": endpoint.public_id},
        )


def resume_readable() -> int:
    """For the timer: endpoints whose secret is opened again, because its key came back, are sent what has waited. Returns how
    many. One statement each.
    """
    resumed = 0
    for endpoint in Endpoint.objects.filter(unreadable_since__isnull=False).order_by("pk")[:RESUMED]:
        try:
            secrets_of(endpoint)
        except ValueError:
            continue
        resumed += Endpoint.objects.filter(pk=endpoint.pk, sealed_secret=endpoint.sealed_secret).update(
            unreadable_since=None
        )
    if resumed:
        log.info("webhook endpoints can be signed for again", extra={"endpoints": resumed})
        with transaction.atomic():
            enqueue("webhooks.deliver")
    return resumed


def change(
    actor: Actor,
    endpoint_id: str,
    *,
    events: Sequence[str] | None = None,
    description: str | None = None,
    enabled: bool | None = None,
) -> Endpoint:
    """Change an endpoint (`whe_…`): what it is subscribed to from now on, its description; pause it, or set it going again with
    its failure counter at 0. None: stays. Pausing fails its open deliveries; `replay` sends what it missed.

    Locks the key, then the endpoint. Raises NotFound (404), KeyRevoked (409) when it is to go on and its key was revoked.
    """
    key_id = access.endpoint(actor, endpoint_id).key_id
    key: ApiKey = ApiKey.objects.locked().get(pk=key_id)
    endpoint = access.endpoint(actor, endpoint_id, lock=True)
    if events is not None:
        endpoint.events = list(dict.fromkeys(events))
    if description is not None:
        endpoint.description = description
    endpoint.save(update_fields=["events", "description"])
    if enabled is False and not endpoint.disabled:
        disable(endpoint, PAUSED)
    elif enabled and endpoint.disabled:
        if key.revoked_at is not None:
            raise KeyRevoked(currentState="revoked", allowedActions=[])
        _enable(endpoint)
    return endpoint


def rotate_secret(actor: Actor, endpoint_id: str) -> tuple[Endpoint, str]:
    """Give an endpoint (`whe_…`) a new secret, which is returned and shown once. For 24 hours deliveries are signed with the old
    one, too. Its account is mailed.

    Locks the endpoint: of two at once, one gives the secret. Raises NotFound (404), SecretRotating (409) while the secret before
    is still valid.
    """
    endpoint = access.endpoint(actor, endpoint_id, lock=True)
    now = clock.now()
    if endpoint.old_secret_until is not None and endpoint.old_secret_until > now:
        raise SecretRotating(until=endpoint.old_secret_until.isoformat())
    secret = _new_secret()
    endpoint.old_sealed_secret, endpoint.old_secret_until = endpoint.sealed_secret, now + BOTH_VALID
    if endpoint.unreadable_since is not None:  # there is none before to sign with
        endpoint.old_sealed_secret, endpoint.old_secret_until = "", None
    endpoint.sealed_secret, endpoint.unreadable_since = crypto.seal(secret, _PURPOSE), None
    endpoint.save(update_fields=["sealed_secret", "old_sealed_secret", "old_secret_until", "unreadable_since"])
    alerts.mail_owner(actor.me, "webhook_secret", endpoint=endpoint.url)
    return endpoint, secret


def end_old_secrets() -> int:
    """For the timer: forget secrets that were valid beside a newer one, once their time is over; they sign nothing any more from
    that moment on, whether this ran or not. Returns how many. One statement.
    """
    due = Endpoint.objects.filter(old_secret_until__lte=clock.now())
    ended: int = due.update(old_sealed_secret="", old_secret_until=None)
    return ended


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
    _enable(endpoint)
    return endpoint


def _enable(endpoint: Endpoint) -> None:
    endpoint.consecutive_failures = 0
    endpoint.disabled_at, endpoint.disabled_reason = None, ""
    endpoint.save(update_fields=["consecutive_failures", "disabled_at", "disabled_reason"])


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
