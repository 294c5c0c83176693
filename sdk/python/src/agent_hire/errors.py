"""What can go wrong with a call, as classes. Each carries the service's own words, code and request id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agent_hire import types


class AgentHireError(Exception):
    """The base of all errors of this package."""


class ConnectionFailed(AgentHireError):
    """No answer came. What the call did is unknown: send it again with the same `idempotency_key`, which has one effect."""

    def __init__(self, message: str, idempotency_key: str | None) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class WaitedInVain(AgentHireError):
    """No event of the wanted kind came in time. `cursor`: wait on from there."""

    def __init__(self, message: str, cursor: str) -> None:
        super().__init__(message)
        self.cursor = cursor


class BadSignature(AgentHireError):
    """A webhook that the service did not sign with this secret, or whose time is too far away."""


class ApprovalNeeded(AgentHireError):
    """The wallet's owner is asked first; nothing was moved (202). Once they have approved (`client.wait_for_approval(error)`), make
    the same call with the same `idempotency_key`.
    """

    def __init__(self, body: types.WaitingOut, idempotency_key: str | None) -> None:
        super().__init__(
            f"The wallet's owner is asked about {body['cents']} cents first ({body['approvalId']}, until {body['expiresAt']})."
        )
        self.body = body
        self.approval_id = body["approvalId"]
        self.cents = body["cents"]
        self.plan = body["plan"]
        self.idempotency_key = idempotency_key


class APIError(AgentHireError):
    """A refusal. `code` says which (docs/api.md lists all), `str(error)` says in words what to do next; `fields` names each field
    that needs another value, `retryable` says whether the same call may succeed later, `next_actions` are calls that lead on.
    """

    def __init__(self, status: int, body: dict[str, Any], idempotency_key: str | None = None) -> None:
        self.status = status
        self.body = body
        self.code: str = body.get("error_code", "unexpected_answer")
        self.request_id: str = body.get("requestId", "")
        self.fields: dict[str, list[str]] = body.get("fields", {})
        self.retryable: bool = bool(body.get("retryable"))
        self.doc_url: str = body.get("docUrl", "")
        self.next_actions: list[dict[str, Any]] = body.get("nextActions", [])
        self.idempotency_key = idempotency_key
        super().__init__(f"{body.get('error', '')} [{status} {self.code}, request {self.request_id or 'unknown'}]")


class BadRequest(APIError):
    """400, 413 and 415: a value has to be another one."""


class AuthenticationFailed(APIError):
    """401: no credentials, or bad ones."""


class PaymentRequired(APIError):
    """402: the wallet is short. `shortfall_cents`, and `ways_to_pay`: the calls that bring in as much."""

    @property
    def shortfall_cents(self) -> int:
        return int(self.body.get("shortfallCents", 0))

    @property
    def ways_to_pay(self) -> list[dict[str, Any]]:
        return list(self.body.get("waysToPay", []))


class PermissionDenied(APIError):
    """403: valid credentials that may not do this."""


class NotFound(APIError):
    """404 and 410: it isn't there, isn't yours to see, or is over."""


class Conflict(APIError):
    """409: the present state doesn't allow it. `current_state`, and `allowed_actions` in it."""

    @property
    def current_state(self) -> str:
        return str(self.body.get("currentState", ""))

    @property
    def allowed_actions(self) -> list[str]:
        return list(self.body.get("allowedActions", []))


class RateLimited(APIError):
    """429, after all retries."""


class ServiceFailed(APIError):
    """5xx, after all retries, or an answer that isn't the service's, such as a proxy's page."""


_BY_STATUS: dict[int, type[APIError]] = {
    400: BadRequest,
    401: AuthenticationFailed,
    402: PaymentRequired,
    403: PermissionDenied,
    404: NotFound,
    409: Conflict,
    410: NotFound,
    413: BadRequest,
    415: BadRequest,
    429: RateLimited,
}


def error_of(status: int, body: dict[str, Any], idempotency_key: str | None) -> APIError:
    """The error for a refusal."""
    return _BY_STATUS.get(status, ServiceFailed if status >= 500 else APIError)(status, body, idempotency_key)
