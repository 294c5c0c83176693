"""Tips and reimbursements: from a wallet to a worker's earnings, after their seat on the sender's bounty was released.
No fee.

The sum of all transfers to one worker for one bounty is capped by the seat's price. It is counted under the lock of the
worker's released escrow, so that concurrent transfers cannot pass the cap together.
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
    """One requested payment. `where` is the prefix of its error messages in a bulk send, such as "recipients[3]: "."""

    cents: int
    recipient_id: str = ""
    recipient_email: str = ""
    bounty_id: str | None = None
    where: str = field(default="")


def send(
    actor: Actor, line: Line, *, description: str, conversation_id: str | None
) -> tuple[Transfer, Checkout | None]:
    """POST /api/transfers/send: pay from the wallet if it covers the sum, else create a checkout page for the shortfall.

    Args: `line` has the amount in cents; `conversation_id` is public (cnv_…). Returns the transfer and, when it is pending,
    its page. In the caller's transaction. Locks the worker's released escrow, then the ledger accounts. Raises
    BountyRequired, Invalid (400), InsufficientFunds (402) when no page can be offered, WalletOwes (402), BountyNotOwned,
    WorkNotReleased, TipCapExceeded, SpendingCapExceeded (403), RecipientNotFound, NotFound (404). Spec: Endpoints, Wallet,
    payment links, transfers.
    """
    if not line.bounty_id:
        raise BountyRequired()
    ((recipient, seat),) = _resolve(actor, [line])
    conversation = _conversation(actor, recipient, conversation_id)
    _check_cap([(line, seat)])
    row = Transfer(
        sender=actor.me,
        recipient=recipient,
        bounty_id=_bounty_of(seat),
        conversation_id=conversation,
        amount_cents=line.cents,
        description=description,
        lapses_at=clock.now() + TRANSFER_LIFE,
    )
    row.save(force_insert=True)
    balance = ledger.balance(ledger.wallet(actor.id))
    if balance >= line.cents:
        try:
            with transaction.atomic():  # a spend that fails because of a concurrent one leaves no events behind
                return _complete(row), None
        except WalletOwes:  # a page would not help: its payment would be used to pay off the debt
            raise
        except InsufficientFunds:
            row.refresh_from_db()
            balance = ledger.balance(ledger.wallet(actor.id))
    requested = max(line.cents - balance, MIN_PAGE_CENTS)
    try:
        page = checkouts.open_checkout(
            account_id=actor.id,
            purpose=PURPOSE,
            subject_id=row.pk,
            cents=requested,
            from_wallet_cents=line.cents - requested,
            bounty_id=row.bounty_id,
            description=f"Payment to {recipient.display_name}",
        )
    except NoCardProvider:
        raise InsufficientFunds(required_cents=line.cents, balance_cents=balance)
    return row, page


def bulk_send(actor: Actor, lines: Sequence[Line], *, description: str) -> list[Transfer]:
    """POST /api/transfers/bulk-send: pay all lines from the wallet in one post, or none of them.

    Args: `lines` have amounts in cents; one without a bounty counts for the worker's latest released seat on the caller's
    bounties. In the caller's transaction. Locks the released escrows by id, then the ledger accounts. Raises what `send`
    raises, with the line's index in the message. Spec: Endpoints, Wallet, payment links, transfers.
    """
    resolved = _resolve(actor, lines)
    _check_cap([(line, seat) for line, (_, seat) in zip(lines, resolved, strict=True)])
    batch, now = ids.new(), clock.now()
    rows = [
        Transfer(
            sender=actor.me,
            recipient=recipient,
            bounty_id=_bounty_of(seat),
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
        _notify_recipient(row)
    spending.spend(
        account_id=actor.id,
        key=f"bulk:{batch}",
        kind="bulk_transfer",
        moves=[_move(row) for row in rows],
        tags={"batch": str(batch), "actor": actor.label},
    )
    return rows


# ------------------------------------------------------------------ payment by a checkout page


def lock(transfer_id: UUID) -> Transfer:
    """Lock a transfer and, before it, the seat whose price caps it."""
    unlocked = Transfer.objects.get(pk=transfer_id)
    list(Escrow.objects.locked().filter(bounty_id=unlocked.bounty_id, worker_id=unlocked.recipient_id, kind="seat"))
    found: Transfer = Transfer.objects.locked().select_related("sender", "recipient").get(pk=transfer_id)
    return found


def settle(transfer_id: UUID, *, prepaid_cents: int) -> bool:
    """Complete a pending transfer whose page was paid with `prepaid_cents`.

    False when it has failed meanwhile or the wallet no longer covers it; the money stays in the wallet then. In the
    caller's transaction. Locks as `lock`, then the ledger accounts.
    """
    row = lock(transfer_id)
    if row.status != "pending":
        return False
    try:
        with transaction.atomic():
            _complete(row, prepaid_cents=prepaid_cents)
    except InsufficientFunds:
        row.refresh_from_db()
        _fail(row)
        return False
    return True


def lapse_due() -> int:
    """Timer: fail pending transfers whose page was not paid in time; paid ones that await settlement are skipped. One
    transaction each; returns how many."""

    def work(pk: UUID) -> None:
        row = lock(pk)
        paid = Checkout.objects.filter(subject_id=pk, purpose=PURPOSE, outcome="pending")
        if row.status == "pending" and not paid.exists():
            _fail(row)

    return transactions.for_each_due(
        Transfer.objects.filter(status="pending", lapses_at__lte=clock.now()), work, by="lapses_at"
    )


# ------------------------------------------------------------------ helpers


def _complete(row: Transfer, *, prepaid_cents: int = 0) -> Transfer:
    row.status, row.completed_at = TRANSFER.next(row.status, "complete"), clock.now()
    row.save(update_fields=["status", "completed_at"])
    checkouts.cancel_open(subject_id=row.pk, purpose=PURPOSE)
    _notify_recipient(row)
    spending.spend(
        account_id=row.sender_id,
        key=f"transfer:{row.pk}",
        kind="transfer",
        moves=[_move(row)],
        prepaid_cents=prepaid_cents,
        tags={"transfer": row.public_id},
    )
    return row


def _fail(row: Transfer) -> None:
    row.status = TRANSFER.next(row.status, "fail")
    row.save(update_fields=["status"])
    checkouts.cancel_open(subject_id=row.pk, purpose=PURPOSE)


def _notify_recipient(row: Transfer) -> None:
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


def _check_cap(requested: Sequence[tuple[Line, Escrow]]) -> None:
    """Raise TipCapExceeded (403). The seats are locked; lines for the same seat count together."""
    sent = hires.transferred_cents([seat for _, seat in requested])
    for line, seat in requested:
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
