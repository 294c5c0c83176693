"""Which kinds of credentials may call a route. Access to individual rows is decided by the access selectors, never here."""

from typing import TYPE_CHECKING

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from marketplace.api import addresses
from marketplace.core.actor import Actor
from marketplace.core.errors import NotFound, Unauthorized
from marketplace.errors import ApiKeyRequired, NotByConnector, OperatorRequired, SessionRequired

if TYPE_CHECKING:  # imported lazily: rest_framework.views imports this module through the settings
    from rest_framework.views import APIView


class Public(BasePermission):
    """No credentials required; any that are sent must be valid."""

    openapi_security: list[dict[str, list[str]]] = []

    def has_permission(self, request: Request, view: "APIView") -> bool:
        return True


class PublicOrOwn(Public):
    """No credentials required, and more is answered to whoever sends them."""

    openapi_security = [{"ApiKey": []}, {"Session": []}, {"BearerKey": []}, {}]


class KeyOrSession(BasePermission):
    openapi_security: list[dict[str, list[str]]] = [{"ApiKey": []}, {"Session": []}, {"BearerKey": []}]

    def has_permission(self, request: Request, view: "APIView") -> bool:
        self.check(_actor(request))
        return True

    def check(self, actor: Actor) -> None:
        """Raise Unauthorized or Forbidden when this kind of credential isn't sufficient."""


class Key(KeyOrSession):
    """API keys, and OAuth clients through a tool (their tokens are valid at /api/mcp only)."""

    openapi_security = [{"ApiKey": []}, {"BearerKey": []}]

    def check(self, actor: Actor) -> None:
        if actor.via not in ("key", "oauth"):
            raise ApiKeyRequired()


class OwnKey(Key):
    """For what belongs to an API key instead of an account: bound identities."""

    def check(self, actor: Actor) -> None:
        if actor.via == "oauth":
            raise NotByConnector(
                "A connected program can't do this: it belongs to an API key. The account's owner does it with one."
            )
        if actor.key is None or actor.via != "key":
            raise ApiKeyRequired()


class KeyOrOwner(OwnKey):
    """For what belongs to an API key, and is also managed by the account's owner, signed in: webhooks."""

    openapi_security = KeyOrSession.openapi_security

    def check(self, actor: Actor) -> None:
        if actor.via != "session":
            super().check(actor)


class NoConnector(KeyOrSession):
    """Not for OAuth clients: for what would outlive their token or widen what it may spend (keys, spending caps)."""

    def check(self, actor: Actor) -> None:
        if actor.via == "oauth":
            raise NotByConnector()


class Session(KeyOrSession):
    openapi_security = [{"Session": []}, {"BearerKey": []}]

    def check(self, actor: Actor) -> None:
        if actor.via != "session":
            raise SessionRequired()


class LoopbackInSandbox(Public):
    """In a sandbox, from its own machine: the socket's address counts, X-Forwarded-For does not. 404 otherwise."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        check_in_sandbox(request)
        return True


class AccountInSandbox(KeyOrSession):
    """The same, for what belongs to an account. Who is elsewhere reads 404, whatever their credentials."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        check_in_sandbox(request)
        return super().has_permission(request, view)


class Operator(KeyOrSession):
    def check(self, actor: Actor) -> None:
        if not actor.is_operator:
            raise OperatorRequired()


def check_in_sandbox(request: Request) -> None:
    """Raise NotFound (404) outside a sandbox, and for any other machine."""
    if not addresses.is_in_sandbox(request._request):
        raise NotFound()


def is_public(security: list[dict[str, list[str]]]) -> bool:
    """Whether what is described so answers without credentials, too."""
    return not security or {} in security


def _actor(request: Request) -> Actor:
    if not isinstance(request.auth, Actor):
        raise Unauthorized()
    return request.auth
