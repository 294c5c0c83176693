"""Staff decisions about seats that a worker contests, or that a rule leaves to them (contract, section 8): more time, pay, or
end the seat. Both sides get a mail with the reason.

All lock bounty, application, pool, escrow, and raise InvalidState (409) when no decision is needed (any more).
"""

from datetime import timedelta
from uuid import UUID

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.seats import EXTENSION_MAX_HOURS, silence
from bounties.selectors import access
from bounties.services import contests, seat_ends, submissions, worker_mails
from escrow.services import releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState


def give_time(actor: Actor, application_id: UUID, *, hours: int, reason: str) -> Application:
    """Give the worker `hours` from now for new evidence; without it the seat ends as `sent_back.overdue` says.

    `reason` is mailed to both sides. Locks bounty, application, pool, escrow. Raises Invalid (400), InvalidState (409), also
    for work that is delivered and only waits for somebody to look.
    """
    if not 1 <= hours <= EXTENSION_MAX_HOURS:
        raise Invalid({"hours": [f"Give 1 to {EXTENSION_MAX_HOURS} hours."]})
    bounty, application = _lock_case(application_id)
    if application.escrow is None or application.escrow.status != "locked":
        raise InvalidState(
            "This work is delivered: pay it, or end the seat.", currentState="delivered", allowedActions=["release"]
        )
    application.complete_by = clock.now() + timedelta(hours=hours)
    _settle(actor, bounty, application, "time_given", f"The worker has {hours} more hours for new evidence.", reason)
    return application


def release(actor: Actor, application_id: UUID, *, reason: str) -> Application:
    """Accept the work and pay the worker; the transfer comes last.

    `reason` is mailed to both sides. Locks bounty, application, pool, escrow. Raises InvalidState (409).
    """
    bounty, application = _lock_case(application_id)
    _settle(actor, bounty, application, "released", "The work was accepted, and the worker is paid.", reason)
    assert application.escrow_id is not None
    releases.release_by_staff(actor, application.escrow_id, note=f"decided by staff: {reason}")
    return application


def take_back(actor: Actor, application_id: UUID, *, reason: str) -> Application:
    """End the seat without pay, as an overdue one (`seat_ends.reopen_or_remove_seat`); the transfer comes last.

    `reason` is mailed to both sides. Locks bounty, application, pool, escrow. Raises InvalidState (409).
    """
    bounty, application = _lock_case(application_id)
    _settle(actor, bounty, application, "taken_back", "The seat has ended without pay.", reason)
    submissions.judge_pending(actor, bounty, application, action="reject")
    seat_ends.reopen_or_remove_seat(actor, bounty, application, reason="overdue", judged=True)
    return application


def _lock_case(application_id: UUID) -> tuple[Bounty, Application]:
    bounty, application = access.lock_seat(application_id)
    if not application.is_case:
        raise InvalidState(
            "This seat needs no decision (any more).", currentState=application.status, allowedActions=[]
        )
    return bounty, application


def _settle(actor: Actor, bounty: Bounty, application: Application, what: str, outcome: str, reason: str) -> None:
    closed = contests.close_case(application, what, decision=reason)
    application.nudge_at, application.flag_at = silence(clock.now(), application.response_window_hours)
    application.save(update_fields=["complete_by", "nudge_at", "flag_at", *closed])
    events.publish_internal(actor, bounty, f"case_{what}", note=reason, applicationId=application.public_id)
    worker_mails.case_decided(bounty, application, outcome=outcome, reason=reason)
