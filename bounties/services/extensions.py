"""More time for a hired worker: they ask, the owner decides. A pending request delays the release of the seat, at most 24 h."""

from datetime import datetime, timedelta
from typing import Any

from bounties import events
from bounties.errors import CompletionWindowClosed, ExtensionPending, NoExtensionPending
from bounties.models import Application
from bounties.rules.seats import EXTENSION_HOLD
from bounties.selectors import access
from bounties.services import owner_mails, seats, sent_back, worker_mails
from marketplace.api.fields import timestamp
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState


def request(actor: Actor, bounty_id: str, application_id: str, *, hours: int, reason: str) -> Application:
    """POST …/extension: the worker asks for `hours` more (spec, Endpoints, Bounties).

    Locks bounty, application, pool, escrow. Raises NotFound (404), NotYourSeat (403), SeatNotConfirmed, ExtensionPending,
    CompletionWindowClosed, InvalidState (409), also for a seat without a deadline.
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    check(application)
    now = clock.now()
    hold_until = _hold_until(application, now)
    application.extension = {
        "hours": hours,
        "reason": reason,
        "state": "pending",
        "requestedAt": timestamp(now),
        "holdUntil": timestamp(hold_until),
    }
    application.extension_until = hold_until
    application.save(update_fields=["extension", "extension_until"])
    seats.record_activity(bounty, application)
    events.extension_requested(actor, bounty, application)
    owner_mails.queue(actor, bounty, "extension")
    return application


def check(application: Application) -> None:
    """Whether the worker may ask for more time now. Locks nothing. Raises as `request`."""
    seats.check_confirmed(application)
    seats.check_not_frozen(application)
    _check_work_is_open(application)
    _check_has_deadline(application)
    if is_pending(application):
        raise ExtensionPending(currentState="pending", allowedActions=[])
    if application.is_closed(clock.now()):
        raise CompletionWindowClosed(currentState=application.status, allowedActions=[])


def decide(actor: Actor, bounty_id: str, application_id: str, *, action: str, hours: int | None = None) -> Application:
    """POST …/extension/decision: approve the hours asked for (or `hours`), deny, or grant `hours` without a request.

    The hours are added to the deadline, or to now when that has passed. The settlement of a personal bounty is moved only at
    its worker's own request. Locks bounty, application, pool, escrow. Raises NotOwner (403), NotFound (404),
    SeatNotConfirmed, NoExtensionPending, InvalidState (409), also while evidence is in review and once it is approved.
    """
    bounty = access.owned_bounty(actor, bounty_id, share=True)
    application = access.application_of(bounty, application_id, lock=True)
    actor.check_not_about_oneself(application.human_id)
    seats.check_confirmed(application)
    seats.check_not_frozen(application)
    _check_work_is_open(application)
    if action == "grant" and bounty.kind == "personal":
        raise InvalidState(
            "A personal bounty settles two days after its deadline, whatever its owner grants. The worker can ask for more "
            "time, which you then approve.",
            currentState=application.status,
            allowedActions=[],
        )
    if action != "grant" and not is_pending(application):
        raise NoExtensionPending(currentState=application.status, allowedActions=["grant"])
    extension: dict[str, Any] = dict(application.extension or {})
    before = datetime.fromisoformat(extension["decidedAt"]) if "decidedAt" in extension else None
    given = 0
    if action == "deny":
        _settle(application, extension | {"state": "denied"})
    else:
        _check_has_deadline(application)
        given = hours or extension["hours"]
        assert application.complete_by is not None
        _give(application, max(application.complete_by, clock.now()) + timedelta(hours=given))
        _settle(
            application, extension | {"state": "approved" if action == "approve" else "granted", "grantedHours": given}
        )
    events.publish_internal(actor, bounty, f"extension_{action}", application=application)
    state = (application.extension or {})["state"]
    worker_mails.extension_decided(bounty, application, state=state, hours=given, before=before)
    return application


def _hold_until(application: Application, now: datetime) -> datetime:
    """Until when a request delays the release of the seat. A new request after a denial keeps the first one's end."""
    before = application.extension or {}
    if before.get("state") == "denied" and "holdUntil" in before:
        return datetime.fromisoformat(before["holdUntil"])
    return now + EXTENSION_HOLD


def _give(application: Application, due: datetime) -> None:
    """Evidence is due at `due` (UTC). A seat with a last call gets it anew."""
    if application.ends_at is None:
        application.complete_by = due
    else:
        seats.set_due_with_last_call(application, due)


def is_pending(application: Application) -> bool:
    """Has the worker asked for more time, without an answer so far?"""
    return (application.extension or {}).get("state") == "pending"


def _settle(application: Application, extension: dict[str, Any]) -> None:
    extension["decidedAt"] = timestamp(clock.now())
    application.extension, application.extension_until = extension, None
    if extension["state"] != "denied":
        sent_back.reset(application)
    application.save(update_fields=["extension", "extension_until", *seats.DUE, *sent_back.RESET])


def _check_work_is_open(application: Application) -> None:
    """Time is given for work, not for what waits for its review or payment. Raises InvalidState (409)."""
    escrow = application.escrow
    if escrow is not None and escrow.status != "locked":
        raise InvalidState(
            "Evidence was sent for this seat, so there is nothing to extend. If it is sent back there is time for new evidence.",
            currentState=escrow.status,
            allowedActions=[],
        )


def _check_has_deadline(application: Application) -> None:
    """Raises InvalidState (409)."""
    if application.complete_by is None:
        raise InvalidState(
            "This seat has no deadline for finishing, so there is nothing to extend.",
            currentState=application.status,
            allowedActions=[],
        )
