"""Which payments their banks took back, and what wallets owe for them."""

from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum

from marketplace.models import Account
from wallet.models import Chargeback, Controls, Payment
from wallet.models import ledger as rows


def owed_cents(account_id: UUID) -> int:
    """What this wallet still owes for payments that were taken back, in cents."""
    owed = Chargeback.objects.filter(account_id=account_id, owed_cents__gt=0)
    return owed.aggregate(cents=Sum("owed_cents"))["cents"] or 0


def debt_and_controls(account_id: UUID) -> tuple[int, bool]:
    """What this wallet owes, in cents, and whether its owner has set any controls: all that may hold a spend back."""
    owed = Chargeback.objects.filter(account_id=OuterRef("pk"), owed_cents__gt=0).values("account_id")
    cents = Subquery(owed.annotate(cents=Sum("owed_cents")).values("cents"))
    controls = Exists(Controls.objects.filter(pk=OuterRef("pk")))
    found, bounded = Account.objects.filter(pk=account_id).values_list(cents, controls).get()
    return found or 0, bounded


def collectable() -> QuerySet[Chargeback]:
    """Owed for, and there is money in the wallet."""
    filled = rows.LedgerAccount.objects.filter(kind="wallet", owner_id=OuterRef("account_id"), balance__gt=0)
    return Chargeback.objects.filter(Exists(filled), owed_cents__gt=0)


def not_taken_back(payments: QuerySet[Payment]) -> QuerySet[Payment]:
    """Without those whose money is not with us any more, not wholly, or is disputed now."""
    gone = Chargeback.objects.filter(payment=OuterRef("pk"), returned_cents__lt=F("amount_cents"))
    return payments.filter(~Exists(gone))
