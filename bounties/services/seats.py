"""A seat from acceptance to completed work: confirm, start, deliver, complete. How it ends without pay: `seat_ends`."""

from datetime import datetime
from functools import partial

from bounties import events
from bounties.errors import ConfirmationWindowClosed, SeatNotConfirmed, StartWindowClosed
from bounties.models import Application, Bounty, Submission
from bounties.ports import products
from bounties.rules import seats as clocks
from bounties.rules.bounties import FULL
from bounties.rules.hiring import review_until, settles_at
from bounties.rules.owner_mails import REVIEW_WARNING
from bounties.rules.submissions import LOOKS_COMPLETE
from bounties.selectors import access, terms
from bounties.services import counts, endings, lifecycle_messages, owner_mails, worker_mails
from escrow.selectors.pools import SeatSummary
from escrow.services import escrows
from marketplace.core import clock, context
from marketplace.core.actor import Actor
from marketplace.core.queue import enqueue
from marketplace.core.states import InvalidState

# Columns: when evidence is due, the last call after it, and the flag that this puts up.
DUE = ("complete_by", "ends_at", "end_warning_at", "ghost_flagged_at")


def confirm(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """The worker confirms an accepted seat within two hours (spec, States: Application). Idempotent once confirmed.

    `bounty_id` and `application_id` are public ids (bty_…, app_…). Starts the seat's deadlines. Locks bounty, application,
    pool, escrow. Raises NotFound (404), NotYourSeat (403), ConfirmationWindowClosed, InvalidState (409).
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    now = clock.now()
    if application.status == "accepted" and application.confirmed_at is not None:
        context.changes_nothing()
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
    owner_mails.queue(actor, bounty, "confirmed")
    counts.at_last(bounty, partial(reject_others_when_full, bounty))
    return application


def check_not_frozen(application: Application) -> None:
    """Deadlines of a disputed seat are paused and must not be changed. Locks nothing. Raises InvalidState (409)."""
    if application.is_frozen:
        raise InvalidState(
            "This seat is in a dispute: its clocks stand still until that is decided or withdrawn.",
            currentState="disputed",
            allowedActions=[],
        )


def start_clocks(bounty: Bounty, application: Application, *, until: datetime | None = None) -> None:
    """Set `confirmed_at` and the deadlines that follow from it, by the bounty's windows as they are now.

    `until` (UTC) overrides the completion deadline: a managed product names it. A seat for which nothing names one is due
    by `Bounty.due_by_default`. Later edits of the two windows do not change a confirmed seat. The application is locked by the
    caller.
    """
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
    if application.complete_by is None:
        set_due_with_last_call(application, bounty.due_by_default(now))
    application.response_window_hours = bounty.response_window_hours
    application.auto_expire_ghosts = bounty.auto_expire_ghosts
    application.nudge_at, application.flag_at = clocks.silence(now, bounty.response_window_hours)
    application.save(
        update_fields=[
            *("confirmed_at", "active_at", "start_by", *DUE, "nudge_at", "flag_at"),
            *("response_window_hours", "auto_expire_ghosts"),
        ],
    )


def set_due_with_last_call(application: Application, due: datetime) -> None:
    """Evidence is due at `due` (UTC); a silent worker is warned then, and let go `LAST_CALL` later (`last_calls.warn`). Nobody
    is silent before that.

    Sets the columns DUE; the caller saves them.
    """
    application.complete_by = application.end_warning_at = due
    application.ends_at = due + clocks.LAST_CALL
    application.ghost_flagged_at = None


def reject_others_when_full(bounty: Bounty) -> None:
    """Once every seat is taken and confirmed, queue the rejection of the other applicants (contract, section 4).

    Does nothing with `keep_applicants_on_fill`. A seat whose work was accepted counts as confirmed. The bounty is at least shared
    by the caller; the task `bounties.reject_rest` does the rest.
    """
    if bounty.keep_applicants_on_fill or (bounty.status in FULL and not _has_others(bounty)):
        return
    counts.hold(bounty)  # another seat may be filled or confirmed right now: who comes last sees both
    if bounty.status not in FULL or not _has_others(bounty):
        return
    unconfirmed = Application.objects.filter(
        bounty_id=bounty.pk, status="accepted", confirmed_at=None, escrow__completed_at=None
    )
    if not unconfirmed.exists() and Application.objects.filter(bounty_id=bounty.pk, status="pending").exists():
        bounty.rejects_rest = True
        bounty.save(update_fields=["rejects_rest"])
        enqueue("bounties.reject_rest")


def _has_others(bounty: Bounty) -> bool:
    """Whether somebody else may wait. Exact on a full bounty: nobody could apply any more since it was filled."""
    return bounty.application_count > bounty.spots_filled


def start(actor: Actor, bounty_id: str, application_id: str) -> Application:
    """The worker reports the start of the work (spec, States: Application). Idempotent once started.

    Locks bounty, application, pool, escrow. Raises NotFound (404), NotYourSeat (403), SeatNotConfirmed, StartWindowClosed,
    InvalidState (409).
    """
    bounty, application = access.own_seat(actor, bounty_id, application_id)
    check_confirmed(application)
    if application.started_at is not None:
        context.changes_nothing()
        return application
    check_not_frozen(application)
    if application.start_by is not None and application.start_by <= clock.now():
        raise StartWindowClosed(currentState=application.status, allowedActions=[])
    application.started_at = clock.now()
    record_activity(bounty, application, "started_at")
    events.publish_internal(actor, bounty, "work_started", application=application)
    return application


def check_confirmed(application: Application) -> None:
    """Evidence is accepted from a confirmed seat only, until its worker leaves. Locks nothing.

    Raises SeatNotConfirmed, InvalidState (409).
    """
    if application.status == "accepted" and application.terms_left_at is not None:
        raise InvalidState(
            "This work was left because its terms changed: the owner settles the attendance.",
            currentState="left",
            allowedActions=[],
        )
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


def record_activity(bounty: Bounty, application: Application, *changed: str, at: datetime | None = None) -> None:
    """The worker was active now, or at `at` (UTC): restart the response window and clear the ghost flag.

    `changed` names further columns that the caller has set; they are saved in the same update. The application is locked by
    the caller.
    """
    application.active_at = at or clock.now()
    application.nudge_at, application.flag_at = clocks.silence(application.active_at, application.response_window_hours)
    application.ghost_flagged_at = None
    application.save(update_fields=["active_at", "nudge_at", "flag_at", "ghost_flagged_at", *changed])


def deliver(actor: Actor, bounty: Bounty, application: Application, *changed: str) -> None:
    """Mark the seat delivered, after evidence or a completion claim: escrow locked -> delivered (spec, States: Escrow).

    The owner has 72 hours to review, of a personal bounty until its settlement at most, and is mailed 24 hours before they
    end. Restarts the response window and saves `changed`, as `record_activity` does. Bounty, application and escrow are locked
    by the caller. Raises InvalidState (409).
    """
    escrow = application.escrow
    assert escrow is not None
    escrows.deliver(actor, escrow)
    if application.ends_at is not None:  # it bounded the silence, which is over; evidence that is sent back has its day
        application.complete_by = application.ends_at = application.end_warning_at = None
        changed = (*changed, *DUE)
    until = review_until(bounty.kind, escrow.review_due_at, application.complete_by)
    assert until is not None
    application.review_warning_at = until - REVIEW_WARNING
    record_activity(bounty, application, "review_warning_at", *changed)
    owner_mails.queue(actor, bounty, "evidence")


def claim_completion(actor: Actor, bounty: Bounty, application: Application) -> None:
    """The worker claims completion in the conversation. Where the bounty asks for no evidence, this is the delivery.

    Bounty, application and escrow are locked by the caller. Raises SeatNotConfirmed, InvalidState (409).
    """
    check_confirmed(application)
    check_not_frozen(application)
    escrow = application.escrow
    if not terms.as_agreed(bounty, application).evidence_wanted and escrow is not None and escrow.status == "locked":
        deliver(actor, bounty, application)
    else:
        record_activity(bounty, application)


def complete_with_uploads(actor: Actor, bounty: Bounty, application: Application) -> None:
    """Complete a seat of an upload mode at once: its uploads become an approved submission, nothing is left to confirm.

    Bounty, application, pool and escrow are locked by the caller (`applications.hire`). Raises InvalidState (409).
    """
    now = clock.now()
    application.confirmed_at = application.started_at = now
    application.save(update_fields=["confirmed_at", "started_at"])
    uploads = [file for file in application.files.all() if application.file_kinds.get(file.public_id) == "upload"]
    submission = Submission(bounty=bounty, application=application, status="approved", finalized_at=now)
    submission.checks = {"coverage": {}, "recommendation": LOOKS_COMPLETE, "findings": []}
    submission.save(force_insert=True)
    submission.files.add(*uploads)
    events.application_confirmed(actor, bounty, application)
    events.proof_uploaded(actor, bounty, submission, file_count=len(uploads))
    assert application.escrow is not None
    escrows.deliver(actor, application.escrow)
    escrows.complete(actor, application.escrow, note="the uploads were accepted")
    owner_mails.queue(actor, bounty, "confirmed")
    for moment in ("onSubmissionReceived", "onSubmissionApproved"):
        lifecycle_messages.send(bounty, application, moment)
    after_completion(actor, bounty, application, words=application.response)


def after_completion(actor: Actor, bounty: Bounty, application: Application, *, words: str = "") -> None:
    """Announce a seat whose escrow was just completed, and update the bounty's status (contract, section 3).

    `words` is the owner's message to the worker. Bounty, application, pool and escrow are locked by the caller.
    """
    assert application.escrow is not None
    pool = application.escrow.parent
    tell_completed(bounty, application, words=words)

    def follow() -> None:
        seats = publish_completed(actor, bounty, application)
        endings.update_from_seats(actor, bounty, seats, pool=pool)
        reject_others_when_full(bounty)

    counts.at_last(bounty, follow)


def tell_completed(bounty: Bounty, application: Application, *, words: str = "") -> None:
    """Mail the worker that their work is accepted, unless the payment's own mail follows at once.

    `words` is the owner's message. A personal bounty is released at its settlement time if that is before the escrow's automatic
    release. Locked by the caller: as `after_completion`.
    """
    escrow = application.escrow
    assert escrow is not None
    if bounty.kind == "personal" and application.complete_by is not None:
        escrows.release_no_later(escrow, application.complete_by)
    if escrow.status in endings.DONE:
        worker_mails.approved(bounty, application, words=words)


def publish_completed(actor: Actor, bounty: Bounty, application: Application) -> SeatSummary:
    """Publish `bounty.completed`, once per seat. Returns the sums over the pool's seats, which stay so: the bounty is held."""
    seats = counts.hold_and_sum(bounty)
    events.seat_completed(actor, bounty, application, completed_seats=seats.accepted)
    return seats
