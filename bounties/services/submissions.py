"""Evidence: a worker sends it, the owner reviews it. Approving moves no money; releasing does."""

from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from bounties import events
from bounties.errors import SubmissionInReview
from bounties.models import Application, Bounty, Submission
from bounties.rules import SUBMISSION
from bounties.selectors import access
from bounties.services import seats
from escrow.models import Escrow
from escrow.services import escrows
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.services import files


def submit(
    actor: Actor, bounty_id: str, *, text: str, links: Sequence[dict[str, Any]], uploads: Sequence[UploadedFile]
) -> Submission:
    """Send evidence for one's confirmed seat: the escrow goes to delivered. Locks bounty, application, escrow.

    Files are kept before anything is locked: two gigabytes on a slow disk must not stop the rest of the bounty. So the
    seat is looked at twice.
    Raises SeatNotConfirmed, SubmissionInReview, InvalidState (409), Invalid (400) for a file that is no evidence.
    """
    if uploads:
        _, application = access.own_seat(actor, bounty_id, lock=False)
        check_may_submit(application)
    kept = [files.store(actor.me, upload, purpose="submission") for upload in uploads]
    bounty, application = access.own_seat(actor, bounty_id)
    check_may_submit(application)
    assert application.escrow_id is not None
    escrows.deliver(actor, application.escrow_id)
    kinds = [file.content_type for file in kept]
    submission = Submission(bounty=bounty, application=application, text_evidence=text, links=list(links))
    submission.checks = coverage(bounty.evidence_types, text=bool(text.strip()), links=len(links), kinds=kinds)
    submission.save(force_insert=True)
    submission.files.set(kept)
    events.proof_uploaded(actor, bounty, submission, file_count=len(kept))
    return submission


def check_may_submit(application: Application) -> None:
    """Raises SeatNotConfirmed, InvalidState, SubmissionInReview (409)."""
    seats.check_confirmed(application)
    if application.submissions.filter(status="pending_review").exists():
        raise SubmissionInReview(currentState="pending_review", allowedActions=[])


def review(actor: Actor, bounty_id: str, submission_id: str, *, action: str, response: str = "") -> Submission:
    """approve, reject or request_redo. Approving completes the seat; the other two send it back to the worker.

    Locks bounty, application, escrow. Raises NotOwner, NotFound, InvalidState (409) on a final submission.
    """
    bounty = access.owned_bounty(actor, bounty_id, lock=True)
    seen = access.submission_of(bounty, submission_id)
    application = access.application_of(bounty, seen.application.public_id, lock=True)
    submission = access.submission_of(bounty, submission_id)
    submission.application = application
    decide(actor, bounty, submission, action=action, response=response)
    assert application.escrow_id is not None
    if action == "approve":
        escrows.complete(actor, application.escrow_id, note="submission approved")
        completed(actor, bounty, application)
    else:
        escrows.undeliver(actor, application.escrow_id, note=action)
    return submission


def decide(actor: Actor, bounty: Bounty, submission: Submission, *, action: str, response: str) -> None:
    """Set the verdict under locks that are held already."""
    submission.status = SUBMISSION.next(submission.status, action)
    submission.response = response
    submission.finalized_at = clock.now()
    submission.save(update_fields=["status", "response", "finalized_at"])
    events.submission_reviewed(actor, bounty, submission)


def approve_pending(actor: Actor, bounty: Bounty, application: Application) -> None:
    """A release, or silence for 72 hours, approves the canonical pending submission."""
    pending = application.submissions.select_related("application__human").filter(status="pending_review").first()
    if pending is not None:
        decide(actor, bounty, pending, action="approve", response="")


def completed(actor: Actor, bounty: Bounty, application: Application) -> None:
    """The seat's work is accepted: bounty.completed once per seat, and the bounty follows."""
    done = Escrow.objects.filter(parent_id=bounty.pool_id, completed_at__isnull=False).count()
    events.seat_completed(actor, bounty, application, completed_seats=done)
    seats.follow_money(actor, bounty)


def coverage(wanted: Sequence[str], *, text: bool, links: int, kinds: Sequence[str]) -> dict[str, Any]:
    """Advisory: which of the asked-for kinds of evidence are there. Never decides by itself."""
    have = {
        "text": text,
        "link": links > 0,
        "photo": any(kind.startswith("image/") for kind in kinds),
        "video": any(kind.startswith("video/") for kind in kinds),
    }
    missing = [kind for kind in wanted if not have[kind]]
    return {
        "coverage": {kind: have[kind] for kind in wanted},
        "recommendation": "needs_review" if missing else "looks_complete",
        "findings": [{"code": "missing_evidence", "evidence": kind} for kind in missing],
    }
