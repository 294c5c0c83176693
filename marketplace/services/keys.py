"""API keys: `<prefix>_live_<43 characters><6 characters of checksum>` (`_test_` in a sandbox). Only a digest is stored."""

import re
import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from marketplace.core import clock, context, crypto, ids, networks
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.states import InvalidState
from marketplace.errors import KeyLimitReached, KeyRevoked, OperatorRequired
from marketplace.models import Account, ApiKey, RateTier
from marketplace.ports import key_endpoints
from marketplace.rules import MAX_ACTIVE_KEYS, device
from marketplace.selectors import callers
from marketplace.services import alerts, restrictions

TOUCH_INTERVAL = timedelta(minutes=1)  # the recorded time lies up to this far before the last use


def looks_like_key(text: str) -> bool:
    """Does the text have the prefix of our keys?"""
    return text.startswith(settings.API_KEY_PREFIX + "_")


def find_valid(raw: str) -> ApiKey | None:
    """The active key for this text, with its active account and rate tier; None for anything else. Spec: Authentication.

    A mistyped or guessed key fails its checksum without a database query.
    """
    pattern = rf"{re.escape(settings.API_KEY_PREFIX)}_(live|test)_[A-Za-z0-9_-]{{43}}[0-9A-Za-z]{{6}}"
    if not re.fullmatch(pattern, raw) or not crypto.equal(crypto.checksum(raw[:-6]), raw[-6:]):
        return None
    return callers.by_key(crypto.digest(raw))


def touch(key: ApiKey) -> None:
    """Record the last use, from which network and by which program, at most once a minute. One UPDATE, which locks the key until
    the end of the transaction."""
    now = clock.now()
    if key.last_used_at is None or key.last_used_at < now - TOUCH_INTERVAL:
        # Compare-and-set: of many simultaneous requests one writes.
        ApiKey.objects.filter(pk=key.pk, last_used_at=key.last_used_at).update(last_used_at=now, **_where_from())


def _where_from() -> dict[str, str]:
    """The caller's network and program, described for the key's owner."""
    address, user_agent = context.caller()
    return {
        "last_used_from": networks.coarse(address),
        "last_used_by": "".join(c for c in device(user_agent) if c.isprintable())[:60] if user_agent else "",
    }


def create(actor: Actor, name: str, *, bounds: Sequence[Mapping[str, str]] = ()) -> tuple[ApiKey, str]:
    """Create a key for the caller's account, which may do everything; `wallet.services.spender_limits.make_key` makes one with
    limits. Spec: Agents and keys.

    name: for the owner. bounds: what it is going to be limited by, in words for the mail, each with `name` and `values`. Returns
    the key and its text, which is shown once. Locks and raises as `add`; a limited key makes no other ones: LimitedCredential
    (403).
    """
    restrictions.check_not_limited(actor)
    return add(actor.id, name, by=actor, bounds=bounds)


def add(
    account_id: uuid.UUID, name: str, *, by: Actor | None = None, bounds: Sequence[Mapping[str, str]] = ()
) -> tuple[ApiKey, str]:
    """Create a key for an account whose owner has been authenticated; the owner is mailed what it may do, and which key or
    program made it (`by`), if one did. `bounds` as in `create`.

    Returns the key and its text, which is shown once. Locks the account. Raises KeyLimitReached (409) at 25 active keys.
    """
    account = Account.objects.locked().get(pk=account_id)
    if account.keys.filter(revoked_at=None).count() >= MAX_ACTIVE_KEYS:
        raise KeyLimitReached()
    key, raw = issue(account, name)
    maker = (by.key or by.connector) if by is not None else None
    alerts.mail_owner(
        account,
        "key_created",
        key=name,
        prefix=key.shown_prefix,
        maker=maker.name if maker is not None else "",
        changed=list(bounds),
    )
    return key, raw


def issue(account: Account, name: str) -> tuple[ApiKey, str]:
    """Generate and insert a key, without any check: the caller has done them. Returns the key and its text. Locks nothing."""
    kind = "test" if settings.SANDBOX else "live"
    text = f"{settings.API_KEY_PREFIX}_{kind}_{secrets.token_urlsafe(32)}"
    raw = text + crypto.checksum(text)
    key = ApiKey.objects.create(
        account=account,
        name=name,
        digest=crypto.digest(raw),
        shown_prefix=raw[: len(raw) - 43],
    )
    return key, raw


def revoke(actor: Actor, key_id: str) -> ApiKey:
    """Revoke a key (`key_…`) for good, effective with the next request; its webhook endpoints are disabled and the owner is
    mailed. Idempotent. Spec: Agents and keys.

    Locks the key. Raises NotFound (404) for a key of another account.
    """
    key = _get_own(actor, key_id)
    if key.revoked_at is None:
        _revoke(key, by_staff=False)
    return key


def revoke_for_owner(actor: Actor, pk: uuid.UUID) -> ApiKey:
    """Staff revoke a key, as its owner would. `actor` is staff. Locks the key. Raises InvalidState (409) when it is revoked
    already.
    """
    key = _get_active(pk)
    _revoke(key, by_staff=True)
    return key


def set_tier(actor: Actor, pk: uuid.UUID, tier: RateTier | None) -> ApiKey:
    """An operator gives a key a rate tier, effective with the next request; None is the standard tier. Spec: Rate limits.

    Locks the key. Raises OperatorRequired (403), InvalidState (409) when it is revoked or has this tier already.
    """
    if not actor.is_operator:
        raise OperatorRequired()
    key = _get_active(pk)
    if key.tier == tier:
        raise InvalidState("It has this tier already.", currentState=str(tier or "standard"), allowedActions=[])
    key.tier = tier
    key.save(update_fields=["tier"])
    return key


def _get_active(pk: uuid.UUID) -> ApiKey:
    key: ApiKey = ApiKey.objects.locked().get(pk=pk)
    if key.revoked_at is not None:
        raise InvalidState("This key was revoked already.", currentState="revoked", allowedActions=[])
    return key


def revoke_all(account: Account) -> None:
    """Revoke every key of an account that is being closed, without mails. In the caller's transaction. Locks the keys."""
    for key in ApiKey.objects.locked().filter(account=account, revoked_at=None):
        key.revoked_at = clock.now()
        key.save(update_fields=["revoked_at"])
        key_endpoints.get().disable_all(key)


def _revoke(key: ApiKey, *, by_staff: bool) -> None:
    key.revoked_at = clock.now()
    key.save(update_fields=["revoked_at"])
    key_endpoints.get().disable_all(key)
    alerts.mail_owner(key.account, "key_revoked", by_staff=by_staff, key=key.name, prefix=key.shown_prefix)


@dataclass(frozen=True, slots=True)
class LegacyWebhook:
    """A key with its legacy webhook URL and the secret, which is shown once; all None when it has none."""

    key: ApiKey
    url: str | None = None
    endpoint_id: str | None = None
    secret: str | None = None


def check_webhook(url: str) -> None:
    """Raise InvalidUrl (400) unless a delivery to this URL would be made now. Resolves the host name: call it before the
    transaction.
    """
    key_endpoints.get().check(url)


def set_webhook(actor: Actor, key_id: str, url: str | None) -> LegacyWebhook:
    """Deprecated: set the single webhook URL of a key (`key_…`); None or empty clears it. Spec: Agents and keys.

    Locks the key. Raises NotFound (404) for a key of another account; KeyRevoked (409), because nothing would end its
    deliveries.
    """
    key = _get_own(actor, key_id)
    if key.revoked_at is not None:
        raise KeyRevoked(currentState="revoked", allowedActions=[])
    if not url:
        key_endpoints.get().clear_legacy(key)
        return LegacyWebhook(key)
    endpoint_id, secret = key_endpoints.get().put_legacy(actor, key, url)
    return LegacyWebhook(key, url, endpoint_id, secret)


def _get_own(actor: Actor, key_id: str) -> ApiKey:
    try:
        pk: uuid.UUID = ids.decode("key", key_id)
        return ApiKey.objects.locked().get(pk=pk, account_id=actor.id)
    except (ValueError, ApiKey.DoesNotExist):
        raise NotFound("There is no such API key on this account. GET /api/keys lists yours.")
