"""Disputes: the funder of a seat objects, and its money is frozen until staff decide (`decisions`) or they withdraw.

A frozen seat has the state `disputed`, in which neither timers nor the parties can act on it. Its deadlines are kept and
shifted by the frozen time when the dispute is withdrawn. Opening a dispute and adding evidence move no money.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile

from escrow import events
from escrow.errors import DisputeExists, DisputeWindowClosed, TooMuchEvidence
from escrow.models import Case, CaseRequest, Dispute, DisputeEvidence, Escrow
from escrow.ports import SeatSubject, conversations
from escrow.rules.cases import OPEN_STAGES
from escrow.rules.disputes import CATEGORY_WORDS, DISPUTE, EVIDENCE_MAX, OPEN_DISPUTE
from escrow.rules.escrows import SEAT
from escrow.selectors import access
from escrow.selectors import disputes as reads
from escrow.services import cases, escrows
from marketplace.core import clock
from marketplace.core.actor import Actor
from marketplace.core.states import InvalidState
from marketplace.models import Account, File
from marketplace.services import files, mail_templates

T = TypeVar("T")
_DEADLINES = ("review_due_at", "warranty_ends_at", "dispute_window_ends_at", "auto_release_at")


def open_dispute(actor: Actor, escrow_id: str, *, category: str, description: str, urls: Sequence[str]) -> Dispute:
    """POST …/dispute: freeze a seat that the caller funds, mail both parties and open a conversation between them.

    Args: `escrow_id` is public (esc_…); `urls` are http(s) addresses.
    Locks the subject, then the escrow. Raises NotFound (404), NotPoster (403), EscrowIsPool, DisputeExists,
    DisputeWindowClosed, InvalidState (409). Spec: Endpoints, Escrow.
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
        due_at = cases.open_for_dispute(dispute, title).due_at
        events.moved(escrow, before=before, action="dispute", actor=actor, note=category)
        events.dispute_opened(dispute, actor)
        mail_parties(dispute, "dispute_opened", title, words=mail_templates.Words(description), due=due_at)
        subject.disputed(locked, escrow)
        return dispute

    opened = escrows.under_locks(access.as_poster(actor, escrow_id), work)
    return reads.get(actor, opened.public_id)


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


def store_files(actor: Actor, dispute_id: str, uploads: Sequence[UploadedFile]) -> list[File]:
    """Store uploaded evidence files, before the transaction of `add_evidence`, if evidence may be added now.

    Locks nothing. Raises what `add_evidence` raises, Invalid (400) for a file type that is not accepted, TooLarge (413),
    StorageUnavailable (503).
    """
    _check_takes_more(actor, reads.as_party(actor, dispute_id))
    return files.store(actor.me, uploads, purpose="dispute")


def add_evidence(
    actor: Actor, dispute_id: str, *, text: str, urls: Sequence[str], stored_files: Sequence[File] = ()
) -> Dispute:
    """POST …/evidence: a party adds text, addresses and stored files (see `store_files`) to an open dispute,
    or while an appeal is decided.

    What the worker adds before anything else happened is their answer to the objection, so that the case goes on to staff. What
    staff asked for is answered by `requests.answer`, not by this: there may be several pieces to show before.

    Args: `dispute_id` is public (dsp_…). Locks the dispute, its case. Raises NotFound (404), Forbidden (403 `not_party`) for
    staff, InvalidState, TooMuchEvidence (409). Spec: Escrow (dispute); desk, section 3.
    """
    dispute, case = lock_as_party(actor, dispute_id)
    add_piece(actor, dispute, case, text=text, urls=urls, stored_files=stored_files)
    if case.stage == "opened" and dispute.side_of(actor.id) == "worker":
        cases.go_on(case)
    return reads.get(actor, dispute_id)


def lock_as_party(actor: Actor, dispute_id: str) -> tuple[Dispute, Case]:
    """A dispute of one of its parties and its case, locked in this order. Raises NotFound (404), Forbidden (403 `not_party`)."""
    unlocked = reads.as_party(actor, dispute_id)
    rows = Dispute.objects.locked().select_related("owner", "worker", "escrow")
    dispute: Dispute = rows.get(pk=unlocked.pk)
    return dispute, cases.lock(dispute)


def add_piece(
    actor: Actor,
    dispute: Dispute,
    case: Case,
    *,
    text: str,
    urls: Sequence[str],
    stored_files: Sequence[File],
    answers: CaseRequest | None = None,
) -> None:
    """Write a piece of evidence of a party. The caller has locked dispute and case. Raises InvalidState, TooMuchEvidence (409)."""
    dispute.case = case
    _check_takes_more(actor, dispute)
    files.insert_rows(stored_files)
    piece = DisputeEvidence.objects.create(
        dispute=dispute, author=actor.me, text=text, urls=list(urls), answers=answers
    )
    piece.files.set(stored_files)
    answered = {} if answers is None else {"requestId": answers.public_id}
    events.dispute_noted(dispute, "evidence", actor, files=len(stored_files), **answered)
    events.dispute_evidence_added(dispute, actor)


def _check_takes_more(actor: Actor, dispute: Dispute) -> None:
    if dispute.case.stage not in OPEN_STAGES:
        raise InvalidState(
            f"This dispute is {dispute.status}: nothing more is added to it.",
            currentState=dispute.status,
            allowedActions=[],
        )
    if dispute.evidence.filter(author_id=actor.id).count() >= EVIDENCE_MAX:
        raise TooMuchEvidence(currentState=dispute.status, allowedActions=[])


def withdraw(actor: Actor, dispute_id: str) -> Dispute:
    """POST …/withdraw: the funder withdraws. The escrow returns to its earlier state; deadlines still ahead are shifted by
    the frozen time, so that neither party gains or loses any.

    Moves no money, unless the subject ended meanwhile (`SeatSubject.resumed`). Locks the subject, the escrow, the dispute.
    Raises NotFound (404), NotPoster (403), InvalidState (409), also while a decision awaits approval. Spec: Escrow (dispute).
    """
    unlocked = reads.as_funder(actor, dispute_id)

    def work(subject: SeatSubject, locked: object, escrow: Escrow, dispute: Dispute) -> None:
        now = clock.now()
        dispute.status, dispute.resolved_at = DISPUTE.next(dispute.status, "withdraw", allowed=[]), now
        dispute.save(update_fields=["status", "resolved_at"])
        cases.end(cases.lock(dispute))
        escrow.status = SEAT.next(escrow.status, f"resume_{dispute.escrow_was}")
        frozen = now - dispute.created_at
        for name in _DEADLINES:
            setattr(escrow, name, shift_deadline(frozen, getattr(escrow, name)))
        escrow.save(update_fields=["status", *_DEADLINES])
        events.moved(escrow, before="disputed", action="withdraw_dispute", actor=actor)
        events.dispute_noted(dispute, "withdrawn", actor)
        mail_parties(dispute, "dispute_withdrawn", subject.title(locked))
        subject.resumed(locked, escrow, frozen, actor)

    under_locks(unlocked, work)
    return reads.get(actor, dispute_id)


def under_locks(unlocked: Dispute, work: Callable[[SeatSubject, object, Escrow, Dispute], T]) -> T:
    """Lock the subject's rows, the escrow and the dispute, in this order, and return the result of `work`. Joins the caller's
    transaction, or opens one."""

    def whole(subject: SeatSubject, locked: object, escrow: Escrow) -> T:
        dispute = Dispute.objects.locked().select_related("owner", "worker").get(pk=unlocked.pk)
        dispute.escrow = escrow
        return work(subject, locked, escrow, dispute)

    return escrows.under_locks(unlocked.escrow, whole)


def mail_parties(dispute: Dispute, template: str, title: str, **values: Any) -> None:
    """Send one mail template to both parties, in the caller's transaction, whatever their mail settings are."""
    for account in (dispute.owner, dispute.worker):
        mail_party(dispute, account, template, title, **values)


def mail_party(dispute: Dispute, account: Account, template: str, title: str, **values: Any) -> None:
    """The same to one of them. Templates know whose mail it is by `is_worker`."""
    mail_templates.send(
        account,
        template,
        title=title,
        owner=dispute.owner.display_name,
        worker=dispute.worker.display_name,
        is_worker=account.pk == dispute.worker_id,
        category=CATEGORY_WORDS[dispute.category],
        dispute=dispute.public_id,
        dispute_url=dispute.url_of(account.pk),
        **values,
    )


def shift_deadline(frozen: timedelta, at: datetime | None) -> datetime | None:
    """`at` (UTC) shifted by the frozen time if it was still ahead when the dispute was opened; otherwise `at` as it is."""
    return at if at is None or at <= clock.now() - frozen else at + frozen
