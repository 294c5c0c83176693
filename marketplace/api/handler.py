"""Renders every failure as the common failure body: our exceptions, the frameworks' and the database's, on every path under
/api.
"""

import logging
from typing import Any

from django import shortcuts
from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation, TooManyFilesSent
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from rest_framework import exceptions as drf
from rest_framework.response import Response

from marketplace.api import next_actions, unknown_ids, wire
from marketplace.api.fields import timestamp
from marketplace.core import clock, context, reader
from marketplace.core.actor import Actor
from marketplace.core.errors import (
    BadRequest,
    Forbidden,
    Invalid,
    MethodNotAllowed,
    NotFound,
    Problem,
    TooLarge,
    Unauthorized,
    Unavailable,
    UnsupportedMediaType,
)
from marketplace.errors import AccountRestricted

log = logging.getLogger("marketplace.failures")
_BY_STATUS: dict[int, type[Problem]] = {
    400: BadRequest,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    405: MethodNotAllowed,
    413: TooLarge,
    415: UnsupportedMediaType,
}
# Refusals for the time: their body says what time it is here, which in a sandbox may be far from the caller's.
_OF_TIME = frozenset(
    (
        *("deadline_passed", "start_window_closed", "completion_window_closed", "confirmation_window_closed"),
        *("terms_window_closed", "dispute_window_closed", "appeal_window_closed", "approval_expired", "quote_expired"),
    )
)
CODE_HEADER = "X-Error-Code"  # of a page that refuses, for the scripts of pages
_BUSY = {"55P03", "40P01", "40001", "57014"}  # lock not available, deadlock, serialization, statement timeout


def as_problem(error: BaseException) -> Problem | None:
    """The Problem for an exception; None for an unexpected one (a bug)."""
    match error:
        case Problem():
            return error
        case drf.ValidationError():
            return Invalid(_flatten(error.detail))
        case drf.ParseError():
            return BadRequest(str(error.detail), code="invalid_body")
        case UnreadablePostError():  # the sender went away
            return BadRequest(
                "The connection ended before the whole body had come. Send it again.", code="invalid_body"
            )
        case drf.MethodNotAllowed():
            return MethodNotAllowed(f"{error.detail} See GET /api/docs for what this address takes.")
        case drf.UnsupportedMediaType():
            return UnsupportedMediaType()
        case drf.NotAuthenticated() | drf.AuthenticationFailed():
            return Unauthorized()
        case drf.PermissionDenied() | PermissionDenied():
            return Forbidden()
        case drf.NotFound() | Http404():
            return NotFound()
        case RequestDataTooBig():
            return TooLarge()
        case TooManyFilesSent():
            return TooLarge("At most 20 files per request: send the rest with another one.", code="too_many_files")
        case SuspiciousOperation():
            return BadRequest()
        case DatabaseError() | InterfaceError():
            return _database(error)
    return None


def handle(error: Exception, info: dict[str, Any]) -> Response:
    """DRF's EXCEPTION_HANDLER."""
    problem = as_problem(error)
    if isinstance(error, drf.UnsupportedMediaType):
        taken = " or ".join(f"`{parser.media_type}`" for parser in info["view"].get_parsers())
        problem = UnsupportedMediaType(f"Send the body with Content-Type {taken}.")
    if problem is None:
        log.exception("unhandled", exc_info=error)
        problem = Problem()
    body = _body(problem, _caller(problem, info))
    response = Response(body, status=problem.status, headers=problem.headers)
    response.exception = True
    return response


def answer(request: HttpRequest, problem: Problem) -> HttpResponse:
    """A failure outside DRF views: an HTML page for a browser, else the failure body."""
    if request.path_info.startswith("/api/") or "text/html" not in request.headers.get("Accept", ""):
        return render(problem)
    account = _reader(request, problem)
    is_owner_side = account is not None and reader.is_owners(request.path_info)  # the way back leads there
    told = {
        "problem": problem,
        "request_id": context.request_id(),
        "is_owner_side": is_owner_side,
        "is_known": account is not None,
    }
    with reader.written_for(request, account=account):
        response = shortcuts.render(request, "refused.html", told, status=problem.status)
        reader.varies(response)
    for name, value in problem.headers.items():
        response[name] = value
    response[CODE_HEADER] = problem.code
    response["Cache-Control"] = "no-store"
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return response


def _reader(request: HttpRequest, problem: Problem) -> Any:
    """Who reads a failure; nobody where sessions were not reached, or the database may be what failed."""
    user = getattr(request, "user", None) if problem.status < 500 and problem.status != 429 else None
    return user if user is not None and user.is_authenticated else None


def render(problem: Problem) -> HttpResponse:
    """The failure body outside DRF: for the middleware, allauth's views and Django's error pages."""
    return HttpResponse(
        wire.dumps(_body(problem)), status=problem.status, content_type="application/json", headers=problem.headers
    )


def render_exception(request: HttpRequest, error: Exception) -> HttpResponse:
    """The answer to any exception; an unexpected one is logged and answered with 500."""
    problem = as_problem(error)
    if problem is None:
        log.exception("unhandled", exc_info=error)
    return answer(request, problem or Problem())


def replace_foreign_failure(response: HttpResponse) -> HttpResponse:
    """Replaces a failure that a library rendered in its own format (allauth's bad JSON, Django's 405) by our failure body."""
    problem = _BY_STATUS.get(response.status_code, Problem)()
    replaced = render(problem)
    replaced.status_code = response.status_code
    if allow := response.headers.get("Allow"):
        replaced["Allow"] = allow
    return replaced


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    words = "There is nothing under this address. GET /api/docs lists every route."
    if request.path_info.strip("/").rpartition("/")[2] in ("mcp", "sse"):  # where clients of MCP look for it
        words = f"There is nothing under this address. Tools, by MCP, are at {settings.MCP_URL}."
    return answer(request, NotFound(words))


def server_error(request: HttpRequest) -> HttpResponse:
    """Of a failure outside of views. What failed may be what the page is made of: then the body alone."""
    try:
        return answer(request, Problem())
    except Exception:
        return render(Problem())


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    problem = as_problem(exception) if exception else None
    return render(problem or BadRequest())


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(Forbidden())


def _caller(problem: Problem, info: dict[str, Any]) -> Actor | None:
    """Who called, where a failure says more to them; the credentials of any other were not necessarily taken."""
    return getattr(info["view"], "caller", None) if isinstance(problem, NotFound | AccountRestricted) else None


def _body(problem: Problem, caller: Actor | None = None) -> dict[str, Any]:
    found = problem.body() | next_actions.of_failure(problem, caller)
    if isinstance(problem, NotFound):
        words, first = unknown_ids.told(problem)
        found |= {"error": words, next_actions.FIELD: [*first, *found[next_actions.FIELD]]}
    if problem.code in _OF_TIME:
        found["now"] = timestamp(clock.now())
    return found | {"requestId": context.request_id()}


def _database(error: Exception) -> Problem | None:
    state = getattr(error.__cause__, "sqlstate", None)
    if state in _BUSY:
        log.warning("busy", extra={"sqlstate": state})
        return Unavailable("Somebody else is changing the same thing right now. Try again.", code="busy", retry_after=1)
    if isinstance(error, DataError):
        log.warning("a value that can't be stored", extra={"sqlstate": state})
        return BadRequest("A value holds characters that can't be stored, such as NUL.", code="invalid_value")
    if isinstance(error, OperationalError | InterfaceError):
        log.error("the database is unavailable", extra={"sqlstate": state, "cause": str(error)[:200]})
        return Unavailable("The database is not reachable right now. Nothing was changed; try again shortly.")
    return None


def _flatten(detail: Any, path: str = "") -> dict[str, list[str]]:
    """DRF's nested errors as {"location.city": ["…"]}; errors of no field are under "body"."""
    if isinstance(detail, dict):
        out: dict[str, list[str]] = {}
        for name, inner in detail.items():
            step = path if name == "non_field_errors" else f"{path}.{name}" if path else str(name)
            for where, messages in _flatten(inner, step).items():
                out.setdefault(where, []).extend(messages)
        return out
    if isinstance(detail, list) and any(isinstance(item, dict | list) for item in detail):
        out = {}
        for index, inner in enumerate(detail):
            for where, messages in _flatten(inner, f"{path}.{index}" if path else str(index)).items():
                out.setdefault(where, []).extend(messages)
        return out
    return {path or "body": [str(item) for item in (detail if isinstance(detail, list) else [detail])]}
