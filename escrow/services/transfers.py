"""Tips and reimbursements: from a wallet to a worker's earnings, after their seat on the sender's bounty was released.
No fee.

One that the wallet can't pay waits for a page (`pending_transfers`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from escrow.errors import BountyNotOwned, BountyRequired, RecipientBlocked, RecipientNotFound, WorkNotReleased
from escrow.models import Escrow, Transfer
from escrow.ports import conversations
from escrow.rules.transfers import TRANSFER_LIFE
from escrow.selectors import hires
from escrow.services import pending_transfers
from escrow.services.pending_transfers import check_cap
from marketplace.core import clock, ids
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.models import Account
from marketplace.selectors import accounts
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider, WalletOwes
from wallet.models import Checkout
from wallet.services import spending


@dataclass(frozen=True, slots=True)
class Line:
    """One requested payment. `where` is the prefix of its error messages in a bulk send, such as "recipients[3]: "."""

    cents: int
    recipient_id: str = ""
    recipient_email: str = ""
    bounty_id: str | None = None
    where: str = field(default="")


def send(
    actor: Actor, line: Line, *, description: str, conversation_id: str | None, override: bool = False
) -> tuple[Transfer, Checkout | None]:
    """POST /api/transfers/send: pay from the wallet if it covers the sum, else create a checkout page for the shortfall.

    Args: `line` has the amount in cents; `conversation_id` is public (cnv_…); `override`: also to somebody whom the caller
    has blocked. Returns the transfer and, when it is pending, its page. In the caller's transaction. Locks the worker's
    released escrow, then the ledger accounts. Raises BountyRequired, Invalid (400), InsufficientFunds (402) when no page can
    be offered, WalletOwes (402), BountyNotOwned, WorkNotReleased, TipCapExceeded, RecipientBlocked, SpendingCapExceeded
    (403), RecipientNotFound, NotFound (404). Spec: Endpoints, Wallet, payment links, transfers.
    """
    if not line.bounty_id:
        raise BountyRequired()
    ((recipient, seat),) = _resolve(actor, [line])
    conversation = _conversation(actor, recipient, conversation_id)
    _check_blocks(actor, [line], [recipient], override=override)
    check_cap([(line.cents, line.where, seat)])
    row = Transfer(
        sender=actor.me,
        recipient=recipient,
        bounty_id=_bounty_of(seat),
        run_ref=seat.run_ref,
        conversation_id=conversation,
        amount_cents=line.cents,
        description=description,
        lapses_at=clock.now() + TRANSFER_LIFE,
    )
    row.save(force_insert=True)
    if ledger.balance(ledger.wallet(actor.id)) >= line.cents:
        try:
            with transaction.atomic():  # a spend that fails because of a concurrent one leaves no events behind
                return pending_transfers.complete(actor, row), None
        except WalletOwes:  # a page would not help: its payment would be used to pay off the debt
            raise
        except InsufficientFunds:
            row.refresh_from_db()
    try:
        return row, pending_transfers.open_page(actor, row)
    except NoCardProvider:
        raise InsufficientFunds(required_cents=line.cents, balance_cents=ledger.balance(ledger.wallet(actor.id)))


def bulk_send(actor: Actor, lines: Sequence[Line], *, description: str, override: bool = False) -> list[Transfer]:
    """POST /api/transfers/bulk-send: pay all lines from the wallet in one post, or none of them.

    Args: `lines` have amounts in cents; one without a bounty counts for the worker's latest released seat on the caller's
    bounties. In the caller's transaction. Locks the released escrows by id, then the ledger accounts. Raises what `send`
    raises, with the line's index in the message. Spec: Endpoints, Wallet, payment links, transfers.
    """
    resolved = _resolve(actor, lines)
    _check_blocks(actor, lines, [recipient for recipient, _ in resolved], override=override)
    check_cap([(line.cents, line.where, seat) for line, (_, seat) in zip(lines, resolved, strict=True)])
    batch, now = ids.new(), clock.now()
    rows = [
        Transfer(
            sender=actor.me,
            recipient=recipient,
            bounty_id=_bounty_of(seat),
            run_ref=seat.run_ref,
            batch_id=batch,
            amount_cents=line.cents,
            description=description,
            status="completed",
            completed_at=now,
        )
        for line, (recipient, seat) in zip(lines, resolved, strict=True)
    ]
    Transfer.objects.bulk_create(rows)
    for row in rows:
        row.direction = "sent"
        pending_transfers.notify_recipient(row)
    spending.spend(
        account_id=actor.id,
        by=actor,
        key=f"bulk:{batch}",
        kind="bulk_transfer",
        moves=[pending_transfers.move(row) for row in rows],
        tags={"batch": str(batch), "actor": actor.label},
    )
    return rows


# ------------------------------------------------------------------ helpers


def _resolve(actor: Actor, lines: Sequence[Line]) -> list[tuple[Account, Escrow]]:
    """The recipient of each line and the released seat that permits it, locked by id, in a constant number of queries."""
    people = accounts.by_handles([line.recipient_id for line in lines], [line.recipient_email for line in lines])
    bounties = [_decode(line) for line in lines]
    owners = hires.owners([bounty for bounty in bounties if bounty])
    workers = []
    for line, bounty in zip(lines, bounties, strict=True):
        person = people.get(line.recipient_id or line.recipient_email.lower())
        if person is None:
            raise RecipientNotFound(line.where + RecipientNotFound.message)
        if person.pk == actor.id:
            raise Invalid({_field(line): ["This is yourself. Name somebody else."]})
        actor.check_not_about_oneself(person.pk)
        if bounty is not None:
            _check_owner(actor, line, owners.get(bounty))
        workers.append(person)
    found = hires.released_seats(actor.id, {person.pk for person in workers}, [b for b in bounties if b])
    chosen = [found.get((person.pk, bounty)) for person, bounty in zip(workers, bounties, strict=True)]
    for line, person, bounty, pk in zip(lines, workers, bounties, chosen, strict=True):
        if pk is None:
            held = hires.held_seat(owner_id=actor.id, worker_id=person.pk, bounty_id=bounty) if bounty else ""
            seat: dict[str, Any] = {"escrowId": held} if held else {}
            raise WorkNotReleased(line.where + WorkNotReleased.message, **seat)
    seats = {seat.pk: seat for seat in Escrow.objects.locked().filter(pk__in=[pk for pk in chosen if pk])}
    return [(person, seats[pk]) for person, pk in zip(workers, chosen, strict=True) if pk]


def _bounty_of(seat: Escrow) -> UUID:
    assert seat.bounty_id is not None  # an application's seat always has one
    return seat.bounty_id


def _decode(line: Line) -> UUID | None:
    if not line.bounty_id:
        return None
    try:
        return ids.decode("bty", line.bounty_id)
    except ValueError:
        raise NotFound(f"{line.where}There is no such bounty.")


def _check_owner(actor: Actor, line: Line, owner: tuple[UUID, bool] | None) -> None:
    """Raise NotFound (404) for a bounty that the caller can't see, BountyNotOwned (403) for another owner's."""
    if owner is None or (owner[0] != actor.id and not owner[1]):
        raise NotFound(f"{line.where}There is no such bounty.")
    if owner[0] != actor.id:
        raise BountyNotOwned(line.where + BountyNotOwned.message)


def _check_blocks(actor: Actor, lines: Sequence[Line], people: Sequence[Account], *, override: bool) -> None:
    """Raise RecipientBlocked (403), unless the caller pays on purpose."""
    blocked = set() if override else conversations.get().blocked_by(actor.id, [person.pk for person in people])
    for line, person in zip(lines, people, strict=True):
        if person.pk in blocked:
            raise RecipientBlocked(line.where + RecipientBlocked.message)


def _conversation(actor: Actor, recipient: Account, conversation_id: str | None) -> UUID | None:
    if not conversation_id:
        return None
    try:
        found = ids.decode("cnv", conversation_id)
    except ValueError:
        found = None
    if found is None or not conversations.get().is_between(found, actor.id, recipient.pk):
        raise NotFound("You have no such conversation with this person. Leave conversationId out, or name another one.")
    return found


def _field(line: Line) -> str:
    name = "recipientId" if line.recipient_id else "recipientEmail"
    return f"{line.where.removesuffix(': ')}.{name}" if line.where else name
