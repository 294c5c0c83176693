"""The life of a seat after acceptance: confirmation, loss, and what the bounty becomes of it."""

from uuid import UUID

from bounties import events
from bounties.errors import ConfirmationWindowClosed, SeatNotConfirmed
from bounties.models import Application, Bounty
from bounties.rules import APPLICATION, BOUNTY, LIVE, lost
from bounties.selectors import access
from escrow.models import Escrow
from escrow.services import escrows, pools
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.later import each
from marketplace.core.states import InvalidState


def confirm(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """The worker says that he will do it, within two hours of acceptance. Idempotent once confirmed.

    Locks bounty, application. Raises NotYourSeat, ConfirmationWindowClosed (409), InvalidState (409).
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    now = clock.now()
    if application.status == "accepted" and application.confirmed_at is not None:
        return application
    late = application.confirm_by is not None and application.confirm_by <= now
    if late and (application.status == "accepted" or application.end_reason == "confirmation_timeout"):
        raise ConfirmationWindowClosed(currentState=application.status, allowedActions=[])
    if application.status != "accepted":
        raise InvalidState(
            f"This application is {application.status}; only an accepted one is confirmed.",
            currentState=application.status,
            allowedActions=[],
        )
    application.confirmed_at = now
    application.save(update_fields=["confirmed_at"])
    events.application_confirmed(actor, bounty, application)
    return application


def check_confirmed(application: Application) -> None:
    """Evidence is taken from a confirmed seat only. Raises SeatNotConfirmed, InvalidState (409)."""
    if application.status != "accepted":
        raise InvalidState(
            f"This application is {application.status}; only a hired worker sends evidence.",
            currentState=application.status,
            allowedActions=[],
        )
    if application.confirmed_at is None:
        raise SeatNotConfirmed(currentState=application.status, allowedActions=["confirm"])


def release_unconfirmed() -> int:
    """Timer: seats whose two hours are over go back to the listing, their money to the pool. One transaction each."""
    # A seat that the poster released unconfirmed is over: its money is decided, and it would be refused for ever.
    due = Application.objects.filter(
        status="accepted", confirmed_at=None, confirm_by__lte=clock.now(), escrow__ended_at=None
    )
    return each(due, _release_unconfirmed, by="confirm_by")


def _release_unconfirmed(pk: UUID) -> None:
    bounty, application = access.lock_seat(pk)
    overdue = application.confirm_by is not None and application.confirm_by <= clock.now()
    if application.status == "accepted" and application.confirmed_at is None and overdue:
        lose(Actor.system(), bounty, application, reason="confirmation_timeout")


def lose(actor: Actor, bounty: Bounty, application: Application, *, reason: str) -> None:
    """An accepted seat ends without work: the application expires, the seat reopens, its share returns to the pool.

    Bounty and application are locked. Raises EvidenceExists (409) when the worker ever delivered.
    """
    expire(actor, bounty, application, reason=reason)
    bounty.status = BOUNTY.next(bounty.status, lost(bounty.spots_available, bounty.spots_filled))
    bounty.save(update_fields=["status", "spots_filled", "updated_at"])
    assert application.escrow_id is not None
    escrows.refund(actor, application.escrow_id, to_pool=bounty.status in LIVE, note=reason)


def cancel(actor: Actor, bounty: Bounty, application: Application) -> None:
    """The poster takes an undelivered seat's money back: share to the wallet, the application expires, one spot less;
    without any spot left the bounty is cancelled. Bounty and application are locked.

    Raises EvidenceExists (409), InvalidState (409).
    """
    expire(actor, bounty, application, reason="poster_released")
    bounty.spots_available -= 1
    action = lost(bounty.spots_available, bounty.spots_filled)
    bounty.status = BOUNTY.next(bounty.status, action)
    bounty.save(update_fields=["status", "spots_available", "spots_filled", "updated_at"])
    assert application.escrow_id is not None
    escrows.refund(actor, application.escrow_id, to_pool=False, note="poster_released")
    if action == "cancel":
        bounty.closed_at, bounty.close_reason = bounty.updated_at, "last_seat_cancelled"
        bounty.save(update_fields=["closed_at", "close_reason"])
        assert bounty.pool_id is not None
        pools.close(actor, bounty.pool_id, note="last seat cancelled")
    else:
        follow_money(actor, bounty)


def expire(actor: Actor, bounty: Bounty, application: Application, *, reason: str) -> None:
    """The application's side of losing a seat; the bounty's counter goes down in memory, the caller saves it."""
    now = clock.now()
    application.status = APPLICATION.next(application.status, "expire")
    application.ended_at, application.end_reason = now, reason
    application.save(update_fields=["status", "ended_at", "end_reason"])
    bounty.spots_filled -= 1
    bounty.updated_at = now
    conversations.set_status(application.pk, "expired")
    events.seat_expired(actor, bounty, application, reason=reason)


def follow_money(actor: Actor, bounty: Bounty) -> None:
    """What the escrows of its seats make of a locked bounty: completed when no seat is open and every hired one is
    completed or later, paid when all of these are released (contract, section 3)."""
    if bounty.status not in ("assigned", "completed"):
        return
    statuses = list(Escrow.objects.filter(parent_id=bounty.pool_id, ended_at=None).values_list("status", flat=True))
    before = bounty.status
    if bounty.status == "assigned" and all(status == "completed" for status in statuses):
        bounty.status = BOUNTY.next(bounty.status, "finish")
    if bounty.status == "completed" and not statuses:
        bounty.status = BOUNTY.next(bounty.status, "pay")
        assert bounty.pool_id is not None
        pools.close(actor, bounty.pool_id, note="every seat is released")  # nothing is left in it: this moves no money
    if bounty.status != before:
        bounty.updated_at = clock.now()
        bounty.save(update_fields=["status", "updated_at"])
