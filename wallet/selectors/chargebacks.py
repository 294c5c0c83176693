"""Charged back payments, and the debts of wallets for them."""

from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum

from marketplace.models import Account
from wallet.models import Chargeback, Controls, Payment
from wallet.models import ledger as rows


def owed_cents(account_id: UUID) -> int:
    """The wallet's debt from chargebacks, in cents."""
    owed = Chargeback.objects.filter(account_id=account_id, owed_cents__gt=0)
    return owed.aggregate(cents=Sum("owed_cents"))["cents"] or 0


def debt_and_controls(account_id: UUID) -> tuple[int, bool]:
    """(debt in cents, whether the owner has set any controls): everything that may prevent a spend, in one query."""
    owed = Chargeback.objects.filter(account_id=OuterRef("pk"), owed_cents__gt=0).values("account_id")
    cents = Subquery(owed.annotate(cents=Sum("owed_cents")).values("cents"))
    controls = Exists(Controls.objects.filter(pk=OuterRef("pk")))
    found, bounded = Account.objects.filter(pk=account_id).values_list(cents, controls).get()
    return found or 0, bounded


def collectable() -> QuerySet[Chargeback]:
    """Chargebacks with a debt whose wallet has money."""
    filled = rows.LedgerAccount.objects.filter(kind="wallet", owner_id=OuterRef("account_id"), balance__gt=0)
    return Chargeback.objects.filter(Exists(filled), owed_cents__gt=0)


def not_taken_back(payments: QuerySet[Payment]) -> QuerySet[Payment]:
    """Leave out payments with a chargeback whose amount was not fully returned."""
    gone = Chargeback.objects.filter(payment=OuterRef("pk"), returned_cents__lt=F("amount_cents"))
    return payments.filter(~Exists(gone))
