"""Evidence: a worker sends it, the owner reviews it. Approving moves no money; releasing does."""

from collections.abc import Sequence

from bounties import events
from bounties.errors import CompletionWindowClosed, SubmissionInReview
from bounties.models import Application, Bounty, Submission
from bounties.ports import products
from bounties.rules.seats import REDO_AT_LEAST
from bounties.rules.submissions import SUBMISSION
from bounties.selectors import access, terms
from bounties.services import contests, evidence, lifecycle_messages, seats, sent_back, worker_mails
from bounties.services.evidence import EvidenceForm
from escrow.services import escrows
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.services import files


def keep(actor: Actor, bounty_id: str, form: EvidenceForm, *, by_product: bool = False) -> list[evidence.StoredUpload]:
    """Store the files of new evidence, if it may be sent now, before the transaction of `submit`.

    Large files on a slow storage must not hold the bounty's lock, so the seat is checked here and again in `submit`.
    `by_product`: a managed product accepts this by its own route. Locks nothing. Raises what `submit` raises; Invalid (400)
    for a file type that is not accepted, StorageUnavailable (503).
    """
    uploads = form.get("files", [])
    if not uploads:
        return []
    bounty, application = access.own_seat(actor, bounty_id, lock=False)
    if not by_product:
        access.check_not_reserved(bounty, "submit")
    check_may_submit(application)
    evidence.check_answers(terms.as_agreed(bounty, application), form["answers"])
    return evidence.keep(actor, uploads)


def submit(
    actor: Actor,
    bounty_id: str,
    form: EvidenceForm,
    kept: Sequence[evidence.StoredUpload] = (),
    *,
    by_product: bool = False,
    found: Sequence[evidence.CheckFinding] = (),
) -> Submission:
    """The worker sends evidence for their confirmed seat: escrow locked -> delivered (spec, Submission).

    `kept`: the files stored by `keep`; `by_product` as there; `found`: what the product found against it, as
    findings. Locks bounty, application, pool, escrow. Raises NotFound
    (404), SeatNotConfirmed, SubmissionInReview, CompletionWindowClosed, ManagedBounty, InvalidState (409), Invalid (400) for
    a missing answer, or for a missing part of a managed product's form.
    """
    bounty, application = access.own_seat(actor, bounty_id)
    if not by_product:
        access.check_not_reserved(bounty, "submit")
    check_may_submit(application)
    agreed = terms.as_agreed(bounty, application)
    evidence.check_answers(agreed, form["answers"])
    product = products.find(bounty.kind)
    product_form = (
        product.read_submission(bounty, application, form, [item.file for item in kept]) if product is not None else {}
    )
    files.insert_rows([item.file for item in kept])
    submission = Submission(
        bounty=bounty,
        application=application,
        text_evidence=form["text_evidence"],
        links=list(form["links"]),
        answers=list(form["answers"]),
        form=product_form,
    )
    submission.checks = evidence.check(agreed, submission, kept, found)
    submission.save(force_insert=True)
    submission.files.add(*[item.file for item in kept])
    if application.started_at is None:
        application.started_at = clock.now()
    sent_back.reset(application)
    was_case = application.needs_staff_at is not None
    closed = contests.close_case(actor, bounty, application, "new_evidence") if was_case else ()
    seats.deliver(actor, bounty, application, "started_at", *closed, *sent_back.RESET)
    events.proof_uploaded(actor, bounty, submission, file_count=len(kept))
    lifecycle_messages.send(bounty, application, "onSubmissionReceived")
    return submission


def check_may_submit(application: Application) -> None:
    """Whether this seat takes evidence now. Locks nothing.

    Raises SeatNotConfirmed, InvalidState, SubmissionInReview, CompletionWindowClosed (409).
    """
    seats.check_confirmed(application)
    # While evidence is in review the escrow is delivered.
    if application.escrow is None or application.escrow.status != "locked":
        if application.submissions.filter(status="pending_review").exists():
            raise SubmissionInReview(currentState="pending_review", allowedActions=[])
        state = application.escrow.status if application.escrow else application.status
        raise InvalidState(f"This seat is {state}: no more evidence is needed.", currentState=state, allowedActions=[])
    if application.is_closed(clock.now()):
        raise CompletionWindowClosed(currentState=application.status, allowedActions=[])


def review(actor: Actor, bounty_id: str, submission_id: str, *, action: str, response: str = "") -> Submission:
    """The owner reviews evidence: approve, reject or request_redo (spec, States: Submission review).

    Approving completes the seat; after the other two the worker has at least 24 hours for new evidence. `response` is the
    owner's message. Moves no money. Locks bounty, application, pool, escrow, submission. Raises NotOwner (403), NotFound
    (404), ManagedBounty (409), InvalidState (409) on a final submission.
    """
    bounty, submission = access.owned_submission(actor, bounty_id, submission_id, "review")
    return judge(actor, bounty, submission, action=action, response=response)


def judge(
    actor: Actor, bounty: Bounty, submission: Submission, *, action: str, response: str = "", by_rule: bool = False
) -> Submission:
    """As `review`, for a caller that holds the locks of bounty, application, pool and escrow.

    The submission comes with its application and escrow. `by_rule`: the `response` is the product's, not the owner's.
    Raises InvalidState (409) on a final submission.
    """
    application = submission.application
    decide(actor, bounty, submission, action=action, response=response)
    if application.needs_staff_at is not None:  # contested because nobody looked, and now somebody did
        application.save(update_fields=contests.close_case(actor, bounty, application, "settled"))
    assert application.escrow is not None
    if action == "approve":
        escrows.complete(actor, application.escrow, note="submission approved")
        seats.after_completion(actor, bounty, application, words=response)
    else:
        escrows.undeliver(actor, application.escrow, note=action)
        _give_time(bounty, application)
        worker_mails.sent_back(bounty, application, redo=action == "request_redo", reason=response, by_rule=by_rule)
    moment = "onSubmissionApproved" if action == "approve" else "onSubmissionRejected"
    lifecycle_messages.send(bounty, application, moment, reason=response)
    return submission


def _give_time(bounty: Bounty, application: Application) -> None:
    """A seat whose evidence was returned has at least 24 hours until its deadline."""
    now = clock.now()
    application.complete_by = max(application.complete_by or now, now + REDO_AT_LEAST)
    seats.record_activity(bounty, application, "complete_by")


def decide(actor: Actor, bounty: Bounty, submission: Submission, *, action: str, response: str) -> None:
    """Set the verdict of a submission and publish it. Locked by the caller: as `judge`. Raises InvalidState (409)."""
    submission.status = SUBMISSION.next(submission.status, action)
    submission.response = response
    submission.finalized_at = clock.now()
    submission.save(update_fields=["status", "response", "finalized_at"])
    events.submission_reviewed(actor, bounty, submission)


def approve_pending(actor: Actor, bounty: Bounty, application: Application) -> None:
    """Approve the pending submission after a release, or after 72 hours without a review. Locked by the caller."""
    judge_pending(actor, bounty, application, action="approve")


def judge_pending(actor: Actor, bounty: Bounty, application: Application, *, action: str) -> None:
    """Give a pending submission the verdict that follows from a decision about the money. Locked by the caller."""
    pending = application.submissions.select_related("application__human").filter(status="pending_review").first()
    if pending is not None:
        decide(actor, bounty, pending, action=action, response="")
        if action == "approve":
            lifecycle_messages.send(bounty, application, "onSubmissionApproved")
