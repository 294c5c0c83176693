"""Parts of earnings that can't be withdrawn yet. Withdrawals read them under the lock of the ledger account, which each of these
functions takes as well, so that none is missed or counted twice."""

from datetime import datetime
from uuid import UUID

from marketplace.core import clock
from wallet import ledger
from wallet.models import EarningsHold
from wallet.selectors import kept


def keep(account_id: UUID, *, reference: UUID, cents: int, until: datetime | None) -> None:
    """Keep `cents` of what the caller posts to this person's earnings, in the same transaction, until a moment (UTC).

    Args: `reference` is the key of what it is kept for, once for each. Locks nothing: the post makes both visible together.
    """
    EarningsHold.objects.create(account_id=account_id, reference=reference, cents=cents, until=until)


def keep_on(reference: UUID) -> None:
    """Keep it until `end`, whatever the time. Does nothing when nothing is kept any more. Locks the ledger account."""
    _change(reference, until=None)


def end(reference: UUID) -> None:
    """It can be withdrawn from now on, or was taken by a correction. Idempotent. Locks the ledger account."""
    _change(reference, ended_at=clock.now())


def _change(reference: UUID, **values: datetime | None) -> None:
    found = EarningsHold.objects.filter(reference=reference, ended_at=None).first()
    if found is not None:
        ledger.lock_balances([ledger.earnings(found.account_id)])
        EarningsHold.objects.filter(pk=found.pk, ended_at=None).update(**values)


def lock_available(account_id: UUID) -> tuple[int, int]:
    """(what can be withdrawn, what is kept) of this person's earnings, in cents. Locks the ledger account until the commit."""
    code = ledger.earnings(account_id)
    balance = ledger.lock_balances([code])[code]
    kept_cents = min(balance, kept.cents(account_id))
    return balance - kept_cents, kept_cents
