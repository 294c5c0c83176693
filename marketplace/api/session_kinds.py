"""Sessions of browsers and of API clients are told apart, though both lie in one table: the value of a browser's cookie is no
`X-Session-Token`, and a token in a cookie signs nobody in. So a token that an app logs or leaks opens no back office, and a
cookie that a page leaks calls no API.
"""

from collections.abc import Callable
from typing import Any

from allauth.headless.tokens.strategies.sessions import SessionTokenStrategy
from django.contrib.auth import get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from marketplace.models import Account
from marketplace.selectors import callers
from marketplace.services import sessions
from marketplace.services.sessions import OF_API


class TokenSessions(SessionTokenStrategy):
    """allauth's strategy for API clients: the token is the key of a session that is marked as one."""

    def create_session_token(self, request: HttpRequest) -> str:
        if not request.session.get(OF_API):
            request.session[OF_API] = True
            request.session.save()
        return super().create_session_token(request)

    def lookup_session(self, session_token: str) -> SessionBase | None:
        session = super().lookup_session(session_token)
        return session if session is not None and session.get(OF_API) else None


class BrowserSessionStore(SessionStore):
    """The session of a cookie: a token's is none."""

    key_salt = SessionStore().key_salt  # the name of this class otherwise: allauth, which lists both, could not read it

    account: Account | None = None  # whom allauth has recorded for this session, read along with it

    def load(self) -> dict[str, Any]:
        found = callers.by_session(self.session_key or "")
        data: dict[str, Any] = self.decode(found[0]) if found else {}
        if found is None or OF_API in data:
            self._session_key = None
            return {}
        self.account = found[1]
        return data


class BrowserSessionMiddleware(SessionMiddleware):
    """Django's, for the sessions of browsers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__(get_response)
        self.SessionStore = BrowserSessionStore


class BrowserAccountMiddleware(AuthenticationMiddleware):
    """Django's `request.user`, read along with the session, or by a prepared statement."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _account(request))  # type: ignore[assignment]


def _account(request: HttpRequest) -> Any:
    session = request.session
    stored = dict(session.items())
    return sessions.signed_in(stored, getattr(session, "account", None)) or get_user(request)
