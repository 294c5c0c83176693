"""How a bounty ends, and how the other applicants hear of it: closing, closed, cancelled, and the clocks that lead there."""

import logging
from uuid import UUID

from django.db import DatabaseError, transaction
from django.db.models import Q

from bounties import events
from bounties.models import Application, Bounty
from bounties.rules.applications import APPLICATION
from bounties.rules.bounties import BOUNTY, DIRECT, FULL, LIVE, MANAGED, REFILL, UNFILLED, UNPAID_LIFE
from bounties.selectors import access
from bounties.selectors.invariants import is_behind
from bounties.services import owner_mails, worker_mails
from escrow.models import Escrow
from escrow.rules import PAID
from escrow.selectors import access as escrow_access
from escrow.selectors.pools import SeatSummary, seat_summary
from escrow.services import pools
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState
from marketplace.core.transactions import for_each_due
from wallet.services import checkouts

DONE = ("completed", "warranty_hold")  # work that was accepted, its money still held
log = logging.getLogger(__name__)
_LAPSES = {"pending_deposit": "not_funded_in_time", "pending_review": "not_reviewed_in_time"}
BATCH = 200  # applications that are turned down in one transaction


def stop(actor: Actor, bounty: Bounty, *, to: str, reason: str, details: str = "") -> None:
    """-> closing, and on to closed or cancelled in the same transaction when the pool and the applicants allow it."""
    bounty.status = BOUNTY.next(bounty.status, "stop")
    bounty.closing_to, bounty.close_reason, bounty.close_details = to, reason, details
    bounty.pending_edit = bounty.raise_asked_at = None
    bounty.updated_at = clock.now()
    bounty.save(
        update_fields=[
            *("status", "closing_to", "close_reason", "close_details", "pending_edit", "raise_asked_at", "updated_at"),
        ]
    )
    for purpose in ("bounty", "bounty_raise"):
        checkouts.cancel_open(subject_id=bounty.pk, purpose=purpose)
    try:
        with transaction.atomic():
            finish(actor, bounty)
    except DatabaseError:
        # A lock that could not be had, a server that is short of something: the way to the end is walked again later.
        bounty.refresh_from_db()
        log.exception("a bounty stays closing for now", extra={"bounty": bounty.public_id})


def finish(actor: Actor, bounty: Bounty) -> None:
    """closing -> closed or cancelled: pending applications are turned down, a batch at a time, and, last, the rest of
    the pool goes to the wallet. The bounty is locked."""
    if turn_down_rest(actor, bounty, response="The bounty has ended."):
        enqueue("bounties.finish_closing")
    else:
        now = clock.now()
        bounty.status = BOUNTY.next(bounty.status, "close" if bounty.closing_to == "closed" else "cancel")
        bounty.closed_at = bounty.updated_at = now
        bounty.save(update_fields=["status", "closed_at", "updated_at"])
        events.noted(actor, bounty, bounty.status, note=bounty.close_reason)
    if bounty.pool_id:
        unpaid = bounty.close_reason == _LAPSES["pending_deposit"]
        pool, paid = escrow_access.lock_pool(bounty.pool_id), seat_summary(bounty.pool_id).paid
        pools.close(actor, pool, paid=paid, note=bounty.close_reason, lapsed=unpaid)


def turn_down_rest(actor: Actor, bounty: Bounty, *, response: str) -> bool:
    """Reject a batch of the pending applications of a locked bounty. True when more are left."""
    rows = Application.objects.locked().select_related("human").filter(bounty_id=bounty.pk, status="pending")
    batch = list(rows[: BATCH + 1])
    for application in batch[:BATCH]:
        turn_down(actor, bounty, application, response=response, automatic=True)
    return len(batch) > BATCH


def shut_intake(actor: Actor, bounty: Bounty, *, note: str) -> None:
    """-> in_review for good: nobody applies any more. Who waits hears no by `turn_down_rest`. The bounty is locked."""
    if bounty.status in LIVE:
        bounty.status = BOUNTY.next(bounty.status, "shut")
        bounty.updated_at = clock.now()
        bounty.save(update_fields=["status", "updated_at"])
        events.noted(actor, bounty, "intake_shut", note=note)


def turn_down(actor: Actor, bounty: Bounty, application: Application, *, response: str, automatic: bool) -> None:
    """pending -> rejected, under locks that are held already. Raises InvalidState (409)."""
    application.status = APPLICATION.next(application.status, "reject", allowed=application.owner_actions)
    application.response = response
    application.decided_at = clock.now()
    application.review_at, application.review_state = None, ""
    application.save(update_fields=["status", "response", "decided_at", "review_at", "review_state"])
    conversations.set_status(application.pk, "rejected")
    events.application_rejected(actor, bounty, application, automatic=automatic)
    worker_mails.rejected(bounty, application, automatic=automatic)


def follow_money(actor: Actor, bounty: Bounty, seats: SeatSummary | None = None, *, pool: Escrow | None = None) -> None:
    """What the escrows of its seats make of a locked bounty: completed when no seat is open and every hired one is
    completed or later, paid when all of these are released (contract, section 3). `seats` when they were read already,
    `pool` when it is locked already."""
    if bounty.status not in ("assigned", "completed"):
        return
    seats = seats or seat_summary(bounty.pool_id)
    before = bounty.status
    if bounty.status == "assigned" and seats.open.issubset(DONE):
        bounty.status = BOUNTY.next(bounty.status, "finish")
    if bounty.status == "completed" and not seats.open:
        bounty.status = BOUNTY.next(bounty.status, "pay")
        pool = pool or escrow_access.lock_pool(bounty.pool_id)
        # Nothing is left in it: this moves no money.
        pools.close(actor, pool, paid=seats.paid, note="every seat is released")
    if bounty.status != before:
        bounty.updated_at = clock.now()
        bounty.save(update_fields=["status", "updated_at"])


def catch_up(actor: Actor, bounty_id: UUID, *, note: str = "") -> Bounty:
    """Staff: a bounty that stands still where its seats have gone on (check_ledger names it) becomes what they make of
    it: completed, paid, or closed when nobody was paid. Nothing of today leaves one behind; older programs did.

    Locks the bounty. What its pool still holds goes to the wallet. Raises InvalidState (409) for one that is not behind.
    """
    bounty = access.lock_bounty(bounty_id)
    if not is_behind(bounty):
        raise InvalidState(
            f"This bounty is {bounty.status}, and so are its seats.", currentState=bounty.status, allowedActions=[]
        )
    events.noted(actor, bounty, "caught_up", note=note)
    seats = Escrow.objects.filter(parent_id=bounty.pool_id)
    if seats.filter(Q(ended_at=None) | Q(status__in=PAID)).exists():
        follow_money(actor, bounty)
    else:
        stop(actor, bounty, to="closed", reason="every_seat_refunded")
    return bounty


# ------------------------------------------------------------------ timers


def finish_closing() -> int:
    """Timer: bounties that could not end at once."""

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if bounty.status == "closing":
            finish(Actor.system(), bounty)

    return for_each_due(Bounty.objects.filter(status="closing"), work, by="updated_at")


def lapse_unpublished() -> int:
    """Timer: what nobody paid for in seven days, or what did not go live until its deadline, is closed. Money that
    waited for an operator's review goes home."""
    now = clock.now()

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if bounty.status == "pending_review":
            owner_mails.listing_refused(bounty, late=True)
        if reason := _LAPSES.get(bounty.status):
            stop(Actor.system(), bounty, to="closed", reason=reason)

    unpaid = Bounty.objects.filter(status="pending_deposit", created_at__lte=now - UNPAID_LIFE)
    late = Bounty.objects.filter(status__in=list(_LAPSES), deadline__lte=now)
    return for_each_due(unpaid, work, by="created_at") + for_each_due(late, work, by="deadline")


def remove_unfilled_seats() -> int:
    """Timer: 72 hours after the deadline the spots that nobody took are dropped and their share returns to the wallet.
    A bounty that hired somebody is assigned with those, one that hired nobody is closed."""
    due = clock.now() - REFILL

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if bounty.status in UNFILLED and bounty.deadline <= due:
            if bounty.spots_remaining and bounty.kind not in (*DIRECT, *MANAGED):
                owner_mails.unfilled(bounty, free=bounty.spots_remaining, spots=bounty.spots_available, over=True)
            remove_free_seats(Actor.system(), bounty, reason="deadline")

    return for_each_due(Bounty.objects.filter(status__in=UNFILLED, deadline__lte=due), work, by="deadline")


def remove_free_seats(actor: Actor, bounty: Bounty, *, reason: str) -> None:
    """What nobody took is dropped, its share goes to the wallet: assigned with those who were hired, or closed. The bounty
    is locked and recruits."""
    if bounty.spots_filled == 0:
        stop(actor, bounty, to="closed", reason=reason)
        return
    dropped = bounty.spots_remaining
    bounty.spots_available = bounty.spots_filled
    bounty.status, bounty.rejects_rest = "assigned", True
    bounty.pending_edit = bounty.raise_asked_at = None
    bounty.updated_at = clock.now()
    bounty.save(
        update_fields=["spots_available", "status", "rejects_rest", "pending_edit", "raise_asked_at", "updated_at"]
    )
    checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty_raise")
    assert bounty.pool_id is not None
    if dropped:
        pools.return_free_shares(actor, bounty.pool_id, seats=dropped, note=reason)
    follow_money(actor, bounty)
    enqueue("bounties.reject_rest")


def reject_rest() -> int:
    """Timer: when every seat is confirmed, or the listing is over, the other applicants hear no. Where a place has become
    free again meanwhile they wait for it."""

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if not bounty.rejects_rest:
            return
        if bounty.status in FULL and turn_down_rest(Actor.system(), bounty, response="All places are taken."):
            return  # there are more of them: the next round
        bounty.rejects_rest = False
        bounty.save(update_fields=["rejects_rest"])

    return for_each_due(Bounty.objects.filter(rejects_rest=True), work, by="updated_at")
