"""Wallets that need a top-up, and the cents charged in the last 24 hours."""

from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, Sum
from django.db.models.functions import Coalesce

from wallet.models import Controls, TopUp
from wallet.rules.topups import TOP_UP_DAY, TOP_UP_OPEN
from wallet.selectors import balances


def below_floor(now: datetime, *, limit: int) -> list[UUID]:
    """Accounts whose wallet is below its floor, without an open top-up or a pause. A wallet never used has a balance of 0."""
    wanted = Controls.objects.alias(held=Coalesce(balances.wallet_cents("account_id"), 0)).filter(
        Q(topup_not_before=None) | Q(topup_not_before__lte=now),
        Q(held__lt=F("auto_topup_floor_cents")),
        ~Exists(TopUp.objects.filter(account_id=OuterRef("account_id"), status="initiated")),
        auto_topup_enabled=True,
    )
    return list(wanted.order_by("account_id").values_list("account_id", flat=True)[:limit])


def charged_today(account_id: UUID, now: datetime) -> int:
    """Cents that were or may have been charged by top-ups in the last 24 hours."""
    mine = TopUp.objects.filter(
        status__in=(*TOP_UP_OPEN, "succeeded"), account_id=account_id, created_at__gt=now - TOP_UP_DAY
    )
    return int(mine.aggregate(total=Sum(F("amount_cents")))["total"] or 0)
