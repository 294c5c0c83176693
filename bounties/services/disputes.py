"""What a dispute of a seat's money does to the seat and its bounty. Bounty, application and escrow are locked; the money
moves last, in the same transaction, by whoever decided."""

from datetime import timedelta

from bounties.models import Application, Bounty
from bounties.services import endings, seats, submissions
from escrow.services.disputes import later_by
from humans.services import profiles
from marketplace.core.actor import Actor

_CLOCKS = (*("confirm_by", "start_by", "complete_by", "nudge_at", "flag_at", "extension_until", "review_warning_at"),)


def decided(actor: Actor, bounty: Bounty, application: Application) -> None:
    """It ended without the whole pay. Somebody who got a part stays hired, and the bounty follows its money. A refunded
    seat is gone with its spot, evidence that waited is rejected with it, and with the last one the bounty is closed."""
    assert application.escrow is not None
    if application.escrow.status == "refunded":
        submissions.judge_pending(actor, bounty, application, action="reject")
        seats.vacate(actor, bounty, application, reason="dispute_refunded")
    else:
        profiles.count_booking(application.human_id)
        endings.follow_money(actor, bounty)


def resumed(application: Application, frozen: timedelta) -> None:
    """It was withdrawn: every clock of the seat that was running goes on where it stood."""
    for name in _CLOCKS:
        setattr(application, name, later_by(frozen, getattr(application, name)))
    application.save(update_fields=_CLOCKS)
