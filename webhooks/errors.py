"""Error codes of this app, each defined once."""

from marketplace.core.errors import BadRequest, Conflict, TooManyRequests


class InvalidUrl(BadRequest):
    code = "invalid_url"
    message = "Give a public https address without user, password or fragment."


class EndpointLimitReached(Conflict):
    code = "endpoint_limit_reached"
    message = "An API key has at most 5 webhook endpoints. Delete one first; sending a known URL again renews it."


class EndpointDeleted(Conflict):
    code = "endpoint_deleted"
    message = "This endpoint was deleted. Make another one, and replay the time range to it."


class RangeTooLarge(BadRequest):
    code = "range_too_large"
    message = (
        "More events happened in this range than one replay sends (`maximum`). Nothing was sent: ask for less time."
    )


class EndpointNotDisabled(Conflict):
    code = "endpoint_not_disabled"
    message = "This endpoint is enabled already."


class EndpointDisabled(Conflict):
    code = "endpoint_disabled"
    message = "This endpoint is disabled. Create it again with the same URL to enable it."


class SecretRotating(Conflict):
    code = "secret_rotating"
    message = (
        "The secret was changed less than 24 hours ago, and the one before is still valid. If the new one was lost, create the "
        "endpoint again with the same URL: that gives another one, and ends both at once."
    )


class InboxRestored(Conflict):
    code = "inbox_restored"
    message = (
        "The service was restored from a backup (`restoredAt`), and what your inbox said behind `readAfter` was undone. Read on "
        "with after: readAfter, and look up what you did since then: it may have to be done again."
    )


class InboxExpired(Conflict):
    code = "inbox_expired"
    message = (
        "Events are kept for a time, and some behind this place are gone since you read last. Read on with after: readAfter for "
        "what is still there, and look up the present state of what you keep track of."
    )


class TooManyWaiting(TooManyRequests):
    code = "too_many_waiting"
    message = (
        "Too many callers wait for events here. Ask without `wait`, as often as Retry-After says, or wait again later."
    )
