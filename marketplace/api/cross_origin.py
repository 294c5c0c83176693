"""Which answers a page of another origin may read: those of the tools and of OAuth's programs, for connectors that run in
a browser. Any origin may, none with cookies: what is asked there counts by its own token alone.
"""

from django.http import HttpRequest, HttpResponse

from marketplace.rules import for_any_origin

_ASKED_FOR = "Access-Control-Request-Method"
_TAKEN = ", ".join(
    [
        *("Authorization", "Content-Type", "Idempotency-Key", "X-API-Key", "X-Request-Id", "X-Session-Token"),
        *("Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id"),
    ]
)
_SHOWN = ", ".join(
    [
        *("Mcp-Protocol-Version", "Mcp-Session-Id", "Retry-After", "WWW-Authenticate"),
        *("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"),
    ]
)


def preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a browser that asks first whether it may send something; None when this is no such question."""
    asks = request.method == "OPTIONS" and "Origin" in request.headers and _ASKED_FOR in request.headers
    if not asks or not for_any_origin(request.path_info):
        return None
    return HttpResponse(
        headers={
            "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
            "Access-Control-Allow-Headers": _TAKEN,
            "Access-Control-Max-Age": "86400",
        }
    )


def open_to_browsers(request: HttpRequest, response: HttpResponse) -> None:
    """Any origin may read this answer, a refusal too, where it may read at all."""
    if for_any_origin(request.path_info):
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = _SHOWN
