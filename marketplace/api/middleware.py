"""The outermost middleware: request id, body limits, credentials and rate limits, once for every path, and the headers of every
answer.

It runs before everything else, so that the same rules apply to sign-in, OAuth, the admin site, 404s and the redirect to https.
"""

import io
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import orjson
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, UnreadablePostError
from django.middleware.security import SecurityMiddleware

from marketplace import VERSION
from marketplace.api import access_lines, addresses, cross_origin, dry_runs, handler, slow_bodies, wire
from marketplace.api.authentication import authenticate, bearer_token, challenge
from marketplace.api.openapi import Intake
from marketplace.api.routes import intake, methods
from marketplace.api.session_kinds import BrowserSessionStore
from marketplace.api.whole_bodies import require_whole
from marketplace.core import clock, context, effects, metrics, traces
from marketplace.core.actor import Actor
from marketplace.core.errors import (
    BadRequest,
    Invalid,
    LengthRequired,
    MethodNotAllowed,
    Problem,
    TooLarge,
    TooManyRequests,
    Unavailable,
    UnsupportedMediaType,
)
from marketplace.errors import RecordingTooLarge
from marketplace.rules import MCP_PATH
from marketplace.services import calls, keys, limits

log = logging.getLogger(__name__)
WHOLE_BODY = (
    "Too many requests are waited for that were sent only in part. Send the whole body at once; try again shortly."
)
_WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")
_PIECE = 64 * 1024


class GatewayMiddleware:
    """The outermost middleware of every request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.security = SecurityMiddleware(get_response)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        trace = traces.offered(request.headers.get("traceparent"))
        request_id = context.begin(request.headers.get("X-Request-Id"), trace)
        work, response = access_lines.begin(request), None
        try:
            response = self._answer(request)
        finally:
            access_lines.end(request, response, work)
            context.end()
        response["X-Request-Id"] = request_id
        if not response.streaming and "Content-Length" not in response:
            response["Content-Length"] = str(len(response.content))  # else the server would send it chunked
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Django has found the view."""
        access_lines.found_route(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Renders Problems raised in plain Django views (allauth, checkout)."""
        problem = handler.as_problem(error)
        return handler.answer(request, problem) if problem else None

    def _answer(self, request: HttpRequest) -> HttpResponse:
        request.actor = None  # type: ignore[attr-defined]
        request.client_address = addresses.client(request)  # type: ignore[attr-defined]
        context.set_caller(request.client_address, request.headers.get("User-Agent", ""))  # type: ignore[attr-defined]
        known = intake(request.method or "GET", request.path_info)
        asked = context.Call(request.method or "", request.path_info, known.operation)
        with context.answering(asked):
            response = self._answer_call(request, known)
        keep_call(request, asked, response)
        return response

    def _answer_call(self, request: HttpRequest, known: Intake) -> HttpResponse:
        verdict = None
        try:
            error_to_answer: Exception | None = None
            early_response: HttpResponse | None = None
            try:
                # Redirect to https first: no credentials are read from a plain http request.
                early_response = (
                    self.security.process_request(request)
                    or cross_origin.preflight(request)
                    or sign_in_first(request, known)
                )
                if early_response is None:
                    check_method(request)
                    check_body_length(request, known)
                    request.actor = _actor(request)  # type: ignore[attr-defined]
            except Exception as error:
                error_to_answer = error  # counted before it is answered: guessing keys uses up the address's rate limit
            verdict = limits.count(
                classes=known.limits,
                address=addresses.for_limits(request),
                actor=request.actor,  # type: ignore[attr-defined]
            )
            if verdict.refused:
                metrics.count_refused(verdict.refused)
                error_to_answer = too_many(verdict)
            elif error_to_answer is None and early_response is None:
                require_whole(request)
                read_chunked(request, known)
                check_auth_json(request)
            response = (
                handler.render_exception(request, error_to_answer)
                if error_to_answer
                else early_response or self.get_response(request)
            )
            if response.status_code >= 400 and _is_foreign_failure(request, response):
                response = handler.replace_foreign_failure(response)
        except Exception as error:  # raised by this middleware; exceptions of views are handled before
            response = handler.render_exception(request, error)
        if slow_bodies.was_refused(request):
            response = handler.answer(request, Unavailable(WHOLE_BODY))
        if response.status_code == 401 and request.path_info == MCP_PATH:
            response["WWW-Authenticate"] = challenge(request)
        if verdict:
            for name, value in verdict.headers().items():
                response[name] = value
        add_version(request, known, response)
        cross_origin.add_cors_headers(request, response)
        return self.security.process_response(request, response)


def add_version(request: HttpRequest, known: Intake, response: HttpResponse) -> None:
    """The version of the API, on each of its answers; and when an operation ends that is deprecated."""
    if request.path_info.startswith("/api/"):
        response["API-Version"] = VERSION
    if known.deprecated:
        for name, value in known.deprecated.headers().items():
            response.setdefault(name, value)


def keep_call(request: HttpRequest, asked: context.Call, response: HttpResponse) -> None:
    """The line of the timeline of a write that was refused; that of a change was written with the change."""
    if not asked.operation or asked.is_written or request.method not in _WITH_BODY or response.status_code >= 500:
        return
    if "Idempotency-Key" in request.headers and not asked.idempotency_key:
        asked.idempotency_key = request.headers["Idempotency-Key"][:255]
    calls.finish(
        request.actor,  # type: ignore[attr-defined]
        asked,
        status=response.status_code,
        body=_json_of(response),
        replayed="Idempotency-Replayed" in response,
    )


def _json_of(response: HttpResponse) -> dict[str, Any] | None:
    """The object that was answered; None where it is none."""
    if response.streaming or not response.headers.get("Content-Type", "").startswith("application/json"):
        return None
    try:
        found = orjson.loads(response.content)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def check_method(request: HttpRequest) -> None:
    """No address answers TRACE, whoever asks. Raises MethodNotAllowed (405)."""
    if request.method == "TRACE":
        allowed = ", ".join(sorted(methods(request.path_info)))
        raise MethodNotAllowed(headers={"Allow": allowed})


def sign_in_first(request: HttpRequest, known: Intake) -> HttpResponse | None:
    """Leads a stranger who sends a long form with files to a page to sign-in, before any of it is read: only people who are
    signed in fill our disk. A short one is read, and kept for after signing in (`Page`)."""
    length = request.META.get("CONTENT_LENGTH") or ""
    is_short = not length.isdigit() or int(length) <= body_limit(known)
    if is_short or request.path_info.startswith("/api/") or not _has_files(request, known):
        return None
    if SESSION_KEY in BrowserSessionStore(request.COOKIES.get(settings.SESSION_COOKIE_NAME)):
        return None
    return HttpResponseRedirect(f"/account/login?next={quote(request.path_info)}")


def check_auth_json(request: HttpRequest) -> None:
    """allauth parses JSON leniently: reject what our own parser would reject.

    Raises 400 `invalid_json`, `dry_run_unavailable`, or `validation_error` for a number where a text is meant; 415 for another
    content type.
    """
    if request.path_info.startswith("/api/auth/") and request.method in _WITH_BODY and request.body:
        if request.content_type != "application/json":
            raise UnsupportedMediaType()
        body = wire.loads(request.body)
        if not isinstance(body, dict):
            raise BadRequest("Send a JSON object.", code="invalid_body")
        if body.get(dry_runs.FIELD):
            raise dry_runs.DryRunUnavailable(effects.NEVER_DRY[effects.SIGN_IN])
        if odd := {
            name[:60]: ["Give a text."] for name, value in body.items() if isinstance(value, int | float | bool)
        }:
            raise Invalid(odd)


def _is_foreign_failure(request: HttpRequest, response: HttpResponse) -> bool:
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    return request.path_info.startswith("/api/") and not is_json


def check_body_length(request: HttpRequest, known: Intake) -> None:
    """Reject a body that is compressed, too large, or a file of unknown length, before reading any of it. Raises 411, 413 or
    415. Of other chunked bodies the length is found while they are read: `read_chunked`.
    """
    if request.method not in _WITH_BODY:
        return
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        raise UnsupportedMediaType("Send the body as it is, without Content-Encoding: compressed bodies are not read.")
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length:
        if _is_chunked(request) and (known.recording_bytes or _has_files(request, known)):
            raise LengthRequired()
        return
    if recording := known.recording_bytes:
        if not length.isdigit() or int(length) > recording:
            raise RecordingTooLarge(f"A recording may have up to {recording:,} bytes here.", maxBytes=recording)
        return
    limit = body_limit(known)
    if _has_files(request, known):
        limit += settings.FILES_PER_SUBMISSION * settings.FILE_LIMIT
    if not length.isdigit() or int(length) > limit:
        raise _too_large(limit)


def body_limit(known: Intake) -> int:
    """Bytes of the longest body without files: never less than what the bounds of its fields allow."""
    return max(settings.JSON_BODY_LIMIT, known.body_bytes)


def read_chunked(request: HttpRequest, known: Intake) -> None:
    """Read a body that came without its length, so that it is as one with a length for whatever reads it next. Raises TooLarge
    (413) as soon as it is longer than `body_limit`; UnreadablePostError, as any body does whose sender is gone.
    """
    if request.method not in _WITH_BODY or request.META.get("CONTENT_LENGTH") or not _is_chunked(request):
        return
    limit, parts, length = body_limit(known), [], 0
    try:
        while chunk := request.META["wsgi.input"].read(min(_PIECE, limit + 1 - length)):
            parts.append(chunk)
            length += len(chunk)
            if length > limit:
                raise _too_large(limit)
    except OSError as error:
        raise UnreadablePostError(*error.args) from error
    request.META["CONTENT_LENGTH"] = str(length)
    request._stream = io.BytesIO(b"".join(parts))


def _has_files(request: HttpRequest, known: Intake) -> bool:
    return known.files and (request.content_type or "").startswith("multipart/")


def _is_chunked(request: HttpRequest) -> bool:
    return bool(request.headers.get("Transfer-Encoding"))


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"This address takes bodies up to {limit:,} bytes.", maxBytes=limit)


def _actor(request: HttpRequest) -> Actor | None:
    path = request.path_info
    if not path.startswith("/api/"):
        return None
    if path.startswith("/api/auth/"):
        # allauth reads X-Session-Token only; we also accept the session token as a bearer token.
        token = bearer_token(request)
        if token and "X-Session-Token" not in request.headers and not keys.looks_like_key(token):
            request.META["HTTP_X_SESSION_TOKEN"] = token
            request.__dict__.pop("headers", None)  # drops the cached headers
        return None
    return authenticate(request)


def too_many(verdict: limits.Verdict) -> Problem:
    """The 429 for a verdict that refuses."""
    wait = max(1, verdict.reset - int(clock.wall().timestamp()))
    return TooManyRequests(
        f"More than {verdict.limit} requests in this window ({verdict.refused}). Wait {wait} s.",
        retry_after=wait,
        limitClass=verdict.refused,
        limit=verdict.limit,
        retryAfterSeconds=wait,
    )
