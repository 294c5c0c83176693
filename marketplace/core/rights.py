"""What a member may do for an account that is not their own. A pure table: the least role of each operation is named at its
`@operation` (marketplace/api/openapi.py), and pages ask by the operation's name.

A viewer reads what the owner's side shows. A manager runs jobs and spends within the caps. An owner does all that the account's
own person does, except what is theirs alone. `SELF` is what nobody does for somebody else: work, its pay, the own profile.
"""

from typing import Final

from marketplace.core.errors import Forbidden

VIEWER: Final = "viewer"
MANAGER: Final = "manager"
OWNER: Final = "owner"
SELF: Final = "self"
ROLES: Final = (VIEWER, MANAGER, OWNER)  # from the least to the most
LEAST: Final = (*ROLES, SELF)  # what an operation may ask for


class RoleRequired(Forbidden):
    code = "member_role_required"
    message = "Your role in this account does not allow that. One of its owners can do it, or change your role."


class OnlyForOneself(Forbidden):
    code = "only_for_oneself"
    message = (
        "You act for another account here, and this is done only for oneself: work, what it earns, and one's own profile. Leave "
        "X-Account out."
    )


class NotForOneself(Forbidden):
    code = "not_for_oneself"
    message = (
        "This is about your own work or pay, and you act here for the account that pays it. Its own person or another member "
        "decides it."
    )


def usual(method: str) -> str:
    """The least role of an operation that names none: whoever may look reads, and a manager writes."""
    return VIEWER if method in ("GET", "HEAD", "OPTIONS") else MANAGER


def covers(role: str, least: str) -> bool:
    """May a member with this role do what asks for `least`? Never what is done only for oneself."""
    return least in ROLES and ROLES.index(role) >= ROLES.index(least)
