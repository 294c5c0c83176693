"""Who is calling. Made once per request from the credential, never from a body."""

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from marketplace.core import roles
from marketplace.core.errors import Unauthorized

if TYPE_CHECKING:
    from marketplace.models import Account, ApiKey


@dataclass(frozen=True, slots=True)
class Actor:
    """`via` is key, session, oauth (a connector, on /api/mcp only), staff (the admin) or system (timers and settlements)."""

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
        """The account's key. Raises Unauthorized for the system, which owns nothing."""
        if self.account is None:
            raise Unauthorized()
        return self.account.pk

    @property
    def me(self) -> "Account":
        if self.account is None:
            raise Unauthorized()
        return self.account

    @property
    def is_staff(self) -> bool:
        """Support staff and operators: they may read what is hidden."""
        return self.account is not None and roles.decides(self.account.role)

    @property
    def is_operator(self) -> bool:
        """May decide and change operator settings."""
        return self.account is not None and roles.sets(self.account.role)

    @property
    def label(self) -> str:
        """For the audit log, which both parties read: `system`, or `<via>:<profile id>`."""
        return "system" if self.account is None else f"{self.via}:{self.account.public_profile_id}"
