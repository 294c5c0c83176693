"""Who of our staff may do what. A role is a group of that name; every check of a role in the program asks one of these."""

from collections.abc import Collection
from typing import Final

OPERATOR: Final = "operator"
SUPPORT: Final = "support"
AUDITOR: Final = "auditor"
ROLES: Final = (OPERATOR, SUPPORT, AUDITOR)  # of several groups the first counts


def role_of(*, is_staff: bool, is_superuser: bool, groups: Collection[str]) -> str:
    """`""` for who is no staff. The flags are older than the groups and go on to count: a superuser is an operator, and
    staff without a group of ours is support."""
    if not is_staff:
        return ""
    if is_superuser:
        return OPERATOR
    return next((role for role in ROLES if role in groups), SUPPORT)


def decides(role: str) -> bool:
    """Presses buttons in the back office, and reads by the API what is hidden; auditors only read, and only the office."""
    return role in (OPERATOR, SUPPORT)


def sets(role: str) -> bool:
    """Edits settings, gives tiers, makes staff."""
    return role == OPERATOR
