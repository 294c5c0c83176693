"""What an account has, had and earned, read from the ledger."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat

from wallet import ledger
from wallet.models import Controls
from wallet.models.ledger import LedgerAccount


@dataclass(frozen=True, slots=True)
class WalletBalance:
    """All in cents, over its lifetime: balance = deposited - sent + returned - withdrawn.

    `sent` went to bounties and people, before any refund; `returned` came back from them; `withdrawn` went out of the
    marketplace, less what came back from there.
    """

    balance: int
    deposited: int
    sent: int
    returned: int
    withdrawn: int


def wallet_cents(owner: str) -> Subquery:
    """What the wallet of each row's `owner` (the name of a column) holds, in cents; null when it was never used. To filter
    rows by, before anybody looks at them one by one."""
    code = Concat(Value(ledger.WALLET), Cast(OuterRef(owner), TextField()))
    return Subquery(LedgerAccount.objects.filter(code=code).values("balance"))


# Every move of a wallet is one of the four: to or from an owned account, a deposit, or to or from the house and the world
# otherwise. A surplus that could not be returned to its payer has become a deposit. Each half walks one index of the moves.
_WALLET = """
select a.balance, came.deposited, went.sent, came.returned, went.withdrawn - came.back
  from ledger_account a,
       lateral (select coalesce(sum(m.cents) filter (where s.owner_id is not null), 0) as returned,
                       coalesce(sum(m.cents) filter (where s.owner_id is null and k.is_deposit), 0) as deposited,
                       coalesce(sum(m.cents) filter (where s.owner_id is null and not k.is_deposit), 0) as back
                  from ledger_move m join ledger_account s on s.id = m.source_id
                  join ledger_transaction t on t.id = m.transaction_id
                 cross join lateral (select t.kind in ('deposit', 'surplus_failed', 'surplus_returned') as is_deposit) k
                 where m.destination_id = a.id) came,
       lateral (select coalesce(sum(m.cents) filter (where d.owner_id is not null), 0) as sent,
                       coalesce(sum(m.cents) filter (where d.owner_id is null), 0) as withdrawn
                  from ledger_move m join ledger_account d on d.id = m.destination_id where m.source_id = a.id) went
 where a.code = %s
"""
# A withdrawal goes out by way of `transit`; one that failed comes back the same way and was none.
_EARNINGS = """
select a.balance,
       coalesce((select sum(m.cents) from ledger_move m join ledger_account d on d.id = m.destination_id
                  where m.source_id = a.id and d.owner_id is null), 0)
     - coalesce((select sum(m.cents) from ledger_move m join ledger_account s on s.id = m.source_id
                  where m.destination_id = a.id and s.owner_id is null), 0)
  from ledger_account a where a.code = %s
"""
# A tip goes to earnings, not into a bounty's escrow: it is paid, but funds nothing.
_MOVES = """
select m.bounty_id,
       coalesce(sum(m.cents) filter (where m.source_id = mine.id and d.kind in ('pool', 'hold')), 0),
       coalesce(sum(m.cents) filter (where m.destination_id = mine.id and s.kind in ('pool', 'hold')), 0)
  from ledger_account mine
  join ledger_move m on mine.id in (m.source_id, m.destination_id)
  join ledger_account s on s.id = m.source_id
  join ledger_account d on d.id = m.destination_id
 where mine.code = %s and m.created_at >= %s and m.created_at <= %s
 group by m.bounty_id
"""


def wallet(account_id: UUID) -> WalletBalance:
    """Balance and lifetime totals in one query, so that they belong to the same moment."""
    return WalletBalance(*(_sums(_WALLET, ledger.wallet(account_id)) or (0, 0, 0, 0, 0)))


def earnings(account_id: UUID) -> tuple[int, int]:
    """In cents: (available to withdraw, withdrawn for good)."""
    available, withdrawn = _sums(_EARNINGS, ledger.earnings(account_id)) or (0, 0)
    return available, withdrawn


def moved(account_id: UUID, start: datetime, end: datetime) -> dict[UUID | None, tuple[int, int]]:
    """Of each bounty (none: work without one) in the range: cents (put into it with the fee, returned to the wallet)."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVES, [ledger.wallet(account_id), start, end])
        return {bounty: (int(funded), int(refunded)) for bounty, funded, refunded in cursor.fetchall()}


def controls(account_id: UUID) -> Controls:
    """What the owner has set; an unsaved row with nothing set for who never did."""
    found: Controls | None = Controls.objects.filter(pk=account_id).first()
    return found or Controls(account_id=account_id)


def lines(account_id: UUID) -> QuerySet[Any]:
    """The wallet's statement with what each line says; its order is that of `move_id`."""
    return ledger.lines(ledger.wallet(account_id)).select_related("transaction", "other")


def _sums(query: str, code: str) -> tuple[int, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query, [code])
        row = cursor.fetchone()
    return tuple(int(part) for part in row) if row else None
