"""The authenticated caller of a verb, derived once per request from the credential and never from a body."""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from marketplace.core import roles
from marketplace.core.errors import Unauthorized

if TYPE_CHECKING:
    from marketplace.models import Account, ApiKey


@dataclass(frozen=True, slots=True)
class Actor:
    """An authenticated caller. `via` is one of: key, session, oauth (MCP clients, on /api/mcp only), staff (the admin site) or
    system (timers and settlements).
    """

    account: "Account | None"
    via: str
    key: "ApiKey | None" = None

    @classmethod
    def system(cls) -> "Actor":
        return cls(account=None, via="system")

    @classmethod
    def staff(cls, account: "Account") -> "Actor":
        return cls(account=account, via="staff")

    @property
    def id(self) -> uuid.UUID:
        """The account's primary key. Raises Unauthorized (401) for the system actor, which has no account."""
        if self.account is None:
            raise Unauthorized()
        return self.account.pk

    @property
    def me(self) -> "Account":
        """The account itself. Raises Unauthorized (401) for the system actor."""
        if self.account is None:
            raise Unauthorized()
        return self.account

    @property
    def is_staff(self) -> bool:
        """Is this support staff or an operator? They may read what is hidden from the public."""
        return self.account is not None and roles.can_decide(self.account.role)

    @property
    def is_operator(self) -> bool:
        """May this caller change operator settings?"""
        return self.account is not None and roles.can_configure(self.account.role)

    @property
    def label(self) -> str:
        """Shown in the audit log, which both parties can read: `system`, or `<via>:<profile id>`."""
        return "system" if self.account is None else f"{self.via}:{self.account.public_profile_id}"
