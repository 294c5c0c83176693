"""What a wallet owes for payments that were taken back beyond its balance: paid off by what comes in, and until then
nothing leaves it."""

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


def check_clear(account_id: UUID) -> None:
    """Raises WalletOwes (402) while this wallet owes anything."""
    owed = reads.owed_cents(account_id)
    if owed:
        raise WalletOwes(owed_cents=owed, balance_cents=ledger.balance(ledger.wallet(account_id)))


def owing(account_id: UUID) -> list[Chargeback]:
    """What this wallet owes for, oldest first, locked. Before the post that brings the money."""
    return list(Chargeback.objects.locked().filter(account_id=account_id, owed_cents__gt=0).order_by("pk"))


def from_deposit(debts: list[Chargeback], *, payment_id: UUID, cents: int) -> None:
    """Pay locked debts off from a deposit that was just posted: its post holds the wallet, so these wait for nobody."""
    for debt in debts:
        taken = min(debt.owed_cents, cents)
        if taken:
            # Within one commit the wallet has less than was brought, never less than before: no mark is crossed.
            _recover(debt, taken, fact=str(payment_id))
        cents -= taken


def recover_due() -> int:
    """Timer: debts of wallets that hold money again which no deposit brought, such as the rest of a closed bounty."""
    return for_each_due(reads.collectable(), _collect, by="created_at")


def _collect(chargeback_id: UUID) -> None:
    debt: Chargeback = Chargeback.objects.locked().get(pk=chargeback_id)
    cents = min(debt.owed_cents, ledger.balance(ledger.wallet(debt.account_id)))
    if not cents:
        return
    try:
        with transaction.atomic():
            # What was recovered before only grows, so it names this recovery for ever.
            posted, moves = _recover(debt, cents, fact=str(debt.recovered_cents))
            controls.follow_loss(debt.account_id, posted, moves)
    except InsufficientFunds:  # another bank took it meanwhile: the next look takes what there is then
        log.info("a debt could not be collected", extra={"chargeback": debt.public_id})


def _recover(debt: Chargeback, cents: int, *, fact: str) -> tuple[ledger.Posted, list[ledger.Move]]:
    debt.owed_cents -= cents
    debt.recovered_cents += cents
    debt.save(update_fields=["owed_cents", "recovered_cents"])
    moves = [ledger.Move(ledger.wallet(debt.account_id), ledger.LOSSES, cents)]
    key, tags = f"recover:{debt.pk}:{fact}", {"chargeback": debt.public_id}
    return ledger.post(key=key, kind="recovery", moves=moves, tags=tags), moves
