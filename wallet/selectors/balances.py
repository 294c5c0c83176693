"""What an account has, had and earned, read from the ledger."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from wallet import ledger
from wallet.models.ledger import LedgerLine
from wallet.ports import earnings as coming

# What a line is called on the wire, by kind of transaction.
TYPES = {
    "deposit": "deposit",
    "fund": "bounty_funding",
    "close": "bounty_refund",
    "seat_back": "seat_refund",
    "release": "release",
}


@dataclass(slots=True)
class WalletBalance:
    """All in cents. `sent` is what left the wallet for work and transfers in its lifetime, before any refund."""

    balance: int
    deposited: int
    sent: int


@dataclass(slots=True)
class Earnings:
    available: int
    held: int
    disputed: int
    withdrawn: int


_TOTALS = """
select a.balance,
       coalesce((select sum(m.cents) from ledger_move m join ledger_account s on s.id = m.source_id
                  where m.destination_id = a.id and s.kind like 'world.%%'), 0),
       coalesce((select sum(m.cents) from ledger_move m join ledger_account d on d.id = m.destination_id
                  where m.source_id = a.id and d.kind in ('pool', 'hold', 'earnings')), 0)
  from ledger_account a where a.code = %s
"""


def wallet(account_id: UUID) -> WalletBalance:
    """One query."""
    with connection.cursor() as cursor:
        cursor.execute(_TOTALS, [ledger.wallet(account_id)])
        row = cursor.fetchone()
    return WalletBalance(*(int(part) for part in row)) if row else WalletBalance(0, 0, 0)


def earnings(account_id: UUID) -> Earnings:
    """What can be withdrawn, what is held in undecided seats, what disputes hold, what went out."""
    held = disputed = 0
    for read in coming.all():
        in_seats, in_disputes = read(account_id)
        held, disputed = held + in_seats, disputed + in_disputes
    return Earnings(ledger.balance(ledger.earnings(account_id)), held, disputed, 0)


def lines(account_id: UUID) -> QuerySet[Any]:
    """The wallet's statement; keyset on the move's id, which is the order of booking."""
    return LedgerLine.objects.filter(account__code=ledger.wallet(account_id)).select_related("transaction", "other")
