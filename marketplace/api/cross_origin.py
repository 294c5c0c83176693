"""CORS: answers at /api/mcp and the OAuth routes may be read by pages of any origin, for MCP clients that run in a browser.
Never with cookies: such a request counts by its token alone.
"""

from django.http import HttpRequest, HttpResponse

from marketplace.rules import for_any_origin

_REQUESTED_METHOD = "Access-Control-Request-Method"
_ALLOWED_HEADERS = ", ".join(
    [
        *("Authorization", "Content-Type", "Idempotency-Key", "X-API-Key", "X-Request-Id", "X-Session-Token"),
        *("Last-Event-ID", "Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id"),
    ]
)
_EXPOSED_HEADERS = ", ".join(
    [
        *("Mcp-Protocol-Version", "Mcp-Session-Id", "Retry-After", "WWW-Authenticate"),
        *("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id"),
        *("RateLimit", "RateLimit-Policy", "API-Version", "Deprecation", "Sunset"),
    ]
)


def preflight(request: HttpRequest) -> HttpResponse | None:
    """The answer to a CORS preflight; None for any other request."""
    asks = request.method == "OPTIONS" and "Origin" in request.headers and _REQUESTED_METHOD in request.headers
    if not asks or not for_any_origin(request.path_info):
        return None
    return HttpResponse(
        headers={
            "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
            "Access-Control-Allow-Headers": _ALLOWED_HEADERS,
            "Access-Control-Max-Age": "86400",
        }
    )


def add_cors_headers(request: HttpRequest, response: HttpResponse) -> None:
    """Add CORS headers on the routes that allow them, on failures, too."""
    if for_any_origin(request.path_info):
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = _EXPOSED_HEADERS
