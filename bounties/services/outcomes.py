"""What becomes of a seat and its bounty when its money is decided: by a review, a release, a clock or a dispute. Bounty,
application, pool and escrow are locked; the money moves last, in the same transaction, by whoever decided."""

from datetime import timedelta

from bounties import events
from bounties.models import Application, Bounty
from bounties.services import endings, seats, submissions, worker_mails
from escrow.ports import Outcome
from escrow.selectors.pools import seat_summary
from escrow.services.disputes import shift_deadline
from humans.services import profiles
from marketplace.core.actor import Actor

_CLOCKS = (*("confirm_by", "start_by", "complete_by", "nudge_at", "flag_at", "extension_until", "review_warning_at"),)


def ended(actor: Actor, bounty: Bounty, application: Application, outcome: Outcome, *, accepted: bool) -> None:
    """The work was `accepted` by this, or the money went its way, or both. Evidence that waited is approved or rejected with
    it. Somebody who got a part stays hired, and the bounty follows its money; a refunded seat is gone with its spot, and
    with the last one the bounty is closed.
    """
    assert application.escrow is not None
    if outcome == "refunded":
        submissions.judge_pending(actor, bounty, application, action="reject")
        seats.remove_refunded_seat(actor, bounty, application, reason="dispute_refunded")
    else:
        standing = seat_summary(bounty.pool_id)
        if accepted:
            submissions.approve_pending(actor, bounty, application)
            seats.announce_completed(actor, bounty, application, standing)
        if outcome != "completed":
            profiles.count_booking(application.human_id)
        if outcome == "released":
            worker_mails.paid(bounty, application, application.escrow)
        endings.follow_money(actor, bounty, standing, pool=application.escrow.parent)
        if accepted:
            seats.settle_others(bounty)
    events.mark_dirty(bounty)


def resumed(application: Application, frozen: timedelta) -> None:
    """It was withdrawn: every clock of the seat that was running goes on where it stood."""
    for name in _CLOCKS:
        setattr(application, name, shift_deadline(frozen, getattr(application, name)))
    application.save(update_fields=_CLOCKS)
