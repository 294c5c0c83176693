"""What an account may not begin now, as its person and staff see it."""

from collections.abc import Iterable
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from marketplace.core import clock
from marketplace.models import AccountRestriction

WHAT: Final = ("jobs", "applications", "withdrawals")


def in_force(account_id: UUID) -> AccountRestriction | None:
    """The restriction of this account that is in force now. One query, locks nothing."""
    row: AccountRestriction | None = AccountRestriction.objects.filter(account_id=account_id, ended_at=None).first()
    return row if row is not None and (row.until is None or row.until > clock.now()) else None


def in_force_of(account_ids: Iterable[UUID]) -> dict[UUID, AccountRestriction]:
    """By account, those that are in force now. One query, locks nothing."""
    return {row.account_id: row for row in all_in_force().filter(account__in=list(account_ids))}


def all_in_force() -> QuerySet[AccountRestriction]:
    """Those that are in force now, one of an account."""
    found: QuerySet[AccountRestriction] = AccountRestriction.objects.filter(
        Q(until=None) | Q(until__gt=clock.now()), ended_at=None
    )
    return found


def stops(row: AccountRestriction) -> list[str]:
    """What it stops: of jobs, applications, withdrawals."""
    return [name for name in WHAT if getattr(row, f"no_{name}")]


def still(row: AccountRestriction) -> list[str]:
    """What of these is not stopped."""
    return [name for name in WHAT if not getattr(row, f"no_{name}")]


def told(row: AccountRestriction) -> dict[str, Any]:
    """For the body of a refusal."""
    return {
        "reason": row.reason,
        "until": row.until.isoformat().replace("+00:00", "Z") if row.until is not None else None,
        "restrictions": stops(row),
        "stillWorks": [*still(row), "underway"],
    }
