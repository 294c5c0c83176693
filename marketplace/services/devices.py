"""The devices on which a person gets pushes: a browser's subscription at its push service. One browser has one owner: whoever
subscribes last, and nobody once they sign out.
"""

import json
from collections.abc import Iterable
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.db.models import QuerySet
from django.http import HttpRequest

from marketplace.core import clock, crypto, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.core.states import InvalidState
from marketplace.core.transactions import join_or_begin, unit
from marketplace.models import Account, Device
from marketplace.providers import push_service
from marketplace.providers.push_service import Browser

MOST: Final = 10  # devices of a person
HERE: Final = "device"  # in the session, and the cookie that outlives it: the device that this browser is
_PURPOSE: Final = "push-device"


def subscribe(actor: Actor, browser: Browser, *, name: str, key: str = "", instead_of: UUID | None = None) -> Device:
    """Send pushes to this browser from now on. One that is known already, also as somebody else's, becomes the caller's.

    name: of the device, for its owner. key: our public key that it subscribed with; empty: that of now. instead_of: the device that
    this browser was before, which ends. Opens its own transaction. Locks the account. Raises InvalidState (409) when the person has
    10 others.
    """

    def work() -> Device:
        account = Account.objects.locked().get(pk=actor.id)
        digest = crypto.digest(browser.endpoint)
        if instead_of is not None:
            account.devices.filter(pk=instead_of).exclude(endpoint_hash=digest).delete()
        if account.devices.exclude(endpoint_hash=digest).count() >= MOST:
            raise InvalidState(
                f"You have {MOST} devices already. Remove one that you no longer use.",
                currentState="full",
                allowedActions=["remove"],
            )
        keys = {"endpoint": browser.endpoint, "p256dh": browser.p256dh, "auth": browser.auth}
        row = Device(
            account=account,
            endpoint_hash=digest,
            sealed=crypto.seal(json.dumps(keys), _PURPOSE),
            host=(urlsplit(browser.endpoint).hostname or "")[:255],
            name=name[:60],
            key=key or push_service.public_key(),
        )
        # One statement, so that two people who subscribe in one browser at once need not wait for each other's account.
        Device.objects.bulk_create(
            [row],
            update_conflicts=True,
            unique_fields=["endpoint_hash"],
            update_fields=["account", "sealed", "host", "name", "key", "created_at", "last_used_at", "failures"],
        )
        if not account.has_devices:
            account.has_devices = True
            account.save(update_fields=["has_devices"])
        device: Device = Device.objects.get(endpoint_hash=digest)
        return device

    return unit(work)


def remove(actor: Actor, device_id: str) -> Device:
    """Send nothing to this device of the caller any more. Locks the account. Raises NotFound (404)."""

    def work() -> Device:
        try:
            device: Device = actor.me.devices.get(pk=ids.decode("dvc", device_id))
        except (ValueError, Device.DoesNotExist):
            raise NotFound("You have no such device.")
        forget(actor.id, [device.pk])
        return device

    return unit(work)


def forget(account_id: UUID, pks: Iterable[UUID]) -> None:
    """These devices of the account get nothing more; those that it doesn't have are left alone. In the caller's transaction, or
    in one of its own. Locks the account.
    """
    _delete(account_id, Device.objects.filter(pk__in=list(pks)))


def forget_others(account_id: UUID, here: UUID | None) -> None:
    """As `forget`, for all devices of the account but `here`."""
    rows = Device.objects.all()
    _delete(account_id, rows if here is None else rows.exclude(pk=here))


def browser_of(device: Device) -> Browser:
    """Where the device is reached. Raises ValueError when no SECRET_KEY fits."""
    return Browser(**json.loads(crypto.unseal(device.sealed, _PURPOSE)))


def note_delivered(pk: UUID) -> None:
    """The push service took a push for this device."""
    Device.objects.filter(pk=pk).update(last_used_at=clock.now(), failures=0)


def _delete(account_id: UUID, rows: QuerySet[Any]) -> None:
    def work() -> None:
        account = Account.objects.locked().get(pk=account_id)
        if rows.filter(account=account).delete()[0]:
            account.has_devices = account.devices.exists()
            account.save(update_fields=["has_devices"])

    join_or_begin(work)


# ------------------------------------------------------------------ sessions


def here(request: HttpRequest) -> UUID | None:
    """The device that this browser is, by its session; None when it is none."""
    return _read(request.session.get(HERE))


def signed_in(*, request: HttpRequest | None, user: Account, **_: Any) -> None:
    """Django's signal. A browser whose session ran out was still somebody's device, as its cookie says: it stays theirs when they
    come back, and ends with the arrival of somebody else, who must not read their pushes.
    """
    known = _read(request.get_signed_cookie(HERE, "", salt=HERE)) if request is not None else None
    device = Device.objects.filter(pk=known).first() if known else None
    if device is None or request is None:
        return
    if device.account_id == user.pk:
        request.session[HERE] = str(device.pk)
    else:
        forget(device.account_id, [device.pk])


def signed_out(*, request: HttpRequest | None, user: Account | None, **_: Any) -> None:
    """Django's signal, before the session's content is dropped: this browser gets no pushes any more."""
    if user is not None and request is not None and (device := here(request)):
        forget(user.pk, [device])


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Who is signed out somewhere else gets no pushes there, either."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        sessions = list(sessions)
        found = [(session.user_id, _read(SessionStore(session.session_key).get(HERE))) for session in sessions]
        super().end_sessions(sessions)
        for account_id, device in found:
            if device is not None:
                forget(account_id, [device])


def _read(text: Any) -> UUID | None:
    try:
        return UUID(text) if text else None
    except (TypeError, ValueError):
        return None
