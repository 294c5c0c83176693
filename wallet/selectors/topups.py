"""Wallets that need a top-up, and the cents charged in the last 24 hours."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Sum
from django.db.models.functions import Coalesce

from wallet.models import Controls, TopUp
from wallet.rules.topups import TOP_UP_DAY, TOP_UP_OPEN
from wallet.selectors import balances


def below_floor(now: datetime, *, limit: int) -> list[UUID]:
    """Accounts whose wallet is below its floor, without an open top-up, a pause or a freeze."""
    found = wanted().filter(wanted_at__lte=now).order_by("account_id")
    return list(found.values_list("account_id", flat=True)[:limit])


def wanted() -> QuerySet[Any]:
    """Of accounts whose wallet is below its floor, without an open top-up or a freeze; `wanted_at` is when a pause ends, in the
    past without one. A wallet never used has a balance of 0."""
    return (
        Controls.objects.alias(held=Coalesce(balances.wallet_cents("account_id"), 0))
        .filter(
            ~Exists(TopUp.objects.filter(account_id=OuterRef("account_id"), status="initiated")),
            held__lt=F("auto_topup_floor_cents"),
            auto_topup_enabled=True,
            frozen_at=None,
        )
        .annotate(wanted_at=Coalesce("topup_not_before", "account__created_at"))
    )


def untold() -> QuerySet[Any]:
    """Of owners who were not told yet of each charge, since they had a mail within the hour."""
    return Controls.objects.filter(topup_untold__gt=0)


def charged_today(account_id: UUID, now: datetime) -> int:
    """Cents that were or may have been charged by top-ups in the last 24 hours."""
    mine = TopUp.objects.filter(
        status__in=(*TOP_UP_OPEN, "succeeded"), account_id=account_id, created_at__gt=now - TOP_UP_DAY
    )
    return int(mine.aggregate(total=Sum(F("amount_cents")))["total"] or 0)
