"""Tips and reimbursements: from a wallet to a worker's earnings, after his seat on an own bounty was released. No fee.

What all transfers to one worker for one bounty may come to is bounded by the seat's price, counted under the lock of his
released escrow, so that two at once can't both fit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings
from django.db import transaction

from escrow import events
from escrow.errors import BountyNotOwned, BountyRequired, RecipientNotFound, TipCapExceeded, WorkNotReleased
from escrow.models import Escrow, Transfer
from escrow.ports import conversations
from escrow.rules import TRANSFER, TRANSFER_LIFE
from escrow.selectors import hires
from marketplace.core import clock, ids, money, transactions
from marketplace.core.actor import Actor
from marketplace.core.errors import Invalid, NotFound
from marketplace.models import Account
from marketplace.selectors import accounts
from marketplace.services import mail_templates
from wallet import ledger
from wallet.errors import InsufficientFunds, NoCardProvider, WalletOwes
from wallet.models import Checkout
from wallet.services import checkouts, spending

PURPOSE = "transfer"
MIN_PAGE_CENTS = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One payment as it was asked for. `where` begins its refusals in a bulk send: "recipients[3]: "."""

    cents: int
    recipient_id: str = ""
    recipient_email: str = ""
    bounty_id: str | None = None
    where: str = field(default="")


def send(
    actor: Actor, line: Line, *, description: str, conversation_id: str | None
) -> tuple[Transfer, Checkout | None]:
    """POST /api/transfers/send: from the wallet when it covers the sum, else pending with a page for the shortfall.

    The caller's transaction. Locks the worker's released escrow. Raises BountyRequired, Invalid (400),
    RecipientNotFound, NotFound (404), BountyNotOwned, WorkNotReleased, TipCapExceeded, SpendingCapExceeded (403),
    InsufficientFunds (402) where no page can be offered.
    """
    if not line.bounty_id:
        raise BountyRequired()
    ((recipient, seat),) = _resolve(actor, [line])
    talk = _conversation(actor, recipient, conversation_id)
    _check_cap([(line, seat)])
    row = Transfer(
        sender=actor.me,
        recipient=recipient,
        bounty_id=_work(seat),
        conversation_id=talk,
        amount_cents=line.cents,
        description=description,
        lapses_at=clock.now() + TRANSFER_LIFE,
    )
    row.save(force_insert=True)
    balance = ledger.balance(ledger.wallet(actor.id))
    if balance >= line.cents:
        try:
            with transaction.atomic():  # a spend that lost the race for the last cents leaves no facts behind
                return _complete(row), None
        except WalletOwes:  # no page helps: what it brings would pay the debt
            raise
        except InsufficientFunds:
            row.refresh_from_db()
            balance = ledger.balance(ledger.wallet(actor.id))
    asked = max(line.cents - balance, MIN_PAGE_CENTS)
    try:
        page = checkouts.open_checkout(
            account_id=actor.id,
            purpose=PURPOSE,
            subject_id=row.pk,
            cents=asked,
            beside=line.cents - asked,
            bounty_id=row.bounty_id,
            description=f"Payment to {recipient.display_name}",
        )
    except NoCardProvider:
        raise InsufficientFunds(required_cents=line.cents, balance_cents=balance)
    return row, page


def bulk_send(actor: Actor, lines: Sequence[Line], *, description: str) -> list[Transfer]:
    """POST /api/transfers/bulk-send: all of them from the wallet in one post, or none. A line without a bounty counts for
    the worker's latest released seat on the caller's bounties.

    The caller's transaction. Locks the released escrows by id. Raises what `send` raises, naming the line.
    """
    resolved = _resolve(actor, lines)
    _check_cap([(line, seat) for line, (_, seat) in zip(lines, resolved, strict=True)])
    batch, now = ids.new(), clock.now()
    rows = [
        Transfer(
            sender=actor.me,
            recipient=recipient,
            bounty_id=_work(seat),
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
        row.seen_as = "sent"
        _tell(row)
    spending.spend(
        account_id=actor.id,
        key=f"bulk:{batch}",
        kind="bulk_transfer",
        moves=[_move(row) for row in rows],
        tags={"batch": str(batch), "actor": actor.label},
    )
    return rows


# ------------------------------------------------------------------ a page that pays


def lock(transfer_id: UUID) -> Transfer:
    """The rows of a pending transfer, from the top down: the seat that bounds it, then itself."""
    seen = Transfer.objects.get(pk=transfer_id)
    list(Escrow.objects.locked().filter(bounty_id=seen.bounty_id, worker_id=seen.recipient_id, kind="seat"))
    found: Transfer = Transfer.objects.locked().select_related("sender", "recipient").get(pk=transfer_id)
    return found


def settle(transfer_id: UUID, *, brought: int) -> bool:
    """Its page brought so many cents: complete it. False when it has failed meanwhile, or the wallet was spent: the money
    stays there."""
    row = lock(transfer_id)
    if row.status != "pending":
        return False
    try:
        with transaction.atomic():
            _complete(row, brought=brought)
    except InsufficientFunds:
        row.refresh_from_db()
        _fail(row)
        return False
    return True


def lapse_due() -> int:
    """Timer: pending transfers whose page nobody paid have failed. One that was paid and waits to be settled is left."""

    def work(pk: UUID) -> None:
        row = lock(pk)
        paid = Checkout.objects.filter(subject_id=pk, purpose=PURPOSE, outcome="pending")
        if row.status == "pending" and not paid.exists():
            _fail(row)

    return transactions.for_each_due(
        Transfer.objects.filter(status="pending", lapses_at__lte=clock.now()), work, by="lapses_at"
    )


# ------------------------------------------------------------------ the parts


def _complete(row: Transfer, *, brought: int = 0) -> Transfer:
    row.status, row.completed_at = TRANSFER.next(row.status, "complete"), clock.now()
    row.save(update_fields=["status", "completed_at"])
    checkouts.withdraw(subject_id=row.pk, purpose=PURPOSE)
    _tell(row)
    spending.spend(
        account_id=row.sender_id,
        key=f"transfer:{row.pk}",
        kind="transfer",
        moves=[_move(row)],
        brought=brought,
        tags={"transfer": row.public_id},
    )
    return row


def _fail(row: Transfer) -> None:
    row.status = TRANSFER.next(row.status, "fail")
    row.save(update_fields=["status"])
    checkouts.withdraw(subject_id=row.pk, purpose=PURPOSE)


def _tell(row: Transfer) -> None:
    events.payment_sent(row)
    mail_templates.send(
        row.recipient,
        "tip",
        amount=money.format_usd(row.amount_cents),
        sender=row.sender.display_name,
        reference=row.public_id,
        words=mail_templates.Words(row.description),
    )


def _move(row: Transfer) -> ledger.Move:
    return ledger.Move(ledger.wallet(row.sender_id), ledger.earnings(row.recipient_id), row.amount_cents, row.bounty_id)


def _resolve(actor: Actor, lines: Sequence[Line]) -> list[tuple[Account, Escrow]]:
    """Who is paid, and the released seat that allows it, locked by id. Constant queries, whatever the number of lines."""
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
        if bounty is not None:
            _check_owner(actor, line, owners.get(bounty))
        workers.append(person)
    found = hires.released_seats(actor.id, {person.pk for person in workers}, [b for b in bounties if b])
    chosen = [found.get((person.pk, bounty)) for person, bounty in zip(workers, bounties, strict=True)]
    for line, pk in zip(lines, chosen, strict=True):
        if pk is None:
            raise WorkNotReleased(line.where + WorkNotReleased.message)
    seats = {seat.pk: seat for seat in Escrow.objects.locked().filter(pk__in=[pk for pk in chosen if pk])}
    return [(person, seats[pk]) for person, pk in zip(workers, chosen, strict=True) if pk]


def _work(seat: Escrow) -> UUID:
    assert seat.bounty_id is not None  # that of an application always has one
    return seat.bounty_id


def _decode(line: Line) -> UUID | None:
    if not line.bounty_id:
        return None
    try:
        return ids.decode("bty", line.bounty_id)
    except ValueError:
        raise NotFound(f"{line.where}There is no such bounty.")


def _check_owner(actor: Actor, line: Line, known: tuple[UUID, bool] | None) -> None:
    """404 for a bounty that this caller can't know of, 403 for somebody else's."""
    if known is None or (known[0] != actor.id and not known[1]):
        raise NotFound(f"{line.where}There is no such bounty.")
    if known[0] != actor.id:
        raise BountyNotOwned(line.where + BountyNotOwned.message)


def _check_cap(asked: Sequence[tuple[Line, Escrow]]) -> None:
    """The seats are locked. Several lines for one seat count together."""
    sent = hires.sent_for([seat for _, seat in asked])
    for line, seat in asked:
        cap = seat.human_payout_cents * settings.TIP_CAP_PERCENT // 100
        if sent[seat.pk] + line.cents > cap:
            raise TipCapExceeded(cap_cents=cap, sent_cents=sent[seat.pk], where=line.where)
        sent[seat.pk] += line.cents


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
