"""Evidence: a worker sends it, the owner reviews it. Approving moves no money; releasing does."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bounties import events
from bounties.errors import CompletionWindowClosed, SubmissionInReview
from bounties.models import Application, Bounty, Submission
from bounties.ports import products
from bounties.rules.seats import REDO_AT_LEAST, overdue_at
from bounties.rules.submissions import SUBMISSION
from bounties.selectors import access
from bounties.services import evidence, lifecycle_messages, seats, worker_mails
from escrow.services import escrows
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.services import files


def keep(actor: Actor, bounty_id: str, sent: Mapping[str, Any], *, by_product: bool = False) -> list[evidence.Kept]:
    """Store the files of new evidence, if it may be sent now: before the transaction of `submit`, because two gigabytes on
    a slow disk, or on another machine, must not stop the rest of the bounty. So the seat is looked at twice; without
    files, there only. `by_product`: a managed product takes it by a route of its own.

    Raises what `submit` raises; Invalid (400) for a file that is no evidence, StorageUnavailable (503).
    """
    if not sent["files"]:
        return []
    bounty, application = access.own_seat(actor, bounty_id, lock=False)
    if not by_product:
        access.check_not_kept(bounty, "submit")
    check_may_submit(application)
    evidence.check_answers(bounty, sent["answers"])
    return evidence.keep(actor, sent["files"])


def submit(
    actor: Actor,
    bounty_id: str,
    sent: Mapping[str, Any],
    kept: Sequence[evidence.Kept] = (),
    *,
    by_product: bool = False,
) -> Submission:
    """Send evidence for one's confirmed seat, with the files that were kept: the escrow goes to delivered. Locks bounty,
    application, escrow.

    Raises SeatNotConfirmed, SubmissionInReview, CompletionWindowClosed, ManagedBounty, InvalidState (409); Invalid (400)
    for a required question without an answer, and for what the product of a managed bounty misses.
    """
    bounty, application = access.own_seat(actor, bounty_id)
    if not by_product:
        access.check_not_kept(bounty, "submit")
    check_may_submit(application)
    evidence.check_answers(bounty, sent["answers"])
    product = products.find(bounty.kind)
    form = product.read(bounty, application, sent, [item.file for item in kept]) if product is not None else {}
    files.insert_rows([item.file for item in kept])
    submission = Submission(
        bounty=bounty,
        application=application,
        text_evidence=sent["text_evidence"],
        links=list(sent["links"]),
        answers=list(sent["answers"]),
        form=form,
    )
    submission.checks = evidence.check(bounty, submission, kept)
    submission.save(force_insert=True)
    submission.files.add(*[item.file for item in kept])
    if application.started_at is None:
        application.started_at = clock.now()
    application.needs_staff_at = None
    seats.deliver(actor, bounty, application, "started_at", "needs_staff_at")
    events.proof_uploaded(actor, bounty, submission, file_count=len(kept))
    lifecycle_messages.send(bounty, application, "onSubmissionReceived")
    return submission


def check_may_submit(application: Application) -> None:
    """Raises SeatNotConfirmed, InvalidState, SubmissionInReview, CompletionWindowClosed (409)."""
    seats.check_confirmed(application)
    if application.escrow is None or application.escrow.status != "locked":  # evidence in review has a delivered seat
        if application.submissions.filter(status="pending_review").exists():
            raise SubmissionInReview(currentState="pending_review", allowedActions=[])
        state = application.escrow.status if application.escrow else application.status
        raise InvalidState(f"This seat is {state}: no more evidence is needed.", currentState=state, allowedActions=[])
    due: datetime | None = overdue_at(application.complete_by, application.extension_until)
    if due is not None and due <= clock.now():
        raise CompletionWindowClosed(currentState=application.status, allowedActions=[])


def review(actor: Actor, bounty_id: str, submission_id: str, *, action: str, response: str = "") -> Submission:
    """approve, reject or request_redo. Approving completes the seat; the other two send it back to the worker, who has
    at least 24 hours for new evidence.

    Locks bounty, application, escrow. Raises NotOwner, NotFound, InvalidState (409) on a final submission.
    """
    bounty, submission = access.owned_submission(actor, bounty_id, submission_id, "review")
    return judge(actor, bounty, submission, action=action, response=response)


def judge(
    actor: Actor, bounty: Bounty, submission: Submission, *, action: str, response: str = "", by_rule: bool = False
) -> Submission:
    """What `review` does, under locks that are held already; the submission comes with its application and escrow. With
    `by_rule` the words are the product's own, not the owner's.

    Raises InvalidState (409) on a final submission.
    """
    application = submission.application
    decide(actor, bounty, submission, action=action, response=response)
    assert application.escrow is not None
    if action == "approve":
        escrows.complete(actor, application.escrow, note="submission approved")
        seats.completed(actor, bounty, application, words=response)
    else:
        escrows.undeliver(actor, application.escrow, note=action)
        _give_time(bounty, application)
        worker_mails.sent_back(bounty, application, redo=action == "request_redo", reason=response, by_rule=by_rule)
    moment = "onSubmissionApproved" if action == "approve" else "onSubmissionRejected"
    lifecycle_messages.send(bounty, application, moment, reason=response)
    return submission


def _give_time(bounty: Bounty, application: Application) -> None:
    """The clock of a seat whose evidence was sent back never runs out within 24 hours."""
    now = clock.now()
    application.complete_by = max(application.complete_by or now, now + REDO_AT_LEAST)
    seats.seen(bounty, application, "complete_by")


def decide(actor: Actor, bounty: Bounty, submission: Submission, *, action: str, response: str) -> None:
    """Set the verdict under locks that are held already."""
    submission.status = SUBMISSION.next(submission.status, action)
    submission.response = response
    submission.finalized_at = clock.now()
    submission.save(update_fields=["status", "response", "finalized_at"])
    events.submission_reviewed(actor, bounty, submission)


def approve_pending(actor: Actor, bounty: Bounty, application: Application) -> None:
    """A release, or silence for 72 hours, approves the canonical pending submission."""
    judge_pending(actor, bounty, application, action="approve")


def judge_pending(actor: Actor, bounty: Bounty, application: Application, *, action: str) -> None:
    """What became of the money is the verdict about evidence that waited for one."""
    pending = application.submissions.select_related("application__human").filter(status="pending_review").first()
    if pending is not None:
        decide(actor, bounty, pending, action=action, response="")
        if action == "approve":
            lifecycle_messages.send(bounty, application, "onSubmissionApproved")
