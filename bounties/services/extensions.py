"""More time for a hired worker: he asks, the owner decides. A pending request holds the release back, at most 24 hours."""

from datetime import datetime, timedelta
from typing import Any

from bounties import events
from bounties.errors import CompletionWindowClosed, ExtensionPending, NoExtensionPending
from bounties.models import Application
from bounties.rules.seats import EXTENSION_HOLD
from bounties.selectors import access
from bounties.services import owner_mails, seats, worker_mails
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState


def request(actor: Actor, bounty_id: str, application_id: str, *, hours: int, reason: str) -> Application:
    """POST …/extension: the worker asks for `hours` more. Locks bounty, application.

    Raises NotYourSeat (403), SeatNotConfirmed, ExtensionPending, CompletionWindowClosed, InvalidState (409) on a seat
    without a deadline.
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    seats.check_confirmed(application)
    seats.check_not_frozen(application)
    _check_has_time(application)
    if is_pending(application):
        raise ExtensionPending(currentState="pending", allowedActions=[])
    now = clock.now()
    if application.complete_by is not None and application.complete_by <= now:
        raise CompletionWindowClosed(currentState=application.status, allowedActions=[])
    hold_until = _hold(application, now)
    application.extension = {
        "hours": hours,
        "reason": reason,
        "state": "pending",
        "requestedAt": timestamp(now),
        "holdUntil": timestamp(hold_until),
    }
    application.extension_until = hold_until
    application.save(update_fields=["extension", "extension_until"])
    seats.seen(bounty, application)
    events.extension_requested(actor, bounty, application)
    owner_mails.note(actor, bounty, "extension")
    return application


def decide(actor: Actor, bounty_id: str, application_id: str, *, action: str, hours: int | None = None) -> Application:
    """POST …/extension/decision: approve (the hours asked for, or others), deny, or grant hours without a request. What is
    given after the time was over, while the request held the seat, runs from now.

    Locks bounty, application. Raises NotOwner, NotFound, NoExtensionPending, InvalidState (409).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    application = access.application_of(bounty, application_id, lock=True)
    seats.check_confirmed(application)
    seats.check_not_frozen(application)
    if action != "grant" and not is_pending(application):
        raise NoExtensionPending(currentState=application.status, allowedActions=["grant"])
    asked: dict[str, Any] = dict(application.extension or {})
    before = datetime.fromisoformat(asked["decidedAt"]) if "decidedAt" in asked else None
    given = 0
    if action == "deny":
        _settle(application, asked | {"state": "denied"})
    else:
        _check_has_time(application)
        given = hours or asked["hours"]
        assert application.complete_by is not None
        application.complete_by = max(application.complete_by, clock.now()) + timedelta(hours=given)
        _settle(application, asked | {"state": "approved" if action == "approve" else "granted", "grantedHours": given})
    events.noted(actor, bounty, f"extension_{action}", applicationId=application.public_id)
    state = (application.extension or {})["state"]
    worker_mails.extension_decided(bounty, application, state=state, hours=given, before=before)
    return application


def _hold(application: Application, now: datetime) -> datetime:
    """Asking again after a denial holds the seat no longer than the first request did."""
    before = application.extension or {}
    if before.get("state") == "denied" and "holdUntil" in before:
        return datetime.fromisoformat(before["holdUntil"])
    return now + EXTENSION_HOLD


def is_pending(application: Application) -> bool:
    return (application.extension or {}).get("state") == "pending"


def _settle(application: Application, extension: dict[str, Any]) -> None:
    extension["decidedAt"] = timestamp(clock.now())
    application.extension, application.extension_until = extension, None
    application.save(update_fields=["extension", "extension_until", "complete_by"])


def _check_has_time(application: Application) -> None:
    if application.complete_by is None:
        raise InvalidState(
            "This seat has no deadline for finishing, so there is nothing to extend.",
            currentState=application.status,
            allowedActions=[],
        )
