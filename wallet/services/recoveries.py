"""Debts of wallets: chargebacks beyond the balance. Later deposits repay them; until then no money can leave the wallet."""

import logging
from uuid import UUID

from django.db import transaction

from marketplace.core.transactions import for_each_due
from wallet import ledger
from wallet.errors import InsufficientFunds, WalletOwes
from wallet.models import Chargeback
from wallet.selectors import chargebacks as reads
from wallet.services import controls

log = logging.getLogger(__name__)


def check_no_debt(account_id: UUID) -> None:
    """Raise WalletOwes (402) while this wallet has a debt. Locks nothing."""
    owed = reads.owed_cents(account_id)
    if owed:
        raise WalletOwes(owed_cents=owed, balance_cents=ledger.balance(ledger.wallet(account_id)))


def lock_debts(account_id: UUID) -> list[Chargeback]:
    """Lock the wallet's chargebacks that have a debt, oldest first; to be called before the deposit is posted."""
    return list(Chargeback.objects.locked().filter(account_id=account_id, owed_cents__gt=0).order_by("pk"))


def recover_from_deposit(debts: list[Chargeback], *, payment_id: UUID, cents: int) -> None:
    """Repay locked debts from a deposit of `cents` that was just posted; its post holds the wallet's lock already."""
    for debt in debts:
        taken = min(debt.owed_cents, cents)
        if taken:
            # No low-balance check: after this commit the wallet has at least as much as before the deposit.
            _recover(debt, taken, key_suffix=str(payment_id))
        cents -= taken


def recover_due() -> int:
    """Timer: repay debts of wallets that received money other than by a deposit, such as a bounty's refund. One transaction
    each; returns how many."""
    return for_each_due(reads.collectable(), _collect, by="created_at")


def _collect(chargeback_id: UUID) -> None:
    debt: Chargeback = Chargeback.objects.locked().get(pk=chargeback_id)
    cents = min(debt.owed_cents, ledger.balance(ledger.wallet(debt.account_id)))
    if not cents:
        return
    try:
        with transaction.atomic():
            # The recovered sum only grows, which makes this key unique.
            posted, moves = _recover(debt, cents, key_suffix=str(debt.recovered_cents))
            controls.after_loss(debt.account_id, posted, moves)
    except InsufficientFunds:  # another chargeback took the money meanwhile: the next run tries again
        log.info("debt could not be collected", extra={"chargeback": debt.public_id})


def _recover(debt: Chargeback, cents: int, *, key_suffix: str) -> tuple[ledger.Posted, list[ledger.Move]]:
    debt.owed_cents -= cents
    debt.recovered_cents += cents
    debt.save(update_fields=["owed_cents", "recovered_cents"])
    moves = [ledger.Move(ledger.wallet(debt.account_id), ledger.LOSSES, cents)]
    key, tags = f"recover:{debt.pk}:{key_suffix}", {"chargeback": debt.public_id}
    return ledger.post(key=key, kind="recovery", moves=moves, tags=tags), moves
