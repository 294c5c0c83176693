"""Refund quotes of a wallet's deposits, and refunds that were started."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from marketplace.core import clock, ids
from wallet import ledger
from wallet.models import Outflow, Payment
from wallet.models.ledger import LedgerTransaction
from wallet.rules.outflows import REFUND_RAILS, UNDONE_OUTFLOWS, refund_parts
from wallet.selectors import chargebacks

LIST_LIMIT = 50  # newest entries of each list


@dataclass(frozen=True, slots=True)
class Quote:
    """The effect of refunding a deposit now, in cents. `destination` is masked; `paid_cents` is the whole deposit."""

    funding_id: UUID
    principal_cents: int
    kept_cents: int
    destination: str
    paid_cents: int
    paid_at: datetime

    @property
    def refund_cents(self) -> int:
        return self.principal_cents - self.kept_cents

    def to_json(self) -> dict[str, Any]:
        """The quote as an error's body has it."""
        return {
            "fundingTransactionId": ids.encode("txn", self.funding_id),
            "principalCents": self.principal_cents,
            "feeRetainedCents": self.kept_cents,
            "refundAmountCents": self.refund_cents,
            "destination": self.destination,
        }


def quotes(account_id: UUID) -> list[Quote]:
    """Quotes of the newest deposits that are not fully refunded. Each assumes the whole balance of the wallet."""
    if chargebacks.owed_cents(account_id):
        return []
    left = _returned(Payment.objects.filter(account_id=account_id, rail__in=REFUND_RAILS))
    rows = list(left.filter(amount_cents__gt=F("returned_cents")).order_by("-id")[:LIST_LIMIT])
    return _quotes(rows, ledger.balance(ledger.wallet(account_id)))


def quote(payment: Payment) -> Quote | None:
    """The quote of one payment; exact while the caller holds its lock and the balance does not change. None: not
    refundable."""
    if chargebacks.owed_cents(payment.account_id):
        return None
    rows = list(_returned(Payment.objects.filter(pk=payment.pk, rail__in=REFUND_RAILS)))
    found = _quotes(rows, ledger.balance(ledger.wallet(payment.account_id)))
    return found[0] if found else None


def clearing_cents(account_id: UUID, days: int) -> int:
    """Cents of card payments of the last `days` that were not refunded: they may still be charged back."""
    fresh = Payment.objects.filter(
        account_id=account_id, rail__in=REFUND_RAILS, created_at__gt=clock.now() - timedelta(days=days)
    )
    return _returned(fresh).aggregate(cents=Coalesce(Sum(F("amount_cents") - F("returned_cents")), 0))["cents"]


def recent(account_id: UUID) -> list[Outflow]:
    """The newest refunds of deposits, each with the `funding_id` of its deposit in the statement."""
    mine = Outflow.objects.filter(account_id=account_id, kind="funding_refund")
    return _with_funding(list(mine.order_by("-id")[:LIST_LIMIT]))


def get(account_id: UUID, pk: UUID) -> Outflow:
    """One refund of this account, which must exist."""
    return _with_funding([Outflow.objects.get(pk=pk, account_id=account_id)])[0]


def _with_funding(rows: list[Outflow]) -> list[Outflow]:
    deposits = _deposits(row.payment_id for row in rows)
    for row in rows:
        row.funding_id = deposits[row.payment_id]
    return rows


def _returned(payments: QuerySet[Payment]) -> QuerySet[Payment]:
    """Annotate `returned_cents`, refunded or being refunded, and `kept_cents`, the fee retained of it. Payments that were
    charged back are left out."""
    gone = ~Q(outflows__status__in=UNDONE_OUTFLOWS)
    return chargebacks.not_taken_back(payments).annotate(
        returned_cents=Coalesce(Sum("outflows__amount_cents", filter=gone), 0),
        kept_cents=Coalesce(Sum("outflows__kept_cents", filter=gone), 0),
    )


def _quotes(rows: list[Any], balance: int) -> list[Quote]:
    deposits = _deposits(row.pk for row in rows)
    found = []
    for row in rows:
        principal, kept = refund_parts(
            payment_cents=row.amount_cents,
            returned_cents=row.returned_cents,
            fee_cents=row.refund_fee_cents,
            kept_cents=row.kept_cents,
            balance=balance,
        )
        if principal and row.pk in deposits:
            whence = row.method or row.rail
            found.append(Quote(deposits[row.pk], principal, kept, whence, row.amount_cents, row.created_at))
    return found


def _deposits(payments: Iterable[UUID | None]) -> dict[UUID | None, UUID]:
    """Payment -> the transaction of its deposit in the statement."""
    keys: dict[str, UUID | None] = {f"deposit:{pk}": pk for pk in payments}
    booked = LedgerTransaction.objects.filter(key__in=list(keys)).values_list("key", "id")
    return {keys[key]: id_ for key, id_ in booked}
