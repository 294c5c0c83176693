"""Balances and lifetime totals of wallets and earnings, read from the ledger."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import OuterRef, QuerySet, Subquery, Sum, TextField, Value
from django.db.models.functions import Cast, Concat

from wallet import ledger
from wallet.models import Controls
from wallet.models.ledger import LedgerAccount
from wallet.selectors import chargebacks


@dataclass(frozen=True, slots=True)
class WalletBalance:
    """All in cents, over its lifetime: balance = deposited - sent + returned - withdrawn.

    `sent`: to bounties and people, before refunds; `returned`: refunds of these; `withdrawn`: paid out of the marketplace, less
    what was returned from there.
    """

    balance: int
    deposited: int
    sent: int
    returned: int
    withdrawn: int


def wallet_cents(owner: str) -> Subquery:
    """A subquery for the wallet balance, in cents, of the account in each row's column `owner`; null if never used."""
    code = Concat(Value(ledger.WALLET), Cast(OuterRef(owner), TextField()))
    return Subquery(LedgerAccount.objects.filter(code=code).values("balance"))


def cents(code: str) -> Subquery:
    """A subquery for the balance, in cents, of one account by its code; null if never used. PostgreSQL evaluates it once for a
    statement, whatever the number of rows."""
    return Subquery(LedgerAccount.objects.filter(code=code).values("balance"))


# The same in a statement of one's own.
CENTS_SQL: Final = f"(select balance from {LedgerAccount._meta.db_table} where code = %s)"  # noqa: S608


def total(codes: QuerySet[Any]) -> int:
    """The sum of the balances, in cents, of the accounts with these codes: a query of one text column."""
    rows = LedgerAccount.objects.filter(code__in=codes)
    return int(rows.aggregate(cents=Sum("balance"))["cents"] or 0)


# Tips go to earnings, not to a bounty's escrow, and are left out. What an appeal gives the worker more is put into the bounty
# anew, what it gives back is refunded.
_MOVES = """
with mine as (select id from ledger_account where code = %(code)s),
lines as materialized (
    select bounty_id, transaction_id, destination_id as other_id, cents as funded, 0 as refunded from ledger_move
     where source_id = (select id from mine) and created_at >= %(start)s and created_at <= %(end)s
    union all
    select bounty_id, transaction_id, source_id, 0, cents from ledger_move
     where destination_id = (select id from mine) and created_at >= %(start)s and created_at <= %(end)s),
-- each account once, by one walk through the index
others as materialized (select id, kind from ledger_account where id = any (array(select distinct other_id from lines)))
select l.bounty_id, sum(l.funded), sum(l.refunded)
  from lines l join others o on o.id = l.other_id
 where o.kind in ('pool', 'hold') or (select t.kind = 'correction' from ledger_transaction t where t.id = l.transaction_id)
 group by l.bounty_id
"""


def wallet(account_id: UUID) -> WalletBalance:
    """Balance and lifetime totals, which the ledger keeps with it: one row, whatever the history."""
    balance, sent, returned, withdrawn = _kept(ledger.wallet(account_id))
    return WalletBalance(balance, balance + sent - returned + withdrawn, sent, returned, withdrawn)


def earnings(account_id: UUID) -> tuple[int, int]:
    """(available, withdrawn for good), in cents; from one row, as above."""
    available, _, _, withdrawn = _kept(ledger.earnings(account_id))
    return available, withdrawn


def moved(account_id: UUID, start: datetime, end: datetime) -> dict[UUID | None, tuple[int, int]]:
    """By bounty (None: work without one), in the range (UTC, inclusive): cents (funded including the fee, refunded)."""
    with connection.cursor() as cursor:
        cursor.execute(_MOVES, {"code": ledger.wallet(account_id), "start": start, "end": end})
        return {bounty: (int(funded), int(refunded)) for bounty, funded, refunded in cursor.fetchall()}


def controls(account_id: UUID) -> Controls:
    """The owner's controls; an unsaved, empty row if they never set any."""
    found: Controls | None = Controls.objects.filter(pk=account_id).first()
    return found or Controls(account_id=account_id)


def controls_and_debt(account_id: UUID) -> tuple[Controls, int]:
    """The same, and what the wallet owes after chargebacks, in cents; in one query once there are controls."""
    rows = Controls.objects.filter(pk=account_id)
    found: Any = rows.annotate(owed=chargebacks.debt_of("account_id")).first()  # type: ignore[no-redef]
    if found is None:
        return Controls(account_id=account_id), chargebacks.owed_cents(account_id)
    return found, int(found.owed)


def lines(account_id: UUID) -> QuerySet[Any]:
    """The wallet's statement lines with their transactions; to be ordered by `move_id`."""
    return ledger.lines(ledger.wallet(account_id)).select_related("transaction", "other")


def earned_lines(account_id: UUID) -> QuerySet[Any]:
    """The lines of what this person earned and withdrew, as above."""
    return ledger.lines(ledger.earnings(account_id)).select_related("transaction", "other")


def _kept(code: str) -> tuple[int, int, int, int]:
    """(balance, sent, returned, withdrawn); all 0 of an account that was never used."""
    rows = LedgerAccount.objects.filter(code=code).values_list("balance", "sent", "returned", "withdrawn")
    balance, sent, returned, withdrawn = (cents or 0 for cents in rows.first() or (0, 0, 0, 0))
    return balance, sent, returned, withdrawn
