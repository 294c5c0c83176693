"""What a decided escrow means for its seat and bounty: after a review, a release, a timer or a dispute. Bounty, application,
pool and escrow are locked by the caller, who makes the transfer last, in the same transaction."""

from datetime import timedelta
from functools import partial

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.seats import DEADLINES
from bounties.services import contests, counts, endings, owner_mails, seat_ends, seats, submissions, worker_mails
from escrow.ports import Outcome
from escrow.services.disputes import shift_deadline
from humans.services import profiles
from marketplace.core.actor import Actor


def ended(actor: Actor, bounty: Bounty, application: Application, outcome: Outcome, *, accepted: bool) -> None:
    """Update seat and bounty after the outcome of an escrow (contract, section 3).

    `outcome`: completed, released, resolved or refunded; `accepted`: the work is accepted by this. Pending evidence is
    approved or rejected with it. A refunded seat is removed with its spot, which closes the bounty with the last one; any
    other outcome leaves the person hired. Locked by the caller: bounty, application, pool, escrow.
    """
    assert application.escrow is not None
    if application.needs_staff_at is not None:
        application.save(update_fields=contests.close_case(actor, bounty, application, "settled"))
    if outcome == "refunded":
        submissions.judge_pending(actor, bounty, application, action="reject")
        seat_ends.remove_refunded_seat(actor, bounty, application, reason="dispute_refunded")
    else:
        if outcome != "completed":
            profiles.count_booking(application.human_id)
        if outcome == "released":
            worker_mails.paid(bounty, application, application.escrow)
        if accepted:
            submissions.approve_pending(actor, bounty, application)
            if application.escrow.accepted_unanswered:
                owner_mails.queue(actor, bounty, "unanswered")
            seats.tell_completed(bounty, application)
        counts.at_last(bounty, partial(_follow, actor, bounty, application, accepted=accepted))
    events.mark_dirty(bounty)


def _follow(actor: Actor, bounty: Bounty, application: Application, *, accepted: bool) -> None:
    """What the bounty becomes by this seat."""
    assert application.escrow is not None
    sums = seats.publish_completed(actor, bounty, application) if accepted else None
    endings.update_from_seats(actor, bounty, sums, pool=application.escrow.parent)
    if accepted:
        seats.reject_others_when_full(bounty)


def resumed(actor: Actor, bounty: Bounty, application: Application, frozen: timedelta) -> None:
    """A dispute was withdrawn: move every running deadline of the seat by the time it was `frozen`. Where the work of all other
    seats was accepted meanwhile, and that of this one before, the bounty goes on.

    Locked by the caller: bounty, application, pool, escrow.
    """
    assert application.escrow is not None
    for name in DEADLINES:
        setattr(application, name, shift_deadline(frozen, getattr(application, name)))
    application.save(update_fields=DEADLINES)
    endings.update_from_seats(actor, bounty, pool=application.escrow.parent)
