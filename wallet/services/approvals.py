"""Approvals ("ask me above"): a call that spends more than the owner's amount is rolled back, and a question to the owner is
written instead. Once they have approved it, the same call with the same idempotency key is carried out, once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from marketplace.core import clock, dry_runs
from marketplace.core.actor import Actor
from marketplace.core.money import format_usd
from marketplace.core.transactions import for_each_due
from marketplace.errors import IdempotencyKeyRequired
from marketplace.services.idempotency import Answer, CallUnderWay, Deferred, IdempotencyKeyReused, current_call
from wallet import events, ledger
from wallet.errors import ApprovalDeclined, ApprovalExceeded, ApprovalExpired, TooManyApprovals
from wallet.models import Approval, Controls
from wallet.models.approvals import SpendPlan
from wallet.ports import SpendAbout
from wallet.rules.approvals import APPROVAL, APPROVAL_LIFE, APPROVAL_OPEN, APPROVALS_MOST, PATH_MOST, needs_approval
from wallet.selectors import approvals as reads
from wallet.selectors import due
from wallet.selectors.approvals import AskAbove
from wallet.services import approval_mails, controls, spend_plans


@dataclass(frozen=True, slots=True)
class Question:
    """A spend of `cents` that needs an approval which this call has not. `ask` ends the attempt. `call` is None in a dry run
    without an idempotency key."""

    call: CallUnderWay | None
    by: Actor
    account_id: UUID
    cents: int
    above: AskAbove

    def ask(self, kind: str, moves: Sequence[ledger.Move], *, about: SpendAbout | None = None) -> None:
        """Raises Deferred, which rolls the attempt back, asks, and answers 202; its plan is read now, in the attempt's transaction.
        In a dry run the attempt goes on, to tell what the approved call would change."""
        if dry_runs.would_ask(needs_approval(self.cents, self.above.cents)):
            return
        plan = spend_plans.plan(kind, moves, self.cents, about=about)

        def record() -> Answer:
            row = _ask(self, plan)
            return Answer(spend_plans.waiting(row), status=202)

        raise Deferred(record)


def consult(
    owner_controls: Controls, by: Actor, *, cents: int, spend_key: str = "", bounty_id: UUID | None = None
) -> Question | None:
    """Before a spend of `cents`: None when it may go on, because it is below the owner's amount or this very call was approved;
    the approval is used up then, in the caller's transaction. A Question when the owner has to be asked, or has not decided.

    `spend_key`: of the post that follows, if one does. The caller has locked the controls; locks the approval. Raises
    IdempotencyKeyRequired (400), ApprovalDeclined, ApprovalExpired (403), ApprovalExceeded, IdempotencyKeyReused (409).
    """
    above = reads.ask_above(owner_controls, by)
    if above is None or cents <= above.cents:
        return None
    call = current_call()
    if call is None or call.key is None:
        if dry_runs.is_on():
            return Question(None, by, owner_controls.account_id, cents, above)
        raise IdempotencyKeyRequired(
            f"This takes {format_usd(cents)} from the wallet, and its owner wants to be asked above {format_usd(above.cents)}. "
            "Send idempotencyKey, a name of your own for this call: once they have approved it, it is carried out when you send it "
            "again with that key."
        )
    row = reads.newest_of_call(owner_controls.account_id, call.operation, call.key, lock=True)
    if row is None or row.status == "used":  # used: of another call, whose key has lapsed since
        return Question(call, by, owner_controls.account_id, cents, above)
    _check_stands(row, call)
    if row.status == "pending":
        return Question(call, by, owner_controls.account_id, cents, above)
    if cents > row.cents:
        raise ApprovalExceeded(approval=row.public_id, approved_cents=row.cents, needed_cents=cents)
    row.status, row.used_at = APPROVAL.next(row.status, "use"), clock.now()
    row.spend_key, row.bounty_id = spend_key, bounty_id
    row.save(update_fields=["status", "used_at", "spend_key", "bounty_id"])
    return None


def decide(actor: Actor, approval_id: str, *, decision: str, note: str = "") -> Approval:
    """POST /api/approvals/{id}: the owner approves or declines, with a note of up to 500 characters, or withdraws an approval
    that was not used yet: it is declined then, for good. An approved call can be carried out for 24 hours from now. The same
    decision again changes nothing.

    `decision` is approve, decline or withdraw. In the caller's transaction. Locks the approval, as its use does: of a use and a
    withdrawal at once the second finds what the first has done. Raises NotFound (404), InvalidState (409) for one that is decided
    otherwise, used or expired. Contract 8, issue "console".
    """
    row = reads.own(actor, approval_id, lock=True)
    before = row.state
    if before in _DONE[decision]:
        return row
    row.status = APPROVAL.next(before, decision, allowed=_DECISIONS.get(before, []))
    row.decided_at, row.decided_by, row.note = clock.now(), actor.me, note
    if row.status == "approved":
        row.expires_at = row.decided_at + APPROVAL_LIFE
    row.save(update_fields=["status", "decided_at", "decided_by", "note", "expires_at"])
    events.approval_decided(row)
    return row


_DONE: Final = {"approve": ("approved", "used"), "decline": ("declined",), "withdraw": ("declined",)}
_DECISIONS: Final = {
    "pending": ["approve", "decline"],
    "approved": ["withdraw"],
}  # what an owner may say in which state


def expire_due() -> int:
    """Timer: end the questions that nobody answered in time, and the approvals that were not used. Locks the approval, in a
    transaction each; returns how many."""

    def work(pk: UUID) -> None:
        row: Approval = Approval.objects.locked().get(pk=pk)
        if row.status not in APPROVAL_OPEN or row.expires_at > clock.now():
            return
        was_pending = row.status == "pending"
        row.status = APPROVAL.next(row.status, "expire")
        row.save(update_fields=["status"])
        if was_pending:  # one that was approved has its event
            events.approval_decided(row)

    return for_each_due(due.open_approvals().filter(expires_at__lte=clock.now()), work, by="expires_at")


def _check_stands(row: Approval, call: CallUnderWay) -> None:
    """Raise IdempotencyKeyReused (409) for another call with the same key, ApprovalDeclined, ApprovalExpired (403)."""
    if bytes(row.fingerprint) != call.fingerprint:
        raise IdempotencyKeyReused()
    if row.state == "declined":
        raise ApprovalDeclined(approval=row.public_id, note=row.note)
    if row.state == "expired":
        raise ApprovalExpired(approval=row.public_id)


def _ask(question: Question, plan: SpendPlan) -> Approval:
    """The question of this call: the one that stands, or a new one, with its event and mail. Locks the owner's controls, so that
    those of one account are written one after the other. Raises TooManyApprovals (409), and as `_check_stands`."""
    call, account_id = question.call, question.account_id
    assert call is not None and call.key is not None
    controls.lock_controls(account_id)
    standing = reads.newest_of_call(account_id, call.operation, call.key)
    if standing is not None and standing.status != "used":
        _check_stands(standing, call)
        return standing
    if reads.pending_count(account_id) >= APPROVALS_MOST:
        raise TooManyApprovals(APPROVALS_MOST)
    now = clock.now()
    shown, cut = spend_plans.shown_body(call.sent.body if call.sent else {})
    row = Approval(
        account_id=account_id,
        asked_via=question.by.via,
        key=question.by.key,
        connector=question.by.connector,
        operation=call.operation,
        operation_id=call.sent.operation_id if call.sent else "",
        operation_words=call.sent.words if call.sent else "",
        path=call.sent.path if call.sent and len(call.sent.path) <= PATH_MOST else "",
        idempotency_key=call.key,
        fingerprint=call.fingerprint,
        cents=question.cents,
        above_cents=question.above.cents,
        above_is_own=question.above.is_own,
        plan=plan.stored(),
        sent=shown,
        sent_cut=cut,
        created_at=now,
        expires_at=now + APPROVAL_LIFE,
    )
    row.save(force_insert=True)
    events.approval_requested(row)
    approval_mails.tell(account_id)
    return row
