"""Apply, accept, reject. Accepting opens the seat: clocks, conversation, facts and, last, the money, in one transaction."""

from bounties import events
from bounties.errors import AlreadyApplied, BountyNotOpen, DeadlinePassed, NoSpotsLeft, OwnBounty, ProfileIncomplete
from bounties.models import Application, Bounty
from bounties.rules import APPLICATION, BOUNTY, CONFIRM_WITHIN, LIVE, filled
from bounties.selectors import access
from escrow.services import escrows
from humans.models import Profile
from humans.services import conversations
from marketplace.core import clock, money
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState


def apply(actor: Actor, bounty_id: str, *, cover_letter: str = "") -> Application:
    """A person applies; the conversation opens with the cover letter. Locks the bounty (its counter).

    Raises OwnBounty, ProfileIncomplete (403), BountyNotOpen, DeadlinePassed, AlreadyApplied (409).
    """
    bounty = access.lock_bounty(access.visible_bounty(actor, bounty_id).pk)
    check_may_apply(actor, bounty)
    application = Application(
        bounty=bounty,
        human=actor.me,
        cover_letter=cover_letter,
        terms_snapshot={
            "currency": "USD",
            "compensation": {"type": bounty.price_type, "total": money.dollars_from_cents(bounty.seat_cents)},
        },
    )
    application.conversation = conversations.open_for(
        agent_id=bounty.owner_id,
        human_id=actor.id,
        bounty_id=bounty.pk,
        application_id=application.pk,
        subject=bounty.title,
        status="pending",
        first_words=cover_letter,
    )
    application.save(force_insert=True)
    bounty.application_count += 1
    bounty.save(update_fields=["application_count"])
    events.application_submitted(actor, bounty, application)
    return application


def check_may_apply(actor: Actor, bounty: Bounty) -> None:
    if bounty.owner_id == actor.id:
        raise OwnBounty()
    if bounty.applications.filter(human_id=actor.id).exists():
        raise AlreadyApplied()
    if bounty.status not in LIVE:
        raise BountyNotOpen(currentState=bounty.status, allowedActions=[])
    if bounty.deadline <= clock.now():
        raise DeadlinePassed()
    if not Profile.objects.filter(account_id=actor.id, is_complete=True).exists():
        raise ProfileIncomplete()


def accept(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """Hire: pending -> accepted, seat opened for two hours' confirmation, its share of the pool locked. Charged only on
    success. Locks bounty, application, pool.

    Raises NotOwner, NotFound, NoSpotsLeft (409), InvalidState (409), InsufficientFunds (402).
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    application = access.application_of(bounty, application_id, lock=True)
    application.status = APPLICATION.next(application.status, "accept")
    if bounty.spots_remaining <= 0:
        raise NoSpotsLeft(currentState=bounty.status, allowedActions=[])
    if bounty.status not in LIVE:
        raise InvalidState(
            f"This bounty is {bounty.status} and hires nobody.", currentState=bounty.status, allowedActions=[]
        )
    now = clock.now()
    application.response = response
    application.decided_at = now
    application.confirm_by = now + CONFIRM_WITHIN
    bounty.spots_filled += 1
    bounty.status = BOUNTY.next(bounty.status, filled(bounty.spots_available, bounty.spots_filled))
    bounty.updated_at = now
    bounty.save(update_fields=["spots_filled", "status", "updated_at"])
    conversations.set_status(application.pk, "accepted")
    assert bounty.pool_id is not None
    seat = escrows.open_seat(
        actor, pool_id=bounty.pool_id, application_id=application.pk, worker_id=application.human_id
    )
    application.escrow = seat
    application.save(update_fields=["status", "response", "decided_at", "confirm_by", "escrow"])
    events.application_accepted(actor, bounty, application)
    if bounty.spots_available > 1:
        events.seat_filled(actor, bounty, application)
    escrows.lock_share(actor, seat)
    return application


def reject(actor: Actor, bounty_id: str, application_id: str, *, response: str = "") -> Application:
    """pending -> rejected. Locks bounty, application. Raises NotOwner, NotFound, InvalidState (409)."""
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    application = access.application_of(bounty, application_id, lock=True)
    turn_down(actor, bounty, application, response=response, automatic=False)
    return application


def turn_down(actor: Actor, bounty: Bounty, application: Application, *, response: str, automatic: bool) -> None:
    """Reject under locks that are held already."""
    application.status = APPLICATION.next(application.status, "reject")
    application.response = response
    application.decided_at = clock.now()
    application.save(update_fields=["status", "response", "decided_at"])
    conversations.set_status(application.pk, "rejected")
    events.application_rejected(actor, bounty, application, automatic=automatic)
