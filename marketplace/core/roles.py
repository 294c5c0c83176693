"""Staff roles. A role is a Django group of that name; every role check in the program uses these functions."""

from collections.abc import Collection
from typing import Final

OPERATOR: Final = "operator"
SUPPORT: Final = "support"
AUDITOR: Final = "auditor"
ROLES: Final = (OPERATOR, SUPPORT, AUDITOR)  # of several groups the first one counts


def role_of(*, is_staff: bool, is_superuser: bool, groups: Collection[str]) -> str:
    """The role of an account; `""` for one that is not staff.

    The Django flags are older than the groups and still count: a superuser is an operator, and staff in none of our groups is
    support.
    """
    if not is_staff:
        return ""
    if is_superuser:
        return OPERATOR
    return next((role for role in ROLES if role in groups), SUPPORT)


def can_decide(role: str) -> bool:
    """May this role run back-office actions and read hidden data through the API? Auditors may only read, and only in the admin
    site.
    """
    return role in (OPERATOR, SUPPORT)


def can_configure(role: str) -> bool:
    """May this role edit settings, set rate tiers and appoint staff?"""
    return role == OPERATOR
