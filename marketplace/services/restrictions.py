"""What an API key or a connected program may do, as its owner has restricted it: scopes, categories and countries of work.

Checked before anything is read or written. Sessions and staff are not restricted. Caps: `wallet.services.spender_limits`.
"""

from collections.abc import Sequence
from uuid import UUID

from marketplace.core.actor import Actor
from marketplace.core.scopes import allows, scope_of
from marketplace.errors import CategoryNotAllowed, CountryNotAllowed, LimitedCredential, ScopeNotAllowed
from marketplace.models import ApiKey, Connector

Credential = ApiKey | Connector


def check_scope(actor: Actor, operation: str) -> None:
    """May this caller call this operation (by its operationId)? No query. Raises ScopeNotAllowed (403)."""
    mine = _of_caller(actor)
    if mine is not None and mine.scopes is not None and not allows(mine.scopes, operation):
        raise ScopeNotAllowed(scope=scope_of(operation), allowed=mine.scopes, where=_where(mine))


def scopes_of(actor: Actor) -> list[str] | None:
    """The scopes of this caller's credential; None for all."""
    mine = _of_caller(actor)
    return None if mine is None else mine.scopes


def check_not_limited(actor: Actor) -> None:
    """A limited key makes no other keys: those would be a way round its limits. Raises LimitedCredential (403)."""
    mine = _of_caller(actor)
    if mine is not None and mine.is_limited:
        raise LimitedCredential()


def of(actor: Actor) -> Credential | None:
    """The key or program that spends by this caller, or for which a timer acts now; None for sessions and staff.

    One query for a timer, none else. What it may spend on is checked by `check_category` and `check_countries`.
    """
    return _of_caller(actor) or (find_spender(actor.on_behalf) if actor.on_behalf else None)


def check_category(mine: Credential, category: str) -> None:
    """May it spend on work of this category (a slug; empty: none)? A list of categories leaves out work without one.

    No query. Raises CategoryNotAllowed (403).
    """
    if mine.categories is not None and category not in mine.categories:
        raise CategoryNotAllowed(category=category, allowed=mine.categories, where=_where(mine))


def check_countries(mine: Credential, countries: Sequence[str]) -> None:
    """May it spend on work in these countries (ISO codes)? None at all means anywhere, which a list does not allow.

    No query. Raises CountryNotAllowed (403).
    """
    if mine.countries is None:
        return
    others = [code for code in countries if code not in mine.countries]
    if others or not countries:
        raise CountryNotAllowed(found=others, allowed=mine.countries, where=_where(mine))


def find_spender(spender: str) -> Credential | None:
    """The key or connector that `Actor.spender` names; None for sessions, staff and the system. One query."""
    kind, _, pk = spender.partition(":")
    if not pk or kind not in ("key", "oauth"):
        return None
    rows = ApiKey.objects.all() if kind == "key" else Connector.objects.all()
    found: Credential | None = rows.filter(pk=UUID(pk)).first()
    return found


def _of_caller(actor: Actor) -> Credential | None:
    if actor.via == "key":
        return actor.key
    return actor.connector if actor.via == "oauth" else None


def _where(mine: Credential) -> str:
    kind = "keys" if isinstance(mine, ApiKey) else "connectors"
    return f"PATCH /api/{kind}/{mine.public_id}/limits"
