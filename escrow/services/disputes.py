"""The funder of a seat objects: its money stands still until staff decide (`decisions`) or he takes the objection back.

A frozen seat has the state `disputed`, which no clock and no verb of the parties is in the table for. Its dates stay as
they are and move on by the frozen time when the dispute is withdrawn. Opening and adding move no money.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile

from escrow import events
from escrow.errors import DisputeExists, DisputeWindowClosed, TooMuchEvidence
from escrow.models import Dispute, DisputeEvidence, Escrow
from escrow.ports import SeatSubject, conversations
from escrow.rules import DISPUTE, EVIDENCE_MAX, OPEN_DISPUTE, SEAT
from escrow.selectors import access
from escrow.selectors import disputes as reads
from escrow.services import escrows
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.models import File
from marketplace.services import files, mail_templates

T = TypeVar("T")
_CLOCKS = ("review_due_at", "warranty_ends_at", "dispute_window_ends_at", "auto_release_at")


def open_dispute(actor: Actor, escrow_id: str, *, category: str, description: str, urls: Sequence[str]) -> Dispute:
    """POST …/dispute: freeze a seat that one has funded and that has not ended; both sides are told, and have a
    conversation about it.

    Locks what the escrow pays for, then the escrow. Raises NotFound, NotPoster (403), EscrowIsPool, DisputeExists,
    DisputeWindowClosed, InvalidState (409).
    """

    def work(subject: SeatSubject, locked: object, escrow: Escrow) -> Dispute:
        _check_disputable(escrow)
        before = escrow.status
        escrow.status = escrows.next_state(escrow, "dispute")
        escrow.save(update_fields=["status"])
        title = subject.title(locked)
        dispute = Dispute(
            escrow=escrow,
            owner=actor.me,
            worker=escrow.worker,
            category=category,
            description=description,
            urls=list(urls),
            escrow_was=before,
        )
        dispute.conversation_id = _conversation(dispute, title)
        dispute.save(force_insert=True)
        events.moved(escrow, before=before, action="dispute", actor=actor, note=category)
        events.dispute_opened(dispute, actor)
        mail_parties(dispute, "dispute_opened", title, words=mail_templates.Words(description))
        subject.disputed(locked, escrow)
        return dispute

    opened = escrows.under_locks(access.as_poster(actor, escrow_id), work)
    return reads.one(actor, opened.public_id)


def _check_disputable(escrow: Escrow) -> None:
    if escrow.status == "disputed":
        dispute = escrow.disputes.get(status__in=OPEN_DISPUTE)
        raise DisputeExists(disputeId=dispute.public_id, currentState=escrow.status, allowedActions=["evidence"])
    if escrow.status == "completed" and escrow.dispute_window_ends_at and escrow.dispute_window_ends_at <= clock.now():
        raise DisputeWindowClosed(currentState=escrow.status, allowedActions=["release"])


def _conversation(dispute: Dispute, title: str) -> UUID:
    escrow = dispute.escrow
    return conversations.get().open_dispute(
        agent_id=dispute.owner_id,
        human_id=dispute.worker_id,
        bounty_id=escrow.bounty_id,
        kind=escrow.subject_kind,
        about=escrow.subject_id,
        subject=title,
    )


def keep_files(actor: Actor, dispute_id: str, uploads: Sequence[UploadedFile]) -> list[File]:
    """Store the files of new evidence, if it may be added now: before the transaction of `add_evidence`.

    Raises what that raises; Invalid (400) for a file that is no evidence, TooLarge (413), StorageUnavailable (503).
    """
    _check_takes_more(actor, reads.as_party(actor, dispute_id))
    return files.store(actor.me, uploads, purpose="dispute")


def add_evidence(
    actor: Actor, dispute_id: str, *, text: str, urls: Sequence[str], kept: Sequence[File] = ()
) -> Dispute:
    """POST …/evidence: either party adds to an open dispute, with the files that were kept.

    Locks the dispute. Raises NotFound, NotParty (403) for staff, InvalidState, TooMuchEvidence (409).
    """
    seen = reads.as_party(actor, dispute_id)
    dispute: Dispute = Dispute.objects.locked().get(pk=seen.pk)
    _check_takes_more(actor, dispute)
    files.insert_rows(kept)
    piece = DisputeEvidence.objects.create(dispute=dispute, author=actor.me, text=text, urls=list(urls))
    piece.files.set(kept)
    events.dispute_noted(dispute, "evidence", actor, files=len(kept))
    return reads.one(actor, dispute_id)


def _check_takes_more(actor: Actor, dispute: Dispute) -> None:
    if dispute.status not in OPEN_DISPUTE:
        raise InvalidState(
            f"This dispute is {dispute.status}: nothing more is added to it.",
            currentState=dispute.status,
            allowedActions=[],
        )
    if dispute.evidence.filter(author_id=actor.id).count() >= EVIDENCE_MAX:
        raise TooMuchEvidence(currentState=dispute.status, allowedActions=[])


def withdraw(actor: Actor, dispute_id: str) -> Dispute:
    """POST …/withdraw: the funder takes it back. The escrow goes back to what it was, and every date that was still to come
    is later by the time it was frozen, so that nobody loses or gains any.

    Not while a decision waits for its second person. Locks what the escrow pays for, the escrow, the dispute. Moves no money,
    unless what it pays for ended meanwhile (`SeatSubject.resumed`). Raises NotFound, NotPoster (403), InvalidState (409).
    """
    seen = reads.as_funder(actor, dispute_id)

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        now = clock.now()
        dispute.status, dispute.resolved_at = DISPUTE.next(dispute.status, "withdraw", allowed=[]), now
        dispute.save(update_fields=["status", "resolved_at"])
        escrow.status = SEAT.next(escrow.status, f"resume_{dispute.escrow_was}")
        frozen = now - dispute.created_at
        for name in _CLOCKS:
            setattr(escrow, name, later_by(frozen, getattr(escrow, name)))
        escrow.save(update_fields=["status", *_CLOCKS])
        events.moved(escrow, before="disputed", action="withdraw_dispute", actor=actor)
        events.dispute_noted(dispute, "withdrawn", actor)
        mail_parties(dispute, "dispute_withdrawn", subject.title(locked))
        subject.resumed(locked, escrow, frozen)

    under_locks(seen, work)
    return reads.one(actor, dispute_id)


def under_locks(seen: Dispute, work: Callable[[SeatSubject, object, Escrow, Dispute], T]) -> T:
    """From the top step down: the subject's rows, the escrow, the dispute; then the work, in one transaction. Its result."""

    def whole(subject: SeatSubject, locked: object, escrow: Escrow) -> T:
        dispute = Dispute.objects.locked().select_related("owner", "worker").get(pk=seen.pk)
        dispute.escrow = escrow
        return work(subject, locked, escrow, dispute)

    return escrows.under_locks(seen.escrow, whole)


def mail_parties(dispute: Dispute, letter: str, title: str, **values: Any) -> None:
    """The same letter to both sides, in the transaction of its cause. Always sent."""
    for account in (dispute.owner, dispute.worker):
        mail_templates.send(
            account,
            letter,
            title=title,
            owner=dispute.owner.display_name,
            worker=dispute.worker.display_name,
            category=dispute.category.replace("_", " "),
            dispute=dispute.public_id,
            **values,
        )


def later_by(frozen: timedelta, at: datetime | None) -> datetime | None:
    """A date that was still to come when the dispute was opened, moved on by the frozen time until now. What was over
    then stays where it was; nothing stays nothing."""
    return at if at is None or at <= clock.now() - frozen else at + frozen
