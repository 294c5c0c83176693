"""A seat ends without pay: it reopens while the bounty still hires, otherwise the spot is removed and refunded."""

from typing import Literal

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.applications import APPLICATION
from bounties.rules.bounties import DIRECT, REFILL, UNFILLED
from bounties.selectors import access
from bounties.services import counts, endings, owner_mails, seats, worker_mails
from escrow.services import escrows
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor


def expire(actor: Actor, bounty_id: str, application_id: str, *, reason: str = "") -> Application:
    """POST …/expire: the owner ends the seat of a hired person who has not delivered (spec, States: Application).

    `reason` is the owner's message to the worker. Locks bounty, application, pool, escrow. Raises NotOwner (403), NotFound
    (404), ManagedBounty, EvidenceExists, InvalidState (409).
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "expire")
    application.response = reason or application.response
    APPLICATION.next(application.status, "expire", allowed=application.owner_actions)
    assert application.escrow_id is not None
    escrows.check_refundable(application.escrow_id)
    reopen_or_remove_seat(actor, bounty, application, reason="poster_released", words=reason)
    return application


def can_refill(bounty: Bounty) -> bool:
    """Whether somebody else may still be hired for a lost seat: until `REFILL` after the deadline, never on a direct hire."""
    in_time = bounty.deadline + REFILL > clock.now()
    return bounty.kind not in DIRECT and in_time and bounty.status in (*UNFILLED, "assigned")


def reopen_or_remove_seat(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str = "", judged: bool = False
) -> None:
    """End an accepted seat without pay (spec, States: Application, Escrow).

    While the bounty can still hire, the seat reopens and its share returns to the pool; otherwise the spot is removed and
    the share returns to the owner's wallet. The spot is also removed when the share is below the bounty's present price
    (the price was raised during a dispute of this seat): a pool holds the full price for each free spot.
    `reason` is stored as `end_reason`; `words` is the owner's message to the worker; `judged`: staff has decided about
    delivered evidence. Bounty, application, pool and escrow are locked by the caller. Raises EvidenceExists (409) when the
    worker ever delivered, unless `judged`; InvalidState (409).
    """
    assert application.escrow_id is not None and application.escrow is not None
    if not can_refill(bounty) or application.escrow.unit_price_cents < bounty.seat_cents:
        remove_seat_and_refund(actor, bounty, application, reason=reason, words=words, judged=judged)
        return
    _end_application(actor, bounty, application, to="pool", reason=reason, words=words, judged=judged)
    escrow, moves = escrows.record_refund(actor, application.escrow_id, to_pool=True, note=reason, judged=judged)
    counts.lose_seat(bounty, removes_spot=False)
    escrows.post_refund(actor, escrow, moves, note=reason)


def remove_seat_and_refund(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str = "", judged: bool = False
) -> None:
    """End an undelivered (or `judged`) seat, remove its spot and refund its share to the owner's wallet.

    With the last spot the bounty ends: cancelled when the owner did it, closed otherwise. Arguments and locks as
    `reopen_or_remove_seat`. Raises EvidenceExists, InvalidState (409).
    """
    _end_application(actor, bounty, application, to="wallet", reason=reason, words=words, judged=judged)
    assert application.escrow_id is not None
    escrow, moves = escrows.record_refund(actor, application.escrow_id, to_pool=False, note=reason, judged=judged)
    _remove_spot(actor, bounty, reason=reason)
    escrows.post_refund(actor, escrow, moves, note=reason)


def remove_refunded_seat(actor: Actor, bounty: Bounty, application: Application, *, reason: str) -> None:
    """As `remove_seat_and_refund`, for a share that was refunded already, by the decision of a dispute.

    Bounty, application, pool and escrow are locked by the caller; the escrow has ended. Raises InvalidState (409).
    """
    _end_application(actor, bounty, application, to="wallet", reason=reason, words="", judged=True)
    _remove_spot(actor, bounty, reason=reason)


def _remove_spot(actor: Actor, bounty: Bounty, *, reason: str) -> None:
    """End the bounty with its last spot, else update its status from the seats that are left."""
    if counts.lose_seat(bounty, removes_spot=True) == "stop":
        to = "cancelled" if reason == "poster_released" else "closed"
        endings.stop(actor, bounty, to=to, reason=f"last_seat_{reason}", by_seat=True)
    else:
        endings.update_from_seats(actor, bounty)
        seats.reject_others_when_full(bounty)


def _end_application(
    actor: Actor,
    bounty: Bounty,
    application: Application,
    *,
    to: Literal["pool", "wallet"],
    reason: str,
    words: str,
    judged: bool = False,
) -> None:
    """Set the application to withdrawn or expired, publish the event and queue the mails. `to`: where its money goes.

    The caller lowers the bounty's counters (`counts.lose_seat`). With `judged` the worker gets the mail of the staff
    decision instead of this one. Bounty and application are locked by the caller.
    """
    now = clock.now()
    if application.terms_left_at is not None:  # the worker has left, whoever ends the seat now
        reason = "terms_changed"
    gave_up = reason in ("withdrawn", "terms_changed")
    application.status = APPLICATION.next(application.status, "withdraw" if gave_up else "expire")
    application.ended_at, application.end_reason = now, reason
    application.save(update_fields=["status", "ended_at", "end_reason", "response"])
    conversations.set_status(application.pk, application.status)
    events.seat_expired(actor, bounty, application, reason=reason, refunded_to=to)
    if not judged:
        worker_mails.seat_lost(actor, bounty, application, reason=reason, words=words)
    owner_mails.queue(actor, bounty, "lost")
