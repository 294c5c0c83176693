"""The line of a request in the log. It names the pattern of a route, never an address with its values, and no query, no header, no
mail address: of the caller only the account's public id.
"""

import logging
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import empty

from marketplace.api import routes
from marketplace.core import context, metrics, tracing, watching
from marketplace.core.watching import Work
from marketplace.rules import MCP_PATH, PROBES

log = logging.getLogger("marketplace.requests")
NO_ROUTE: Final = "(none)"  # an address that nothing answers
_WAITING: Final = ("api/events", "api/events/stream", MCP_PATH[1:])  # callers may wait there for as long as they like
_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


def begin(request: HttpRequest) -> Work:
    """A request begins. Its route is that of our views at once, of other ones when Django has found it (`found_route`)."""
    work = watching.begin("request", routes.pattern(request.path_info) or NO_ROUTE)
    work.opened = tracing.start(work.name, "server", request.headers.get("traceparent"))
    return work


def found_route(request: HttpRequest) -> None:
    """Django has found the view."""
    work = watching.current()
    if work is not None and work.name == NO_ROUTE and request.resolver_match is not None:
        work.name = request.resolver_match.route or "/"


def end(request: HttpRequest, response: HttpResponse | None, work: Work) -> None:
    """A request is answered, or, without `response`, failed in a way that nothing of ours caught. Raises nothing."""
    status = response.status_code if response is not None else 500
    method = request.method if request.method in _METHODS else "OTHER"
    watching.end(work)
    metrics.count_request(work, str(method), status)
    name = f"{method} {work.name}"
    tracing.finish(work.opened, name, is_failed=status >= 500, **{"http.response.status_code": status})
    if not settings.ACCESS_LOG or (request.path_info in PROBES and status < 400):
        return
    told: dict[str, Any] = {"traceId": context.trace_id(), "route": work.name, "method": method, "status": status}
    told |= watching.line(work) | {"account": account_of(request)}
    log.log(watching.level(work, may_wait=work.name in _WAITING), "request", extra=told)


def account_of(request: HttpRequest) -> str | None:
    """The public id of the caller's account; None for a stranger. Reads nothing that the request has not read itself."""
    actor = getattr(request, "actor", None)
    account = actor.account if actor is not None else None
    if account is None:
        user: Any = getattr(request, "user", None)
        if user is None or getattr(user, "_wrapped", user) is empty or not user.is_authenticated:
            return None
        account = user
    return str(account.public_id)
