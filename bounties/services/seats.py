"""The life of a seat after acceptance: confirmation, start, its loss, and what the bounty becomes of it."""

from datetime import datetime

from bounties import events
from bounties.errors import ConfirmationWindowClosed, SeatNotConfirmed, StartWindowClosed
from bounties.models import Application, Bounty, Submission
from bounties.ports import products
from bounties.rules import seats as clocks
from bounties.rules.applications import APPLICATION
from bounties.rules.bounties import BOUNTY, DIRECT, FULL, REFILL, UNFILLED, lost
from bounties.rules.hiring import settles_at
from bounties.rules.owner_mails import REVIEW_WARNING
from bounties.selectors import access
from bounties.services import endings, lifecycle_messages, owner_mails, worker_mails
from escrow.selectors.pools import SeatSummary, seat_summary
from escrow.services import escrows
from humans.services import conversations
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState


def confirm(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """The worker says that he will do it, within two hours of acceptance. His clocks start. Idempotent once confirmed.

    Locks bounty, application. Raises NotYourSeat, ConfirmationWindowClosed (409), InvalidState (409).
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    now = clock.now()
    if application.status == "accepted" and application.confirmed_at is not None:
        return application
    check_not_frozen(application)
    late = application.confirm_by is not None and application.confirm_by <= now
    if late and (application.status == "accepted" or application.end_reason == "confirmation_timeout"):
        raise ConfirmationWindowClosed(currentState=application.status, allowedActions=[])
    if application.status != "accepted" or application.is_decided:
        raise InvalidState(
            f"This application is {application.status}; only an open, accepted one is confirmed.",
            currentState=application.status,
            allowedActions=application.applicant_actions,
        )
    start_clocks(bounty, application)
    events.application_confirmed(actor, bounty, application)
    owner_mails.note(actor, bounty, "confirmed")
    settle_others(bounty)
    return application


def check_not_frozen(application: Application) -> None:
    """A dispute stops every clock of the seat, and nobody moves one. Raises InvalidState (409)."""
    if application.is_frozen:
        raise InvalidState(
            "This seat is in a dispute: its clocks stand still until that is decided or withdrawn.",
            currentState="disputed",
            allowedActions=[],
        )


def start_clocks(bounty: Bounty, application: Application, *, until: datetime | None = None) -> None:
    """Confirmed now: start, completion and response windows run from here, as the bounty has them at this moment; or the
    work is due at `until`, which a managed product names."""
    now = clock.now()
    application.confirmed_at = application.active_at = now
    application.start_by = clocks.start_by(now, bounty.start_window_minutes)
    application.complete_by = clocks.complete_by(now, bounty.completion_window_hours)
    if bounty.kind == "personal":
        application.complete_by = settles_at(bounty.deadline, now)
    product = products.find(bounty.kind)
    if until is None and product is not None:
        until = product.due_once_confirmed(bounty, application, now)
    application.complete_by = until or application.complete_by
    application.response_window_hours = bounty.response_window_hours
    application.auto_expire_ghosts = bounty.auto_expire_ghosts
    application.nudge_at, application.flag_at = clocks.silence(now, bounty.response_window_hours)
    application.save(
        update_fields=[
            *("confirmed_at", "active_at", "start_by", "complete_by", "nudge_at", "flag_at"),
            *("response_window_hours", "auto_expire_ghosts"),
        ],
    )


def settle_others(bounty: Bounty) -> None:
    """When every seat is taken and confirmed the other applicants hear no, by a task, unless the owner keeps them. A seat
    whose work was accepted counts as confirmed. The bounty is locked."""
    nobody_else = bounty.application_count <= bounty.spots_filled
    if bounty.keep_applicants_on_fill or bounty.status not in FULL or nobody_else:
        return
    waiting = Application.objects.filter(
        bounty_id=bounty.pk, status="accepted", confirmed_at=None, escrow__completed_at=None
    )
    if not waiting.exists() and Application.objects.filter(bounty_id=bounty.pk, status="pending").exists():
        bounty.rejects_rest = True
        bounty.save(update_fields=["rejects_rest"])
        enqueue("bounties.reject_rest")


def start(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """The worker begins. Idempotent once begun. Locks bounty, application.

    Raises NotYourSeat (403), SeatNotConfirmed, StartWindowClosed, InvalidState (409).
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    check_confirmed(application)
    if application.started_at is not None:
        return application
    check_not_frozen(application)
    if application.start_by is not None and application.start_by <= clock.now():
        raise StartWindowClosed(currentState=application.status, allowedActions=[])
    application.started_at = clock.now()
    seen(bounty, application, "started_at")
    events.noted(actor, bounty, "work_started", applicationId=application.public_id)
    return application


def check_confirmed(application: Application) -> None:
    """Evidence is taken from a confirmed seat only. Raises SeatNotConfirmed, InvalidState (409)."""
    if application.status != "accepted":
        raise InvalidState(
            f"This application is {application.status}; only a hired worker sends evidence.",
            currentState=application.status,
            allowedActions=[],
        )
    if application.is_decided:
        raise InvalidState(
            "The money of this seat is decided: nothing is left to do.",
            currentState=application.escrow.status if application.escrow else application.status,
            allowedActions=[],
        )
    if application.confirmed_at is None:
        raise SeatNotConfirmed(currentState=application.status, allowedActions=["confirm"])


def seen(bounty: Bounty, application: Application, *changed: str, at: datetime | None = None) -> None:
    """A sign of life of the worker, now or `at`: the response window starts anew. What the caller `changed` is written with
    it. The application is locked."""
    application.active_at = at or clock.now()
    application.nudge_at, application.flag_at = clocks.silence(application.active_at, application.response_window_hours)
    application.ghost_flagged_at = None
    application.save(update_fields=["active_at", "nudge_at", "flag_at", "ghost_flagged_at", *changed])


def deliver(actor: Actor, bounty: Bounty, application: Application, *changed: str) -> None:
    """Evidence came, or the word that it is done: its owner has 72 hours, and is warned a day before they are over. As
    `seen` besides. Raises InvalidState (409)."""
    escrow = application.escrow
    assert escrow is not None
    escrows.deliver(actor, escrow)
    assert escrow.review_due_at is not None
    application.review_warning_at = escrow.review_due_at - REVIEW_WARNING
    seen(bounty, application, "review_warning_at", *changed)
    owner_mails.note(actor, bounty, "evidence")


def expire(actor: Actor, bounty_id: str, application_id: str, *, reason: str = "") -> Application:
    """POST …/expire: the owner gives up on a hired person who has not delivered; the listing reopens, the share returns.

    Locks bounty, application, pool, escrow. Raises NotOwner, NotFound, EvidenceExists, InvalidState (409).
    """
    bounty, application = access.owned_application(actor, bounty_id, application_id, "expire")
    application.response = reason or application.response
    APPLICATION.next(application.status, "expire", allowed=application.owner_actions)
    assert application.escrow_id is not None
    escrows.check_refundable(application.escrow_id)
    reopen_or_remove_seat(actor, bounty, application, reason="poster_released", words=reason)
    return application


def recruits(bounty: Bounty) -> bool:
    """May a lost seat be filled again? While people can be accepted, and never for a person who was hired by name."""
    in_time = bounty.deadline + REFILL > clock.now()
    return bounty.kind not in DIRECT and in_time and bounty.status in (*UNFILLED, "assigned")


def reopen_or_remove_seat(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str = "", judged: bool = False
) -> None:
    """An accepted seat ends without work. While the bounty recruits, the seat reopens and its share returns to the pool;
    afterwards the spot is gone and the share returns to the wallet. So it is, too, for a seat whose share is short of
    today's price: it was frozen by a dispute when the price went up.

    Bounty and application are locked; `words` are the owner's. Raises EvidenceExists (409) when the worker ever
    delivered, unless staff has `judged` what was delivered.
    """
    assert application.escrow is not None
    if not recruits(bounty) or application.escrow.unit_price_cents < bounty.seat_cents:
        remove_seat_and_refund(actor, bounty, application, reason=reason, words=words, judged=judged)
        return
    end_application(actor, bounty, application, reason=reason, words=words, judged=judged)
    bounty.status = BOUNTY.next(bounty.status, lost(bounty.spots_available, bounty.spots_filled))
    bounty.save(update_fields=["status", "spots_filled", "updated_at"])
    assert application.escrow_id is not None
    escrows.refund(actor, application.escrow_id, to_pool=True, note=reason, judged=judged)


def remove_seat_and_refund(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str = "", judged: bool = False
) -> None:
    """An undelivered (or `judged`) seat ends and is not filled again: share to the wallet, one spot less; without any spot left the
    bounty ends, cancelled by its owner or closed by a clock. Bounty and application are locked.

    Raises EvidenceExists (409), InvalidState (409).
    """
    action = _remove_seat(actor, bounty, application, reason=reason, words=words, judged=judged)
    assert application.escrow_id is not None
    escrow, moves = escrows.record_refund(actor, application.escrow_id, to_pool=False, note=reason, judged=judged)
    _follow_removal(actor, bounty, action, reason=reason)
    escrows.post_refund(actor, escrow, moves, note=reason)


def remove_refunded_seat(actor: Actor, bounty: Bounty, application: Application, *, reason: str) -> None:
    """What `drop` makes of seat and bounty, for a seat whose share goes to the wallet by other hands: a dispute's decision.
    Bounty and application are locked, the escrow has ended."""
    _follow_removal(
        actor, bounty, _remove_seat(actor, bounty, application, reason=reason, words="", judged=True), reason=reason
    )


def _remove_seat(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str, judged: bool
) -> str:
    """One spot less; which step the bounty takes. One that was completed stays so while anybody is left."""
    end_application(actor, bounty, application, reason=reason, words=words, judged=judged)
    bounty.spots_available -= 1
    action = lost(bounty.spots_available, bounty.spots_filled)
    if action != "stop" and bounty.status != "completed":
        bounty.status = BOUNTY.next(bounty.status, action)
    bounty.save(update_fields=["status", "spots_available", "spots_filled", "updated_at"])
    return action


def _follow_removal(actor: Actor, bounty: Bounty, action: str, *, reason: str) -> None:
    if action == "stop":
        to = "cancelled" if reason == "poster_released" else "closed"
        endings.stop(actor, bounty, to=to, reason=f"last_seat_{reason}")
    else:
        endings.follow_money(actor, bounty)
        settle_others(bounty)


def end_application(
    actor: Actor, bounty: Bounty, application: Application, *, reason: str, words: str, judged: bool = False
) -> None:
    """The application's side of losing a seat; the bounty's counter goes down in memory, the caller saves it. Of what
    staff `judged` the worker hears by its own letter."""
    now = clock.now()
    application.status = APPLICATION.next(application.status, "withdraw" if reason == "withdrawn" else "expire")
    application.ended_at, application.end_reason = now, reason
    application.save(update_fields=["status", "ended_at", "end_reason", "response"])
    bounty.spots_filled -= 1
    bounty.updated_at = now
    conversations.set_status(application.pk, application.status)
    events.seat_expired(actor, bounty, application, reason=reason)
    if not judged:
        worker_mails.seat_lost(actor, bounty, application, reason=reason, words=words)
    owner_mails.note(actor, bounty, "lost")


def claim(actor: Actor, bounty: Bounty, application: Application) -> None:
    """The worker says in the conversation that he is done. Where no evidence is asked for, that is the delivery.

    Bounty and application are locked. Raises SeatNotConfirmed, InvalidState (409).
    """
    check_confirmed(application)
    check_not_frozen(application)
    escrow = application.escrow
    if not bounty.evidence_wanted and escrow is not None and escrow.status == "locked":
        deliver(actor, bounty, application)
    else:
        seen(bounty, application)


def take_uploads(actor: Actor, bounty: Bounty, application: Application) -> None:
    """An accepted application of an upload mode: nothing to confirm, its files are an approved submission, the escrow
    is completed. Under the locks of hiring."""
    now = clock.now()
    application.confirmed_at = application.started_at = now
    application.save(update_fields=["confirmed_at", "started_at"])
    kept = [file for file in application.files.all() if application.file_kinds.get(file.public_id) == "upload"]
    submission = Submission(bounty=bounty, application=application, status="approved", finalized_at=now)
    submission.checks = {"coverage": {}, "recommendation": "looks_complete", "findings": []}
    submission.save(force_insert=True)
    submission.files.add(*kept)
    events.application_confirmed(actor, bounty, application)
    events.proof_uploaded(actor, bounty, submission, file_count=len(kept))
    assert application.escrow is not None
    escrows.deliver(actor, application.escrow)
    escrows.complete(actor, application.escrow, note="the uploads were accepted")
    owner_mails.note(actor, bounty, "confirmed")
    for moment in ("onSubmissionReceived", "onSubmissionApproved"):
        lifecycle_messages.send(bounty, application, moment)
    completed(actor, bounty, application, words=application.response)


def completed(actor: Actor, bounty: Bounty, application: Application, *, words: str = "") -> None:
    """The seat's work is accepted, and the bounty follows. `words` are the owner's. Under the locks of `outcomes`."""
    assert application.escrow is not None
    standing = seat_summary(bounty.pool_id)
    announce_completed(actor, bounty, application, standing, words=words)
    endings.follow_money(actor, bounty, standing, pool=application.escrow.parent)
    settle_others(bounty)


def announce_completed(
    actor: Actor, bounty: Bounty, application: Application, standing: SeatSummary, *, words: str = ""
) -> None:
    """bounty.completed, once per seat, and the mail; a worker who is paid at the same moment hears of that alone. The seat of
    a personal bounty is released by its own clock, if this comes first."""
    escrow = application.escrow
    assert escrow is not None
    if bounty.kind == "personal" and application.complete_by is not None:
        escrows.release_no_later(escrow, application.complete_by)
    events.seat_completed(actor, bounty, application, completed_seats=standing.accepted)
    if escrow.status in endings.DONE:
        worker_mails.approved(bounty, application, words=words)
