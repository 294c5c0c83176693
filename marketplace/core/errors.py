"""One exception class per HTTP status. An app's `errors.py` defines each error code of the spec once, as a subclass.

Views never catch these; `marketplace.api.handler` renders the failure body.
"""

from collections.abc import Callable
from typing import Any


class Problem(Exception):
    """A failed request: HTTP status, machine-readable code, a message that says what to do next, and extra fields of the answer.

    `after` runs in a transaction of its own once the failed transaction has been rolled back: it can publish an event about the
    failure (see `marketplace.core.transactions.unit`).
    """

    status = 500
    code = "server_error"
    message = "Something went wrong on our side. Try again; if it keeps failing, tell us the requestId."

    def __init__(
        self,
        message: str | None = None,
        *,
        code: str | None = None,
        headers: dict[str, str] | None = None,
        after: Callable[[], None] | None = None,
        **extra: Any,
    ) -> None:
        self.message = message or self.message
        self.code = code or self.code
        self.headers = headers or {}
        self.after = after
        self.extra = extra
        super().__init__(self.message)

    def body(self) -> dict[str, Any]:
        """The failure body without the request id, which the renderer adds."""
        return {"success": False, "error": self.message, "error_code": self.code, "code": self.code, **self.extra}


class BadRequest(Problem):
    status = 400
    code = "bad_request"
    message = "The request could not be understood. Send a JSON object with `Content-Type: application/json`."


class Invalid(BadRequest):
    """400 `validation_error`. `fields` maps the path of a field in the body to its error messages. Of a few short ones the message
    says all.
    """

    code = "validation_error"
    is_usual = True

    def __init__(self, fields: dict[str, list[str]], message: str | None = None) -> None:
        self.is_usual = message is None  # it says no more than the fields do
        super().__init__(message or _in_one(fields), fields=fields)


_SAID_AT_MOST, _SAID_LENGTH = 3, 400  # fields and characters of a message that says all of them


def _in_one(fields: dict[str, list[str]]) -> str:
    said = " ".join(f"{path}: {messages[0]}" for path, messages in fields.items() if messages)
    if len(fields) <= _SAID_AT_MOST and 0 < len(said) <= _SAID_LENGTH:
        return said
    named = ", ".join(list(fields)[:5]) + (f" and {len(fields) - 5} more" if len(fields) > 5 else "")
    return f"Some fields need another value: {named}. See `fields` for each."


class Unauthorized(Problem):
    status = 401
    code = "authentication_required"
    message = "Send an API key as `X-API-Key: <key>` or a session token as `X-Session-Token: <token>`."


class PaymentRequired(Problem):
    status = 402
    code = "payment_required"
    message = "There is not enough money for this."


class Forbidden(Problem):
    status = 403
    code = "forbidden"
    message = "This account may not do that."


class NotFound(Problem):
    status = 404
    code = "not_found"
    message = "There is nothing here under this address. Check the id and the path."


class MethodNotAllowed(Problem):
    status = 405
    code = "method_not_allowed"
    message = "This address does not answer that method."


class Conflict(Problem):
    status = 409
    code = "conflict"
    message = "The present state does not allow this."


class Gone(Problem):
    status = 410
    code = "gone"
    message = "This no longer exists."


class LengthRequired(Problem):
    status = 411
    code = "length_required"
    message = "Send files and recordings with a Content-Length header: chunked ones are not taken."


class TooLarge(Problem):
    status = 413
    code = "body_too_large"
    message = "The body is larger than this address takes."


class UnsupportedMediaType(Problem):
    status = 415
    code = "unsupported_media_type"
    message = "Send the body as JSON with `Content-Type: application/json`."


class TooManyRequests(Problem):
    status = 429
    code = "rate_limited"
    message = "Too many requests. Wait as long as Retry-After says."

    def __init__(self, message: str | None = None, *, retry_after: int, **rest: Any) -> None:
        super().__init__(message, headers={"Retry-After": str(retry_after)}, **rest)


class ProviderFailed(Problem):
    status = 502
    code = "provider_unavailable"
    message = "A provider did not answer. Nothing was lost; try again."


class Unavailable(Problem):
    status = 503
    code = "unavailable"
    message = "This is not available right now. Try again shortly."

    def __init__(self, message: str | None = None, *, retry_after: int = 5, **rest: Any) -> None:
        super().__init__(message, headers={"Retry-After": str(retry_after)}, **rest)
