"""Staff decisions about seats that a worker contests, or that a rule leaves to them (contract, section 8): more time, pay, or
end the seat. Both sides get a mail with the reason.

What is done with the money is within the limits of whoever decides it (`escrow.services.contested`): above them it is proposed,
nothing moves, and nobody is told before a second person has approved it.

All lock bounty, application, pool, escrow, and raise InvalidState (409) when no decision is needed (any more), or one waits for a
second person.
"""

from datetime import timedelta
from uuid import UUID

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.seats import EXTENSION_MAX_HOURS, silence
from bounties.selectors import access
from bounties.services import contests, seat_ends, submissions, worker_mails
from escrow.models import DisputeDecision
from escrow.services import contested, releases
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid
from marketplace.core.states import InvalidState


def give_time(actor: Actor, application_id: UUID, *, hours: int, reason: str) -> Application:
    """Give the worker `hours` from now for new evidence; without it the seat ends as `sent_back.overdue` says.

    `reason` is mailed to both sides. Locks bounty, application, pool, escrow, case. Raises Invalid (400), OwnDispute (403) for a
    party, InvalidState (409), also for work that is delivered and only waits for somebody to look.
    """
    if not 1 <= hours <= EXTENSION_MAX_HOURS:
        raise Invalid({"hours": [f"Give 1 to {EXTENSION_MAX_HOURS} hours."]})
    bounty, application = _lock_case(application_id)
    if application.escrow is None or application.escrow.status != "locked":
        raise InvalidState(
            "This work is delivered: pay it, or end the seat.", currentState="delivered", allowedActions=["release"]
        )
    contested.end_undecided(actor, application.escrow)
    application.complete_by = clock.now() + timedelta(hours=hours)
    _settle(actor, bounty, application, "time_given", f"The worker has {hours} more hours for new evidence.", reason)
    return application


def release(actor: Actor, application_id: UUID, *, reason: str) -> DisputeDecision | None:
    """Accept the work and pay the worker; the transfer comes last. Above the actor's limits it is proposed.

    `reason` is mailed to both sides. Locks bounty, application, pool, escrow, case. Raises OwnDispute (403), InvalidState (409).
    Returns the decision, proposed or final; None for the system.
    """
    return _decide(actor, application_id, pays=True, reason=reason)


def take_back(actor: Actor, application_id: UUID, *, reason: str) -> DisputeDecision | None:
    """End the seat without pay (`seat_ends.reopen_or_remove_seat`); the transfer comes last. Above the actor's
    limits it is proposed.

    Otherwise as `release`.
    """
    return _decide(actor, application_id, pays=False, reason=reason)


def carry_out(actor: Actor, bounty: Bounty, application: Application, decision: DisputeDecision) -> None:
    """What was proposed and is approved now. Locked by the caller: bounty, application, pool, escrow, case. Raises InvalidState
    (409) when the seat needs no decision any more."""
    _check_case(application)
    ends = _pay if decision.decision == "release" else _end
    ends(actor, bounty, application, decision.reason)


def _decide(actor: Actor, application_id: UUID, *, pays: bool, reason: str) -> DisputeDecision | None:
    bounty, application = _lock_case(application_id)
    assert application.escrow is not None
    decision = contested.decide(actor, application.escrow, pays=pays, reason=reason)
    if decision is None or decision.state == "final":
        ends = _pay if pays else _end
        ends(actor, bounty, application, reason)
    return decision


def _pay(actor: Actor, bounty: Bounty, application: Application, reason: str) -> None:
    _settle(actor, bounty, application, "released", "The work was accepted, and the worker is paid.", reason)
    assert application.escrow_id is not None
    releases.release_by_staff(actor, application.escrow_id, note=f"decided by staff: {reason}")


def _end(actor: Actor, bounty: Bounty, application: Application, reason: str) -> None:
    _settle(actor, bounty, application, "taken_back", "The seat has ended without pay.", reason)
    submissions.judge_pending(actor, bounty, application, action="reject")
    seat_ends.reopen_or_remove_seat(actor, bounty, application, reason="taken_back", judged=True)


def _lock_case(application_id: UUID) -> tuple[Bounty, Application]:
    bounty, application = access.lock_seat(application_id)
    _check_case(application)
    return bounty, application


def _check_case(application: Application) -> None:
    if not application.is_case:
        raise InvalidState(
            "This seat needs no decision (any more).", currentState=application.status, allowedActions=[]
        )


def _settle(actor: Actor, bounty: Bounty, application: Application, what: str, outcome: str, reason: str) -> None:
    closed = contests.close_case(actor, bounty, application, what, decision=reason)
    application.nudge_at, application.flag_at = silence(clock.now(), application.response_window_hours)
    application.save(update_fields=["complete_by", "nudge_at", "flag_at", *closed])
    events.publish_internal(actor, bounty, f"case_{what}", note=reason, application=application)
    worker_mails.case_decided(bounty, application, outcome=outcome, reason=reason)
