"""`manage.py rekey`: whatever the database keeps under an older SECRET_KEY is sealed, or signed, anew under the present one.

Each value is replaced only where it is still the one that was read, so nothing is locked for longer than a statement, other
writers win, and a run that was killed at any line has done some of the work and harmed nothing: the next one finds the rest.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final
from uuid import UUID

from allauth.mfa.models import Authenticator
from django.apps import apps
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.db.models import QuerySet

from marketplace.core import clock, crypto
from marketplace.models import Account
from marketplace.models.sealed import SealedField

BATCH: Final = 500
SECOND_FACTOR: Final = "second-factor"
_SECRETS_OF_FACTORS: Final = ("secret", "seed", "migrated_codes")  # in allauth's JSON

Sealed = str | list[str]


class Unreadable(Exception):
    """No SECRET_KEY opens this value."""


@dataclass(frozen=True, slots=True)
class Place:
    """A column with sealed or signed values. `renew` returns the value to store instead, None when it is under the present key;
    it raises Unreadable."""

    name: str
    rows: QuerySet[Any]
    column: str
    renew: Callable[[Any], Any | None]


@dataclass(slots=True)
class Found:
    """How many values of a place there are, by what they are under."""

    current: int = 0
    old: int = 0
    unreadable: int = 0


def places() -> list[Place]:
    """Every column with sealed values, found by its class; authenticator apps, whose table is allauth's; and sessions."""
    return [*_columns(), _factors(), _sessions()]


def count(place: Place, *, most: int | None = None) -> Found:
    """Reads all, or the first `most` values; changes nothing."""
    return _walk(place, write=False, batch=BATCH, most=most)


def rekey(place: Place, *, batch: int = BATCH) -> Found:
    """Seal anew what is under an old key, `batch` rows read at a time. Returns what is left: `old` are values that somebody
    else changed meanwhile; run it again for them. Safe to run twice, together, and to be killed.
    """
    _walk(place, write=True, batch=batch)
    return count(place)


def _walk(place: Place, *, write: bool, batch: int, most: int | None = None) -> Found:
    found = Found()
    for pk, value in islice(_values(place, batch), most):
        try:
            renewed = place.renew(value)
        except Unreadable:
            found.unreadable += 1
            continue
        if renewed is None:
            found.current += 1
            continue
        found.old += 1
        if write:
            # Only where it is still what was read.
            place.rows.model._base_manager.filter(pk=pk, **{place.column: value}).update(**{place.column: renewed})
    return found


def _values(place: Place, batch: int) -> Iterator[tuple[Any, Any]]:
    rows = place.rows.order_by("pk").values_list("pk", place.column)
    read = list(rows[:batch])
    while read:
        yield from read
        read = list(rows.filter(pk__gt=read[-1][0])[:batch])


def _columns() -> Iterator[Place]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, SealedField):
                rows = model._base_manager.exclude(**{field.name: ""})
                reseal = partial(_resealed, purpose=field.purpose)
                yield Place(f"{model._meta.label_lower}.{field.name}", rows, field.name, reseal)


def _resealed(sealed: str, purpose: str) -> str | None:
    if crypto.is_current(sealed, purpose):
        return None
    try:
        return crypto.seal(crypto.unseal(sealed, purpose), purpose)
    except ValueError:
        raise Unreadable


def _factors() -> Place:
    return Place("mfa.authenticator.data", Authenticator.objects.all(), "data", _renewed_factor)


def _renewed_factor(data: dict[str, Any]) -> dict[str, Any] | None:
    def renewed(value: Sealed) -> Sealed:
        if isinstance(value, list):
            return [_resealed(one, SECOND_FACTOR) or one for one in value]
        return _resealed(value, SECOND_FACTOR) or value

    made = {name: renewed(value) if name in _SECRETS_OF_FACTORS else value for name, value in data.items()}
    return made if made != data else None


def _sessions() -> Place:
    live = Session.objects.filter(expire_date__gt=clock.wall())
    return Place("sessions.session.session_data", live, "session_data", _renewed_session)


def _renewed_session(data: str) -> str | None:
    """A session is signed twice: as a whole, and by a hash of its account's password inside."""
    store = SessionStore()
    try:
        # `decode` answers {} for what no key signed.
        signing.loads(data, salt=store.key_salt, serializer=store.serializer)
    except signing.BadSignature:
        raise Unreadable
    stored = store.decode(data)
    is_current = True
    try:
        signing.loads(data, key=settings.SECRET_KEY, salt=store.key_salt, serializer=store.serializer, fallback_keys=[])
    except signing.BadSignature:
        is_current = False
    if SESSION_KEY in stored:
        account = Account.objects.filter(pk=UUID(stored[SESSION_KEY])).first()
        shown = str(stored.get(HASH_SESSION_KEY, ""))
        if account and any(crypto.equal(shown, one) for one in account.get_session_auth_fallback_hash()):
            stored[HASH_SESSION_KEY], is_current = account.get_session_auth_hash(), False
    return None if is_current else store.encode(stored)
