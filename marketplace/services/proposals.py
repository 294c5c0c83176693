"""Guarded changes: one operator proposes, another one approves. What is changed, and how it is checked, belongs to the page of the
row (`marketplace/api/backoffice/guarded.py`); here is who may, when, and that it is still what was read.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from marketplace.core import addresses, clock
from marketplace.core.actor import Actor
from marketplace.core.open_mappings import JsonObject
from marketplace.core.roles import OPERATOR
from marketplace.core.transactions import for_each_due, unit
from marketplace.errors import OperatorRequired, ProposalOpen, SecondPersonNeeded
from marketplace.models import Account, Proposal
from marketplace.rules import PROPOSAL, PROPOSAL_LIFE
from marketplace.selectors import accounts
from marketplace.services import mail_templates, staff_log
from marketplace.services.setting_history import differences


def propose(
    actor: Actor,
    *,
    model: str,
    row: str,
    name: str,
    kind: str,
    was: JsonObject,
    becomes: JsonObject,
    form: dict[str, list[str]],
    why: str,
    waits: timedelta = PROPOSAL_LIFE,
) -> Proposal:
    """An operator proposes a change. Other operators are mailed; it expires when nobody has approved it in `waits`.

    model, row: label and primary key of what it is about (row empty: to be added). was, becomes: its columns (setting_history.
    values_of). form: what was typed. Locks nothing. Raises OperatorRequired (403), ProposalOpen (409) when one is open for this
    row.
    """

    def work() -> Proposal:
        if not actor.is_operator:
            raise OperatorRequired()
        if row and Proposal.objects.filter(model=model, row=row, state="open").exists():
            raise ProposalOpen()
        proposal = Proposal(
            model=model,
            row=row,
            name=name[:200],
            kind=kind,
            old=differences(was, becomes),
            new=differences(becomes, was),
            was=was,
            form=form,
            why=why,
            proposer=actor.me,
            expires_at=clock.now() + waits,
        )
        proposal.save(force_insert=True)
        staff_log.write(actor, "proposed", proposal, why, {"model": model, "name": name, "kind": kind})
        for other in others(actor.me):
            mail_templates.send(other, "proposal", **_told(proposal))
        return proposal

    return unit(work)


def approve(actor: Actor, pk: UUID, carry_out: Callable[[Proposal, Account | None], None]) -> Proposal:
    """Another operator approves, and it is carried out in the same transaction.

    carry_out(proposal, approver): makes the change as its page would, for the proposer; raises ProposalOutdated when the row is no
    longer as it was. Locks what it changes, then the proposal. Raises OperatorRequired, SecondPersonNeeded (403) for the
    proposer, InvalidState (409) when it is decided or has expired, ProposalOutdated (409).
    """
    if not actor.is_operator:
        raise OperatorRequired()
    return unit(partial(_carry_out, pk, carry_out, actor.me))


def approve_by_command(pk: UUID, carry_out: Callable[[Proposal, Account | None], None]) -> Proposal:
    """The server's command line approves, while the instance has a single operator: `manage.py approve_proposal`. Whoever may run
    it could write into the database as well, so that it gives nobody a right that they don't have.

    Otherwise as `approve`. Raises SecondPersonNeeded (403) when there is another operator.
    """
    return unit(partial(_carry_out, pk, carry_out, None))


def _carry_out(pk: UUID, carry_out: Callable[[Proposal, Account | None], None], approver: Account | None) -> Proposal:
    proposal: Proposal = Proposal.objects.select_related("proposer").get(pk=pk)
    _check_open(proposal, "approve")
    if approver is None and others(proposal.proposer).exists():
        raise SecondPersonNeeded("Another operator can approve this, in the back office.")
    if approver is not None and approver.pk == proposal.proposer_id:
        raise SecondPersonNeeded("You proposed this yourself: another operator approves it.")
    carry_out(proposal, approver)  # locks the row that it is about: of an upper app, so before the proposal
    state = _lock(proposal, "approve")
    return _decided(proposal, state, approver, note="", by_command=approver is None)


def decline(actor: Actor, pk: UUID, *, note: str) -> Proposal:
    """Another operator declines; the proposer is mailed their words. Locks the proposal. Raises OperatorRequired (403),
    SecondPersonNeeded (403) for the proposer, who withdraws it instead, InvalidState (409)."""

    def work() -> Proposal:
        if not actor.is_operator:
            raise OperatorRequired()
        proposal: Proposal = Proposal.objects.select_related("proposer").get(pk=pk)
        state = _lock(proposal, "decline")
        if proposal.proposer_id == actor.id:
            raise SecondPersonNeeded("You proposed this yourself: withdraw it instead.")
        _decided(proposal, state, actor.me, note=note)
        mail_templates.send(proposal.proposer, "proposal", **_told(proposal, step="declined", note=note))
        return proposal

    return unit(work)


def withdraw(actor: Actor, pk: UUID, *, note: str) -> Proposal:
    """The proposer takes it back. Locks the proposal. Raises SecondPersonNeeded (403) for others, InvalidState (409)."""

    def work() -> Proposal:
        proposal: Proposal = Proposal.objects.select_related("proposer").get(pk=pk)
        state = _lock(proposal, "withdraw")
        if proposal.proposer_id != actor.id:
            raise SecondPersonNeeded("Somebody else proposed this: decline it instead.")
        return _decided(proposal, state, actor.me, note=note)

    return unit(work)


def expire_due() -> int:
    """Timer: proposals that nobody has decided end, and their proposers are mailed. Locks each. Returns how many."""

    def work(pk: UUID) -> None:
        proposal: Proposal = Proposal.objects.locked().select_related("proposer").get(pk=pk)
        if proposal.state == "open" and proposal.expires_at <= clock.now():
            _decided(proposal, PROPOSAL.next(proposal.state, "expire"), None, note="")
            mail_templates.send(proposal.proposer, "proposal", **_told(proposal, step="expired"))

    return for_each_due(Proposal.objects.filter(state="open", expires_at__lte=clock.now()), work, by="expires_at")


def others(person: Account) -> QuerySet[Account]:
    """The other operators, who may approve what this one proposes."""
    rows: QuerySet[Account] = Account.objects.filter(is_staff=True, is_active=True).exclude(pk=person.pk)
    return rows.filter(Q(is_superuser=True) | Q(groups__name=OPERATOR)).distinct()


def _check_open(proposal: Proposal, action: str) -> str:
    """The state after this action. Raises InvalidState (409), also for one that has expired and was not seen by the timer yet."""
    has_expired = proposal.state == "open" and proposal.expires_at <= clock.now()
    return PROPOSAL.next("expired" if has_expired else proposal.state, action)


def _lock(proposal: Proposal, action: str) -> str:
    now: Proposal = Proposal.objects.locked().get(pk=proposal.pk)
    return _check_open(now, action)


def _decided(proposal: Proposal, state: str, by: Account | None, *, note: str, by_command: bool = False) -> Proposal:
    proposal.state, proposal.decided_by, proposal.by_command = state, by, by_command
    proposal.note, proposal.decided_at = note, clock.now()
    proposal.save(update_fields=["state", "decided_by", "by_command", "note", "decided_at"])
    about = {
        "model": proposal.model,
        "name": proposal.name,
        "proposer": proposal.proposer.public_id,
    }
    staff_log.write(by, f"proposal_{state}", proposal, note or proposal.why, about)
    return proposal


def _told(proposal: Proposal, *, step: str = "", note: str = "") -> dict[str, Any]:
    return {
        "step": step,
        "what": accounts.with_names(proposal.name, accounts.names_in([proposal.name])),
        "kind": proposal.kind,
        "proposer": proposal.proposer.display_name,
        "why": mail_templates.Words(proposal.why),
        "note": mail_templates.Words(note),
        "until": proposal.expires_at,
        "page_url": addresses.office("marketplace.proposal", proposal.pk),
    }
