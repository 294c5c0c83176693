"""How a bounty ends (closing, closed, cancelled), how the remaining applicants are rejected, and the timers for both."""

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
from bounties.services import counts, owner_mails, worker_mails
from escrow.models import Escrow
from escrow.rules.escrows import PAID
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
BATCH = 200  # applications rejected in one transaction


def stop(actor: Actor, bounty: Bounty, *, to: str, reason: str, details: str = "", by_seat: bool = False) -> None:
    """-> closing, and on to closed or cancelled in the same transaction when that succeeds (spec, States: Bounty).

    `to`: closed or cancelled; `reason` is stored as `close_reason`. The bounty is locked by the caller, or shared by the verb of
    its only seat, or, with `by_seat`, held by that of its last one; locks pending applications. Raises InvalidState (409).
    """
    counts.hold(bounty)
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
            finish(actor, bounty, by_seat=by_seat)
    except DatabaseError:
        # A lock timeout or an overloaded database: the task `finish_closing` tries again.
        bounty.refresh_from_db()
        log.exception("a bounty could not be closed yet", extra={"bounty": bounty.public_id})


def finish(actor: Actor, bounty: Bounty, *, by_seat: bool = False) -> None:
    """closing -> closed or cancelled: reject pending applications in batches and, last, refund the pool to the wallet.

    With more applications than one batch it queues the next round. Locks and `by_seat` as `stop`.
    """
    if reject_pending_batch(actor, bounty, response="The bounty has ended.", by_seat=by_seat):
        enqueue("bounties.finish_closing")
    else:
        now = clock.now()
        bounty.status = BOUNTY.next(bounty.status, "close" if bounty.closing_to == "closed" else "cancel")
        bounty.closed_at = bounty.updated_at = now
        bounty.save(update_fields=["status", "closed_at", "updated_at"])
        events.publish_internal(actor, bounty, bounty.status, note=bounty.close_reason)
    if bounty.pool_id:
        unpaid = bounty.close_reason == _LAPSES["pending_deposit"]
        pool = escrow_access.get_pool(bounty.pool_id)
        pools.close(actor, pool, seat_summary(pool.pk), note=bounty.close_reason, lapsed=unpaid)


def reject_pending_batch(actor: Actor, bounty: Bounty, *, response: str, by_seat: bool = False) -> bool:
    """Reject up to `BATCH` pending applications. Returns whether more are left.

    `response` is what the applicants read. The bounty is locked by the caller; locks the applications. `by_seat`: it is only
    held, so somebody may be hired right now, who waits for the caller in turn: raises OperationalError instead of waiting.
    """
    rows = Application.objects.select_for_update(no_key=True, of=("self",), nowait=by_seat).order_by("pk")
    rows = rows.select_related("human").filter(bounty_id=bounty.pk, status="pending")
    batch = list(rows[: BATCH + 1])
    for application in batch[:BATCH]:
        reject(actor, bounty, application, response=response, automatic=True)
    return len(batch) > BATCH


def close_intake(actor: Actor, bounty: Bounty, *, note: str) -> None:
    """-> in_review: applications are no longer accepted. Pending applicants are rejected with `reject_pending_batch`.

    Does nothing on a bounty that is not live. The bounty is locked by the caller.
    """
    if bounty.status in LIVE:
        bounty.status = BOUNTY.next(bounty.status, "shut")
        bounty.updated_at = clock.now()
        bounty.save(update_fields=["status", "updated_at"])
        events.publish_internal(actor, bounty, "intake_shut", note=note)


def reject(actor: Actor, bounty: Bounty, application: Application, *, response: str, automatic: bool) -> None:
    """pending -> rejected, with event, mail and conversation status (spec, States: Application).

    `automatic`: by a rule or timer, not by the owner's own decision. Bounty and application are locked by the caller.
    Raises InvalidState (409).
    """
    application.status = APPLICATION.next(application.status, "reject", allowed=application.owner_actions)
    application.response = response
    application.decided_at = clock.now()
    application.review_at, application.review_state = None, ""
    application.save(update_fields=["status", "response", "decided_at", "review_at", "review_state"])
    conversations.set_status(application.pk, "rejected")
    events.application_rejected(actor, bounty, application, automatic=automatic)
    worker_mails.rejected(bounty, application, automatic=automatic)


def update_from_seats(
    actor: Actor, bounty: Bounty, seats: SeatSummary | None = None, *, pool: Escrow | None = None
) -> None:
    """Update the bounty's status from its seats' escrows: completed when every hired seat is completed, paid when all are
    released (contract, section 3).

    `seats`: the sums over its seats if they were read already, while the caller holds the bounty (`counts.hold`); `pool`: the pool
    if it was read already. The bounty is at least shared by the caller.
    """
    follows = ("assigned", "completed")
    if bounty.is_held and bounty.status not in follows:
        return
    seats = seats or counts.hold_and_sum(bounty)
    if bounty.status not in follows:
        return
    before = bounty.status
    if bounty.status == "assigned" and seats.open.issubset(DONE):
        bounty.status = BOUNTY.next(bounty.status, "finish")
    if bounty.status == "completed" and not seats.open:
        bounty.status = BOUNTY.next(bounty.status, "pay")
        # The pool is empty: closing it moves no money.
        pools.close(actor, pool or escrow_access.get_pool(bounty.pool_id), seats, note="every seat is released")
    if bounty.status != before:
        bounty.updated_at = clock.now()
        bounty.save(update_fields=["status", "updated_at"])


def catch_up(actor: Actor, bounty_id: UUID, *, note: str = "") -> Bounty:
    """Staff repair a bounty whose status is behind its seats' (check_ledger reports it): completed, paid, or closed when
    nobody was paid.

    Only rows of earlier versions can be in this state. Refunds what the pool still holds. Locks bounty, pool. Raises
    InvalidState (409) for a bounty that is not behind.
    """
    bounty = access.lock_bounty(bounty_id)
    if not is_behind(bounty):
        raise InvalidState(
            f"This bounty is {bounty.status}, and so are its seats.", currentState=bounty.status, allowedActions=[]
        )
    events.publish_internal(actor, bounty, "caught_up", note=note)
    seats = Escrow.objects.filter(parent_id=bounty.pool_id)
    if seats.filter(Q(ended_at=None) | Q(status__in=PAID)).exists():
        update_from_seats(actor, bounty)
    else:
        stop(actor, bounty, to="closed", reason="every_seat_refunded")
    return bounty


# ------------------------------------------------------------------ timers


def finish_closing() -> int:
    """Timer: bounties that could not be closed at once. Returns how many."""

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if bounty.status == "closing":
            finish(Actor.system(), bounty)

    return for_each_due(Bounty.objects.filter(status="closing"), work, by="updated_at")


def lapse_unpublished() -> int:
    """Timer: close bounties that were not paid within seven days, or not live by their deadline. Those in review are
    refunded. Returns how many."""
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
    """Timer: 72 hours after the deadline remove the unfilled spots and refund their share (contract, section 4). Returns how
    many bounties."""
    due = clock.now() - REFILL

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if bounty.status in UNFILLED and bounty.deadline <= due:
            if bounty.spots_remaining and bounty.kind not in (*DIRECT, *MANAGED):
                owner_mails.unfilled(bounty, free=bounty.spots_remaining, spots=bounty.spots_available, over=True)
            remove_free_seats(Actor.system(), bounty, reason="deadline")

    return for_each_due(Bounty.objects.filter(status__in=UNFILLED, deadline__lte=due), work, by="deadline")


def remove_free_seats(actor: Actor, bounty: Bounty, *, reason: str) -> None:
    """Remove the unfilled spots and refund their share: the bounty becomes assigned, or closed when nobody is hired.

    The bounty is locked by the caller and its status is one of UNFILLED; locks the pool. Raises InvalidState (409).
    """
    if bounty.spots_filled == 0:
        stop(actor, bounty, to="closed", reason=reason)
        return
    removed = bounty.spots_remaining
    bounty.spots_available = bounty.spots_filled
    bounty.status, bounty.rejects_rest = "assigned", True
    bounty.pending_edit = bounty.raise_asked_at = None
    bounty.updated_at = clock.now()
    bounty.save(
        update_fields=["spots_available", "status", "rejects_rest", "pending_edit", "raise_asked_at", "updated_at"]
    )
    checkouts.cancel_open(subject_id=bounty.pk, purpose="bounty_raise")
    assert bounty.pool_id is not None
    if removed:
        pools.return_free_shares(actor, bounty.pool_id, seats=removed, note=reason)
    update_from_seats(actor, bounty)
    enqueue("bounties.reject_rest")


def reject_rest() -> int:
    """Timer: reject the remaining applicants of bounties marked `rejects_rest`, a batch a round. Where a spot has become free
    again they stay pending. Returns how many bounties."""

    def work(pk: UUID) -> None:
        bounty = access.lock_bounty(pk)
        if not bounty.rejects_rest:
            return
        if bounty.status in FULL and reject_pending_batch(Actor.system(), bounty, response="All places are taken."):
            return  # more are left for the next round
        bounty.rejects_rest = False
        bounty.save(update_fields=["rejects_rest"])

    return for_each_due(Bounty.objects.filter(rejects_rest=True), work, by="updated_at")
