"""Cases for staff: evidence was sent back and not replaced in time, so no clock decides (contract, section 3). Staff gives
more time, pays the worker, or takes the seat back. Each decision is told to both sides with its reason.

All lock bounty, application, escrow, and raise InvalidState (409) when there is no case (any more): new evidence came, the
owner paid, or a colleague decided.
"""

from datetime import timedelta
from uuid import UUID

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.seats import EXTENSION_MAX_HOURS
from bounties.selectors import access
from bounties.services import seats, worker_mails
from escrow.services import releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState


def give_time(actor: Actor, application_id: UUID, *, hours: int, reason: str) -> Application:
    """The worker has `hours` from now for new evidence; afterwards it is a case again. Raises Invalid (400) besides."""
    if not 1 <= hours <= EXTENSION_MAX_HOURS:
        raise Invalid({"hours": [f"Give 1 to {EXTENSION_MAX_HOURS} hours."]})
    bounty, application = _locked(application_id)
    application.complete_by = clock.now() + timedelta(hours=hours)
    _settle(actor, bounty, application, "time_given", f"The worker has {hours} more hours for new evidence.", reason)
    return application


def release(actor: Actor, application_id: UUID, *, reason: str) -> Application:
    """Pay the worker: what was delivered is good enough. Money last."""
    bounty, application = _locked(application_id)
    _settle(actor, bounty, application, "released", "The work was accepted, and the worker is paid.", reason)
    assert application.escrow_id is not None
    releases.release_by_staff(actor, application.escrow_id, note=f"decided by staff: {reason}")
    return application


def take_back(actor: Actor, application_id: UUID, *, reason: str) -> Application:
    """End the seat without pay, as a seat that is overdue: while the bounty recruits its share returns to the pool and the
    seat reopens, afterwards it returns to the owner's wallet. Money last."""
    bounty, application = _locked(application_id)
    _settle(actor, bounty, application, "taken_back", "The seat has ended without pay.", reason)
    seats.reopen_or_remove_seat(actor, bounty, application, reason="overdue", judged=True)
    return application


def _locked(application_id: UUID) -> tuple[Bounty, Application]:
    bounty, application = access.lock_seat(application_id)
    if not application.is_case:
        raise InvalidState(
            "This seat needs no decision (any more).", currentState=application.status, allowedActions=[]
        )
    return bounty, application


def _settle(actor: Actor, bounty: Bounty, application: Application, what: str, outcome: str, reason: str) -> None:
    application.needs_staff_at = None
    application.save(update_fields=["needs_staff_at", "complete_by"])
    events.noted(actor, bounty, f"case_{what}", note=reason, applicationId=application.public_id)
    worker_mails.case_decided(bounty, application, outcome=outcome, reason=reason)
