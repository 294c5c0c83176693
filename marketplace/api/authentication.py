"""From credential headers to an Actor, once per request. Cookies are never credentials under /api."""

from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from marketplace.core.actor import Actor
from marketplace.errors import InvalidCredentials, MixedCredentials
from marketplace.models import Account
from marketplace.services import accounts, keys, sessions


def authenticate(request: HttpRequest) -> Actor | None:
    """The Actor behind X-API-Key, X-Session-Token and Authorization: Bearer; None without any of them.

    Raises InvalidCredentials (401), also on public routes, and MixedCredentials (401) for two accounts at once.
    """
    found: list[Actor] = []
    if (raw := request.headers.get("X-API-Key")) is not None:
        found.append(_by_key(raw.strip()))
    if (token := request.headers.get("X-Session-Token")) is not None:
        found.append(_by_session(token.strip()))
    if (bearer := bearer_token(request)) is not None:
        found.append(_by_key(bearer) if keys.looks_like_key(bearer) else _by_session(bearer))
    if not found:
        return None
    if any(other.id != found[0].id for other in found[1:]):
        raise MixedCredentials()
    actor = next((a for a in found if a.via == "key"), found[0])
    accounts.mark_active(actor.me)
    return actor


def bearer_token(request: HttpRequest) -> str | None:
    """The token of `Authorization: Bearer`; other schemes (MPP's `Payment`) are none of ours."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class ActorAuthentication(BaseAuthentication):
    """Hands on what the front door found, so that DRF has a `request.user`."""

    def authenticate(self, request: Request) -> tuple[Account, Actor] | None:
        actor: Actor | None = getattr(request._request, "actor", None)
        return (actor.me, actor) if actor else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _by_key(raw: str) -> Actor:
    key = keys.find_valid(raw)
    if key is None:
        raise InvalidCredentials()
    keys.touch(key)
    return Actor(account=key.account, via="key", key=key)


def _by_session(token: str) -> Actor:
    account = sessions.find_account(token) if token else None
    if account is None:
        raise InvalidCredentials()
    return Actor(account=account, via="session")
