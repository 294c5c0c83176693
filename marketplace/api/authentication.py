"""Authenticates a request from its credential headers, once per request. Cookies are never credentials under /api."""

from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.stages import LoginStageKey
from allauth.headless import app_settings
from allauth.mfa.stages import AuthenticateStage
from django.conf import settings
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from marketplace.core.actor import Actor
from marketplace.errors import InvalidCredentials, MixedCredentials
from marketplace.models import Account
from marketplace.rules import ACCOUNT_HEADER, MCP_PATH, SCOPE
from marketplace.services import accounts, keys, members, oauth, sessions

_STEPS = {
    LoginStageKey.VERIFY_EMAIL.value: "Confirm your e-mail address first: POST /api/auth/app/v1/auth/email/verify "
    'with { "key": "<the code from the mail>" } and this X-Session-Token.',
    AuthenticateStage.key: "Enter the code of your authenticator app first: POST /api/auth/app/v1/auth/2fa/authenticate "
    'with { "code": "<the code>" } and this X-Session-Token.',
    LoginStageKey.LOGIN_BY_CODE.value: "Enter the mailed code first: POST /api/auth/app/v1/auth/code/confirm with "
    '{ "code": "<the code from the mail>" } and this X-Session-Token.',
}


def authenticate(request: HttpRequest) -> Actor | None:
    """The Actor for X-API-Key, X-Session-Token or Authorization: Bearer; None without any of them. OAuth tokens are accepted at
    /api/mcp only. Spec: Authentication.

    A session acts for the account that X-Account names, as a member of it.

    Records activity of the account (locks it at most once an hour). Raises InvalidCredentials (401), also on public routes,
    MixedCredentials (401) for credentials of two accounts, NotFound (404) for an X-Account that the caller is no member of.
    """
    found = [_by(header, value, request) for header, value in _given(request)]
    if not found:
        return None
    if any(other.id != found[0].id for other in found[1:]):
        raise MixedCredentials()
    actor = next((a for a in found if a.via == "key"), found[0])
    accounts.mark_active(actor.me)
    named = request.headers.get(ACCOUNT_HEADER)
    return members.acting(actor, named.strip()) if named is not None else actor


def challenge(request: HttpRequest) -> str:
    """`WWW-Authenticate` of a 401 at /api/mcp: tells an MCP client where to get a token (RFC 9728)."""
    metadata = f"{settings.BASE_URL}/.well-known/oauth-protected-resource{MCP_PATH}"
    failed = ', error="invalid_token"' if bearer_token(request) else ""
    return f'Bearer resource_metadata="{metadata}", scope="{SCOPE}"{failed}'


def bearer_token(request: HttpRequest) -> str | None:
    """The token of `Authorization: Bearer`. Other schemes (MPP's `Payment`) are not credentials."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class ActorAuthentication(BaseAuthentication):
    """Passes the actor that the middleware found to DRF, as `request.auth`."""

    def authenticate(self, request: Request) -> tuple[Account, Actor] | None:
        actor: Actor | None = getattr(request._request, "actor", None)
        return (actor.me, actor) if actor else None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _given(request: HttpRequest) -> list[tuple[str, str]]:
    """The credentials of the request, by header. An empty one beside others is none: generated clients send a header for every
    scheme that an operation knows. Alone it is a bad one, since somebody meant to send something.
    """
    given = {name: request.headers.get(name) for name in ("X-API-Key", "X-Session-Token")}
    given["Authorization"] = bearer_token(request)
    found = [(name, value.strip()) for name, value in given.items() if value is not None]
    return [(name, value) for name, value in found if value] or found[:1]


def _by(header: str, value: str, request: HttpRequest) -> Actor:
    match header:
        case "X-API-Key":
            return _by_key(value)
        case "X-Session-Token":
            return _by_session(value)
    return _by_bearer(value, tools=request.path_info == MCP_PATH)


def _by_key(raw: str) -> Actor:
    key = keys.find_valid(raw)
    if key is None:
        raise InvalidCredentials()
    keys.touch(key)
    return Actor(account=key.account, via="key", key=key)


def _by_bearer(token: str, *, tools: bool) -> Actor:
    if keys.looks_like_key(token):
        return _by_key(token)
    if tools and (connector := oauth.find_connector(token)) is not None:
        return Actor(account=connector.account, via="oauth", connector=connector)
    return _by_session(token)


def _by_session(token: str) -> Actor:
    account = sessions.find_account(token) if token else None
    if account is None:
        raise InvalidCredentials(_next_step(token))
    return Actor(account=account, via="session")


def _next_step(token: str) -> str | None:
    """The step that is left for a session whose sign-in is not complete; None for an invalid token."""
    session = app_settings.TOKEN_STRATEGY.lookup_session(token) if token else None
    pending = session and session.get(LOGIN_SESSION_KEY)
    if not pending:
        return None
    stage = (pending.get("state") or {}).get("stages", {}).get("current")
    return _STEPS.get(stage)
