"""The limits of one API key or connector: its caps, and what it may do."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from marketplace.core import ids
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound
from marketplace.models import ApiKey, Connector
from wallet.models import SpenderLimits


@dataclass(frozen=True, slots=True)
class Limits:
    """`caps` is unsaved when none was ever set."""

    subject: ApiKey | Connector
    caps: SpenderLimits

    @property
    def subject_id(self) -> str:
        return self.subject.public_id

    @property
    def is_set(self) -> bool:
        """Is anything limited?"""
        mine, caps = self.subject, self.caps
        allowed = (
            mine.scopes,
            mine.categories,
            mine.countries,
            caps.spending_cap_per_bounty_cents,
            caps.ask_above_cents,
        )
        return bool(caps.rolling_caps) or any(value is not None for value in allowed)


def of(subject: ApiKey | Connector) -> Limits:
    """The limits of a key or connector. Locks nothing."""
    found = SpenderLimits.objects.filter(**{_column(subject): subject}).first()
    return Limits(subject, found or _unset(subject))


def of_all(subjects: Sequence[ApiKey | Connector]) -> dict[UUID, Limits]:
    """The limits of several keys and connectors, by their primary keys, in one query. Locks nothing."""
    keys = [one.pk for one in subjects if isinstance(one, ApiKey)]
    connectors = [one.pk for one in subjects if isinstance(one, Connector)]
    rows = SpenderLimits.objects.filter(Q(key__in=keys) | Q(connector__in=connectors))
    found = {row.key_id or row.connector_id: row for row in rows}
    return {one.pk: Limits(one, found.get(one.pk) or _unset(one)) for one in subjects}


def subject(
    actor: Actor, public_id: str, *, kind: type[ApiKey] | type[Connector], lock: bool = False
) -> ApiKey | Connector:
    """A key or connector of the caller's account. Raises NotFound (404)."""
    rows = kind.objects.locked() if lock else kind.objects.all()
    try:
        found: ApiKey | Connector = rows.get(pk=ids.decode(kind.PREFIX, public_id), account_id=actor.id)
    except (ValueError, kind.DoesNotExist):
        what = "API key" if kind is ApiKey else "connected program"
        raise NotFound(f"There is no such {what} on this account.")
    return found


def find(spender: str) -> SpenderLimits | None:
    """The caps of a spender, as `Actor.spender` names it; None without any. One query, none for sessions and the system."""
    kind, _, pk = spender.partition(":")
    column = {"key": "key_id", "oauth": "connector_id"}.get(kind)
    if column is None or not pk:
        return None
    found: SpenderLimits | None = SpenderLimits.objects.filter(**{column: UUID(pk)}).first()
    return found


def some_ask(account_id: UUID) -> bool:
    """Has a key that is not revoked, or a program that is registered, an amount of its own above which the owner is asked?"""
    works = Q(key__isnull=False, key__revoked_at=None) | Q(connector__application__isnull=False)
    return SpenderLimits.objects.filter(works, account_id=account_id, ask_above_cents__isnull=False).exists()


def _unset(subject: ApiKey | Connector) -> SpenderLimits:
    return SpenderLimits(account_id=subject.account_id, **{_column(subject): subject})


def _column(subject: ApiKey | Connector) -> str:
    return "key" if isinstance(subject, ApiKey) else "connector"
