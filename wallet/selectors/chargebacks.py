"""Charged back payments, and the debts of wallets for them."""

from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum, TextField, Value
from django.db.models.functions import Cast, Coalesce, Concat

from wallet import ledger
from wallet.models import Chargeback, Payment
from wallet.models.ledger import LedgerAccount


def owed_cents(account_id: UUID) -> int:
    """The wallet's debt from chargebacks, in cents."""
    owed = Chargeback.objects.filter(account_id=account_id, owed_cents__gt=0)
    return owed.aggregate(cents=Sum("owed_cents"))["cents"] or 0


def debt_of(owner: str) -> Coalesce:
    """An expression for the debt, in cents, of the account in each row's column `owner`."""
    owed = Chargeback.objects.filter(account_id=OuterRef(owner), owed_cents__gt=0).values("account_id")
    return Coalesce(Subquery(owed.annotate(cents=Sum("owed_cents")).values("cents")), 0)


def collectable() -> QuerySet[Chargeback]:
    """Chargebacks with a debt whose wallet has money."""
    wallet = Concat(Value(ledger.WALLET), Cast(OuterRef("account_id"), TextField()))
    # The balance of each: as `exists`, all accounts with money would be read.
    held = Subquery(LedgerAccount.objects.filter(code=wallet).values("balance"))
    return Chargeback.objects.alias(held=held).filter(held__gt=0, owed_cents__gt=0)


def not_taken_back(payments: QuerySet[Payment]) -> QuerySet[Payment]:
    """Leave out payments with a chargeback whose amount was not fully returned."""
    gone = Chargeback.objects.filter(payment=OuterRef("pk"), returned_cents__lt=F("amount_cents"))
    return payments.filter(~Exists(gone))
