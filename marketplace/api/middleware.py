"""The front door: request id, body limits, credentials and rate limits, once for every path, and the headers of every answer.

It stands before everything else, so that sign-in, OAuth, the admin, 404s and the way from http to https are covered by the
same rules.
"""

import logging
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware

from marketplace.api import addresses, cross_origin, handler, wire
from marketplace.api.authentication import authenticate, bearer_token, challenge
from marketplace.api.openapi import Intake
from marketplace.api.routes import intake
from marketplace.core import clock, context
from marketplace.core.actor import Actor
from marketplace.core.errors import LengthRequired, Problem, TooLarge, TooManyRequests, UnsupportedMediaType
from marketplace.errors import RecordingTooLarge
from marketplace.rules import MCP_PATH
from marketplace.services import keys, limits

log = logging.getLogger(__name__)
_WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")


class FrontDoor:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.security = SecurityMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = context.begin(request.headers.get("X-Request-Id"))
        try:
            response = self._answer(request)
        finally:
            context.end()
        response["X-Request-Id"] = request_id
        if not response.streaming and "Content-Length" not in response:
            response["Content-Length"] = str(len(response.content))  # else the server sends it in chunks
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Problems of plain Django views (allauth, checkout) are rendered like everybody's."""
        problem = handler.as_problem(error)
        return handler.answer(request, problem) if problem else None

    def _answer(self, request: HttpRequest) -> HttpResponse:
        request.actor = None  # type: ignore[attr-defined]
        request.client_address = addresses.client(request)  # type: ignore[attr-defined]
        context.comes_from(request.client_address, request.headers.get("User-Agent", ""))  # type: ignore[attr-defined]
        verdict = None
        known = intake(request.method or "GET", request.path_info)
        try:
            refused: Exception | None = None
            early: HttpResponse | None = None
            try:
                # Who comes by http is led to https, and nobody's credentials are read on the way.
                early = self.security.process_request(request) or cross_origin.preflight(request)
                if early is None:
                    check_body_length(request, known)
                    request.actor = _actor(request)  # type: ignore[attr-defined]
            except Exception as error:
                refused = error  # counted first: a guesser of keys runs into the limit of the address
            verdict = limits.count(
                classes=known.limits,
                address=addresses.counted(request),
                actor=request.actor,  # type: ignore[attr-defined]
            )
            if verdict.refused:
                refused = too_many(verdict)
            elif refused is None and early is None:
                check_auth_json(request)
            response = handler.in_case_of(request, refused) if refused else early or self.get_response(request)
            if response.status_code >= 400 and _foreign_words(request, response):
                response = handler.in_our_words(response)
        except Exception as error:  # of the front door itself: views have had their own answer by now
            response = handler.in_case_of(request, error)
        if response.status_code == 401 and request.path_info == MCP_PATH:
            response["WWW-Authenticate"] = challenge(request)
        if verdict:
            for name, value in verdict.headers().items():
                response[name] = value
        cross_origin.open_to_browsers(request, response)
        return self.security.process_response(request, response)


def check_auth_json(request: HttpRequest) -> None:
    """allauth parses by itself and loosely; what our own parser refuses never gets there.

    Raises 400 `invalid_json`, 415 for a body of another type.
    """
    if request.path_info.startswith("/api/auth/") and request.method in _WITH_BODY and request.body:
        if request.content_type != "application/json":
            raise UnsupportedMediaType()
        wire.loads(request.body)


def _foreign_words(request: HttpRequest, response: HttpResponse) -> bool:
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    return request.path_info.startswith("/api/") and not is_json


def check_body_length(request: HttpRequest, known: Intake) -> None:
    """Refuse a body that is too large, or of unknown length, before a byte of it is read. Raises 411 or 413."""
    if request.method not in _WITH_BODY:
        return
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length:
        if request.headers.get("Transfer-Encoding"):
            raise LengthRequired()
        return
    if recording := known.recording_bytes:
        if not length.isdigit() or int(length) > recording:
            raise RecordingTooLarge(f"A recording may have up to {recording:,} bytes here.", maxBytes=recording)
        return
    limit = settings.JSON_BODY_LIMIT
    if known.files and (request.content_type or "").startswith("multipart/"):
        limit += settings.FILES_PER_SUBMISSION * settings.FILE_LIMIT
    if not length.isdigit() or int(length) > limit:
        raise TooLarge(f"This address takes bodies up to {limit:,} bytes.", maxBytes=limit)


def _actor(request: HttpRequest) -> Actor | None:
    path = request.path_info
    if not path.startswith("/api/"):
        return None
    if path.startswith("/api/auth/"):
        # allauth reads its own header only; we take the session token either way.
        token = bearer_token(request)
        if token and "X-Session-Token" not in request.headers and not keys.looks_like_key(token):
            request.META["HTTP_X_SESSION_TOKEN"] = token
            request.__dict__.pop("headers", None)  # cached from META before
        return None
    return authenticate(request)


def too_many(verdict: limits.Verdict) -> Problem:
    wait = max(1, verdict.reset - int(clock.wall().timestamp()))
    return TooManyRequests(
        f"More than {verdict.limit} requests in this window ({verdict.refused}). Wait {wait} s.",
        retry_after=wait,
        limitClass=verdict.refused,
        limit=verdict.limit,
        retryAfterSeconds=wait,
    )
