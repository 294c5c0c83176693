"""Transfers that wait for the payment of a page: opened, settled, cancelled, lapsed.

The sum of all transfers to one worker for one bounty is capped by the seat's price. It is counted under the lock of the
worker's released escrow, so that concurrent transfers cannot pass the cap together: when one is sent, and again when the
page of a pending one was paid, because what is not paid does not count.
"""

from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.db import transaction

from escrow import events
from escrow.errors import NotSender, TipCapExceeded
from escrow.models import Escrow, Transfer
from escrow.rules.transfers import TRANSFER, TRANSFER_MIN_CENTS
from escrow.selectors import due, hires
from escrow.selectors import transfers as reads
from marketplace.core import clock, money, transactions
from marketplace.core.actor import Actor
from marketplace.core.errors import Problem
from marketplace.core.states import InvalidState
from marketplace.services import mail_templates
from wallet import ledger
from wallet.errors import InsufficientFunds, WalletFrozen
from wallet.models import Checkout
from wallet.services import checkouts, spending

MIN_PAGE_CENTS = 100


def open_page(actor: Actor, row: Transfer) -> Checkout:
    """The page that pays what the wallet lacks now, open as long as the transfer may be pending.

    The caller holds the transfer; locks the sender's controls. Raises NoCardProvider (503), WalletOwes (402),
    SpendingCapExceeded (403).
    """
    assert row.lapses_at is not None
    requested = max(row.amount_cents - ledger.balance(ledger.wallet(row.sender_id)), MIN_PAGE_CENTS)
    return checkouts.open_checkout(
        account_id=row.sender_id,
        by=actor,
        purpose=hires.TRANSFER_PAGE,
        subject_id=row.pk,
        cents=requested,
        from_wallet_cents=row.amount_cents - requested,
        bounty_id=row.bounty_id,
        description=f"Payment to {row.recipient.display_name}",
        life=row.lapses_at - clock.now(),
    )


def payable_page(actor: Actor, transfer_id: UUID) -> Checkout | None:
    """The open page of a pending transfer; a new one when it was cancelled. None when nothing is to be paid any more, or no
    page can be offered now.

    In the caller's transaction. Locks as `lock`, then the sender's controls.
    """
    row = lock(transfer_id)
    if row.status != "pending" or _is_paid(row) or row.lapses_at is None or row.lapses_at <= clock.now():
        return None
    found = checkouts.open_page(subject_id=row.pk, purpose=hires.TRANSFER_PAGE)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            _check_cap_of(row)
            return open_page(actor, row)
    except Problem:  # the caller sees a pending transfer without a page; sent once more, it is refused by name
        return None


def cancel(actor: Actor, transfer_id: str) -> Transfer:
    """POST /api/transfers/{id}/cancel: pending -> failed, by its sender. Does nothing to one that has failed before.

    A page that is charged nevertheless leaves its money in the sender's wallet. In the caller's transaction. Locks as
    `lock`, then the open pages. Raises NotFound (404), NotSender, InvalidState (409) when it was sent, or its page was paid.
    """
    seen = reads.get(actor, transfer_id)
    if seen.sender_id != actor.id:
        raise NotSender()
    row = reads.with_direction(actor, lock(seen.pk))
    if row.status == "failed":
        return row
    if row.status == "pending" and _is_paid(row):
        raise InvalidState(
            "The page of this transfer was paid: it is being sent.", currentState=row.status, allowedActions=[]
        )
    _fail(row, "cancelled")
    return row


def lock(transfer_id: UUID) -> Transfer:
    """Lock a transfer and, before it, the seat whose price caps it."""
    unlocked = Transfer.objects.get(pk=transfer_id)
    list(Escrow.objects.locked().filter(bounty_id=unlocked.bounty_id, worker_id=unlocked.recipient_id, kind="seat"))
    found: Transfer = Transfer.objects.locked().select_related("sender", "recipient").get(pk=transfer_id)
    return found


def settle(by: Actor, transfer_id: UUID, *, prepaid_cents: int) -> bool:
    """Complete a pending transfer whose page was paid with `prepaid_cents`.

    False when it has failed meanwhile, the wallet no longer covers it, or others have used up the cap; the money stays in
    the wallet then. In the caller's transaction. Locks as `lock`, then the ledger accounts.
    """
    row = lock(transfer_id)
    if row.status != "pending":
        return False
    try:
        with transaction.atomic():
            _check_cap_of(row)
            complete(by, row, prepaid_cents=prepaid_cents)
    except (InsufficientFunds, TipCapExceeded, WalletFrozen) as reason:
        row.refresh_from_db()
        _fail(row, reason.code)
        return False
    return True


def lapse_due() -> int:
    """Timer: fail pending transfers whose page was not paid in time; paid ones that await settlement are skipped. One
    transaction each; returns how many."""

    def work(pk: UUID) -> None:
        row = lock(pk)
        if row.status == "pending" and not _is_paid(row):
            _fail(row, "lapsed")

    return transactions.for_each_due(due.pending_transfers().filter(lapses_at__lte=clock.now()), work, by="lapses_at")


def complete(actor: Actor, row: Transfer, *, prepaid_cents: int = 0) -> Transfer:
    """pending -> completed, with the post `transfer:<transfer>`. The caller holds the transfer; locks its open pages, then the
    ledger accounts. Raises InsufficientFunds (402), SpendingCapExceeded (403)."""
    row.status, row.completed_at = TRANSFER.next(row.status, "complete"), clock.now()
    row.save(update_fields=["status", "completed_at"])
    checkouts.cancel_open(subject_id=row.pk, purpose=hires.TRANSFER_PAGE)
    notify_recipient(row)
    spending.spend(
        account_id=row.sender_id,
        by=actor,
        key=f"transfer:{row.pk}",
        kind="transfer",
        moves=[move(row)],
        prepaid_cents=prepaid_cents,
        tags={"transfer": row.public_id},
    )
    return row


def notify_recipient(row: Transfer) -> None:
    """Tell the recipient of a tip or reimbursement: the event, and a mail after the commit. In the caller's transaction."""
    events.payment_sent(row)
    mail_templates.send(
        row.recipient,
        "tip",
        amount=money.format_usd(row.amount_cents),
        sender=row.sender.display_name,
        reference=row.public_id,
        words=mail_templates.Words(row.description),
    )


def move(row: Transfer) -> ledger.Move:
    """The posting of a transfer, in cents: from the sender's wallet to the recipient's earnings. It is not posted here."""
    return ledger.Move(ledger.wallet(row.sender_id), ledger.earnings(row.recipient_id), row.amount_cents, row.bounty_id)


def check_cap(requested: Sequence[tuple[int, str, Escrow]]) -> None:
    """Raise TipCapExceeded (403) for (cents, prefix of the message, seat). The seats are locked, unless it is only
    shown; lines for the same seat count together."""
    _check_sums(requested, hires.transferred_cents([seat for _, _, seat in requested]))


def _check_cap_of(row: Transfer) -> None:
    """The same for a pending transfer, whose seat is locked: only what was sent counts, so that of several that were paid the
    first ones pass. With several seats of one worker the dearest counts."""
    seats = Escrow.objects.filter(
        bounty_id=row.bounty_id, worker_id=row.recipient_id, kind="seat", status="released"
    ).order_by("-human_payout_cents")
    if (seat := seats.first()) is not None:
        _check_sums([(row.amount_cents, "", seat)], hires.transferred_cents([seat], sent_only=True))


def _check_sums(requested: Sequence[tuple[int, str, Escrow]], sent: dict[UUID, int]) -> None:
    for cents, where, seat in requested:
        cap = seat.human_payout_cents * settings.TIP_CAP_PERCENT // 100
        if sent[seat.pk] + cents > cap:
            raise TipCapExceeded(cap_cents=cap, sent_cents=sent[seat.pk], least_cents=TRANSFER_MIN_CENTS, where=where)
        sent[seat.pk] += cents


def _is_paid(row: Transfer) -> bool:
    """Was a page of it paid that is not settled yet?"""
    return hires.paid_pages().filter(subject_id=row.pk).exists()


def _fail(row: Transfer, reason: str) -> None:
    row.status, row.failure_reason = TRANSFER.next(row.status, "fail"), reason
    row.save(update_fields=["status", "failure_reason"])
    checkouts.cancel_open(subject_id=row.pk, purpose=hires.TRANSFER_PAGE)
    events.payment_failed(row)
