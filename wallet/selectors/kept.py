"""What of somebody's earnings can't be withdrawn yet, because the decision that gave it to them may still be appealed."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q

from marketplace.core import clock
from wallet.models import EarningsHold


def rows(account_id: UUID) -> Sequence[EarningsHold]:
    """What is kept now, the first to be free first; those without a date last. One query."""
    still = Q(until=None) | Q(until__gt=clock.now())
    found = EarningsHold.objects.filter(still, account_id=account_id, ended_at=None)
    return sorted(found, key=lambda row: (row.until is None, row.until or row.created_at, row.pk))


def cents(account_id: UUID) -> int:
    return sum(row.cents for row in rows(account_id))
